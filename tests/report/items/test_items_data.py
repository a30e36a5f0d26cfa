"""What the pages of items are made of: facets as codes, reasoning as shapes, logs by their tables of contents."""

import json
import math
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conftest import make_tiny_dataset
from tests.report.browser.reports import items_of, run_of

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset
from snellen.replies import Reply
from snellen.report.items.facets import RIGHT, item_facets, score_codes
from snellen.report.items.logs import Logs
from snellen.report.items.seen import reasoning_values
from snellen.report.items.store import Store
from snellen.report.runs import Run
from snellen.results import read_run

_CALL = re.compile(r"snellenData\('([a-z0-9-]+)','((?:[^'\\\n\u2028\u2029]|\\['\\])*)'\);\n")


def data_in(path: Path) -> Any:
    """What a file of data hands over; the file must be one call with one string."""
    found = _CALL.fullmatch(path.read_text(encoding="utf-8"))
    assert found, path
    assert found[1] == path.stem
    return json.loads(re.sub(r"\\(.)", r"\1", found[2]))


_NAMES = ["plot", "axes", "x", "y", "curves", "series", "pixels", "colour", "left", "top", "width", "height", "values"]
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(_NAMES), inner),
    max_leaves=20,
)


@given(st.lists(st.text(st.characters())))
def test_any_text_is_data(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    folder = tmp_path_factory.mktemp("store")
    Store(folder).put("any-0", texts)
    assert data_in(folder / "any-0.js") == texts


def test_codes_stand_for_values_and_gaps_for_none() -> None:
    frame = pd.DataFrame(
        {
            "task": ["b", "a", "b"],
            "precision": [1.0, None, 0.1],
            "complexity": [1, 1, 1],
            "category": [None, None, None],
        }
    )
    facets = {facet.name: facet for facet in item_facets(frame, find_benchmark("grab"))}
    assert set(facets) == {"task", "precision"}  # the others are alike everywhere
    task, precision = facets["task"], facets["precision"]
    assert [task.values[code] for code in task.codes] == ["b", "a", "b"]
    assert dict(zip(task.values, task.counts, strict=True)) == {"a": 1, "b": 2}
    assert [precision.values[code] if code >= 0 else None for code in precision.codes] == ["1", None, "0.1"]


def test_scores_are_right_wrong_partly_or_not_scored() -> None:
    scores = pd.Series([1.0, 0.0, 0.25, np.nan])
    assert [RIGHT[code] for code in score_codes(scores)] == ["right", "wrong", "partly", "not scored"]


def test_what_the_pixel_reader_saw_is_drawn() -> None:
    seen = {
        "plot": {"left": 10, "top": 20, "width": 100, "height": 50},
        "axes": {"x": [[10.0, -1], [110.0, 1.5]], "y": []},
        "curves": [{"colour": [31, 119, 180], "family": "sine", "pixels": [[11.04, 30.0], [12, 31.26]]}],
        "values": [3.96],
    }
    values = reasoning_values(json.dumps(seen))
    assert values["drawn"] == {
        "plot": [10, 20, 110, 70],
        "ticks": {"x": [[10, -1.0], [110, 1.5]], "y": []},
        "curves": [{"places": [11, 30, 12, 31.3], "colour": [31, 119, 180], "family": "sine"}],
    }
    assert json.loads(values["text"]) == {"values": [3.96]}


def test_what_the_reader_of_scatterplots_saw_is_drawn() -> None:
    seen = {
        "plot": [10, 20, 110, 70],
        "mark": None,
        "marks": [[1.04, 2], [3, 4]],
        "clusters": [{"box": [0, 1, 2, 3], "center": [1, 2.26], "n": 2}, {"box": [0, 1, 2], "n": "<b>"}],
        "outliers": [[9, 9]],
    }
    values = reasoning_values(json.dumps(seen))
    assert values["drawn"] == {
        "plot": [10, 20, 110, 70],
        "series": [{"places": [1, 2, 3, 4]}],
        "boxes": [[0, 1, 2, 3]],
        "centres": [1, 2.3],
        "outliers": [9, 9],
    }
    assert json.loads(values["text"]) == {"mark": None}


_OTHER = (
    *("I think so.", "{", "[1]", '{"plot": 1', '{"plot": {"left": 1e999}}'),
    pytest.param('{"a":' * 100_000, id="deep"),
    '{"curves": [{"pixels": [["<b>", 1]]}]}',
)


@pytest.mark.parametrize("text", _OTHER)
def test_other_reasoning_is_text(text: str) -> None:
    values = reasoning_values(text)
    assert "drawn" not in values
    assert values["text"] == text[:20_000]


@given(_JSON)
def test_no_reasoning_breaks_a_page(value: Any) -> None:
    values = reasoning_values(json.dumps(value))

    def finite(inner: Any) -> bool:
        if isinstance(inner, dict):
            return all(map(finite, inner.values()))
        if isinstance(inner, list):
            return all(map(finite, inner))
        return not isinstance(inner, float) or math.isfinite(inner)

    assert finite(values)
    json.dumps(values, allow_nan=False)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("items")
    dataset = make_tiny_dataset(folder / "tiny")
    long = Reply("tiny-02-q", "one", "x" * 30_000)
    runs = [run_of(dataset, folder / "one", "one", {0: "wrong", 2: long}), run_of(dataset, folder / "two", "two", {})]
    return items_of(runs, folder / "report")


def test_files_hold_each_question_and_reply_once(report: Path) -> None:
    folder = report / "items" / "grab"
    shape, asked, said = (data_in(folder / f"{name}.js") for name in ("shape", "questions-0", "replies-0"))
    assert shape == {"counts": 2, "conditions": [0, 1] * 12}
    assert [item["id"] for item in asked["items"]] == [f"tiny-{number:02d}-q" for number in range(12)]
    assert len(asked["texts"]) <= 12
    assert asked["charts"][0] == {"file": "images/grab/00000000.png", "width": 120, "height": 100}
    assert said[0][0]["reply"] == "wrong"
    assert said[0][1]["reply"] == "-9"
    cut, number = said[2][0]["cut"]
    assert len(data_in(folder / f"long-{number}.js")) == 30_000
    assert cut == 30_000 - 10_000
    assert len(list((report / "images" / "grab").iterdir())) == 12


def test_without_the_dataset_there_are_replies_and_a_word(tiny_dataset: Dataset, tmp_path: Path) -> None:
    run = run_of(tiny_dataset, tmp_path / "one", "one", {0: "wrong"})
    tiny_dataset.path.rename(tmp_path / "moved")
    report = items_of([run], tmp_path / "report")
    assert "Questions and pictures are not shown" in (report / "items" / "grab.html").read_text()
    asked = data_in(report / "items" / "grab" / "questions-0.js")
    assert asked["texts"] == asked["charts"] == []
    assert asked["items"][0]["key"] == "-9"


def test_logs_are_found_by_question_strategy_and_repeat(tiny_dataset: Dataset, tmp_path: Path) -> None:
    run = run_of(tiny_dataset, tmp_path / "one", "one", {})
    (run / "logs").mkdir()
    for name, about, epoch in (("a", {"repeat": 0}, 1), ("b", {"repeat": 1}, 1), ("c", {"strategy": "few-shot"}, 1)):
        metadata = {"strategy": "zero-shot", "n_examples": 0, **about}
        with zipfile.ZipFile(run / "logs" / f"{name}.eval", "w") as archive:
            archive.writestr("header.json", json.dumps({"eval": {"metadata": metadata}}))
            archive.writestr(f"samples/tiny-00-q_epoch_{epoch}.json", "{}")
    (run / "logs" / "d.eval").write_bytes(b"no log")
    logs = Logs.of([Run(run, read_run(run))])
    condition = ("one", "{}", "zero-shot", 0)
    found = [logs.find(condition, "tiny-00-q", repeat) for repeat in (0, 1, 2)]
    assert [logs.files[sample.log].name if sample else None for sample in found] == ["a.eval", "b.eval", None]
    assert logs.find(condition, "tiny-01-q", 0) is None
    assert logs.find(("other", "{}", "zero-shot", 0), "tiny-00-q", 0) is None

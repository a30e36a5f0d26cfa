"""Inspect kept out of the user's folders, a model that counts what it was asked, and a small set with examples."""

import gc
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from pydantic import JsonValue

from snellen.benchmarks.biy.keys import questions_on
from snellen.benchmarks.biy.more_tasks import more_questions_on
from snellen.dataset import Chart, Dataset, Question, Rectangle, Source, write_dataset
from snellen.files import sha256_of

_THIRD_PARTY = (
    "ignore:The 'initial' parameter is deprecated:DeprecationWarning",  # how Inspect calls tenacity
    "ignore:Unclosed <MemoryObject:ResourceWarning",  # streams that Inspect leaves to the garbage collector
    "ignore:unclosed:ResourceWarning",  # connections that the vendors' clients leave to it, and their sessions
    "ignore:Unclosed c:ResourceWarning",
    "ignore:Inheritance class AiohttpClientSession:DeprecationWarning",  # how Google's client uses aiohttp
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            for warning in _THIRD_PARTY:
                item.add_marker(pytest.mark.filterwarnings(warning))


@pytest.fixture(autouse=True)
def inspect_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything Inspect writes besides the logs goes to the test's own folder."""
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "INSPECT_LOG_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
    monkeypatch.delenv("INSPECT_DISPLAY", raising=False)
    monkeypatch.chdir(tmp_path)
    gc.freeze()  # what earlier tests keep alive need not be looked through
    yield
    gc.collect()  # what Inspect leaves unclosed falls under this test's filter of warnings, not under a later one's
    gc.unfreeze()


@pytest.fixture
def counting_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The models `counting/…`, and the file in which they note what they were asked."""
    specification = importlib.util.spec_from_file_location("counting", Path(__file__).with_name("counting.py"))
    assert specification is not None
    assert specification.loader is not None
    specification.loader.exec_module(importlib.util.module_from_spec(specification))
    path = tmp_path / "asked.tsv"
    path.touch()
    monkeypatch.setenv("COUNTING_FILE", str(path))
    return path


@pytest.fixture
def priced_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counting_file: Path) -> str:
    """A counting model with prices: dollars a million tokens, 2 of the input, 10 of the output, 1 read from a cache."""
    from inspect_ai.model import ModelInfo, set_model_info

    name = "counting/priced"
    set_model_info(name, ModelInfo(organization="none"))
    prices = {name: {"input": 2, "output": 10, "input_cache_write": 0, "input_cache_read": 1}}
    (tmp_path / "prices.json").write_text(json.dumps(prices))
    monkeypatch.setenv("INSPECT_EVAL_MODEL_COST_CONFIG", str(tmp_path / "prices.json"))
    return name


@pytest.fixture
def tiny_biy(tmp_path: Path) -> Dataset:
    """A BIY dataset made by hand: six examples and two samples to test, each of these in two designs.

    Each chart has its five questions and the one on its relationship. Sample i has i clusters and no outlier.
    """
    folder = tmp_path / "tiny-biy"
    (folder / "images").mkdir(parents=True)
    records: list[Source | Chart | Question] = []
    examples = []
    for number in range(8):
        is_example = number < 6
        source = Source(
            source_id=f"sample-{number}",
            group_id=f"group-{number}",
            kind="gaussian_blobs",
            parameters={"n_points": 10, "n_noise": 0, "relationship": None, "cluster_shape": None},
            data={"x": [], "y": [], "cluster": [], "outlier": None},
        )
        records.append(source)
        for design in ("default",) if is_example else ("default", "dark"):
            chart_id = f"sample-{number}+{design}+2"
            picture = folder / "images" / f"{number}{design}.png"
            Image.new("RGB", (100, 100), (number, 0, 0)).save(picture)
            clusters: list[JsonValue] = [
                {"label": i, "n": 5, "box": [10.0, 10.0 * i, 20.0, 10.0 * i + 9], "center": [15.0, 10.0 * i + 5]}
                for i in range(number)
            ]
            chart = Chart(
                chart_id=chart_id,
                source_id=source.source_id,
                file_name=picture.name,
                width=100,
                height=100,
                sha256=sha256_of(picture),
                plot=Rectangle(left=0, top=0, width=100, height=100),
                axes=[],
                annotations={"clusters": clusters, "outliers": []},
                metadata={"design": design, "scale": 2.0, "renderer": "vega", "generator": "gaussian_blobs"},
            )
            asked = [
                *questions_on(chart, "example" if is_example else "test"),
                *more_questions_on(chart, source, "example" if is_example else "extra"),
            ]
            examples += [question.question_id for question in asked if is_example]
            records += [chart, *asked]
    about = {"name": "tiny-biy", "benchmark": "biy", "benchmark_version": 1, "preset": None, "seed": 4}
    write_dataset(folder, records, {**about, "examples": examples})
    return Dataset(folder)

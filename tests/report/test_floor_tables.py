"""The report's floors are named after the scorers of the benchmark."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from snellen.dataset import Dataset
from snellen.generation import generate_dataset
from snellen.report.floors import find_floors, floor_exhibits
from snellen.report.runs import read_runs

MakeRun = Callable[..., Path]


def test_grabs_are_by_exact_and_prefix_match(tiny_dataset: Dataset, make_run: MakeRun) -> None:
    (one,) = read_runs([make_run(tiny_dataset, "one", {})])
    (table,) = floor_exhibits(one, find_floors(one))
    floors: Any = table.frame
    assert list(floors.columns) == ["reader", "task", "n", "exact", "low", "high", "prefix"]
    sample = floors[floors["reader"] == "in-sample"].set_index("task")
    # twelve questions; two of the transforms share a template and have different answers
    assert sample.loc["all tasks", "exact"] == pytest.approx(100 * 11 / 12)


def test_biys_are_by_both_protocols_with_trivial_answers_beside_them(make_run: MakeRun, tmp_path: Path) -> None:
    only = "design=default,generator=random|single_gaussian_blob_outliers"
    generate_dataset("biy", preset="smoke", seed=7, only=only, out=tmp_path / "set", images=False)
    (one,) = read_runs([make_run(Dataset(tmp_path / "set"), "one", {})])
    tables = floor_exhibits(one, find_floors(one))
    assert [table.name for table in tables] == ["floors", "trivial"]
    floors, trivial = (table.frame for table in tables)
    assert list(floors.columns) == ["reader", "task", "n", "strict", "low", "high", "paper"]
    assert set(floors["reader"]) == {"blind", "in-sample", "chance"}
    shown: Any = trivial[trivial["answer"].isin(["always []", "always 0"])].drop_duplicates("task").set_index("task")
    sample: Any = floors[floors["reader"] == "in-sample"].set_index("task")
    for task in shown.index:
        # nobody who gives one answer to a task does better than the best of all answers in this very set
        assert sample.loc[task, "strict"] >= shown.loc[task, "score"] - 1e-9

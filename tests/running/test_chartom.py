"""CHARTOM in Inspect: each column of a summary has a scorer, and a task asks about CHARTOM datasets alone."""

from pathlib import Path

import pytest

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.generation import generate_dataset
from snellen.running import inspect_registry
from snellen.running.scorers import SCORERS
from snellen.running.tasks import chartom, grab


@pytest.mark.parametrize("name", ["biy", "chartom"])
def test_every_column_of_a_summary_has_a_scorer(name: str) -> None:
    for column in find_benchmark(name).summary_columns:
        assert column in SCORERS
        assert column in inspect_registry.__all__


def test_the_task_asks_both_questions_of_both_twins(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    generate_dataset(
        "chartom", preset="smoke", seed=2, only="manipulation=truncated y-axis,chart_type=bar", out=folder, jobs=1
    )
    task = chartom(str(folder))
    asked = [str(sample.input[-1].content) for sample in task.dataset if not isinstance(sample.input, str)]
    assert len(asked) == 4
    assert sum("What fraction of typical university students" in text for text in asked) == 2
    assert len(chartom(str(folder), task="fact").dataset) == 2
    with pytest.raises(SnellenError, match="a dataset of chartom, not of grab"):
        grab(str(folder))
    assert Dataset(folder).manifest.benchmark == "chartom"

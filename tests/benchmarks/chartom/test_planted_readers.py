"""Readers of known behaviour on generated twins: by labels, and by drawn sizes."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from snellen.benchmarks.chartom.analysis import drops, fact_scores, labelled
from snellen.benchmarks.chartom.replies import card_answer
from snellen.dataset import Dataset, Question
from snellen.generation import generate_dataset
from snellen.replies import Reply
from snellen.results import read_results
from snellen.scoring import score_replies

GEOMETRIC = ("truncated y-axis", "pictorial bars", "3D effect", "3D effect with pop-out", "inverted colour scale")


def by_size(question: Question) -> str:
    """The tempting answer wherever the drawing invites it, else the key; wrapped in words."""
    tempting = (question.answer_data or {})["tempting"]
    assert isinstance(tempting, list)
    manipulated = question.metadata["manipulated"]
    return f"From the drawing.\n\nFinal answer: {tempting[0] if manipulated else question.answer}"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    folder: Path = tmp_path_factory.mktemp("chartom")
    generate_dataset("chartom", preset="paper", seed=5, only="", out=folder / "set", images=False, jobs=1)
    dataset = Dataset(folder / "set")
    asked = [question for question in dataset.questions() if question.task == "fact"]
    given = [Reply(each.question_id, "size", by_size(each)) for each in asked]
    given += [Reply(each.question_id, "labels", card_answer(each)) for each in asked]
    score_replies(dataset, given, folder / "run")
    return read_results(folder / "run")


def test_who_reads_sizes_is_misled_where_sizes_mislead(results: pd.DataFrame) -> None:
    frame = fact_scores(labelled(results), ["label", "manipulation", "version"])
    size = frame[frame["label"] == "size"]
    assert set(size["manipulation"]) >= set(GEOMETRIC)
    for row in size.to_dict("records"):
        assert row["misled"] == (100 if row["version"] == "manipulated" else 0)
        assert row["fact"] == (0 if row["version"] == "manipulated" else 100)


def test_who_reads_labels_is_right_under_both_protocols_on_all_charts(results: pd.DataFrame) -> None:
    frame: Any = fact_scores(labelled(results), ["label"]).set_index("label")
    assert frame.loc["labels", ["n", "fact", "card", "misled"]].tolist() == [112, 100, 100, 0]
    dropped: Any = drops(labelled(results), ["label"]).set_index("label")
    assert dropped.loc["labels", ["pairs", "drop"]].tolist() == [56, 0]
    assert dropped.loc["size", ["pairs", "drop", "misled_rise"]].tolist() == [56, 100, 100]

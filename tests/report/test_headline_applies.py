"""Tasks that the headline scorer does not apply to are neither right nor wrong in a report."""

import json
from pathlib import Path

from tests.benchmarks.chartom.pictures import picture

from snellen.benchmarks.chartom.imported_items import Item, People, write_items
from snellen.dataset import Dataset
from snellen.replies import Reply
from snellen.report.answers import Answers, is_scored
from snellen.report.runs import read_runs
from snellen.scoring import score_replies


def test_predictions_are_not_listed_among_wrong_answers(tmp_path: Path) -> None:
    items = [
        Item(
            name=name,
            chart_type="bar",
            manipulation="none",
            manipulated=False,
            question="Which?",
            answer_format="multiple choice",
            answer="left",
            answer_type="choice",
            options=("left", "right"),
            people=People(0.5),
            picture=picture(),
            size=(30, 20),
        )
        for name in ("a", "b")
    ]
    write_items(items, tmp_path / "set", "t", {"name": "t", "preset": "published"})
    dataset = Dataset(tmp_path / "set")
    said = {"t-a-fact": "A", "t-a-mind": "0.4, since it is plain", "t-b-fact": "B", "t-b-mind": "hard to tell"}
    score_replies(dataset, [Reply(name, "model", text) for name, text in said.items()], tmp_path / "run")
    asked = read_runs([tmp_path / "run"])
    assert is_scored(asked[0]).tolist() == [True, False, True, True]
    (block,) = Answers.of(asked, tmp_path / "report", 1_000_000).parts.blocks
    assert [row["question"]["id"] for row in json.loads(block)] == ["t-b-fact", "t-b-mind"]

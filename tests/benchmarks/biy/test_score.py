"""What replies score: whole keys, shifted ones, too few, too many, and what is no answer."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.biy import BENCHMARK
from snellen.benchmarks.biy.keys import key_of, questions_on
from snellen.benchmarks.biy.more_tasks import more_questions_on
from snellen.dataset import Chart, Question, Rectangle, Source

# A plot of 600 × 600 pixels in an image of 1000 × 1000, so that one normalised unit is one pixel.
CLUSTERS: list[Any] = [
    {"label": 0, "n": 9, "box": [100.0, 100.0, 300.0, 200.0], "center": [200.0, 150.0]},
    {"label": 1, "n": 9, "box": [500.0, 500.0, 600.0, 700.0], "center": [550.0, 600.0]},
]
CHART = Chart(
    chart_id="c",
    source_id="s",
    file_name="a.png",
    width=1000,
    height=1000,
    plot=Rectangle(left=50, top=50, width=600, height=600),
    annotations={"clusters": CLUSTERS, "outliers": [[700.0, 80.0]]},
)
SOURCE = Source(
    source_id="s", group_id="s", kind="shapes", parameters={"relationship": None, "cluster_shape": "triangle_down"}
)
ASKED = {
    question.task: question for question in (*questions_on(CHART, "test"), *more_questions_on(CHART, SOURCE, "extra"))
}


def columns(task: str, reply: str) -> dict[str, float | None]:
    return dict(BENCHMARK.score(ASKED[task], reply).columns)


@pytest.mark.parametrize("task", ASKED)
def test_the_key_scores_in_full_under_every_protocol(task: str) -> None:
    question = ASKED[task]
    score = BENCHMARK.score(question, question.answer or "")
    assert [score.columns[name] for name in ("strict", "paper", "exact", "lenient")] == [1, 1, 1, 1]
    assert (score.outcome, score.parsed) == ("answered", question.answer)
    assert set(score.notes.values()) == {None}


@pytest.mark.parametrize("task", ASKED)
def test_no_answer_is_wrong_or_dropped(task: str) -> None:
    for reply, fault in (("", "empty"), ("I'm sorry, but I can't help with that.", "refusal")):
        score = BENCHMARK.score(ASKED[task], reply)
        values = [score.columns[name] for name in ("strict", "paper", "exact", "lenient")]
        assert values == [0, None, 0, 0]
        assert score.parsed is None
        assert set(score.notes.values()) == {fault}


def test_counts() -> None:
    off = columns("cluster_count", "There are {2} or rather {5}")
    assert (off["strict"], off["released_number"], off["released_error"]) == (0, 5, 3)
    assert columns("cluster_count", "{2}\n")["exact"] == 1
    assert columns("cluster_count", "I see two clusters.")["strict"] == 0
    assert columns("cluster_count", "I see two clusters.")["lenient"] == 1


def test_boxes_by_overlap() -> None:
    # The first box is cut to 60 % of its area (IoU 0.6), the second is whole, a third is nowhere.
    reply = {"clusters": [[100, 100, 220, 200], [500, 500, 600, 700], [0, 900, 50, 950]]}
    found = columns("cluster_bboxes", json.dumps(reply))
    assert (found["released_recall_iou75"], found["released_recall_iou50"]) == (0.5, 1)
    assert found["released_precision_iou75"] == pytest.approx(1 / 3)
    assert found["released_precision_iou50"] == pytest.approx(2 / 3)
    assert found["released_f1_iou50"] == pytest.approx(0.8)
    assert found["released_mean_iou_iou50"] == pytest.approx((0.6 + 1) / 2)
    assert (found["strict"], found["released_number"], found["released_error"]) == (0.5, 3, None)


def test_points_by_distance_in_pixels_and_in_parts_of_the_plot() -> None:
    # 12 pixels off: beyond 10 pixels, which are a sixtieth of this plot, and within 20.
    found = columns("outlier_points", '{"outliers": [[712, 80]]}')
    assert [found[f"released_recall_{name}"] for name in ("10px", "20px", "plot60", "plot30")] == [0, 1, 0, 1]
    assert found["strict"] == 0
    assert columns("outlier_points", '{"outliers": [[706, 86]]}')["strict"] == 1


def test_tolerances_of_the_plot_grow_with_it() -> None:
    small = CHART.model_copy(update={"plot": Rectangle(left=0, top=0, width=900, height=300)})
    question = next(each for each in questions_on(small, "test") if each.task == "outlier_points")
    across = BENCHMARK.score(question, '{"outliers": [[714, 80]]}').columns
    down = BENCHMARK.score(question, '{"outliers": [[700, 94]]}').columns
    assert (across["released_recall_plot60"], down["released_recall_plot60"]) == (1, 0)


def test_both_empty_is_right_and_one_empty_is_not() -> None:
    empty = CHART.model_copy(update={"annotations": {"clusters": [], "outliers": []}})
    for question in questions_on(empty, "test"):
        assert BENCHMARK.score(question, question.answer or "").columns["strict"] == 1
    missed = columns("cluster_points", '{"cluster_centers": []}')
    assert (missed["released_precision_10px"], missed["released_recall_10px"], missed["strict"]) == (0, 0, 0)


def test_words() -> None:
    assert ASKED["cluster_shape"].answer == "{triangle}"
    assert columns("cluster_shape", "Triangle.")["lenient"] == 1
    assert columns("cluster_shape", "{star}")["strict"] == 0
    assert columns("relationship", "{none}")["strict"] == 1


def test_a_question_without_a_key_is_not_scored() -> None:
    question = ASKED["cluster_count"].replaced(answer=None, answer_data=None)
    score = BENCHMARK.score(question, "{2}")
    assert score.outcome == "no_key"
    assert score.columns["strict"] is None


replies = (
    st.text()
    | st.sampled_from([question.answer or "" for question in ASKED.values()])
    | st.sampled_from(
        [
            '{"clusters": [[1, 2',
            '```json\n{"outliers": [[1, 2]]}\n```',
            "{999999999999999999999}",
            "[[0.1, 0.2]]",
            "{}" * 50,
        ]
    )
)


@given(st.lists(st.tuples(st.sampled_from(sorted(ASKED)), replies), max_size=8))
def test_many_are_scored_as_one_by_one_and_none_raises(rows: list[tuple[str, str]]) -> None:
    questions: list[Question] = [ASKED[task] for task, _ in rows]
    texts = [reply for _, reply in rows]
    together = BENCHMARK.score_many(questions, texts)
    assert len(together) == len(rows)
    for place, (question, text) in enumerate(zip(questions, texts, strict=True)):
        alone, beside = BENCHMARK.score(question, text), together[place]
        assert (alone.parsed, alone.outcome, dict(alone.notes)) == (beside.parsed, beside.outcome, dict(beside.notes))
        for name in BENCHMARK.score_columns:
            one, other = alone.columns[name], beside.columns[name]
            assert one == other or (one is None and other is None)
            assert one is None or name.endswith(("_number", "_error")) or 0 <= one <= 1


def test_the_key_in_pixels_is_the_target() -> None:
    key = key_of("cluster_points", CHART.annotations, (1000, 1000))
    assert key is not None
    np.testing.assert_allclose(np.array(key[1]["pixels"]), [[200, 150], [550, 600]])

"""Chance where answers are words, or lists of several lengths: BIY's."""

import json
from collections import Counter

import pytest

from snellen.benchmarks.biy.replies import read_reply
from snellen.readers.chance import draw_answer
from snellen.readers.knowledge import Asked, count_asked, learn, shipped_knowledge


def keys(count: int) -> list[bytes]:
    return [number.to_bytes(4, "big") for number in range(count)]


def test_forms_are_drawn_as_often_as_they_are_the_answer() -> None:
    answers = ["{linear}"] * 30 + ["{none}"] * 10
    known = learn(count_asked(Asked("What?", answer, "word", None) for answer in answers))["What?"]
    drawn = Counter(draw_answer(known, key) for key in keys(4000))
    assert drawn.keys() == {"{linear}", "{none}"}
    # 3,000 ± 4 standard errors of sqrt(4000 · 3/4 · 1/4)
    assert abs(drawn["{linear}"] - 3000) < 4 * 27.4


def test_numbers_of_a_form_lie_in_its_own_span() -> None:
    answers = ['{"outliers": []}', '{"outliers": [[10, 20]]}', '{"outliers": [[10, 20]]}', '{"outliers": [[30, 40]]}']
    known = learn(count_asked(Asked("Where?", answer, "points", None) for answer in answers))["Where?"]
    for key in keys(200):
        for x, y in json.loads(draw_answer(known, key))["outliers"]:
            assert 10 <= x <= 30
            assert 20 <= y <= 40


@pytest.mark.parametrize(
    "task", ["cluster_bboxes", "cluster_points", "outlier_points", "cluster_count", "outlier_count"]
)
def test_every_draw_to_a_task_of_biy_is_valid(task: str) -> None:
    (table,) = (table for table in shipped_knowledge() if table.benchmark == "biy")
    words = {
        "cluster_bboxes": '{"clusters":',
        "cluster_points": '{"cluster_centers":',
        "outlier_points": '{"outliers":',
    }
    start = words.get(task, "{")
    same = [
        known
        for text, known in table.templates.items()
        if known.answer.startswith(start)
        and (task in words or (task.split("_")[0] in text and known.answer_type == "count"))
    ]
    (known,) = same
    drawn = [draw_answer(known, key) for key in keys(300)]
    lengths = set()
    for text in drawn:
        reply = read_reply(task, text, "exact")
        assert reply.value is not None, text
        lengths.add(len(reply.value) if isinstance(reply.value, list) else reply.value)
    assert len(lengths) > 2


def test_numbers_and_equations_have_one_form() -> None:
    for answer_type, answers in (("number", ["1", "-2"]), ("equation", ["y = 2x - 1", "y = 2x + 1"])):
        known = learn(count_asked(Asked("What?", answer, answer_type, 1.0) for answer in answers))["What?"]
        assert known.forms == []

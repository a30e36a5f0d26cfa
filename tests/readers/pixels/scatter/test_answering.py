"""Answers in the form asked for."""

import json

import numpy as np
import pytest
from tests.readers.pixels.scatter.drawing import blob, picture

from snellen.benchmarks.biy.ask import MORE_PROMPTS, PROMPTS
from snellen.benchmarks.biy.replies import read_all
from snellen.benchmarks.biy.replies.words import read_word
from snellen.readers.pixels.scatter import Grouping, Scatter, answer_scatter, answer_seen, explain_scatter, suits

SEEN = Scatter(
    (400, 200),
    np.array([[40.0, 20.0], [80.0, 60.0], [300.0, 150.0]]),
    Grouping(
        np.array([0, 0, -1]),
        np.array([False, False, True]),
        np.array([[40.0, 20.0, 80.0, 60.0]]),
        np.array([[60.0, 40.0]]),
        np.array([2.0]),
        (np.array([[40.0, 20.0], [80.0, 60.0]]),),
    ),
)


@pytest.mark.parametrize(
    ("task", "answer"),
    [
        ("cluster_count", "{1}"),
        ("outlier_count", "{1}"),
        ("cluster_bboxes", '{"clusters": [[100, 100, 200, 300]]}'),
        ("cluster_points", '{"cluster_centers": [[150, 200]]}'),
        ("outlier_points", '{"outliers": [[750, 750]]}'),
    ],
)
def test_each_prompt_is_answered_in_its_form(task: str, answer: str) -> None:
    assert answer_seen(SEEN, PROMPTS[task]) == answer
    assert all(reading.value is not None for reading in read_all(task, answer).values())


@pytest.mark.parametrize("task", MORE_PROMPTS)
def test_words_are_of_those_offered(task: str) -> None:
    answer = answer_seen(SEEN, MORE_PROMPTS[task])
    assert answer is not None
    assert all(reading.value is not None for reading in read_word(task, answer).values())


def test_the_coordinates_are_those_that_the_question_names() -> None:
    question = (
        "Identify each outlier in the scatterplot: (0, 0) is the top-left and (1, 1) is the bottom-right corner. "
        'Answer as {"far": [[0.1, 0.2]]}.'
    )
    assert json.loads(answer_seen(SEEN, question) or "") == {"far": [[0.75, 0.75]]}
    assert json.loads(answer_seen(SEEN, "Identify each outlier in the scatterplot, in pixels.") or "") == {
        "outliers": [[300, 150]]
    }


@pytest.mark.parametrize("question", ["", "What is the mean of the series in the figure?", "How many bars are there?"])
def test_other_questions_are_left_to_others(question: str) -> None:
    assert not suits(question)
    assert answer_scatter(np.full((50, 50, 3), 255, dtype=np.uint8), question) is None


def test_all_prompts_suit() -> None:
    assert all(suits(prompt) for prompt in (*PROMPTS.values(), *MORE_PROMPTS.values()))


def test_the_account_of_what_was_seen_is_json_in_pixels() -> None:
    account = json.loads(json.dumps(explain_scatter(SEEN)))
    assert account["outliers"] == [[300, 150]]
    assert account["clusters"] == [{"box": [40, 20, 80, 60], "center": [60, 40], "n": 2}]
    assert len(account["marks"]) == 3


def test_a_picture_is_answered_from_pixels() -> None:
    points = blob(np.random.default_rng(0), (200, 170), 14, 80)
    assert answer_scatter(picture(points), PROMPTS["cluster_count"]) == "{1}"

"""Keys: counts, boxes and points in pixels and as the prompts ask for them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.biy.ask import PROMPTS
from snellen.benchmarks.biy.keys import TASKS, key_of, normalized, questions_on
from snellen.dataset import Chart

ANNOTATIONS: dict[str, Any] = {
    "clusters": [
        {"label": 0, "n": 3, "box": [20.0, 10.0, 50.5, 40.0], "center": [33.3, 25.0], "box_with_marks": [0, 0, 0, 0]},
        {"label": 4, "n": 1, "box": [199.9, 99.9, 200.0, 100.0], "center": [0.0, 0.0], "box_with_marks": [0, 0, 0, 0]},
    ],
    "outliers": [[150.0, 5.0]],
}
SIZE = (200, 100)

EXPECTED = {
    "cluster_count": "{2}",
    "cluster_bboxes": '{"clusters": [[100, 100, 252, 400], [999, 999, 1000, 1000]]}',
    "cluster_points": '{"cluster_centers": [[166, 250], [0, 0]]}',
    "outlier_count": "{1}",
    "outlier_points": '{"outliers": [[750, 50]]}',
}


@pytest.mark.parametrize("task", EXPECTED)
def test_the_answer_is_in_the_form_asked_for(task: str) -> None:
    key = key_of(task, ANNOTATIONS, SIZE)
    assert key is not None
    assert key[0] == EXPECTED[task]


@pytest.mark.parametrize("task", EXPECTED)
def test_the_answer_has_the_name_that_its_prompt_shows(task: str) -> None:
    shown = PROMPTS[task].partition("e.g., ")[2].rstrip(".")
    if TASKS[task].answer_type == "count":
        assert shown in ("{4}", "{3}")
    else:
        assert list(json.loads(shown)) == list(json.loads(EXPECTED[task]))


def test_pixels_are_those_annotated() -> None:
    key = key_of("cluster_bboxes", ANNOTATIONS, SIZE)
    assert key is not None
    assert key[1]["pixels"] == [[20.0, 10.0, 50.5, 40.0], [199.9, 99.9, 200.0, 100.0]]
    outliers = key_of("outlier_points", ANNOTATIONS, SIZE)
    assert outliers is not None
    assert outliers[1] == {"pixels": [[150.0, 5.0]], "normalized": [[750, 50]]}


@pytest.mark.parametrize("task", EXPECTED)
def test_nothing_there_is_an_answer_and_nothing_known_is_none(task: str) -> None:
    nothing = key_of(task, {"clusters": [], "outliers": []}, SIZE)
    assert nothing is not None
    assert nothing[0] in ("{0}", '{"clusters": []}', '{"cluster_centers": []}', '{"outliers": []}')
    assert key_of(task, {"clusters": None, "outliers": None}, SIZE) is None
    assert key_of(task, {}, SIZE) is None


def test_nothing_is_asked_of_what_is_not_known() -> None:
    known = Chart(
        chart_id="c+default+2", source_id="c", file_name="a.png", width=200, height=100, annotations=ANNOTATIONS
    )
    assert [question.task for question in questions_on(known, "test")] == list(EXPECTED)
    half = known.model_copy(update={"annotations": {**ANNOTATIONS, "outliers": None}})
    assert [question.task for question in questions_on(half, "test")] == list(EXPECTED)[:3]
    blank = known.model_copy(update={"annotations": {"clusters": None, "outliers": None}})
    assert questions_on(blank, "test") == ()


@given(
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
    st.tuples(st.integers(1, 5000), st.integers(1, 5000)),
)
def test_normalised_coordinates_are_whole_and_on_the_image(share: tuple[float, float], size: tuple[int, int]) -> None:
    place = [share[0] * size[0], share[1] * size[1]]
    across, down = normalized(place, size)
    for value, part in ((across, share[0]), (down, share[1])):
        assert 0 <= value <= 1000
        assert value - 1e-6 <= 1000 * part < value + 1 + 1e-6

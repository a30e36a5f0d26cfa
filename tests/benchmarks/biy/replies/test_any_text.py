"""Any text is read: nothing raises, and the readings keep to what they promise."""

import json
from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.biy.replies import FAULTS, READINGS, read_all, read_reply

TASKS = {
    "cluster_count": None,
    "outlier_count": None,
    "cluster_bboxes": ("clusters", 4),
    "cluster_points": ("cluster_centers", 2),
    "outlier_points": ("outliers", 2),
}
tasks = st.sampled_from(sorted(TASKS))
with_lists = st.sampled_from(["cluster_bboxes", "cluster_points", "outlier_points"])
pieces = st.sampled_from(
    [
        *"{}[](),:\"'`\\ \n./-+%<0123456789",
        *(
            "```json\n",
            "clusters",
            "outliers",
            '"x"',
            "NaN",
            "null",
            "true",
            "one",
            "three",
            "no ",
            "[[",
            "]]",
            "1e400",
        ),
        *("//", "\u201c", "\u2212", "\u0663", "not ", "there are ", "{3}", "at least "),
    ]
)
numbers = st.one_of(st.integers(0, 1000), st.floats(0, 1000), st.integers(), st.floats(), st.booleans(), st.none())
values = st.recursive(
    numbers | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["clusters", "x", "y", "bbox", "center", "outliers", "a"]), inner, max_size=3)
    ),
    max_leaves=20,
)


def check(task: str, text: str) -> None:
    replies = read_all(task, text)
    assert tuple(replies) == READINGS
    for reading, reply in replies.items():
        assert reply == read_reply(task, text, reading)
        assert (reply.value is None) == (reply.fault is not None)
        assert reply.fault is None or reply.fault in FAULTS
        if TASKS[task] is None:
            assert reply.value is None or (type(reply.value) is int and reply.value >= 0)
        elif reply.value is not None:
            assert isinstance(reply.value, list)
            for element in reply.value:
                assert len(element) == TASKS[task][1]  # type: ignore[index]
                assert all(type(number) is float and isfinite(number) for number in element)
                assert len(element) == 2 or (element[0] <= element[2] and element[1] <= element[3])
    exact, released, lenient = replies["exact"], replies["released"], replies["lenient"]
    if exact.value is not None:
        assert released == exact
        if not isinstance(exact.value, list) or any(number > 1 for element in exact.value for number in element):
            assert lenient == exact
    assert (lenient.fault == "empty") == (exact.fault == "empty") == (released.fault == "empty")


@given(task=tasks, text=st.text())
def test_text(task: str, text: str) -> None:
    check(task, text)


@given(task=tasks, parts=st.lists(pieces, max_size=40))
def test_text_like_an_answer(task: str, parts: list[str]) -> None:
    check(task, "".join(parts))


@given(task=tasks, value=values, before=st.text(max_size=8), after=st.text(max_size=8))
def test_json_of_any_shape(task: str, value: object, before: str, after: str) -> None:
    check(task, before + json.dumps(value) + after)


@given(task=tasks, data=st.data())
def test_a_spoilt_answer(task: str, data: st.DataObject) -> None:
    form = TASKS[task]
    if form is None:
        text = f"{{{data.draw(st.integers(0, 30))}}}"
    else:
        element = st.lists(st.integers(0, 1000), min_size=form[1], max_size=form[1])
        text = json.dumps({form[0]: data.draw(st.lists(element, max_size=4))})
    for _ in range(data.draw(st.integers(0, 3))):
        start = data.draw(st.integers(0, len(text)))
        stop = data.draw(st.integers(start, len(text)))
        text = text[:start] + data.draw(pieces | st.just("")) + text[stop:]
    check(task, text)


@given(
    task=with_lists,
    points=st.lists(st.tuples(*[st.integers(0, 1000)] * 4), max_size=6),
    indent=st.none() | st.integers(0, 4),
)
def test_the_asked_form_is_read_alike_by_all(
    task: str, points: list[tuple[int, int, int, int]], indent: int | None
) -> None:
    key, width = TASKS[task] or ("", 0)
    ordered = [(min(a, c), min(b, d), max(a, c), max(b, d))[:width] for a, b, c, d in points]
    replies = read_all(task, json.dumps({key: ordered}, indent=indent))
    assert [reply.value for reply in replies.values()] == [ordered] * 3


@pytest.mark.parametrize("task", sorted(TASKS))
@pytest.mark.parametrize(
    "unit",
    [
        *("[", "{", "(", "{3", "[1,", '{"a":', "12", "1,111,", "one ", "no ", '["\\"', '["', "[//", "[\u201c"),
        *("[[1,2,3,4],", "1e1", "clusters ", "there are ", "not a ", "  3", "[1.", " ", "`"),
        '{"clusters": [[1,2,3,4]]} ',
    ],
)
def test_long_texts(task: str, unit: str) -> None:
    check(task, unit * 2000)


def test_a_number_with_very_many_digits() -> None:
    digits = "9" * 1_000_000
    for text in (f"{{{digits}}}", f'{{"outliers": [[{digits}, 1]]}}', digits):
        check("outlier_count", text)
        check("outlier_points", text)
    assert read_reply("outlier_count", f"{{{digits}}}", "released").fault == "out of range"


def test_another_task_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="cluster_count"):
        read_reply("cluster_colors", "{3}", "exact")

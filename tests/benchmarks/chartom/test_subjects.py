"""The library of subjects: names that parsers can tell apart, and steps that axes can have."""

from itertools import combinations

import pytest

from snellen.benchmarks.chartom import subjects
from snellen.benchmarks.chartom.icons import ASPECTS, ICONS
from snellen.benchmarks.chartom.subjects import chosen

NAMED = [
    each
    for library in (
        subjects.GROUPS,
        subjects.SPREAD_GROUPS,
        subjects.ICON_GROUPS,
        subjects.WHOLES,
        subjects.POLLS,
        subjects.POINT_CLOUDS,
    )
    for each in library
]


@pytest.mark.parametrize("subject", NAMED, ids=lambda subject: subject.title)
def test_names_of_items_are_told_apart(subject: subjects.Group) -> None:
    assert len(set(subject.names)) == len(subject.names) >= 5
    for name in subject.names:
        assert not any(mark in name for mark in ',;<>"0123456789')
        assert " and " not in f" {name.lower()} "
        assert " to " not in name
        assert len(name) <= 13
    for one, other in combinations(subject.names, 2):
        assert one.lower() not in other.lower()
        assert other.lower() not in one.lower()


def test_titles_fit_on_two_lines_at_most() -> None:
    for series in subjects.SERIES + subjects.SPREAD_SERIES:
        assert len(series.title) <= 70
        assert not series.phrase[0].isupper()
        assert min(series.steps) > 0


def test_no_subject_comes_twice_in_a_library() -> None:
    for library in ("SERIES", "GROUPS", "WHOLES", "PAIRS_OF_SERIES", "RATES"):
        entries = getattr(subjects, library)
        assert len(set(entries)) == len(entries)


def test_all_are_taken_before_one_comes_again() -> None:
    for seed in range(5):
        taken = [chosen(subjects.SERIES, seed, "SERIES", turn) for turn in range(2 * len(subjects.SERIES))]
        assert len(set(taken[: len(subjects.SERIES)])) == len(subjects.SERIES)
        assert taken[: len(subjects.SERIES)] == taken[len(subjects.SERIES) :]
    assert chosen(subjects.SERIES, 1, "SERIES", 0) is not None


def test_icons_touch_the_edges_of_their_box() -> None:
    assert {group.shape for group in subjects.ICON_GROUPS} == ICONS.keys() == ASPECTS.keys()
    for parts in ICONS.values():
        xs = [x for _, outline in parts for x, _ in outline]
        ys = [y for _, outline in parts for _, y in outline]
        assert (min(ys), max(ys)) == pytest.approx((0, 1))
        assert min(xs) >= 0
        assert max(xs) <= 1

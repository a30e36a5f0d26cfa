"""Whether marks can be seen, by colours worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.biy.own.showing import background, fault_of

WHITE = (1.0, 1.0, 1.0, 1.0)
SVG = '<svg width="9" height="9"><rect width="9" height="9" fill="{page}"/><g><path class="background" d="M0,0"{view}/>'


@pytest.mark.parametrize(
    ("page", "view", "expected"),
    [
        ("white", "", (1, 1, 1)),
        ("#000", "", (0, 0, 0)),
        ("none", ' stroke="#ddd"', (1, 1, 1)),
        ("transparent", ' fill="rgb(255, 0, 51)" stroke="#ddd"', (1, 0, 0.2)),
        ("rgba(0, 0, 0, 0.5)", "", (0.5, 0.5, 0.5)),
        ("#000", ' fill="#fff8"', (8 / 15, 8 / 15, 8 / 15)),
    ],
)
def test_what_is_behind(page: str, view: str, expected: tuple[float, float, float]) -> None:
    assert background(SVG.format(page=page, view=view))[:3] == pytest.approx(expected, abs=1e-12)


def test_a_drawing_without_page_or_plot_is_white() -> None:
    assert background("<svg></svg>") == WHITE


@pytest.mark.parametrize(
    ("attributes", "fault"),
    [
        ({"fill": "#4c78a8"}, None),
        ({"stroke": "steelblue", "opacity": "0.7"}, None),
        ({"fill": "url(#gradient_0)"}, None),
        ({"fill": "hsl(120, 100%, 25%)"}, None),
        ({}, "is not to be seen"),
        ({"fill": "white", "stroke": "white"}, "is not to be seen"),
        ({"fill": "none", "stroke": "red", "stroke-width": "0"}, "is not to be seen"),
        ({"fill": "black", "opacity": "0.5", "fill-opacity": "0.05"}, "is not to be seen"),
        ({"fill": "rgba(0, 0, 0, 0.04)"}, "is not to be seen"),
        ({"fill": "rgba(0, 0, 0, 6%)"}, None),
        ({"fill": "#ff"}, "has the colour '#ff'"),
        ({"fill": "black", "opacity": "much"}, "has an opacity that is no number"),
    ],
)
def test_marks_that_are_seen_and_others(attributes: dict[str, str], fault: str | None) -> None:
    found = fault_of(attributes, 3.0, WHITE)
    assert (found is None) == (fault is None)
    assert (found or "").startswith(fault or "")


def test_a_mark_of_no_size_is_not_seen() -> None:
    assert str(fault_of({"fill": "black"}, 0.2, WHITE)).startswith("is drawn with no size")


@given(st.dictionaries(st.sampled_from(["fill", "stroke", "opacity", "fill-opacity", "stroke-width"]), st.text()))
def test_any_attributes_are_judged(attributes: dict[str, str]) -> None:
    found = fault_of(attributes, 3.0, WHITE)
    assert found is None or "; " in found

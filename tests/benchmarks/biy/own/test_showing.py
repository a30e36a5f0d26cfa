"""Whether marks can be seen, in drawings made by hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.benchmarks.biy.own.specs import both_signs, spec

from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.own import from_spec
from snellen.benchmarks.biy.own.showing import is_seen, unknown_colour

PAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="60"><rect width="{size}" height="60" fill="{page}"/>{marks}</svg>'  # noqa: E501


def drawn(marks: str, page: str = "white", size: int = 100) -> str:
    return PAGE.format(size=size, page=page, marks=marks)


def circle(x: float, y: float, paint: str, radius: float = 3) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" {paint}/>'


def test_each_mark_is_looked_for_in_its_own_box() -> None:
    marks = [(10.0, 10.0, 'fill="navy"'), (30.5, 40.2, 'fill="white"'), (99.0, 59.0, 'fill="#888" opacity="0.5"')]
    drawing = drawn("".join(circle(*mark) for mark in marks))
    places = np.array([mark[:2] for mark in marks])
    assert is_seen(drawing, drawn(""), places, np.full((3, 4), 3.0)).tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("paint", "page", "seen"),
    [
        ('fill="#f2f2f2"', "white", True),  # 13 of 255
        ('fill="#f3f3f3"', "white", False),
        ('fill="none" stroke="red"', "white", True),
        ('fill="none" stroke="red" stroke-width="0.01"', "white", False),
        ('fill="black"', "black", False),
        ('fill="black"', "transparent", True),
        ('fill="white"', "transparent", False),
    ],
)
def test_a_twentieth_of_contrast_is_seen(paint: str, page: str, seen: bool) -> None:
    found = is_seen(drawn(circle(50, 30, paint), page), drawn("", page), np.array([[50.0, 30.0]]), np.full((1, 4), 3.0))
    assert found.tolist() == [seen]


def test_what_is_covered_is_not_seen_and_wide_drawings_are_looked_at_smaller() -> None:
    cover = '<rect x="0" y="0" width="4000" height="60" fill="white"/>'
    marks = circle(2000, 30, 'fill="black"', 8) + circle(6000, 30, 'fill="black"', 8)
    places, reach = np.array([[2000.0, 30.0], [6000.0, 30.0]]), np.full((2, 4), 8.0)
    found = is_seen(drawn(marks + cover, size=8000), drawn(cover, size=8000), places, reach)
    assert found.tolist() == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        *("black", "#000", "#000000ff", "rgb(0, 0, 0)", "rgba(0,0,0,1)", "rgb(0%, 0%, 0%)", "rgba(0,0,0,.5)", "none"),
        *("url(#g)", "hsl(7, 50%, 0%)", "hsla(210,60%,40%,0.6)", "rgb(255 0 0)", "transparent", "SteelBlue"),
    ],
)
def test_colours_that_the_renderer_knows(text: str) -> None:
    assert unknown_colour(drawn(circle(9, 9, f'fill="{text}"'))) is None


@pytest.mark.parametrize("text", ["nope", "", "rgba(255,0,0,80%)", "lab(10 20 30)", "hsv(1,2%,3%)", "[object Object]"])
def test_colours_that_come_out_black_against_their_wording(text: str) -> None:
    assert unknown_colour(drawn(circle(9, 9, 'fill="red"') + circle(9, 9, f'stroke="{text}"'))) == text


@given(st.lists(st.from_regex(r"[a-z0-9#(), %.-]{0,12}", fullmatch=True), max_size=6))
def test_any_colours_are_judged(texts: list[str]) -> None:
    found = unknown_colour(drawn("".join(circle(9, 9, f'fill="{text}"') for text in texts)))
    assert found is None or found in texts


@pytest.mark.parametrize(
    "own_spec",
    [
        spec(mark={"type": "circle", "color": "hsla(210,60%,40%,0.6)"}),
        spec(mark={"type": "circle", "color": "rgb(255 0 0)"}),
        spec(mark={"type": "circle", "color": "hsl(0, 0%, 0%)", "opacity": 1}, background="hsla(0,0%,100%,1)"),
        spec(mark={"type": "circle", "color": "white", "opacity": 1}, background="hsla(0,0%,0%,1)"),
        spec(mark={"type": "circle", "color": "black", "opacity": 1}, view={"fill": "black", "fillOpacity": 0}),
        spec(mark="point", encoding={"color": None}),
    ],
)
def test_colours_that_the_renderer_knows_are_drawn(own_spec: Any) -> None:
    points = both_signs(1)
    assert len(layout(from_spec("mine", own_spec), points, 1.0).reach) == len(points.x)

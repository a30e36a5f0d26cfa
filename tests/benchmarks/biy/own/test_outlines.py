"""How far marks extend: closed forms, and the ink of a rasteriser that knows nothing of ours."""

import io
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from tests.benchmarks.biy.own.specs import both_signs, spec

from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.own import from_spec
from snellen.benchmarks.biy.own.outlines import outline_reach

STROKE = {"stroke": "#000", "stroke-width": "4"}
OUTLINES = {
    "square": "M-5,-5h10v10h-10Z",
    "triangle": "M0,-6L-5.2,3L5.2,3Z",
    "needle": "M0,-12L-0.8,9L0.8,9Z",
    "line": "M-7,0L7,0",
    "corner": "M-7,3L0,-4L7,3",
    "cross": "M-6,-2L-6,2L-2,2L-2,6L2,6L2,2L6,2L6,-2L2,-2L2,-6L-2,-6L-2,-2Z",
    "curve": "M-6,4C-6,-8,6,-8,6,4",
    "drop": "M0,-7Q8,6,0,6Q-8,6,0,-7Z",
    "half a disc": "M-6,0A6,6,0,0,1,6,0Z",
    "most of a disc": "M0,-6A6,6,0,1,1,-6,0L0,0Z",
    "two parts": "M-8,-3l3,0l0,3ZM2,1L7,1",
}


def ink_box(outline: str, attributes: dict[str, str], degrees: float) -> np.ndarray:
    """Left, top, right and bottom of the ink from the point, to an eighth of a unit."""
    import vl_convert

    written = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    path = f'<path transform="translate(30,30) rotate({degrees})" d="{outline}" {written}/>'
    group = f'<g fill="none" stroke-miterlimit="10">{path}</g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">{group}</svg>'
    with Image.open(io.BytesIO(vl_convert.svg_to_png(svg, scale=8))) as image:
        rows, columns = np.nonzero(np.asarray(image.convert("RGBA"))[:, :, 3] > 20)
    edges = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]) / 8 - 30
    return np.asarray(edges * (-1, -1, 1, 1))


@pytest.mark.parametrize("degrees", [0, 33, -120])
@pytest.mark.parametrize(
    "extra",
    [
        {},
        {"stroke-linejoin": "round", "stroke-linecap": "round"},
        {"stroke-linejoin": "bevel", "stroke-linecap": "square"},
        {"stroke-miterlimit": "2"},
    ],
    ids=["miter", "round", "bevel", "limited"],
)
@pytest.mark.parametrize("name", OUTLINES)
def test_reach_is_that_of_the_ink(name: str, extra: dict[str, str], degrees: float) -> None:
    attributes = {**STROKE, **extra}
    found = outline_reach(OUTLINES[name], attributes, degrees)
    # The tip of a sharp corner is thinner than a pixel of the rasteriser.
    np.testing.assert_allclose(found, ink_box(OUTLINES[name], attributes, degrees), rtol=0, atol=0.3)


@given(st.floats(0.5, 50), st.floats(0, 20))
def test_circles_and_squares_in_closed_form(radius: float, width: float) -> None:
    stroke = {"stroke": "red", "stroke-width": repr(width)}
    circle = f"M{radius!r},0A{radius!r},{radius!r},0,1,1,-{radius!r},0A{radius!r},{radius!r},0,1,1,{radius!r},0"
    assert outline_reach(circle, stroke, 10) == pytest.approx([radius + width / 2] * 4)
    assert outline_reach(circle, {"fill": "red"}) == pytest.approx([radius] * 4)
    side = 2 * radius
    square = f"M-{radius!r},-{radius!r}h{side!r}v{side!r}h-{side!r}Z"
    assert outline_reach(square, stroke) == pytest.approx([radius + width / 2] * 4)
    assert outline_reach(square, stroke, 45) == pytest.approx([math.sqrt(2) * (radius + width / 2)] * 4)


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ({"type": "circle", "size": 100}, 5.0),
        ({"type": "point", "size": 100, "strokeWidth": 3}, 6.5),
        ({"type": "square", "size": 64}, 4.0),
        ({"type": "point", "shape": "diamond", "size": 100, "strokeWidth": 2}, 5 + math.sqrt(2)),
    ],
)
def test_sizes_of_a_specification_are_areas(mark: dict[str, Any], expected: float) -> None:
    points = both_signs(1, 12)
    # Vega draws a diamond of half the area: its diagonals are the root of the size.
    reach = layout(from_spec("sizes", spec(mark=mark)), points, 2.0).reach
    np.testing.assert_allclose(reach, 2 * expected, atol=0.01)


def test_every_shape_of_vega_and_one_of_the_users_has_a_reach() -> None:
    points = both_signs(1, 12)
    for shape in (
        *("circle", "square", "cross", "diamond", "triangle", "triangle-up", "triangle-down", "triangle-left"),
        *("triangle-right", "stroke", "arrow", "wedge", "M0,-1C1,-1,1,1,0,1S-1,-1,0,-1Z", "M-1,-1H1V1q-1,-2,-2,0z"),
    ):
        reach = layout(
            from_spec("shapes", spec(mark={"type": "point", "shape": shape, "size": 200})), points, 1.0
        ).reach
        assert (reach.max(axis=1) > 3).all()
        assert (reach.max(axis=1) < 20).all()

"""Pictures: ink lies where annotations say, Vega's own picture is met, bytes repeat, files hold nothing but pixels."""

import io
from functools import cache

import numpy as np
import pytest
from PIL import Image
from tests.benchmarks.biy.point_sets import Points, isolated, scattered

from snellen.benchmarks.biy.annotations import annotations
from snellen.benchmarks.biy.designs import DESIGNS, SCALES, Design, categories
from snellen.benchmarks.biy.draw import draw
from snellen.benchmarks.biy.layout import layout
from snellen.typeface import registered_family

TRIANGLE = 30**0.5 / 2 * 3**0.5 / 2 / 3
OFF_CENTER = {2: (0, TRIANGLE), 5: (-TRIANGLE, 0), 6: (0, -TRIANGLE), 7: (TRIANGLE, 0)}
"""Of `random_shapes`: a triangle's centroid lies off the point that it stands for by a sixth of its height."""


def by_name(design: Design) -> str:
    return design.name


@cache
def pictures(name: str, count: int) -> dict[float, np.ndarray]:
    drawn = draw(isolated().first(count), DESIGNS[name], SCALES)
    return {scale: decoded(data) for scale, data in drawn.items()}


def decoded(data: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB")).astype(float)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("design", DESIGNS.values(), ids=by_name)
def test_ink_lies_where_the_annotation_is(design: Design, scale: float) -> None:
    points = isolated()
    laid_out, without = layout(design, points, scale), layout(design, points.first(2), scale)
    assert (laid_out.plot, laid_out.axes) == (without.plot, without.axes)
    # What is in the picture with all points and not in that of the two at the corners is the ink of the others.
    ink = np.abs(pictures(design.name, 14)[scale] - pictures(design.name, 2)[scale]).sum(axis=2)
    places = laid_out.to_pixels(points.x, points.y)[2:]
    shapes = categories(design, points)[2:]
    across, down = np.meshgrid(np.arange(laid_out.width) + 0.5, np.arange(laid_out.height) + 0.5)
    nearest = np.hypot(across[..., None] - places[:, 0], down[..., None] - places[:, 1])
    owner, distance = nearest.argmin(axis=2), nearest.min(axis=2)
    assert ink[distance > np.hypot(*laid_out.reach[2:].max(axis=0)[:2]) + 1.5].sum() == 0
    for index, place in enumerate(places):
        own = ink * (owner == index)
        centroid = np.array([(own * across).sum(), (own * down).sum()]) / own.sum()
        offset = OFF_CENTER.get(int(shapes[index]), (0, 0)) if design.name == "random_shapes" else (0, 0)
        assert np.hypot(*(centroid - place - scale * np.array(offset))) < 0.75


def test_outliers_in_the_picture_are_those_of_the_annotation() -> None:
    points = isolated()
    found = annotations(points, layout(DESIGNS["points_only"], points, 2.0))
    picture = pictures("points_only", 14)[2.0]
    assert len(found["outliers"]) == 3
    for x, y in found["outliers"]:
        assert picture[int(y), int(x)].tolist() != [255, 255, 255]


def vega_picture(design: Design, points: Points, scale: float) -> np.ndarray:
    """Vega's own SVG of all points, rasterised."""
    import vl_convert

    spec = {**design.spec, "data": {"values": points.rows()}}
    spec["config"] = {**spec.get("config", {}), "font": registered_family()}
    return decoded(vl_convert.svg_to_png(vl_convert.vegalite_to_svg(spec, vl_version="6.1"), scale=scale))


@pytest.mark.parametrize("design", [design for design in DESIGNS.values() if design.renderer == "vega"], ids=by_name)
def test_the_picture_is_that_of_vegas_own_svg(design: Design) -> None:
    # Axes, grid and labels are pixel for pixel Vega's; edges of marks are shaded in 256 levels, not in 16.
    points = scattered(11, 120)
    for scale in (0.5, 2.0):
        ours = decoded(draw(points, design, [scale])[scale])
        difference = np.abs(ours - vega_picture(design, points, scale)).max(axis=2)
        assert difference.max() <= 32
        assert difference.mean() < 0.3
        laid_out = layout(design, points, scale)
        places = laid_out.to_pixels(points.x, points.y)
        reach = int(2**0.5 * laid_out.reach.max() + 2)
        for column, row in places.astype(int):
            difference[max(row - reach, 0) : row + reach + 1, max(column - reach, 0) : column + reach + 1] = 0
        assert difference.max() == 0


@pytest.mark.parametrize("name", ["default", "random_shapes", "colors_okabe_ito", "matplotlib", "matplotlib_dark"])
def test_the_same_points_give_the_same_bytes(name: str) -> None:
    points = scattered(12, 70)
    once = draw(points, DESIGNS[name], SCALES)
    draw(scattered(13, 20), DESIGNS["matplotlib_dark"], [0.5])
    assert draw(points, DESIGNS[name], SCALES) == once
    assert draw(points, DESIGNS[name], [2.0])[2.0] == once[2.0]


def test_settings_of_the_users_matplotlib_do_not_matter() -> None:
    from matplotlib import rc_context

    points = scattered(14, 20)
    usual = draw(points, DESIGNS["matplotlib"], [0.5])
    with rc_context({"axes.facecolor": "red", "font.size": 20, "axes.formatter.use_locale": True}):
        assert draw(points, DESIGNS["matplotlib"], [0.5]) == usual


@pytest.mark.parametrize("optimize", ["fast", "max"])
@pytest.mark.parametrize("name", ["default", "matplotlib"])
def test_files_hold_pixels_alone(name: str, optimize: str) -> None:
    data = draw(scattered(15, 30), DESIGNS[name], [1.0], optimize=optimize)[1.0]  # type: ignore[arg-type]
    kinds, at = [], 8
    while at < len(data):
        kinds.append(data[at + 4 : at + 8])
        at += int.from_bytes(data[at : at + 4], "big") + 12
    assert set(kinds) <= {b"IHDR", b"PLTE", b"IDAT", b"IEND"}


def test_more_effort_gives_the_same_pixels_in_fewer_bytes() -> None:
    points = scattered(16, 150)
    fast, most = (draw(points, DESIGNS["colors"], [1.0], optimize=effort)[1.0] for effort in ("fast", "max"))
    assert len(most) < len(fast)
    np.testing.assert_array_equal(decoded(fast), decoded(most))


def test_jpeg_files_are_smaller_at_lower_quality_and_close_to_the_picture() -> None:
    points = scattered(17, 60)
    exact = decoded(draw(points, DESIGNS["default"], [1.0])[1.0])
    good, poor = (draw(points, DESIGNS["default"], [1.0], jpeg_quality=quality)[1.0] for quality in (95, 20))
    assert good[:3] == poor[:3] == b"\xff\xd8\xff"
    assert len(poor) < len(good)
    errors = [np.abs(decoded(data) - exact).mean() for data in (good, poor)]
    assert errors[0] < errors[1]
    assert errors[0] < 2
    with pytest.raises(ValueError, match="from 1 to 100"):
        draw(points, DESIGNS["default"], [1.0], jpeg_quality=0)

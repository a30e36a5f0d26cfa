"""Looks and styles: what a reader needs of them, over many seeds."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snellen.benchmarks.grab.looks import (
    SERIES_COLORS,
    axes_of,
    fixed_look,
    fixed_style,
    pixels_per_unit,
    sampled_look,
    sampled_style,
    to_pixels,
)
from snellen.benchmarks.grab.scene import Look

EXTENTS = st.tuples(st.floats(-500, 500), st.just(0.0) | st.floats(0.001, 1000)).map(
    lambda pair: (pair[0], pair[0] + pair[1])
)


def xyz(color: str) -> np.ndarray:
    """CIE XYZ of an sRGB colour (IEC 61966-2-1), Y of white 1."""
    channels = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    return np.asarray(np.array(to_xyz) @ linear)


def lab(color: str) -> np.ndarray:
    """CIE 1976 L*a*b* under D65."""
    scaled = xyz(color) / xyz("#ffffff")
    f = np.where(scaled > 216 / 24389, np.cbrt(scaled), (24389 / 27 * scaled + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def test_the_fixed_look_is_the_one_of_the_specification() -> None:
    look = fixed_look("f(x)")
    assert (look.width, look.height, look.y_label, look.x_label) == (2251, 2171, "f(x)", "x")
    assert (look.plot.width, look.plot.height) == (1900, 1900)
    assert look.x_limits == look.y_limits == (-10, 10)
    assert look.x_ticks == look.y_ticks == tuple(range(-10, 11, 2))
    assert look.zero_lines
    assert look.grid == "both"
    assert pixels_per_unit(look) == (95.0, 95.0)


def test_positions_are_those_worked_out_by_hand() -> None:
    look = fixed_look("y")
    places = to_pixels(look, [-10, 10, 0, 1], [-10, 10, 0, -2])
    plot = look.plot
    expected = [
        (plot.left, plot.bottom),
        (plot.right, plot.top),
        (plot.left + 950, plot.top + 950),
        (plot.left + 950 + 95, plot.top + 950 + 190),
    ]
    np.testing.assert_allclose(places, expected, atol=1e-9)
    assert to_pixels(look, 3.0, 4.0).shape == (1, 2)
    assert [axis.name for axis in axes_of(look)] == ["x", "y"]


def test_every_colour_is_readable_on_white_and_unlike_the_others() -> None:
    assert len(set(SERIES_COLORS)) == 12
    for color in SERIES_COLORS:
        # The contrast that WCAG 2.1 asks of graphics (1.4.11), and a difference seen at a glance.
        assert 1.05 / (xyz(color)[1] + 0.05) >= 3.0
    places = np.array([lab(color) for color in SERIES_COLORS])
    apart = np.linalg.norm(places[:, None] - places[None], axis=-1)[np.triu_indices(12, 1)]
    assert apart.min() > 30


def test_fixed_styles_differ_in_colour_alone() -> None:
    styles = [fixed_style(index) for index in range(12)]
    assert [style.color for style in styles] == list(SERIES_COLORS)
    assert len({(style.width, style.line_style, style.marker, style.size) for style in styles}) == 1
    with pytest.raises(IndexError):
        fixed_style(12)


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32), x=EXTENTS, y=EXTENTS, equal=st.booleans())
def test_a_sampled_look_can_be_read(seed: int, x: tuple[float, float], y: tuple[float, float], equal: bool) -> None:
    look = sampled_look(np.random.default_rng(seed), x, y, y_label="y", equal_tick_grid=equal)
    for extent, limits, ticks, decimals in (
        (x, look.x_limits, look.x_ticks, look.x_tick_decimals),
        (y, look.y_limits, look.y_ticks, look.y_tick_decimals),
    ):
        # Room between data and frame, but not so much that the data are lost in it.
        length = limits[1] - limits[0]
        assert limits[0] < extent[0]
        assert extent[1] < limits[1]
        assert math.isfinite(length)
        # Ticks: at least two, inside, evenly spaced, at 1, 2 or 5 times a power of ten, written exactly.
        assert len(ticks) >= 2
        assert limits[0] <= ticks[0]
        assert ticks[-1] <= limits[1]
        steps = np.diff(ticks)
        np.testing.assert_allclose(steps, steps[0], rtol=1e-4)
        mantissa = steps[0] / 10 ** math.floor(math.log10(steps[0]) + 1e-9)
        assert min(abs(mantissa - nice) for nice in (1, 2, 5, 10)) < 1e-4
        for tick in ticks:
            assert float(f"{tick:.{decimals}f}") == tick
            assert math.copysign(1, tick) == 1 or tick < 0
        assert decimals == 0 or any(tick != round(tick, decimals - 1) for tick in ticks)
    plot = look.plot
    assert min(plot.width, plot.height) >= 500
    assert all(float(side).is_integer() for side in (plot.left, plot.top, plot.width, plot.height))
    assert plot.left > 0
    assert plot.top > 0
    assert plot.right < look.width
    assert plot.bottom < look.height


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32), x=st.floats(4, 60), y=st.floats(4, 60))
def test_one_step_for_both_axes_where_asked(seed: int, x: float, y: float) -> None:
    look = sampled_look(np.random.default_rng(seed), (-x, x), (-y, y), y_label="y", equal_tick_grid=True)
    steps = look.x_ticks[1] - look.x_ticks[0], look.y_ticks[1] - look.y_ticks[0]
    if steps[0] != steps[1]:
        assert 3 * max(steps) > 2 * min(x, y)


@pytest.mark.parametrize("half", [0.5, 3.0, 10.0, 25.0, 90.0])
def test_ticks_are_many_enough_to_read_from(half: float) -> None:
    looks = [sampled_look(np.random.default_rng(s), (-half, half), (-half, half), y_label="y") for s in range(200)]
    assert min(len(ticks) for look in looks for ticks in (look.x_ticks, look.y_ticks)) >= 4


def test_the_choices_all_occur() -> None:
    looks = [sampled_look(np.random.default_rng(s), (-5, 5), (-30, 30), y_label="y") for s in range(400)]
    assert {look.grid for look in looks} == {"both", "x", "y", "none"}
    assert {look.grid_style for look in looks} == {"-", "--", "-.", ":"}
    assert {look.font_family for look in looks} == {"DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "STIXGeneral"}
    assert {look.zero_lines for look in looks} == {True, False}
    assert len({(look.width, look.height) for look in looks}) > 10
    assert len({look.font_size for look in looks}) >= 4
    styles = [sampled_style(np.random.default_rng(s), looks[0], "curve") for s in range(200)]
    assert {style.line_style for style in styles} == {"-", "--", "-.", ":"}
    assert {style.color for style in styles} == set(SERIES_COLORS)
    assert len({style.width for style in styles}) >= 4


@given(seed=st.integers(0, 2**32), n_points=st.integers(1, 200))
def test_markers_are_small_beside_the_plot(seed: int, n_points: int) -> None:
    rng = np.random.default_rng(seed)
    look: Look = sampled_look(rng, (-5, 5), (-5, 5), y_label="y")
    style = sampled_style(rng, look, "points", n_points)
    assert style.line_style == ""
    assert style.marker
    size = style.size * look.dpi / 72
    assert size >= 4
    assert n_points * size**2 <= max(look.plot.width * look.plot.height / 20, n_points * (3 * look.dpi / 72) ** 2)


def test_the_same_generator_gives_the_same_look() -> None:
    first, second = (sampled_look(np.random.default_rng(5), (-3, 7), (0.25, 0.5), y_label="f(x)") for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)


@pytest.mark.parametrize("extent", [(1.0, 0.0), (0.0, math.inf), (math.nan, 1.0)])
def test_an_extent_that_is_none_is_refused(extent: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="not a finite interval"):
        sampled_look(np.random.default_rng(0), extent, (0, 1), y_label="y")

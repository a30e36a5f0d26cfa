"""Variations of the fixed look: room for every label, equal units, readable colours."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.benchmarks.grab.legible import color_distance

from snellen.benchmarks.grab.draw import figure_of
from snellen.benchmarks.grab.looks import SERIES_COLORS, fixed_look, pixels_per_unit
from snellen.benchmarks.grab.scene import Look, Scene
from snellen.benchmarks.grab.varied_looks import varied_look, varied_styles

_SEEDS = st.integers(0, 2**32)


def _look(seed: int) -> Look:
    return varied_look(np.random.default_rng(seed), "f(x)")


@given(_SEEDS)
def test_units_are_equal_and_nothing_is_lost_of_the_fixed_axes(seed: int) -> None:
    look = _look(seed)
    across, up = pixels_per_unit(look)
    assert across == up
    for (low, high), ticks in ((look.x_limits, look.x_ticks), (look.y_limits, look.y_ticks)):
        assert low <= -10
        assert high >= 10
        assert low <= ticks[0] < 0.0 < ticks[-1] <= high
        assert 0.0 in ticks
    assert look.plot.left == round(look.plot.left)
    assert look.plot.width == round(look.plot.width)
    assert look != fixed_look("f(x)")


@pytest.mark.parametrize("seed", range(12))
def test_every_label_has_room(seed: int) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    look = _look(seed)
    figure = figure_of(Scene(look, ()))
    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # type: ignore[no-untyped-call]
    axes = figure.axes[0]
    x, y = ([label.get_window_extent() for label in axis.get_ticklabels()] for axis in (axes.xaxis, axes.yaxis))
    boxes = [*x, *y, axes.xaxis.label.get_window_extent(), axes.yaxis.label.get_window_extent()]
    assert min(min(box.x0, box.y0) for box in boxes) >= 0
    assert all(box.x1 <= look.width and box.y1 <= look.height for box in boxes)
    assert all(left.x1 < right.x0 for left, right in pairwise(x))
    assert all(low.y1 < high.y0 for low, high in pairwise(y))


@given(_SEEDS)
def test_colours_are_apart_from_the_ground_and_each_other(seed: int) -> None:
    rng = np.random.default_rng(seed)
    look, styles = varied_look(rng, "y"), varied_styles(rng, 12)
    colors = [style.color for style in styles]
    assert sorted(colors) == sorted(SERIES_COLORS)
    assert min(color_distance(color, look.background) for color in colors) > 40
    assert len({(style.width, style.marker, style.size, style.line_style) for style in styles}) == 1


def test_there_are_no_more_styles_than_colours() -> None:
    with pytest.raises(ValueError, match="12 colours"):
        varied_styles(np.random.default_rng(0), 13)

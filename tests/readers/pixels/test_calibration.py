"""Axes read from tick marks and their labels."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.readers.pixels.calibration import fit_scale, read_axes
from snellen.readers.pixels.picture import load_picture
from snellen.readers.pixels.plot_area import find_plot_area


@given(
    st.floats(-1000, 1000),
    st.floats(0.01, 100),
    st.integers(4, 12),
    st.booleans(),
    st.data(),
)
def test_one_label_misread_does_not_move_the_scale(
    origin: float, step: float, n: int, falling: bool, data: st.DataObject
) -> None:
    places = 50.0 + 60 * np.arange(n)
    values = origin + (-step if falling else step) * np.arange(n)
    wrong = data.draw(st.integers(0, n - 1))
    said = values.copy()
    said[wrong] += step * data.draw(st.sampled_from([-7.5, -0.4, 0.5, 3.3, 90.0]))
    found = fit_scale(places, said)
    assert found is not None
    scale, agree = found
    assert agree == n - 1
    assert scale.values(places) == pytest.approx(values, abs=1e-6 * (abs(origin) + n * step))
    assert scale.pixels(scale.values(places)) == pytest.approx(places, abs=1e-6)


def test_a_scale_takes_two_ticks() -> None:
    assert fit_scale([10.0], [1.0]) is None
    assert fit_scale([], []) is None
    assert fit_scale([10.0, 20.0], [3.0, 3.0]) is None


LOOKS: dict[str, dict[str, Any]] = {
    "plain": {},
    "serif, tenths": {"font": "DejaVu Serif", "x_limits": (-0.93, 0.87), "y_limits": (-3.1, 2.2)},
    "monospaced": {"font": "DejaVu Sans Mono", "x_limits": (-130, 40), "y_limits": (-75, -12)},
    "dark": {"ground": "#10151c", "type_colour": "#e8e8e8", "x_limits": (-4, 9), "y_limits": (980, 1060)},
    "no frame": {"frame": False, "x_limits": (-20, 20), "y_limits": (0, 0.5)},
    "ticks inside": {"ticks": {"direction": "in", "length": 8, "top": True, "right": True}},
    "large type": {"ticks": {"labelsize": 15}, "size": (9.0, 7.0), "x_limits": (-7, 3)},
    "dotted grid": {"grid": True, "x_limits": (-50, 250), "y_limits": (-1, 1)},
}


@pytest.mark.parametrize("look", LOOKS)
def test_axes_in_foreign_looks(drawn: Callable[..., Path], drawing: Callable[..., Any], look: str) -> None:
    made = drawing(curves=[([-1e6, -9e5], [0, 0])], **LOOKS[look])
    picture = load_picture(drawn(made))
    area = find_plot_area(picture)
    assert area is not None
    axes = read_axes(picture, area)
    # Matplotlib's default axes: 0.125 to 0.9 of the width, 0.11 to 0.88 of the height.
    width, height = picture.width, picture.height
    assert axes.x.values([0.125 * width, 0.9 * width]) == pytest.approx(made.x_limits, abs=off(made.x_limits, width))
    assert axes.y.values([0.89 * height, 0.12 * height]) == pytest.approx(made.y_limits, abs=off(made.y_limits, height))


def off(limits: tuple[float, float], pixels: int) -> float:
    """A pixel in the axis' units: Matplotlib moves tick marks to whole pixels."""
    return (limits[1] - limits[0]) / (0.77 * pixels)

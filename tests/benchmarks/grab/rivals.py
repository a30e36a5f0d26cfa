"""How far the nearest other equation with integer coefficients lies from a drawn curve, in pixels."""

import itertools
import re

import numpy as np
from tests.benchmarks.grab.drawn import DrawnChart, Floats
from tests.benchmarks.grab.second_route import derive_answer, visible

__all__ = ["nearest_rival"]


def nearest_rival(chart: DrawnChart) -> tuple[str, float]:
    """A rival's coefficients and the greatest distance, along the normal, between its curve and the one drawn.

    Rivals are all changes of up to 3 in each coefficient (quartic: 2); of a sine up to 2 in each of its four numbers.
    """
    answer = derive_answer(chart)
    coefficients = np.array([int(number) for number in re.findall(r"(?<![\^\d])-?\d+", answer.replace("- ", "-"))])
    pixels = chart.to_pixels(np.concatenate(visible(chart, chart.marks[0], "function")))
    pixels = pixels[np.linspace(0, len(pixels) - 1, 120).round().astype(int)]
    x, y = chart.to_data(pixels).T
    slope = np.gradient(pixels[:, 1], pixels[:, 0])
    up = abs(float(np.subtract(*chart.to_pixels(np.array([[0.0, 0.0], [0.0, 1.0]]))[:, 1])))
    weight = up / np.sqrt(1 + slope**2)
    sine = "sin" in answer
    assert len(coefficients) == (4 if sine else len(re.findall("x", answer)) + 1)
    reach = 2 if sine or len(coefficients) == 5 else 3
    changes = np.array(
        [change for change in itertools.product(range(-reach, reach + 1), repeat=len(coefficients)) if any(change)]
    )
    curves = _sines(coefficients + changes, x) if sine else (coefficients + changes) @ np.vander(x, len(coefficients)).T
    distances = np.abs((curves - y) * weight).max(axis=1)
    if sine:
        allowed = (coefficients + changes)[:, :2].min(axis=1) > 0
        c = (coefficients + changes)[:, 2]
        distances[~(allowed & (c >= 0) & (c <= 6))] = np.inf
    best = int(np.argmin(distances))
    return str((coefficients + changes[best]).tolist()), float(distances[best])


def _sines(coefficients: Floats, x: Floats) -> Floats:
    a, b, c, d = (column[:, None] for column in coefficients.T)
    values: Floats = a * np.sin(b * x + c) + d
    return values

"""Whether a picture shows what its question needs: inside the axes, not hidden, colours apart, points not merged."""

import io
import re
from functools import lru_cache

import numpy as np
from matplotlib.colors import to_rgb
from numpy.typing import NDArray
from PIL import Image
from tests.benchmarks.grab.drawn import DrawnChart, Floats
from tests.benchmarks.grab.readings import AREAS, readings_of
from tests.benchmarks.grab.second_route import read_question

from snellen.benchmarks.grab.scene import Curve, Points

__all__ = ["color_distance", "faults_of", "hidden_marks", "least_shown"]

COLOR_DISTANCE = 15.0
"""In CIE Lab (1976), between marks of a figure, and between a mark and white."""
SHOWN = 0.25
"""The part of a curve, or of a point's disc, that nothing drawn later covers."""
_FORMS = {
    1.0: r"0|-?[1-9]\d*",
    0.1: r"0\.\d|-?(?:[1-9]\d*\.\d|0\.[1-9])",
    10.0: r"0|-?[1-9]\d*0",
}
_EQUATIONS = (
    r"y = -?[1-9]\d*x [+-] \d+",
    r"y = -?[1-9]\d*x\^2 [+-] \d+x [+-] \d+",
    r"y = -?[1-9]\d*x\^3 [+-] \d+x\^2 [+-] \d+x [+-] \d+",
    r"y = -?[1-9]\d*x\^4 [+-] \d+x\^3 [+-] \d+x\^2 [+-] \d+x [+-] \d+",
    r"y = [1-9]\d*sin\([1-9]\d*x \+ [0-6]\) [+-] \d+",
)


def faults_of(chart: DrawnChart, *, picture: bool = True) -> list[str]:
    """Everything that makes the question unfair, each a few words. `picture` also looks at the pixels."""
    faults = _key_faults(chart) + _place_faults(chart) + _color_faults(chart) + _merging_faults(chart)
    if picture:
        shown = least_shown(chart)
        if shown < SHOWN:
            faults.append(f"only {shown:.2f} of a mark is shown")
    return faults


def least_shown(chart: DrawnChart) -> float:
    """The smallest part of any mark that is seen in its own colour: of a curve's vertices, of a point's middle.

    A dashed curve is compared with what its dashes leave to see: half of its vertices for the tightest style.
    """
    pixels = _pixels(chart)
    least = 1.0
    for mark, style in zip(chart.marks, chart.styles, strict=True):
        if isinstance(style, Curve):
            inside = mark[_inside(chart, mark, slack=-2.0)]
            ink = 1.0 if style.style == "-" else 0.4
            least = min(least, float(_own(pixels, style, inside, 1).any(axis=1).mean()) / ink)
        else:
            radius = max(1, round(_diameter(chart, style) / 2 * 0.6))
            parts = _own(pixels, style, mark, radius).mean(axis=1)
            # Crosses and thin diamonds leave part of their middle white.
            least = min(least, float(parts.min() / max(parts.max(), 0.01)))
    return least


def hidden_marks(chart: DrawnChart) -> list[tuple[float, float]]:
    """Where a mark that the answer needs is not seen in its own colour within 4 pixels, in pixels of the image."""
    asked, readings = readings_of(chart)
    if asked.what in AREAS:
        return []
    pixels = _pixels(chart)
    hidden = []
    for reading in readings:
        seen = _own(pixels, chart.styles[reading.index], reading.marks, 4).any(axis=1)
        hidden += [(round(float(x), 1), round(float(y), 1)) for x, y in reading.marks[~seen]]
    return hidden


def color_distance(one: str, other: str) -> float:
    """The distance of two colours in CIE Lab (1976), D65."""
    return float(np.linalg.norm(_lab(one) - _lab(other)))


def _lab(color: str) -> Floats:
    rgb = np.array(to_rgb(color))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    matrix = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    x, y, z = np.array(matrix) @ linear / [0.95047, 1.0, 1.08883]
    fx, fy, fz = (t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29 for t in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


def _key_faults(chart: DrawnChart) -> list[str]:
    question = chart.question
    answer, asked = question.answer, read_question(question.text)
    faults = []
    assert answer is not None
    if question.margin is None or question.margin < 0.5:
        faults.append(f"margin {question.margin}")
    if asked.what == "equation":
        if not any(re.fullmatch(form, answer) for form in _EQUATIONS) or "- 0" in answer:
            faults.append(f"not a canonical equation: {answer}")
        return faults
    assert asked.precision is not None
    if asked.precision != question.precision:
        faults.append(f"precision {question.precision}, but the text asks for {asked.precision}")
    form, values = _FORMS[asked.precision], re.findall(r"-?[\d.]+", answer)
    pattern = rf"\[(?:{form}), (?:{form})\]" if asked.what == "stationary points" else form
    if not re.fullmatch(pattern, answer):
        faults.append(f"not canonical: {answer}")
    if any(abs(float(value)) >= 3200 for value in values):
        faults.append(f"too large: {answer}")
    return faults


def _place_faults(chart: DrawnChart) -> list[str]:
    _, readings = readings_of(chart)
    outside = sum(int((~_inside(chart, reading.marks, slack=1e-6)).sum()) for reading in readings)
    outside += sum(
        int((~_inside(chart, mark, slack=1e-6)).sum())
        for mark, style in zip(chart.marks, chart.styles, strict=True)
        if isinstance(style, Points)
    )
    return [f"{outside} marks that are needed lie outside the axes"] if outside else []


def _color_faults(chart: DrawnChart) -> list[str]:
    colors = [style.color for style in chart.styles]
    faults = []
    for index, color in enumerate(colors):
        for other in [*colors[:index], chart.scene.look.background]:
            distance = color_distance(color, other)
            if distance < COLOR_DISTANCE:
                faults.append(f"colours {color} and {other} are {distance:.1f} apart")
    return faults


def _merging_faults(chart: DrawnChart) -> list[str]:
    if read_question(chart.question.text).what != "points":
        return []
    (mark,), (style,) = chart.marks, chart.styles
    distances = np.linalg.norm(mark[:, None] - mark, axis=-1) + 1e9 * np.eye(len(mark))
    assert isinstance(style, Points)
    closest, diameter = distances.min(), _diameter(chart, style)
    return [f"points {closest:.1f} px apart merge, marker {diameter:.1f} px"] if closest <= diameter else []


def _diameter(chart: DrawnChart, style: Points) -> float:
    return style.size * chart.scene.look.dpi / 72


def _inside(chart: DrawnChart, places: Floats, slack: float) -> NDArray[np.bool_]:
    plot = chart.plot
    low, high = np.array([plot.left, plot.top]) - slack, np.array([plot.right, plot.bottom]) + slack
    return np.asarray(((places >= low) & (places <= high)).all(axis=1))


def _pixels(chart: DrawnChart) -> NDArray[np.uint8]:
    pixels = _decoded(chart.image)
    assert pixels.shape[:2] == (chart.chart.height, chart.chart.width)
    return pixels


@lru_cache(maxsize=1)
def _decoded(image: bytes) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(image)) as picture:
        return np.asarray(picture.convert("RGB"))


def _own(pixels: NDArray[np.uint8], style: Curve | Points, places: Floats, radius: int) -> NDArray[np.bool_]:
    """Which pixels of a square about each place have the mark's own colour, but for the last of its shades."""
    color = (np.array(to_rgb(style.color)) * 255).round().astype(np.int16)
    steps = np.arange(-radius, radius + 1)
    columns, rows = np.floor(places).astype(int).T
    rows = np.clip(rows[:, None, None] + steps[:, None], 0, pixels.shape[0] - 1)
    columns = np.clip(columns[:, None, None] + steps, 0, pixels.shape[1] - 1)
    squares = pixels[rows, columns].astype(np.int16)
    return np.asarray((np.abs(squares - color) <= 24).all(axis=-1)).reshape(len(places), -1)

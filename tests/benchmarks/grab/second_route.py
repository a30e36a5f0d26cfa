"""GRAB's answers a second time, from nothing but the question's text and the vertices that Matplotlib drew.

No formula of the plan is used: functions are measured on their polylines or fitted, statistics come from NumPy and
SciPy, operations are read out of the text and applied as matrices.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats
from tests.benchmarks.grab.drawn import DrawnChart, Floats
from tests.benchmarks.grab.fitted import fit_bell, fit_polynomial, fit_sine
from tests.benchmarks.grab.operations_text import Affine, read_operations
from tests.benchmarks.grab.polylines import crossings, net_area, pieces_inside, total_area, turning_points

__all__ = ["Asked", "as_text", "derive_answer", "exact_value", "read_question", "transformed", "visible"]

Line = list[Floats]
"""A drawn function: its visible pieces, in data units; of a series one piece, its points."""


@dataclass(frozen=True)
class Asked:
    """What a question's text asks. `precision` is None for an equation."""

    what: str
    subject: str
    """function or data."""
    precision: float | None
    operations: tuple[Affine, ...]


def derive_answer(chart: DrawnChart) -> str:
    """The answer in the form that the text asks for."""
    asked = read_question(chart.question.text)
    marks = [visible(chart, mark, asked.subject) for mark in chart.marks]
    if asked.what == "equation":
        assert len(marks) == 1
        return _equation(chart.question.text, marks[0])
    if asked.what == "points":
        assert len(marks) == 1
        return str(len(np.unique(marks[0][0].round(9), axis=0)))
    if asked.what == "series":
        looks = {(style.color, getattr(style, "marker", None)) for style in chart.styles}
        assert len(looks) == len(marks)
        return str(len(marks))
    if asked.what == "stationary points":
        assert len(marks) == 1
        turns = [x for piece in marks[0] for x, _ in turning_points(piece)]
        assert len(turns) == 2
        return "[" + ", ".join(as_text(x, asked.precision) for x in sorted(turns)) + "]"
    return as_text(exact_value(asked, marks), asked.precision)


def exact_value(asked: Asked, marks: Sequence[Line]) -> float:
    """The value before rounding: the mean over the marks (of one, its own)."""
    measure = (_OF_FUNCTIONS if asked.subject == "function" else _OF_DATA)[asked.what]
    values = [measure(transformed(mark, asked.operations)) for mark in marks]
    assert np.isfinite(values).all()
    return float(np.mean(values))


def visible(chart: DrawnChart, mark: Floats, subject: str) -> Line:
    """A mark's vertices in data units, functions cut at the frame."""
    data = chart.to_data(mark)
    if subject == "data":
        return [data]
    return pieces_inside(data, chart.chart.axis("x").domain, chart.chart.axis("y").domain)


def as_text(value: float, precision: float | None) -> str:
    """A value rounded to the precision, as the question wants it written."""
    assert precision is not None
    steps = round(value / precision)
    return f"{steps * precision + 0.0:.1f}" if precision < 1 else str(int(steps * precision))


def read_question(text: str) -> Asked:
    """What is asked, from the text alone. Raises AssertionError for a text of an unknown form."""
    operations = tuple(read_operations(text))
    if text.startswith("Give the equation of the function in the figure"):
        return Asked("equation", "function", None, operations)
    if text.startswith("Count the points in the figure."):
        return Asked("points", "data", 1.0, operations)
    if text.startswith("Count the data series in the figure."):
        return Asked("series", "data", 1.0, operations)
    precisions = {"to the nearest integer.": 1.0, "to 1 decimal place and": 0.1, "to the nearest 10.": 10.0}
    found = [step for phrase, step in precisions.items() if phrase in text]
    assert len(found) == 1, text
    match = re.search(
        r"(?:^|\n|, )[Ff]ind the (.+?)(?: of| between) (?:the|that)( plotted| transformed)?"
        r" (function|data series|data)( and the x-axis)?( in the figure)?\.",
        text,
    )
    assert match, text
    assert (match[2] == " transformed") == bool(operations), text
    if match[2] is None:
        assert match[5] or "For every" in text, text
    subject = "function" if match[3] == "function" else "data"
    return Asked(_NAMES.get(match[1], match[1]), subject, found[0], operations)


_NAMES = {
    "x-coordinate of the stationary point": "x-value of the stationary point",
    "x-coordinates of both stationary points": "stationary points",
    "x-coordinate of the peak": "peak location",
    "mean m": "peak location",
    "variance v": "variance",
    "mean of the y values": "y value",
    "variance of the y values": "variance",
    "interquartile range of the y values": "interquartile range",
    "median of the y values": "median",
}


def transformed(mark: Line, operations: Sequence[Affine]) -> Line:
    for matrix, shift in operations:
        mark = [piece @ matrix.T + shift for piece in mark]
    return mark


def _extent(column: int) -> Callable[[Line], float]:
    return lambda mark: float(np.ptp(np.concatenate(mark)[:, column]))


def _x_intercept(mark: Line) -> float:
    (x,) = np.concatenate([crossings(piece) for piece in mark])
    return float(x)


def _y_intercept(mark: Line) -> float:
    (value,) = [np.interp(0, *piece.T) for piece in mark if piece[0, 0] <= 0 <= piece[-1, 0]]
    return float(value)


def _gradient(mark: Line) -> float:
    x, y = np.concatenate(mark).T
    slope, level = np.linalg.lstsq(np.column_stack([x, np.ones_like(x)]), y, rcond=None)[0]
    assert np.abs(slope * x + level - y).max() < 1e-6 * max(1.0, np.ptp(y)), "not a straight line"
    return float(slope)


def _stationary_x(mark: Line) -> float:
    (point,) = np.concatenate([turning_points(piece) for piece in mark])
    return float(point[0])


def _bell(index: int) -> Callable[[Line], float]:
    return lambda mark: fit_bell(*np.concatenate(mark).T)[index]


def _sine(pick: Callable[[float, float, float, float], float]) -> Callable[[Line], float]:
    return lambda mark: pick(*fit_sine(*np.concatenate(mark).T))


def _phase_shift(_a: float, b: float, c: float, _d: float) -> float:
    period = 2 * np.pi / b
    shift = float(-c / b % period)
    return 0.0 if period - shift < 1e-7 * period else shift


_OF_FUNCTIONS: dict[str, Callable[[Line], float]] = {
    "x-intercept": _x_intercept,
    "y-intercept": _y_intercept,
    "gradient": _gradient,
    "peak location": _bell(1),
    "variance": _bell(2),
    "x-value of the stationary point": _stationary_x,
    "period": _sine(lambda _a, b, _c, _d: 2 * float(np.pi) / b),
    "amplitude": _sine(lambda a, _b, _c, _d: a),
    "vertical shift": _sine(lambda _a, _b, _c, d: d),
    "phase shift": _sine(_phase_shift),
    "minimum value": lambda mark: float(np.concatenate(mark)[:, 1].min()),
    "maximum value": lambda mark: float(np.concatenate(mark)[:, 1].max()),
    "range span": _extent(1),
    "domain length": _extent(0),
    "net area": lambda mark: sum(net_area(piece) for piece in mark),
    "total area": lambda mark: sum(total_area(piece) for piece in mark),
}


def _of_y(statistic: Callable[[Floats], float]) -> Callable[[Line], float]:
    return lambda mark: float(statistic(mark[0][:, 1]))


def _correlation(coefficient: Callable[..., object]) -> Callable[[Line], float]:
    # The way to pixels and back costs the last digits, which would untie what is tied.
    return lambda mark: float(coefficient(*mark[0].round(9).T).statistic)  # type: ignore[attr-defined]


_OF_DATA: dict[str, Callable[[Line], float]] = {
    "y value": _of_y(lambda y: float(y.mean())),
    "median": _of_y(lambda y: float(np.median(y))),
    "variance": _of_y(lambda y: float(np.var(y))),
    "interquartile range": _of_y(lambda y: float(np.subtract(*np.percentile(y, [75, 25])))),
    "minimum value": _of_y(lambda y: float(y.min())),
    "maximum value": _of_y(lambda y: float(y.max())),
    "range span": _extent(1),
    "domain length": _extent(0),
    "Pearson correlation coefficient": _correlation(stats.pearsonr),
    "Spearman rank correlation coefficient": _correlation(stats.spearmanr),
    "Kendall rank correlation coefficient (tau)": _correlation(stats.kendalltau),
}


def _equation(text: str, mark: Line) -> str:
    match = re.search(r"in the form (y = .+?), where each letter", text)
    assert match
    form = match[1]
    letters = re.findall(r"<(\w)>", form)
    x, y = np.concatenate(mark).T
    if "sin" in form:
        values = np.array(fit_sine(x, y))
        if values[2] > 2 * np.pi - 0.01:
            values[2] = 0.0
        assert "Choose a > 0, b > 0 and c from 0 to 6." in text
    else:
        values = fit_polynomial(x, y, len(letters) - 1)
    integers = values.round().astype(int)
    assert np.abs(values - integers).max() < 1e-3, values
    for letter, integer in zip(letters, integers, strict=True):
        form = form.replace(f"<{letter}>", str(integer))
    return form.replace("+ -", "- ")

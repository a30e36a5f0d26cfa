"""The statistics of data, against NumPy and SciPy, and their sensitivities, against moved marks."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from snellen.benchmarks.grab.plan.measures import (
    COUNTS,
    RANK_CORRELATIONS,
    STATISTICS,
    data_sensitivity,
    data_value,
    needed_points,
)
from snellen.benchmarks.grab.plan.series import Series

Floats = NDArray[np.float64]

REFERENCES: dict[str, Callable[[Floats, Floats], float]] = {
    "data mean": lambda _, y: float(np.average(y)),
    "data variance": lambda _, y: float(np.var(y, ddof=0)),
    "minimum": lambda _, y: min(y.tolist()),
    "maximum": lambda _, y: max(y.tolist()),
    "interquartile range": lambda _, y: float(stats.iqr(y)),
    "median": lambda _, y: float(np.median(y)),
    "range span": lambda _, y: float(np.ptp(y)),
    "domain length": lambda x, _: float(np.ptp(x)),
    "Pearson correlation": lambda x, y: float(stats.pearsonr(x, y)[0]),
    "Spearman correlation": lambda x, y: float(stats.spearmanr(x, y)[0]),
    "Kendall correlation": lambda x, y: float(stats.kendalltau(x, y)[0]),
}


def _series(seed: int, k: int = 3) -> list[Series]:
    rng = np.random.default_rng(seed)
    return [Series.rounded(*rng.uniform(-10, 10, (2, int(rng.integers(5, 14))))) for _ in range(k)]


@pytest.mark.parametrize("property_", STATISTICS)
@given(seed=st.integers(0, 10_000), k=st.integers(1, 4))
def test_a_value_is_the_mean_over_the_series_of_the_reference(property_: str, seed: int, k: int) -> None:
    series = _series(seed, k)
    expected = float(np.mean([REFERENCES[property_](one.x, one.y) for one in series]))
    (value,) = data_value(property_, series)
    assert value == pytest.approx(expected, abs=1e-9)


def test_published_conventions_by_hand() -> None:
    one = Series.rounded([1, 2, 3, 4], [1, 2, 4, 9])
    assert data_value("data variance", [one]) == (9.5,)  # (9 + 4 + 0 + 25) / 4
    assert data_value("interquartile range", [one]) == (3.5,)  # 5.25 - 1.75
    assert data_value("median", [one]) == (3.0,)
    assert data_value("Kendall correlation", [one]) == (1.0,)


def test_counts() -> None:
    series = [Series.rounded(range(n), range(n)) for n in (3, 4, 5)]
    assert data_value("number of points", series) == (12.0,)
    assert data_value("number of series", series) == (3.0,)
    assert [data_sensitivity(name, series, (10, 10)) for name in COUNTS] == [0.0, 0.0]


def test_zero_is_never_negative() -> None:
    (mean,) = data_value("data mean", [Series.rounded([1, 2], [-0.0, -0.0])])
    assert not np.signbit(mean)


def test_an_unknown_property_is_an_error() -> None:
    with pytest.raises(KeyError):
        data_value("amplitude", _series(1))


@pytest.mark.parametrize("property_", [name for name in STATISTICS if name not in RANK_CORRELATIONS])
@pytest.mark.parametrize("seed", range(5))
def test_sensitivity_is_what_moving_every_mark_on_its_own_gives(property_: str, seed: int) -> None:
    series, scale = _series(seed), (37.0, 95.0)
    moved = 0.0
    for one in series:
        for place in range(len(one)):
            moved += _steepest(property_, one, place, scale) / len(series)
    assert data_sensitivity(property_, series, scale) == pytest.approx(moved, rel=1e-4)


def _steepest(property_: str, one: Series, place: int, scale: tuple[float, float]) -> float:
    """The change a pixel in the worst direction, by moves of a thousandth of a pixel."""

    def change(across: float, along: float) -> float:
        x, y = one.x.copy(), one.y.copy()
        x[place] += 1e-3 * across / scale[0]
        y[place] += 1e-3 * along / scale[1]
        return (REFERENCES[property_](x, y) - REFERENCES[property_](one.x, one.y)) / 1e-3

    worst = np.array([change(1, 0) - change(-1, 0), change(0, 1) - change(0, -1)])
    size = float(np.hypot(*worst))
    return change(*(worst / size)) if size > 0 else 0.0


@pytest.mark.parametrize(
    ("property_", "pixels"),
    [("data mean", 1), ("minimum", 1), ("maximum", 1), ("median", 1), ("range span", 2), ("interquartile range", 2)],
)
def test_sensitivities_in_pixels(property_: str, pixels: float) -> None:
    assert data_sensitivity(property_, _series(3), (50.0, 95.0)) == pytest.approx(pixels / 95)


@pytest.mark.parametrize("property_", STATISTICS)
def test_marks_that_are_not_needed_do_not_matter(property_: str) -> None:
    (one,) = _series(8, k=1)
    needed = {(mark.x, mark.y) for mark in needed_points(property_, [one])}
    assert needed <= set(zip(one.x.tolist(), one.y.tolist(), strict=True))
    rng = np.random.default_rng(0)
    x, y = one.x.copy(), one.y.copy()
    for place in range(len(one)):
        if (one.x[place], one.y[place]) not in needed:
            x[place] += rng.uniform(-1e-4, 1e-4)
            y[place] += rng.uniform(-1e-4, 1e-4)
    assert data_value(property_, [Series(x, y)]) == data_value(property_, [one])


def test_needed_marks_by_name() -> None:
    one = Series.rounded([0, 1, 2, 3, 4], [5, 1, 9, 3, 4])

    def marks(property_: str) -> list[tuple[str, float, float]]:
        return [(mark.kind, mark.x, mark.y) for mark in needed_points(property_, [one])]

    assert marks("minimum") == [("minimum", 1, 1)]
    assert marks("range span") == [("minimum", 1, 1), ("maximum", 2, 9)]
    assert marks("domain length") == [("end", 0, 5), ("end", 4, 4)]
    assert marks("median") == [("point", 4, 4)]
    assert marks("interquartile range") == [("point", 0, 5), ("point", 3, 3)]
    assert len(marks("data mean")) == 5

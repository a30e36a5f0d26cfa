"""Function families against numerical methods that know nothing of their closed forms."""

import json
import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.integrate import quad
from scipy.optimize import brentq

from snellen.benchmarks.grab.plan.families import FAMILIES, Function

POWERS = {"linear": 1, "quadratic": 2, "cubic": 3, "quartic": 4}


def _plain(f: Function, x: float) -> float:
    """The family's formula, spelled out."""
    if f.family in POWERS:
        degree = POWERS[f.family]
        return math.fsum(c * x ** (degree - i) for i, c in enumerate(f.coefficients))
    a, p, q, d = f.coefficients
    return a * math.sin(p * x + q) + d if f.family == "sine" else a * math.exp(-((x - p) ** 2) / (2 * q * q)) + d


@st.composite
def functions(draw: st.DrawFn, families: tuple[str, ...] = FAMILIES) -> Function:
    """Functions as charts show them: coefficients that are not tiny, a domain of 2 to 20."""
    family = draw(st.sampled_from(families))
    start, length = draw(st.floats(-10, 6)), draw(st.floats(2, 20))
    amount = st.floats(0.2, 5).flatmap(lambda size: st.sampled_from((size, -size)))
    offset = draw(st.floats(-6, 6))
    if family in POWERS:
        # Built on its own zeros or turning points would favour them: plain coefficients around the middle instead.
        middle = start + length / 2
        around = [draw(amount) / (length / 2) ** power for power in range(POWERS[family], 0, -1)]
        coefficients = np.poly1d([*around, offset])(np.poly1d([1.0, -middle])).coefficients
        return Function(family, tuple(float(c) for c in coefficients), (start, start + length))
    if family == "sine":
        rate = 2 * math.pi * draw(st.floats(0.3, 3)) / length * draw(st.sampled_from((1, -1)))
        return Function(family, (draw(amount), rate, draw(st.floats(-7, 7)), offset), (start, start + length))
    place, width = start + length * draw(st.floats(0.1, 0.9)), length * draw(st.floats(0.05, 0.4))
    return Function(family, (draw(amount), place, width, offset), (start, start + length))


def _sign_changes(f: Callable[..., Any], x: NDArray[np.float64]) -> list[float]:
    values = f(x)
    places = np.flatnonzero(np.sign(values[:-1]) * np.sign(values[1:]) < 0)
    return [brentq(lambda at: float(f(at)), x[i], x[i + 1], xtol=1e-13) for i in places]


def _grid(f: Function, n: int = 1501) -> NDArray[np.float64]:
    """Points over the domain, ends included; those between are off round places, where a sign might be 0."""
    x = np.linspace(*f.domain, n)
    x[1:-1] += 0.381966 * (x[1] - x[0])
    return x


@settings(max_examples=30)
@given(functions(), st.floats(-10, 20))
def test_values_are_those_of_the_formula(f: Function, x: float) -> None:
    assert f.at(x) == pytest.approx(_plain(f, x), rel=1e-9, abs=1e-9)
    np.testing.assert_allclose(f(np.array([[x, 1.0]])), [[_plain(f, x), _plain(f, 1.0)]], rtol=1e-9, atol=1e-9)


@settings(max_examples=30)
@given(functions(), st.floats(0, 1))
def test_slopes_are_the_limit_of_differences(f: Function, share: float) -> None:
    x, step = f.domain[0] + share * f.length, 1e-5 * f.length
    expected = (_plain(f, x + step) - _plain(f, x - step)) / (2 * step)
    assert float(f.slope(x)) == pytest.approx(expected, rel=1e-4, abs=1e-4)


@settings(max_examples=30)
@given(functions())
def test_stationary_points_are_where_the_slope_changes_sign(f: Function) -> None:
    found = f.stationary_points
    assert list(found) == sorted(found)
    assert all(f.domain[0] < x < f.domain[1] for x in found)
    for expected in _sign_changes(f.slope, _grid(f, 601)):
        assert min(abs(x - expected) for x in found) < 1e-6 * f.length
    scale = float(np.abs(f.slope(_grid(f, 101))).max())
    assert all(abs(float(f.slope(x))) < 1e-6 * scale for x in found)


@settings(max_examples=30)
@given(functions())
def test_roots_are_where_the_sign_changes(f: Function) -> None:
    found = f.roots
    assert list(found) == sorted(found)
    assert all(f.domain[0] <= x <= f.domain[1] for x in found)
    for expected in _sign_changes(f, _grid(f, 601)):
        assert min(abs(x - expected) for x in found) < 1e-6 * f.length
    scale = float(np.abs(f(_grid(f, 101))).max())
    assert all(abs(f.at(x)) < 1e-6 * scale for x in found)


@settings(max_examples=30)
@given(functions())
def test_extremes_are_the_least_and_the_greatest_value(f: Function) -> None:
    values = f(_grid(f))
    (x0, low), (x1, high) = f.extremes
    assert f.at(x0) == low <= values.min()
    assert f.at(x1) == high >= values.max()
    # Between two samples a curve of these families rises by less than a thousandth of its range.
    assert high - values.max() <= 1e-3 * (high - low)
    assert values.min() - low <= 1e-3 * (high - low)


@settings(max_examples=30)
@given(functions(), st.floats(0, 1), st.floats(0, 1))
def test_integrals_are_those_of_quadrature(f: Function, first: float, second: float) -> None:
    a, b = (f.domain[0] + share * f.length for share in (first, second))
    expected = quad(f.at, a, b, limit=200)[0]
    assert f.integral(a, b) == pytest.approx(expected, rel=1e-7, abs=1e-7)


@settings(max_examples=30)
@given(functions())
def test_areas_are_those_of_quadrature(f: Function) -> None:
    assert f.net_area == pytest.approx(quad(f.at, *f.domain, limit=200)[0], rel=1e-7, abs=1e-7)
    cuts = [f.domain[0], *_sign_changes(f, _grid(f, 601)), f.domain[1]]
    pieces = [quad(f.at, a, b, limit=200)[0] for a, b in pairwise(cuts)]
    total = math.fsum(abs(piece) for piece in pieces)
    assert f.total_area == pytest.approx(total, rel=1e-6, abs=1e-6)
    assert f.total_area >= abs(f.net_area) - 1e-9


@settings(max_examples=30)
@given(functions())
def test_vertices_hold_ends_extremes_and_roots_in_order(f: Function) -> None:
    x, y = f.vertices
    assert (x[0], x[-1]) == f.domain
    assert (np.diff(x) > 0).all()
    assert np.diff(x).max() <= f.length / 600 * (1 + 1e-6)
    np.testing.assert_array_equal(y, f(x))
    for special in (*f.stationary_points, *f.roots):
        assert np.abs(x - special).min() <= 1e-9
    assert y.min() == pytest.approx(f.extremes[0][1], abs=1e-9)
    assert y.max() == pytest.approx(f.extremes[1][1], abs=1e-9)


def test_a_root_a_hair_inside_an_end_leaves_the_end_where_it_is() -> None:
    f = Function("linear", (1.0, -3.0), (0.0, 3.0 + 1e-11))
    x, _ = f.vertices
    assert (x[0], x[-1]) == f.domain
    assert (np.diff(x) > 1e-10).all()


@pytest.mark.parametrize(
    ("family", "coefficients", "domain", "roots", "total"),
    [
        # (x − 2)², touching the axis: ∫₀⁵ = (27 + 8)/3
        ("quadratic", (1.0, -4.0, 4.0), (0.0, 5.0), [2.0], 35 / 3),
        # −(x − 0.3)²
        ("quadratic", (-1.0, 0.6, -0.09), (-0.7, 1.3), [0.3], 2 / 3),
        # (x − 1)²(x + 2) = x³ − 3x + 2 on −2..2: the odd terms cancel, 4 · 2 = 8
        ("cubic", (1.0, 0.0, -3.0, 2.0), (-2.0, 2.0), [-2.0, 1.0], 8.0),
        # (x − 1)³
        ("cubic", (1.0, -3.0, 3.0, -1.0), (0.0, 2.0), [1.0], 0.5),
        # (x² − 1)²
        ("quartic", (1.0, 0.0, -2.0, 0.0, 1.0), (-2.0, 2.0), [-1.0, 1.0], 2 * (32 / 5 - 16 / 3 + 2)),
        # sin x + 1 touches at −π/2 and 3π/2
        ("sine", (1.0, 1.0, 0.0, 1.0), (-2.0, 5.0), [-math.pi / 2, 3 * math.pi / 2], 7 + math.cos(2) - math.cos(5)),
        # ends at zeros
        ("sine", (2.0, 1.0, 0.0, 0.0), (0.0, 2 * math.pi), [0.0, math.pi, 2 * math.pi], 8.0),
        # a bell that just touches the axis at its peak
        ("bell", (1.0, 2.0, 1.0, -1.0), (0.0, 4.0), [2.0], 4 - math.sqrt(2 * math.pi) * math.erf(math.sqrt(2))),
        # a bell below the axis, and one that never meets it
        ("bell", (-2.0, 0.0, 1.0, 1.0), (-3.0, 3.0), [-math.sqrt(2 * math.log(2)), math.sqrt(2 * math.log(2))], None),
        ("bell", (2.0, 0.0, 1.0, 0.0), (-1.0, 1.0), [], None),
        ("linear", (2.0, -6.0), (3.0, 5.0), [3.0], 4.0),
        ("linear", (0.0, 2.0), (0.0, 3.0), [], 6.0),
        ("linear", (0.0, 0.0), (0.0, 3.0), [], 0.0),
        ("sine", (0.0, 1.0, 0.0, 2.0), (0.0, 3.0), [], 6.0),
        ("sine", (0.0, 1.0, 0.0, 0.0), (0.0, 3.0), [], 0.0),
        ("bell", (0.0, 1.0, 1.0, 0.0), (0.0, 3.0), [], 0.0),
    ],
)
def test_roots_that_touch_or_end(
    family: str,
    coefficients: tuple[float, ...],
    domain: tuple[float, float],
    roots: list[float],
    total: float | None,
) -> None:
    f = Function(family, coefficients, domain)
    assert f.roots == pytest.approx(roots, abs=2e-5)
    if total is not None:
        assert f.total_area == pytest.approx(total, rel=1e-6, abs=1e-12)
    x, _ = f.vertices
    assert (np.diff(x) > 1e-9).all()


def test_arc_length_of_a_line_and_of_a_sine() -> None:
    assert Function("linear", (0.75, 1.0), (-2.0, 6.0)).arc_length == pytest.approx(10.0)
    expected = quad(lambda x: math.hypot(1, math.cos(x)), 0, 6)[0]
    assert Function("sine", (1.0, 1.0, 0.0, 0.0), (0.0, 6.0)).arc_length == pytest.approx(expected, rel=1e-5)


@settings(max_examples=30)
@given(functions(), st.floats(-5, 5), st.floats(0.1, 4))
def test_shifted_and_stretched(f: Function, by: float, factor: float) -> None:
    x = _grid(f, 11)
    np.testing.assert_allclose(f.shifted(by)(x), f(x) + by, atol=1e-8)
    np.testing.assert_allclose(f.stretched(-factor)(x), -factor * f(x), atol=1e-8)
    assert f.shifted(by).domain == f.stretched(factor).domain == f.domain


@settings(max_examples=30)
@given(functions())
def test_rounded_functions_survive_json_unchanged(f: Function) -> None:
    rounded = f.rounded()
    assert Function.from_data(json.loads(json.dumps(rounded.as_data()))) == rounded
    np.testing.assert_allclose(rounded(_grid(f, 11)), f(_grid(f, 11)), rtol=1e-6, atol=1e-6)
    assert rounded.rounded() == rounded


def test_rounding_leaves_no_negative_zero() -> None:
    f = Function("linear", (-0.0, -0.0), (-0.0, 1.0)).rounded()
    assert all(math.copysign(1, number) == 1 for number in (*f.coefficients, f.domain[0]))


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"family": "linear", "coefficients": [1, 2]},
        {"family": "linear", "coefficients": [1, 2, 3], "domain": [0, 1]},
        {"family": "spline", "coefficients": [1, 2], "domain": [0, 1]},
        {"family": "linear", "coefficients": [1, 2], "domain": [1, 1]},
        {"family": "linear", "coefficients": [1, 2], "domain": [0, 1, 2]},
        {"family": "linear", "coefficients": [1, "a"], "domain": [0, 1]},
        {"family": "linear", "coefficients": [math.nan, 2], "domain": [0, 1]},
        {"family": "linear", "coefficients": [1, 2], "domain": [0, math.nan]},
        {"family": "linear", "coefficients": [1, math.inf], "domain": [0, 1]},
        {"family": "linear", "coefficients": [10**400, 1], "domain": [0, 1]},
        {"family": "bell", "coefficients": [1, 2, 0, 0], "domain": [0, 1]},
        {"family": "sine", "coefficients": [1, 0, 0, 0], "domain": [0, 1]},
        {"family": "sine", "coefficients": [1, 1e8, 0, 0], "domain": [0, 10]},
        {"family": "sine", "coefficients": None, "domain": [0, 10]},
    ],
)
def test_what_is_not_a_function_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError, OverflowError)):
        Function.from_data(data)


@settings(max_examples=30)
@given(functions(("cubic", "quartic")), st.floats(0.05, 0.95))
def test_a_double_root_put_anywhere_counts_once(f: Function, share: float) -> None:
    """A polynomial moved until an extreme touches the axis has the area of its sign-free integral."""
    assume(f.stationary_points)
    turn = f.stationary_points[int(share * len(f.stationary_points))]
    touching = f.shifted(-f.at(turn))
    expected = quad(lambda x: abs(touching.at(x)), *f.domain, limit=400, points=[turn, *touching.roots])[0]
    assert touching.total_area == pytest.approx(expected, rel=1e-5, abs=1e-6)
    assert sum(abs(x - turn) < 1e-4 * f.length for x in touching.roots) <= 2

"""Equations: drawn canonical, written in full, and told apart from every other one of their form."""

import itertools
import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from snellen.benchmarks.grab.plan.equations import EQUATION_FORMS, equation_margin, equation_text, random_equation
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import Window

FORMS = tuple(EQUATION_FORMS)


def _drawn(form: str, seed: int) -> Function:
    return random_equation(np.random.default_rng(seed), form)


@settings(max_examples=40)
@given(st.sampled_from(FORMS), st.integers(0, 2**32))
def test_coefficients_are_whole_and_the_leading_one_is_not_zero(form: str, seed: int) -> None:
    f = _drawn(form, seed)
    assert f.family == form
    assert all(c == int(c) and math.copysign(1, c if c else 1) * abs(c) == c for c in f.coefficients)
    assert f.coefficients[0] != 0
    if form == "sine":
        a, b, c, _ = f.coefficients
        assert a > 0
        assert b > 0
        assert 0 <= c <= 6


@settings(max_examples=40)
@given(st.sampled_from(FORMS), st.integers(0, 2**32))
def test_domains_show_the_equation_well(form: str, seed: int) -> None:
    f = _drawn(form, seed)
    assert f.domain[0] < 0 < f.domain[1]
    if form == "sine":
        assert f.length >= 1.3 * 2 * math.pi / f.coefficients[1] - 1e-9
    if form in ("quadratic", "cubic", "quartic"):
        turns = np.roots(np.polyder(np.array(f.coefficients)))
        turns = turns[np.abs(turns.imag) < 1e-9].real
        assert all(f.domain[0] < turn < f.domain[1] for turn in turns)


@pytest.mark.parametrize(
    ("form", "coefficients", "text"),
    [
        ("linear", (2, -1), "y = 2x - 1"),
        ("linear", (-1, 0), "y = -1x + 0"),
        ("quadratic", (1, 0, -3), "y = 1x^2 + 0x - 3"),
        ("cubic", (1, -2, 0, 5), "y = 1x^3 - 2x^2 + 0x + 5"),
        ("quartic", (-2, 1, -1, 0, 10), "y = -2x^4 + 1x^3 - 1x^2 + 0x + 10"),
        ("sine", (3, 2, 1, -4), "y = 3sin(2x + 1) - 4"),
        ("sine", (1, 1, 0, 0), "y = 1sin(1x + 0) + 0"),
    ],
)
def test_canonical_texts(form: str, coefficients: tuple[int, ...], text: str) -> None:
    assert equation_text(Function(form, tuple(map(float, coefficients)), (0.0, 1.0))) == text


@settings(max_examples=40)
@given(st.sampled_from(FORMS), st.integers(0, 2**32))
def test_a_text_fills_the_form_of_the_question(form: str, seed: int) -> None:
    f = _drawn(form, seed)
    text = equation_text(f)
    shape = re.escape(EQUATION_FORMS[form]).replace(r"\+\ <", r"([+-]\ <")
    pattern = re.sub(r"\(\[\+-\]\\ <\w>", r"([+-]\\ \\d+)", shape)
    pattern = re.sub(r"<\w>", r"(-?\\d+)", pattern)
    found = re.fullmatch(pattern, text)
    assert found, (pattern, text)
    assert tuple(float(number.replace(" ", "")) for number in found.groups()) == f.coefficients
    assert not re.search(r"-\s*0\b", text)


def test_coefficients_that_are_not_whole_have_no_text() -> None:
    with pytest.raises(ValueError, match="not whole"):
        equation_text(Function("linear", (2.5, 1.0), (0.0, 1.0)))


def test_two_canonical_sines_are_never_the_same_function() -> None:
    tuples = list(itertools.product(range(1, 11), range(1, 6), range(7), range(-10, 11)))
    a, b, c, d = (np.array(column)[:, None] for column in zip(*tuples, strict=True))
    x = np.array([0.0, 0.37, 1.13, 2.41, 4.97])
    values = a * np.sin(b * x + c) + d
    assert len(np.unique(values.round(6), axis=0)) == len(tuples)


def _window(f: Function) -> Window:
    """About what a look fitted to the curve has: some 600 pixels either way."""
    (_, low), (_, high) = f.extremes
    return Window(f.domain, (low, high), 600 / f.length, 600 / max(high - low, 1.0))


def _others(f: Function, x: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """All other equations of the form with coefficients up to `reach` away, valued at x."""
    steps = range(-reach, reach + 1)
    if f.family == "sine":
        a, b, c, d = f.coefficients
        rows = [
            (a + da, b + db, cc, d + dd)
            for da, db, cc, dd in itertools.product(steps, steps, range(7), steps)
            if a + da > 0 and b + db > 0 and (da, db, cc - c, dd) != (0, 0, 0, 0)
        ]
        aa, bb, cs, ds = (np.array(column)[:, None] for column in zip(*rows, strict=True))
        return np.asarray(aa * np.sin(bb * x + cs) + ds)
    moves = [move for move in itertools.product(steps, repeat=len(f.coefficients)) if any(move)]
    powers = np.stack([x**power for power in range(len(f.coefficients) - 1, -1, -1)])
    return np.asarray((np.array(moves) + np.array(f.coefficients)) @ powers)


@pytest.mark.parametrize(
    ("form", "reach"), [("linear", 8), ("quadratic", 6), ("cubic", 4), ("quartic", 3), ("sine", 4)]
)
@pytest.mark.parametrize("seed", range(4))
def test_a_margin_is_half_the_distance_of_the_nearest_other_equation(form: str, reach: int, seed: int) -> None:
    """The nearest of all equations with coefficients far around, where their curve is farthest from the drawn one."""
    f = _drawn(form, seed)
    window = _window(f)
    x = np.linspace(*f.domain, 301)
    steep = f.slope(x) * window.pixels_y / window.pixels_x
    across = np.abs(_others(f, x, reach) - f(x)) * window.pixels_y / np.sqrt(1 + steep**2)
    nearest = across.max(axis=1).min()
    margin = equation_margin(f, window)
    assert margin == pytest.approx(nearest / 2, rel=0.02)


def test_the_margin_of_a_level_line_by_hand() -> None:
    """From y = 0·x + 2 on −1..1 the nearest line is one unit up or down, or turned to a slope of 1: 40 pixels."""
    f = Function("linear", (0.0, 2.0), (-1.0, 1.0))
    assert equation_margin(f, Window((-1, 1), (0, 4), 40.0, 40.0)) == pytest.approx(20.0)

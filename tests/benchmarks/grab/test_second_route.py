"""Answers derived a second time, from the question's text and the drawn vertices, agree with the keys."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.benchmarks.grab.checked import Checked, checked_cell, summary
from tests.benchmarks.grab.fitted import fit_bell, fit_polynomial, fit_sine
from tests.benchmarks.grab.operations_text import read_operations
from tests.benchmarks.grab.polylines import crossings, net_area, pieces_inside, total_area, turning_points
from tests.benchmarks.grab.second_route import as_text, transformed

from snellen.benchmarks.grab import BENCHMARK

INTRODUCTION = "after it has been transformed by these, applied one after another in the listed order:\n"


def test_every_property_agrees(smoke_checks: list[Checked]) -> None:
    for row in smoke_checks:
        assert row.derived == row.answer, row.question_id


@pytest.mark.slow
def test_a_full_set_agrees_and_can_be_answered() -> None:
    cells = BENCHMARK.cells("paper", 1, {})
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1), mp_context=get_context("spawn")) as pool:
        rows = [row for found in pool.map(checked_cell, cells, [1] * len(cells), chunksize=4) for row in found]
    assert len(rows) == 2170
    assert not [row for row in rows if row.problems], summary(rows)
    assert len({row.fingerprint for row in rows}) == 2170


class TestTheRouteItself:
    """Against closed forms, so that an agreement means something."""

    x = np.linspace(-3, 4, 601)

    def test_areas(self) -> None:
        line = np.column_stack([self.x, self.x**2 - 1])
        assert net_area(line) == pytest.approx((64 + 27) / 3 - 7, abs=1e-3)
        assert net_area(line[::-1]) == pytest.approx((64 + 27) / 3 - 7, abs=1e-3)
        # Between the roots the parabola is below the axis by 4/3.
        assert total_area(line) == pytest.approx((64 + 27) / 3 - 7 + 2 * 4 / 3, abs=1e-3)

    def test_crossings_and_turning_points(self) -> None:
        line = np.column_stack([self.x, self.x**3 - 3 * self.x + 1])
        roots = np.sort(2 * np.cos(np.array([2, 4, 8]) * np.pi / 9))
        np.testing.assert_allclose(crossings(line), roots, atol=1e-3)
        np.testing.assert_allclose(turning_points(line), [[-1, 3], [1, -1]], atol=1e-6)

    def test_clipping(self) -> None:
        pieces = pieces_inside(np.column_stack([self.x, self.x**2]), (-3, 4), (-1, 4))
        assert [piece[[0, -1]].round(3).tolist() for piece in pieces] == [[[-2, 4], [2, 4]]]
        through = pieces_inside(np.array([[-5.0, 0.0], [5.0, 0.0]]), (-1, 1), (-1, 1))
        assert [piece.tolist() for piece in through] == [[[-1, 0], [1, 0]]]

    @settings(max_examples=30, deadline=None)
    @given(a=st.floats(0.5, 9), b=st.floats(0.9, 8), c=st.floats(0.01, 6.27), d=st.floats(-9, 9))
    def test_sine(self, a: float, b: float, c: float, d: float) -> None:
        np.testing.assert_allclose(fit_sine(self.x, a * np.sin(b * self.x + c) + d), (a, b, c, d), rtol=1e-6, atol=1e-6)

    @settings(max_examples=30, deadline=None)
    @given(height=st.floats(0.5, 90), location=st.floats(-2, 3), variance=st.floats(0.1, 9))
    def test_bell(self, height: float, location: float, variance: float) -> None:
        y = height * np.exp(-((self.x - location) ** 2) / (2 * variance))
        np.testing.assert_allclose(fit_bell(self.x, y), (height, location, variance), rtol=1e-5, atol=1e-6)

    def test_polynomial(self) -> None:
        x = self.x
        fitted = fit_polynomial(x, 2 * x**4 - 3 * x**3 - 2 * x - 2, 4)
        np.testing.assert_allclose(fitted, np.array([2.0, -3.0, 0.0, -2.0, -2.0]), atol=1e-9)

    def test_of_another_family(self) -> None:
        with pytest.raises(AssertionError, match="not a sine"):
            fit_sine(self.x, self.x**3)
        with pytest.raises(AssertionError, match="not a bell"):
            fit_bell(self.x, 30 - self.x**2)
        with pytest.raises(AssertionError, match="not such a polynomial"):
            fit_polynomial(self.x, np.sin(self.x), 2)

    @pytest.mark.parametrize(
        ("listed", "expected"),
        [
            (["turn by 90 degrees counter-clockwise about the origin"], (-3, 2)),
            (["turn by 270 degrees counter-clockwise about the origin"], (3, -2)),
            (["multiply every x-coordinate by 0.5", "add -4 to every y-coordinate"], (1, -1)),
            (["add -4 to every y-coordinate", "multiply every y-coordinate by 10"], (2, -10)),
            (["mirror in the x-axis", "mirror in the y-axis"], (-2, -3)),
            (["mirror in the line y = x"], (3, 2)),
            (["mirror in the line y = -x"], (-3, -2)),
            (["mirror in the line x = -5"], (-12, 3)),
            (["mirror in the line y = 4"], (2, 5)),
        ],
    )
    def test_operations(self, listed: list[str], expected: tuple[float, float]) -> None:
        text = INTRODUCTION + "".join(f"{n}. {line};\n" for n, line in enumerate(listed, 1)) + "Round it."
        ((point,),) = transformed([np.array([[2.0, 3.0]])], read_operations(text))
        assert point == pytest.approx(expected)

    @pytest.mark.parametrize("line", ["1. shear by 2 in x;", "2. mirror in the x-axis;", "1. mirror in x = 2;"])
    def test_operations_that_nobody_knows(self, line: str) -> None:
        with pytest.raises(AssertionError):
            read_operations(INTRODUCTION + line + "\nRound it.")

    def test_text(self) -> None:
        assert [as_text(v, 1.0) for v in (-0.3, 2.6, -7.51)] == ["0", "3", "-8"]
        assert [as_text(v, 0.1) for v in (-0.04, 9.96, -0.26)] == ["0.0", "10.0", "-0.3"]
        assert [as_text(v, 10.0) for v in (-4.9, 74.9, -66)] == ["0", "70", "-70"]

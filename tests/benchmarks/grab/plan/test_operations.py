"""Operations against matrices and points written out by hand."""

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from snellen.benchmarks.grab.plan.operations import SCALES, Affine, Operation, compose, draw_operations

K = st.integers(-10, 10).map(float)


def _matrix(m: Affine) -> NDArray[np.float64]:
    return np.array([[m.a, m.b, m.e], [m.c, m.d, m.f], [0, 0, 1]])


def _image(m: Affine, x: float, y: float) -> tuple[float, float]:
    across, up = m(np.array([x]), np.array([y]))
    return float(across[0]), float(up[0])


# Each kind: its value, and where it takes the point (3, 1).
IMAGES = [
    ("rotation", 0, (3, 1)),
    ("rotation", 90, (-1, 3)),
    ("rotation", 180, (-3, -1)),
    ("rotation", 270, (1, -3)),
    ("scale in x", 0.5, (1.5, 1)),
    ("scale in y", 10, (3, 10)),
    ("translation in x", -4, (-1, 1)),
    ("translation in y", 6, (3, 7)),
    ("reflection in the x-axis", 0, (3, -1)),
    ("reflection in the y-axis", 0, (-3, 1)),
    ("reflection in the line y=x", 0, (1, 3)),
    ("reflection in the line y=-x", 0, (-1, -3)),
    ("reflection in the line x=k", 5, (7, 1)),
    ("reflection in the line y=k", -2, (3, -5)),
]
TEXTS = {
    ("rotation", 270.0): "turn by 270 degrees counter-clockwise about the origin",
    ("scale in x", 0.1): "multiply every x-coordinate by 0.1",
    ("scale in y", 10.0): "multiply every y-coordinate by 10",
    ("translation in x", -3.0): "add -3 to every x-coordinate",
    ("translation in y", 0.0): "add 0 to every y-coordinate",
    ("reflection in the x-axis", 0.0): "mirror in the x-axis",
    ("reflection in the line y=-x", 0.0): "mirror in the line y = -x",
    ("reflection in the line x=k", -7.0): "mirror in the line x = -7",
    ("reflection in the line y=k", 10.0): "mirror in the line y = 10",
}


@pytest.mark.parametrize(("kind", "value", "image"), IMAGES)
def test_each_operation_takes_a_point_where_it_should(kind: str, value: float, image: tuple[float, float]) -> None:
    assert _image(Operation(kind, float(value)).map, 3.0, 1.0) == image


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_rotations_are_counter_clockwise_matrices(degrees: int) -> None:
    turn = np.radians(degrees)
    expected = [[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]]
    np.testing.assert_allclose(_matrix(Operation("rotation", float(degrees)).map), expected, atol=1e-12)


@given(K)
def test_a_mirror_leaves_its_line_and_undoes_itself(k: float) -> None:
    for kind, on_line in (("x", (k, 4.0)), ("y", (4.0, k))):
        mirror = Operation(f"reflection in the line {kind}=k", k)
        assert _image(mirror.map, *on_line) == on_line
        assert compose([mirror, mirror]) == Affine(1, 0, 0, 1)


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, 10))
def test_a_list_is_applied_one_after_another_in_the_listed_order(seed: int, count: int) -> None:
    operations = draw_operations(np.random.default_rng(seed), count)
    points = np.array([[3.0, -1.0, 0.5], [1.0, 4.0, -2.0]])
    expected = points
    for operation in operations:
        expected = np.stack(operation.map(expected[0], expected[1]))
    m = compose(operations)
    scale = np.abs(_matrix(m)).max()
    np.testing.assert_allclose(np.stack(m(*points)), expected, rtol=1e-9, atol=1e-9 * scale)
    product = np.eye(3)
    for operation in operations:
        product = _matrix(operation.map) @ product
    np.testing.assert_allclose(_matrix(m), product, rtol=1e-9, atol=1e-12)


def test_order_matters() -> None:
    turn, move = Operation("rotation", 90.0), Operation("translation in x", 2.0)
    assert _image(compose([turn, move]), 1.0, 0.0) == (2.0, 1.0)
    assert _image(compose([move, turn]), 1.0, 0.0) == (0.0, 3.0)


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, 10))
def test_axes_stay_axes(seed: int, count: int) -> None:
    m = compose(draw_operations(np.random.default_rng(seed), count))
    if m.swaps:
        assert (m.a, m.d) == (0, 0)
        assert m.scales == (m.b, m.c)
    else:
        assert (m.b, m.c) == (0, 0)
        assert m.scales == (m.a, m.d)
    assert 0 not in m.scales


@pytest.mark.parametrize(("operation", "text"), TEXTS.items())
def test_texts(operation: tuple[str, float], text: str) -> None:
    assert Operation(*operation).text == text


def test_texts_of_different_operations_differ() -> None:
    rng = np.random.default_rng(1)
    drawn = {operation for _ in range(400) for operation in draw_operations(rng, 10)}
    assert len({operation.text for operation in drawn}) == len(drawn)
    assert not any(re.search(r"-0\b(?!\.)|\.0\b|−", operation.text) for operation in drawn)


@pytest.mark.parametrize(
    ("kind", "value"), [("shear in x", 1.0), ("rotation", 45.0), ("rotation", float("nan")), ("", 0.0)]
)
def test_other_operations_are_refused(kind: str, value: float) -> None:
    with pytest.raises(ValueError, match="no "):
        _ = Operation(kind, value).map


def test_all_kinds_and_values_occur() -> None:
    rng = np.random.default_rng(4)
    drawn = Counter(operation for _ in range(600) for operation in draw_operations(rng, 10))
    values: dict[str, set[float]] = {}
    for operation in drawn:
        values.setdefault(operation.kind, set()).add(operation.value)
    whole = {float(k) for k in range(-10, 11)}
    assert values == {
        "rotation": {0.0, 90.0, 180.0, 270.0},
        "scale in x": set(SCALES),
        "scale in y": set(SCALES),
        "translation in x": whole,
        "translation in y": whole,
        "reflection in the x-axis": {0.0},
        "reflection in the y-axis": {0.0},
        "reflection in the line y=x": {0.0},
        "reflection in the line y=-x": {0.0},
        "reflection in the line x=k": whole,
        "reflection in the line y=k": whole,
    }
    assert set(SCALES) == {0.1, 0.5, 1, 2, 3, 5, 10}
    kinds = Counter[str]()
    for operation, count in drawn.items():
        kinds[operation.kind.split()[0]] += count
    assert all(count == pytest.approx(1500, rel=0.1) for count in kinds.values())


def test_as_many_are_drawn_as_are_wanted() -> None:
    assert draw_operations(np.random.default_rng(1), 0) == ()
    assert len(draw_operations(np.random.default_rng(1), 9)) == 9

"""Operations read from numbered lines and applied in order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.readers.pixels.operations import applied, read_operations

BY_HAND = {
    "turn by 90 degrees counter-clockwise about the origin": (-5.0, 3.0),
    "turn by 270 degrees counter-clockwise about the origin": (5.0, -3.0),
    "turn by 180 degrees counter-clockwise about the origin": (-3.0, -5.0),
    "turn by 90 degrees clockwise about the origin": (5.0, -3.0),
    "multiply every x-coordinate by 0.5": (1.5, 5.0),
    "multiply every y-coordinate by 10": (3.0, 50.0),
    "add -7 to every x-coordinate": (-4.0, 5.0),
    "add 2 to every y-coordinate": (3.0, 7.0),
    "mirror in the x-axis": (3.0, -5.0),
    "mirror in the y-axis": (-3.0, 5.0),
    "mirror in the line y = x": (5.0, 3.0),
    "mirror in the line y = -x": (-5.0, -3.0),
    "mirror in the line x = 4": (5.0, 5.0),
    "mirror in the line y = -1": (3.0, -7.0),
}
"""Where the point (3, 5) goes."""


@pytest.mark.parametrize("words", BY_HAND)
def test_each_operation_takes_a_point_where_it_should(words: str) -> None:
    operations = read_operations(f"Transformed so:\n1. {words};\nFind the maximum.")
    assert operations is not None
    assert len(operations) == 1
    x, y = applied(operations, np.array([3.0]), np.array([5.0]))
    assert (x[0], y[0]) == pytest.approx(BY_HAND[words])


@given(st.lists(st.sampled_from(sorted(BY_HAND)), min_size=1, max_size=9))
def test_a_list_is_applied_line_by_line(lines: list[str]) -> None:
    whole = read_operations("\n".join(f"{n}. {line};" for n, line in enumerate(lines, 1)))
    assert whole is not None
    x, y = np.array([3.0, -2.0]), np.array([5.0, 0.5])
    for line in lines:
        one = read_operations(f"1. {line};")
        assert one is not None
        x, y = applied(one, x, y)
    found = applied(whole, np.array([3.0, -2.0]), np.array([5.0, 0.5]))
    assert found[0] == pytest.approx(x)
    assert found[1] == pytest.approx(y)


def test_an_operation_that_is_not_understood_spoils_the_list() -> None:
    assert read_operations("1. add 3 to every x-coordinate;\n2. shear by 4;") is None
    assert read_operations("No list at all.") == ()


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_operations(text)
    read_operations(f"1. {text};")

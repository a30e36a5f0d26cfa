"""Seeds as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.errors import SnellenError
from snellen.readers.learning import parse_seeds


@pytest.mark.parametrize(
    ("text", "seeds"),
    [("7", [7]), ("1001-1004", [1001, 1002, 1003, 1004]), ("5, 1-3,2", [1, 2, 3, 5]), ("0-0", [0])],
)
def test_seeds_are_numbers_and_ranges(text: str, seeds: list[int]) -> None:
    assert parse_seeds(text) == seeds


@pytest.mark.parametrize("text", ["", "a", "3-", "-3", "5-2", "1,,2", "1.5", "0-99999999", "²"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(SnellenError, match="seed"):
        parse_seeds(text)


@given(st.text(max_size=30))
def test_any_text_is_seeds_or_refused(text: str) -> None:
    try:
        seeds = parse_seeds(text)
    except SnellenError:
        return
    assert seeds == sorted(set(seeds))
    assert seeds

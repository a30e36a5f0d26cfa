"""Numbers and lists: the same value however written, and never another."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.parsing import list_text, number_text, parse_list, parse_number

decimals = st.decimals(min_value=-(10**9), max_value=10**9, places=3).map(lambda value: value + 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4", "4"), ("+4", "4"), ("4.0", "4"), ("4.00", "4"), ("4.", "4"), ("007", "7"), (".5", "1/2"), ("-.5",
        "-1/2"), ("-0", "0"), ("-0.0", "0"),
        ("\u22129", "-9"), ("\u2212 9", "-9"), ("\u20139", "-9"), ("$- 9$", "-9"), ("1,000", "1000"),
        ("-1,234,567.5", "-2469135/2"),
        ("1\u2009000", "1000"), ("1\u00a0000", "1000"), ("1\u202f000", "1000"), ("1{,}000", "1000"), (r"1\,000",
        "1000"), ("1'000", "1000"),
        ("1e3", "1000"), ("1.5E-1", "3/20"), (r"3 \times 10^{2}", "300"), ("3\u00d710\u00b2", "300"), ("1/2", "1/2"),
        (r"-\frac{1}{2}", "-1/2"),
        ("x = 4", "4"), ("y=-4", "-4"), ("**Answer:** **4**", "4"), (r"\(x = \boxed{4}\)", "4"),
    ],
)  # fmt: skip
def test_the_same_value_however_written(text: str, value: str) -> None:
    assert parse_number(text) == Fraction(value)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", ".", "-", "4 5", "4, 5", "4 or 5", "3-4", "3 - 4", "3\u20134", "4 \u00b1 1", "~4", "\u2248 4",
        "40%", "4\u00b0", "$40", "4 units", "four", "The answer is 4",
        "1 000", "0,8", "1,00", "1,0000", "0,800", "1,000\u2009000", "1.000,5", "1.2.3", "- 4", "* 4", "\u2013 4",
        "4!", "4^2", "4\u00b2", "2\u00bd", "1/0", "2+2", "0x10",
        "1_000", "inf", "nan", "NaN", "-inf", "1e", "1e999", "--4", "(4)", "[4]", "{4}", "<b>4</b>", "\u202e4",
        "4\x00", "x = y = 4", "xy = 4", "x = ",
    ],
)  # fmt: skip
def test_a_guess_is_not_made(text: str) -> None:
    assert parse_number(text) is None


@given(decimals)
def test_every_decimal_is_read_exactly(value: Decimal) -> None:
    expected = Fraction(value)
    assert parse_number(str(value)) == expected
    assert parse_number(f"{value:,}") == expected
    assert parse_number(f"${value:,}$".replace("-", "\u2212").replace(",", "{,}")) == expected


@given(decimals, st.integers(0, 4))
def test_canonical_text_is_read_back_and_is_canonical(value: Decimal, places: int) -> None:
    text = number_text(Fraction(value), places)
    assert parse_number(text) == Fraction(value)
    assert Decimal(text) == value
    assert text.isascii()
    assert not text.startswith(("+", "-0.000", ".")) or value != 0


@given(st.fractions())
def test_a_fraction_without_exact_decimals_is_written_as_one(value: Fraction) -> None:
    assert Fraction(number_text(value)) == value


@pytest.mark.parametrize(
    "text",
    ["[-2, 3]", "[-2,3]", "[ -2 , 3 ]", "(-2, 3)", "{-2, 3}", r"\{-2, 3\}", "-2, 3", "-2; 3", "[-2; 3]",
    "[\u22122, 3]", "[- 2, 3]", "[-2.0, +3]",
     r"\left[-2, 3\right]", "$[-2, 3]$", "**[-2, 3]**", "[-2, 3].", "x = [-2, 3]", r"\boxed{[-2,\, 3]}",
     "[-2,\u00a03]"],
)  # fmt: skip
def test_the_same_list_however_written(text: str) -> None:
    assert parse_list(text) == (Fraction(-2), Fraction(3))


@pytest.mark.parametrize(
    "text", ["", "[]", "[4]", "4", "1,000", "[1,000, 2,000]", "[1, 2", "1, 2]", "[1, 2)", "1 2", "1 and 2",
    "[1, two]", "[1,, 2]", "[[1, 2]]", "- 2, 3",
             "[1, 2] or [3, 4]", "[1, 2], [3, 4]", "1; 2, 3", "[1, 2, ]"]
)  # fmt: skip
def test_a_list_is_not_guessed(text: str) -> None:
    assert parse_list(text) is None


def test_order_is_kept() -> None:
    assert parse_list("[3, -2]") == (Fraction(3), Fraction(-2))


@given(st.lists(decimals.map(Fraction), min_size=2, max_size=8))
def test_canonical_lists_are_read_back(values: list[Fraction]) -> None:
    assert parse_list(list_text(values)) == tuple(values)


@given(st.text() | st.text(alphabet="0123456789,.;'/[](){}+-−eE \\$*x^=%\u2009frac", max_size=40))
def test_any_text_gives_a_value_or_none(text: str) -> None:
    number, values = parse_number(text), parse_list(text)
    assert number is None or parse_number(number_text(number)) == number
    assert values is None or parse_list(list_text(values)) == values


@given(
    st.text(alphabet="0123456789", min_size=1, max_size=6),
    st.text(alphabet="0123456789", min_size=1, max_size=6),
    st.sampled_from([" ", " or ", " to ", " - ", "\n", "; ", " = "]),
)
def test_two_numbers_are_never_one(first: str, second: str, between: str) -> None:
    assert parse_number(first + between + second) is None

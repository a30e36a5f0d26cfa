"""Amounts on the command line."""

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from snellen.cli import cli
from snellen.number_options import AmountType


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=0))
def test_finite_numbers_are_taken(value: float) -> None:
    assert AmountType(0).convert(repr(value), None, None) == value


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "-1", "1e999", "ten", ""])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(click.BadParameter):
        AmountType(0).convert(text, None, None)


@pytest.mark.parametrize(
    "option",
    [
        ("eval", "set", "--max-cost"),
        ("estimate", "set", "--rate"),
        ("estimate", "set", "--tokens-per-minute"),
        ("batch", "poll", "set", "--every"),
    ],
)
@pytest.mark.parametrize("text", ["nan", "inf", "0"])
def test_no_command_takes_a_budget_or_a_rate_that_is_none(option: tuple[str, ...], text: str) -> None:
    result = CliRunner().invoke(cli, [*option, text])
    assert result.exit_code == 2
    assert f"Invalid value for '{option[-1]}'" in result.output

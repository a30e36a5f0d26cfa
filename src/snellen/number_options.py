"""Numbers on the command line: finite ones, for `nan` passes every comparison and `inf` is no amount."""

from math import isfinite
from typing import Any

import click

__all__ = ["AmountType"]


class AmountType(click.FloatRange):
    """A finite number in a range. `nan` and `inf` are refused as other words are."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Raises click.BadParameter for what is none, is not finite, or is out of the range."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number

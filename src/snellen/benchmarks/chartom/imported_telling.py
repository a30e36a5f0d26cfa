"""What an import could not use, told to whoever started it."""

from collections.abc import Sequence

import click

__all__ = ["tell_faults"]


def tell_faults(faults: Sequence[str], what: str = "items") -> None:
    """Each fault on a line of standard error, below how many there are; nothing where there are none."""
    if not faults:
        return
    click.echo(f"snellen: {len(faults)} {what} can't be used and were left out:", err=True)
    for fault in faults:
        click.echo(f"  {fault}.", err=True)

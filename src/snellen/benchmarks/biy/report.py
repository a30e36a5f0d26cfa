"""The tables and plots of a report on BIY."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from snellen.exhibits import Exhibit

__all__ = ["exhibits"]


def exhibits(results: "pd.DataFrame") -> "list[Exhibit]":
    """Accuracy by task, and by task and design."""
    from snellen.accuracy import accuracy_frame
    from snellen.exhibits import Table

    return [
        Table("by_task", "By task", accuracy_frame(results, ["task"], "exact"), "Replies that are the key itself."),
        Table(
            "by_design",
            "By design",
            accuracy_frame(results, ["task", "design"], "exact"),
            "Replies that are the key itself, by chart design.",
        ),
    ]

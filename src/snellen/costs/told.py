"""A run's cost in words: what it was, what was expected of it, and what the paper's runs cost."""

from collections.abc import Iterable

from snellen.published.biy import published_biy
from snellen.results import RunRecord

__all__ = ["cost_told", "dollars", "paper_cost_told"]


def dollars(amount: float) -> str:
    """A sum to the cent, and below a dollar to two digits that are not zero.

    >>> dollars(666.0), dollars(0.002574), dollars(0)
    ('$666.00', '$0.0026', '$0')
    """
    if amount == 0:
        return "$0"
    return f"${amount:,.2f}" if amount >= 1 else f"${amount:.2g}" if amount >= 0.0001 else f"${amount:.1e}"


def cost_told(record: RunRecord) -> str | None:
    """A run's cost, all in all and a request, beside its estimate; None where it is not known or nothing."""
    compute = record.compute
    if not compute.cost:
        return None
    replies = sum(condition.rows for condition in record.conditions)
    told = f"{dollars(compute.cost)}, {dollars(compute.cost / max(replies, 1))} a request"
    if compute.estimated_cost is None:
        return told
    low, high = compute.estimated_cost
    return f"{told}; the estimate was {dollars(low)} to {dollars(high)}"


def paper_cost_told(benchmarks: Iterable[str]) -> str | None:
    """What the paper's own runs cost, of a benchmark whose paper says so: BIY alone (section 2.3)."""
    if "biy" not in set(benchmarks):
        return None
    paper = published_biy().paper
    each = dollars(paper["cost_usd"] / paper["requests"])
    return f"BIY's paper: ${paper['cost_usd']:,} for {paper['requests']:,} requests, {each} each"

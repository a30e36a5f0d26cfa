"""A run's summary for the terminal."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from snellen.results import Condition, Finding, Interval, RunRecord

__all__ = ["NO_FLOORS", "summary_tables"]

NO_FLOORS: Mapping[str, Mapping[str, Interval]] = MappingProxyType({})
_STOPPED = {
    "max_tokens": "cut off at the most tokens that the model may write",
    "model_length": "cut off where the model's context ends",
    "content_filter": "stopped by the vendor's filter (refused)",
    "refusal": "refused by the model",
    "unknown": "ended for a reason that the vendor does not name",
}


def summary_tables(record: RunRecord, floors: Mapping[str, Mapping[str, Interval]] = NO_FLOORS) -> list[Any]:
    """A run's summary for the terminal, as Rich tables and lines: scores with 95% intervals, outcomes, findings.

    Below the scores are `floors`, by name what readers score that see no picture; beside the outcomes the cost (US
    dollars) and the tokens of a reply where they are known.
    """
    from rich.table import Table
    from rich.text import Text

    dataset = record.dataset
    scorers, outcomes = list(record.conditions[0].scores), sorted(record.outcomes)
    scores = Table(
        title=f"{dataset.benchmark}, {dataset.name}: {record.questions} questions (95% intervals)", title_justify="left"
    )
    counts = Table(title="Replies by outcome", title_justify="left")
    amounts = [name for name, given in _AMOUNTS.items() if any(given(each) is not None for each in record.conditions)]
    for table, names in ((scores, ["n", *scorers]), (counts, [*outcomes, *amounts])):
        table.add_column("model", overflow="fold")
        for name in names:
            table.add_column(name, justify="right", no_wrap=True)
    for each in record.conditions:
        label = each.model if each.strategy == "zero-shot" else f"{each.model}, {each.strategy} {each.n_examples}"
        scores.add_row(Text(label), *_cells(each.scores, scorers))
        for task, values in each.extra.items():
            scores.add_row(Text(f"  its task {task}"), *_cells(values, scorers))
        counts.add_row(Text(label), *_counts(each, outcomes, amounts))
    asked = {each.model for each in record.conditions}
    for name, floor in floors.items():
        if f"snellen/{name}" in asked:
            continue
        scores.add_row(Text(f"floor: {name}"), *_cells(floor, scorers), style="dim")
    lines = [
        Text(f"{finding.count} {one if finding.count == 1 else more}: {_listed(finding)}")
        for finding, one, more in (
            (record.missing, "question without a reply (scored 0)", "questions without a reply (scored 0)"),
            (record.unknown, "reply to an unknown question (not scored)", "replies to unknown questions (not scored)"),
            (record.beyond, "reply beyond the test set (scored)", "replies beyond the test set (scored)"),
            (record.duplicates, "reply after the first (not scored)", "replies after the first (not scored)"),
        )
        if finding.count
    ]
    stopped: dict[str, int] = {}
    for each in record.conditions:
        for reason, count in each.stop_reasons.items():
            stopped[reason] = stopped.get(reason, 0) + count
    lines += [
        Text(f"{count} {'reply' if count == 1 else 'replies'} {_STOPPED[reason]}")
        for reason, count in stopped.items()
        if reason in _STOPPED
    ]
    if record.left_out:
        told = ", ".join(
            f"{task} ({count} condition{'' if count == 1 else 's'})" for task, count in record.left_out.items()
        )
        lines.append(Text(f"tasks without any reply, in no figure: {told}"))
    if record.ignored_keys:
        lines.append(Text(f"keys that mean nothing here: {', '.join(sorted(record.ignored_keys)[:20])}"))
    return [scores, counts, *lines]


def _cells(scores: Mapping[str, Interval], scorers: Sequence[str]) -> list[str]:
    n = max((scores[name].n for name in scorers if name in scores), default=0)
    return [str(n), *(_percent(scores[name]) if name in scores else "" for name in scorers)]


def _cost(condition: Condition) -> float | None:
    return condition.cost / condition.rows if condition.cost is not None and condition.rows else None


def _tokens(condition: Condition) -> float | None:
    if condition.input_tokens is None or condition.output_tokens is None or not condition.rows:
        return None
    return (condition.input_tokens + condition.output_tokens) / condition.rows


_AMOUNTS: Mapping[str, Callable[[Condition], float | None]] = {"$ a reply": _cost, "tokens": _tokens}


def _counts(condition: Condition, outcomes: Sequence[str], amounts: Sequence[str]) -> list[str]:
    counts = (str(condition.outcomes.get(name, 0)) for name in outcomes)
    return [*counts, *(_amount(condition, name) for name in amounts)]


def _amount(condition: Condition, name: str) -> str:
    value = _AMOUNTS[name](condition)
    if value is None:
        return "–"
    return f"{value:,.0f}" if name == "tokens" else f"{value:.2g}" if value < 1 else f"{value:.2f}"


def _listed(finding: Finding) -> str:
    return ", ".join([*finding.first, *(["…"] if finding.count > len(finding.first) else [])])


def _percent(score: Interval) -> str:
    if score.score is None:
        return "–"
    ends = "" if score.low is None or score.high is None else f"\n{100 * score.low:.1f}–{100 * score.high:.1f}"
    return f"{100 * score.score:.1f}%{ends}"

"""A run's summary for the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from snellen.results import Finding, Interval, RunRecord

__all__ = ["summary_tables"]

_STOPPED = {
    "max_tokens": "cut off at the most tokens that the model may write",
    "model_length": "cut off where the model's context ends",
    "content_filter": "stopped by the vendor's filter (refused)",
    "refusal": "refused by the model",
    "unknown": "ended for a reason that the vendor does not name",
}


def summary_tables(record: RunRecord) -> list[Any]:
    """A run's summary for the terminal, as Rich tables and lines: scores with 95% intervals, outcomes, findings."""
    from rich.table import Table
    from rich.text import Text

    dataset = record.dataset
    scorers, outcomes = list(record.conditions[0].scores), sorted(record.outcomes)
    scores = Table(
        title=f"{dataset.benchmark}, {dataset.name}: {record.questions} questions (95% intervals)", title_justify="left"
    )
    counts = Table(title="Replies by outcome", title_justify="left")
    for table, names in ((scores, ["n", *scorers]), (counts, outcomes)):
        table.add_column("model", overflow="fold")
        for name in names:
            table.add_column(name, justify="right", no_wrap=True)
    for each in record.conditions:
        label = each.model if each.strategy == "zero-shot" else f"{each.model}, {each.strategy} {each.n_examples}"
        scores.add_row(Text(label), *_cells(each.scores, scorers))
        for task, values in each.extra.items():
            scores.add_row(Text(f"  its task {task}"), *_cells(values, scorers))
        counts.add_row(Text(label), *(str(each.outcomes.get(name, 0)) for name in outcomes))
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
    return [str(max(scores[name].n for name in scorers)), *(_percent(scores[name]) for name in scorers)]


def _listed(finding: Finding) -> str:
    return ", ".join([*finding.first, *(["…"] if finding.count > len(finding.first) else [])])


def _percent(score: Interval) -> str:
    if score.score is None:
        return "–"
    ends = "" if score.low is None or score.high is None else f"\n{100 * score.low:.1f}–{100 * score.high:.1f}"
    return f"{100 * score.score:.1f}%{ends}"

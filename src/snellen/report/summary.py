"""What every report says, whatever the benchmark: the runs, what they cost, how scores are made, what is amiss.

A table or plot that concerns all benchmarks is added here; one that concerns a single benchmark in its own
`report.py`.
"""

from collections.abc import Sequence
from datetime import UTC
from typing import Any

from snellen.accuracy import FLOOR_MODELS
from snellen.costs.told import cost_told, paper_cost_told
from snellen.exhibits import Table
from snellen.report.runs import Asked, Run

__all__ = ["compute_exhibits", "protocol_lines", "summary_exhibits", "warnings"]


def summary_exhibits(asked: Sequence[Asked]) -> list[Table]:
    """One row a run and model: what was asked, of which dataset, under which settings."""
    import pandas as pd

    rows = []
    for one in asked:
        for run in one.runs:
            dataset = run.record.dataset
            for condition in run.record.conditions:
                settings = ", ".join(f"{key} {value}" for key, value in condition.settings.items())
                rows.append(
                    {
                        "model": condition.model,
                        "dataset": dataset.name,
                        "preset": dataset.preset,
                        "seed": dataset.seed,
                        "fingerprint": dataset.fingerprint,
                        "questions": run.record.questions,
                        "replies": condition.rows,
                        "repeats": condition.repeats,
                        "settings": settings or "none recorded",
                        "strategy": condition.strategy,
                        "examples": condition.n_examples,
                        "benchmark": f"{dataset.benchmark} version {dataset.benchmark_version}",
                        "started": run.record.started.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC"),
                        "snellen": run.record.snellen,
                        "run": str(run.path),
                        "floor": condition.model in FLOOR_MODELS,
                    }
                )
    frame = pd.DataFrame(rows).astype({"seed": "Int64"})
    note = (
        "The fingerprint is that of the dataset's questions, charts and sources: here its first twelve digits, in the "
        "CSV file all of them."
    )
    return [Table("runs", "Runs", frame, note, formats={"fingerprint": "{:.12}"})]


def compute_exhibits(asked: Sequence[Asked]) -> list[Table]:
    """One row a run: time, tokens and cost, as far as they are known."""
    import pandas as pd

    runs = [run for one in asked for run in one.runs]
    frame = pd.DataFrame([_compute_row(run) for run in runs])
    whole = dict.fromkeys(("input_tokens", "output_tokens"), "Int64")
    frame = frame.astype({**whole, **dict.fromkeys(_SECONDS, "float64"), "cost_usd": "float64"})
    note = (
        "Wall and CPU time are in seconds, of this side's processes: a hosted model's own compute is not in them. "
        "A dash is not known: the time of answering is known where Snellen did the asking, tokens and cost where the "
        "provider tells them."
    )
    for run in runs:
        if (told := cost_told(run.record)) is not None:
            note += f" {run.path.name} cost {told}."
    if (paper := paper_cost_told(run.record.dataset.benchmark for run in runs)) is not None:
        note += f" {paper}."
    formats = {**dict.fromkeys(_SECONDS, "{:,.1f}"), **dict.fromkeys(whole, "{:,}"), "cost_usd": "{:,.4f}"}
    return [Table("compute", "Time, tokens and cost", frame, note, formats=formats)]


_SECONDS = ("answering_wall_s", "answering_cpu_s", "scoring_wall_s", "scoring_cpu_s")


def _compute_row(run: Run) -> dict[str, Any]:
    compute = run.record.compute
    return {
        "model": ", ".join(dict.fromkeys(condition.model for condition in run.record.conditions)),
        "replies": sum(condition.rows for condition in run.record.conditions),
        "answering_wall_s": compute.answering_wall_seconds,
        "answering_cpu_s": compute.answering_cpu_seconds,
        "scoring_wall_s": compute.scoring_wall_seconds,
        "scoring_cpu_s": compute.scoring_cpu_seconds,
        "input_tokens": compute.input_tokens,
        "output_tokens": compute.output_tokens,
        "cost_usd": compute.cost,
        "run": str(run.path),
    }


def protocol_lines(asked: Sequence[Asked]) -> list[str]:
    """How scores in this report are made, one sentence a line."""
    lines = []
    for benchmark in {one.benchmark.name: one.benchmark for one in asked}.values():
        scorers = ", ".join(benchmark.summary_columns)
        lines.append(f"{benchmark.title}: the headline score is {benchmark.headline}; scorers are {scorers}.")
    lines.append(
        "Each reply ends as one of answered, unparsed (no answer could be read out of it), refused, error (nobody "
        "answered), no_key (nothing to score against)."
    )
    lines.append(
        "A reply that is unparsed, refused or an error scores 0: accuracies are over all questions with a key."
    )
    lines.append("Questions whose sources belong together count as one group: intervals are clustered by it.")
    return lines


def warnings(asked: Sequence[Asked]) -> list[str]:
    """What a reader of the report must know before its figures."""
    found = []
    if len(asked) > 1:
        names = "; ".join(f"{one.label}, fingerprint {one.fingerprint:.12}" for one in asked)
        found.append(
            f"These runs are on {len(asked)} different datasets, each reported on its own: do not compare scores "
            f"across them. {names}."
        )
    for one in asked:
        for run in one.runs:
            record = run.record
            for finding, what in (
                (record.missing, "questions have no reply and score 0"),
                (record.unknown, "replies to unknown questions were not scored"),
                (record.duplicates, "replies after the first to the same question were not scored"),
            ):
                if finding.count:
                    found.append(f"{run.path}: {finding.count} {what}.")
        if one.missing:
            found.append(f"{one.label}: {one.missing}")
    return found

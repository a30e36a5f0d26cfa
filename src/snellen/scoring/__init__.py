"""Scoring: a dataset and replies in, the results table and the run's record out."""

import gc
import json
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snellen import __version__
from snellen.accuracy import headline_rows
from snellen.benchmark import Benchmark, find_benchmark
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.replies import ReadingNotes, Reply, read_replies
from snellen.results import (
    Compute,
    Condition,
    DatasetRecord,
    Interval,
    RunRecord,
    read_results,
    results_writer,
    write_run,
)
from snellen.scoring.asked import Questions
from snellen.scoring.reasoning import reasoning_writer
from snellen.scoring.summary import NO_FLOORS, summary_tables
from snellen.scoring.tally import Tally
from snellen.statistics import accuracy_by

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["run_folder", "score_replies", "score_replies_file", "summary_tables"]


def score_replies(
    dataset: Dataset,
    replies: Iterable[Reply],
    run: Path,
    *,
    asked: Collection[str] | None = None,
    compute: Compute | None = None,
    started: datetime | None = None,
    notes: ReadingNotes | None = None,
    not_sent: list[str] | None = None,
) -> RunRecord:
    """Score replies to a dataset; write `RUN/results.parquet` and then `RUN/run.json`; return what the latter holds.

    What models reasoned before they answered, where that is known, goes into `RUN/reasoning.jsonl`.

    The questions to be answered under a condition (model, settings, strategy, n_examples, repeat) are those with ids in
    `asked`; by default those of the split "test" whose task occurs under it, and likewise of the split "extra". Where
    one has no reply, the table has a row with the outcome `error` and the error "no reply"; replies without text are
    errors too. Errors score 0: accuracy is over all of them. Without `asked`, replies to other questions of the dataset
    but examples are scored as well, and their absence is no error. Replies to unknown questions, and replies after the
    first with the same key, are counted in the record and not scored.

    Replies are taken one at a time and in any order; rows stand in that order, the missing ones last. Those whose stop
    reason is one of `DECLINED` are refused. `compute` is what is known of the answering (scoring times and, where it
    has none, tokens are filled in), `started` when it began, `notes` what the reading of a file found, `not_sent` as in
    the record. Raises SnellenError where no reply is to a question of the dataset, where its questions were edited,
    where replies name another dataset's fingerprint, and where nearly every reply has a condition of its own. A run
    made before then is what it was.
    """
    clock = time.perf_counter(), time.process_time()
    started = started or datetime.now(UTC)
    if (run / "manifest.json").exists():
        raise SnellenError(f"{run} is a dataset; name another folder for the run with --out.")
    benchmark = find_benchmark(dataset.manifest.benchmark)
    questions = Questions(dataset, benchmark, asked)
    with results_writer(run, benchmark) as writer, reasoning_writer(run) as reasoning:
        tally = Tally(dataset, benchmark, questions, writer)
        for reply in replies:
            if tally.take(reply):
                reasoning.add(reply)
        tally.close()
        (run / "run.json").unlink(missing_ok=True)  # only now: after a mistake in the replies an older run is whole
    conditions = _conditions(run, benchmark)
    compute = compute or Compute()
    record = RunRecord(
        snellen=__version__,
        dataset=DatasetRecord(
            path=str(dataset.path.resolve()),
            name=dataset.manifest.name,
            benchmark=dataset.manifest.benchmark,
            benchmark_version=dataset.manifest.benchmark_version,
            preset=dataset.manifest.preset,
            seed=dataset.manifest.seed,
            fingerprint=dataset.manifest.fingerprints.dataset,
        ),
        questions=tally.questions,
        conditions=conditions,
        missing=tally.missing,
        unknown=tally.unknown,
        duplicates=tally.duplicates,
        beyond=tally.beyond,
        left_out=tally.left_out,
        ignored_keys=dict(notes.ignored_keys) if notes else {},
        not_sent=not_sent,
        complete=tally.missing.count == 0,
        started=started,
        ended=datetime.now(UTC),
        compute=compute.model_copy(
            update={
                "scoring_wall_seconds": time.perf_counter() - clock[0],
                "scoring_cpu_seconds": time.process_time() - clock[1],
                "input_tokens": compute.input_tokens or _total(each.input_tokens for each in conditions),
                "output_tokens": compute.output_tokens or _total(each.output_tokens for each in conditions),
            }
        ),
    )
    write_run(run, record)
    return record


def score_replies_file(
    dataset: Path,
    replies: Path,
    out: Path | None = None,
    *,
    floors: Callable[[Dataset], Mapping[str, Mapping[str, Interval]]] | None = None,
) -> RunRecord:
    """`snellen score`: score a JSON Lines file and print the summary. `out` defaults to runs/DATASET/REPLIES.

    `floors` gives what stands beside the scores (`snellen.readers.floor_rows`).
    """
    from rich.console import Console

    data, notes = Dataset(dataset), ReadingNotes()
    run = run_folder(data, replies, out)
    with _uncollected():
        record = score_replies(data, read_replies(replies, notes, dataset=data), run, notes=notes)
    console = Console()
    for table in summary_tables(record, floors(data) if floors else NO_FLOORS):
        console.print(table)
    console.print(f"{run / 'results.parquet'}", soft_wrap=True, highlight=False)
    return record


@contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage collection: replies and rows make no cycles, and looking for some takes a seventh of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def run_folder(dataset: Dataset, replies: Path, out: Path | None) -> Path:
    """Where the run of a file or folder of replies goes: to `out`, or to runs/DATASET/REPLIES.

    Raises SnellenError where `snellen eval` has its run there, whose results would no longer be those of its replies.
    """
    run = out or Path("runs") / dataset.path.resolve().name / (replies.resolve().stem.strip(".") or "replies")
    if (run / "settings.json").exists():
        raise SnellenError(f"{run} is a run of `snellen eval`; name another folder with --out.")
    return run


def _conditions(run: Path, benchmark: Benchmark) -> list[Condition]:
    keys = ["model", "settings", "strategy", "n_examples"]
    others = ["split", "task", "repeat", "group_id", "outcome", "input_tokens", "output_tokens", "cost", "stop_reason"]
    frame = read_results(run, [*keys, *others, *benchmark.summary_columns])
    own = headline_rows(frame)
    scores = _intervals(own, keys, benchmark.summary_columns)
    extra = _intervals(frame.drop(own.index), [*keys, "task"], benchmark.summary_columns)
    found = []
    for condition, rows in frame.groupby(keys, sort=True):
        key = tuple(condition)
        tasks = dict.fromkeys(rows["task"])
        more = {str(task): extra[(*key, task)] for task in tasks if (*key, task) in extra}
        found.append(_condition(rows, scores[key], more))
    return found


def _intervals(
    rows: "pd.DataFrame", keys: Sequence[str], scorers: Sequence[str]
) -> dict[tuple[Any, ...], dict[str, Interval]]:
    """The score of each scorer by the values of `keys`."""
    found: dict[tuple[Any, ...], dict[str, Interval]] = {}
    for name in scorers if len(rows) else ():
        for _, row in accuracy_by(rows, keys, name).iterrows():
            found.setdefault(tuple(row[key] for key in keys), {})[name] = _interval(row)
    return found


def _condition(
    rows: "pd.DataFrame", scores: Mapping[str, Interval], extra: Mapping[str, Mapping[str, Interval]]
) -> Condition:
    first = rows.iloc[0]
    return Condition(
        model=first["model"],
        settings=json.loads(first["settings"]),
        strategy=first["strategy"],
        n_examples=int(first["n_examples"]),
        repeats=int(rows["repeat"].nunique()),
        rows=len(rows),
        outcomes={str(name): int(count) for name, count in rows["outcome"].value_counts().items()},
        scores=dict(scores),
        extra={task: dict(each) for task, each in extra.items()},
        input_tokens=_known_sum(rows["input_tokens"]),
        output_tokens=_known_sum(rows["output_tokens"]),
        cost=float(rows["cost"].sum()) if rows["cost"].notna().any() else None,
        stop_reasons={str(name): int(count) for name, count in rows["stop_reason"].value_counts().items()},
    )


def _interval(row: "pd.Series[Any]") -> Interval:
    ends = {name: None if isnan(row[name]) else float(row[name]) for name in ("score", "low", "high")}
    return Interval(n=int(row["n"]), interval=str(row["interval"]), **ends)


def _known_sum(tokens: "pd.Series[Any]") -> int | None:
    return int(tokens.sum()) if tokens.notna().any() else None


def _total(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None

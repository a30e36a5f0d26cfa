"""Replies out of Inspect's logs, so that a run by `inspect eval` is scored and reported like any other."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from inspect_ai.log import (
    EvalLog,
    EvalSample,
    list_eval_logs,
    read_eval_log,
    read_eval_log_sample_summaries,
    read_eval_log_samples_by_id,
)

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.readers.floor_rows import floor_rows
from snellen.replies import Reply, canonical_settings
from snellen.results import Compute, RunRecord
from snellen.running.outputs import reply_of, settings_of
from snellen.running.redaction import without_secrets
from snellen.running.tasks import PICTURE_SETTINGS
from snellen.scoring import run_folder, score_replies, summary_tables

__all__ = ["replies_from_logs", "score_logs"]

_AT_A_TIME = 256
_NOT_NEEDED = {"messages", "events", "events_data", "store", "attachments", "timelines"}


def replies_from_logs(paths: Sequence[Path]) -> Iterator[Reply]:
    """The replies in Inspect's logs of Snellen's tasks, a few samples in memory at a time.

    Each path is a log or a folder of logs. Where several logs have a reply to the same question under the same
    conditions, as after a retry, the last that has no error counts. Samples that were never finished are left out.
    Raises SnellenError for a file that is no log or a damaged one, and for a log of a task that is not Snellen's.
    """
    headers = [_header(path) for path in _log_files(paths)]
    headers.sort(key=lambda header: header.log.eval.created)
    chosen: dict[tuple[Any, ...], tuple[int, str | int, int, bool]] = {}
    for number, header in enumerate(headers):
        with _reading(header.path):
            summaries = read_eval_log_sample_summaries(header.path)
        for summary in summaries:
            key = (*header.condition, header.first_repeat + summary.epoch - 1, str(summary.id))
            is_good = summary.error is None
            if (is_good and summary.completed) or (not is_good and (key not in chosen or not chosen[key][3])):
                chosen[key] = (number, summary.id, summary.epoch, is_good)
    wanted: dict[int, list[tuple[str | int, int]]] = {}
    for number, name, epoch, _ in chosen.values():
        wanted.setdefault(number, []).append((name, epoch))
    for number, samples in sorted(wanted.items()):
        header = headers[number]
        for start in range(0, len(samples), _AT_A_TIME):
            some = samples[start : start + _AT_A_TIME]
            with _reading(header.path):
                replies = [
                    header.reply(sample)
                    for sample in read_eval_log_samples_by_id(header.path, some, exclude_fields=_NOT_NEEDED)
                ]
            yield from replies


def score_logs(dataset: Path, logs: Sequence[Path], out: Path | None = None) -> RunRecord:
    """`snellen score --log`: score the replies in Inspect's logs and print the summary.

    `out` defaults to runs/DATASET/LOG. A log of part of a task is scored on the whole of it: the rest has no reply.
    Raises SnellenError as `replies_from_logs` and `score_replies` do.
    """
    from rich.console import Console

    data = Dataset(dataset)
    run = run_folder(data, logs[0], out)
    headers = [_header(path).log for path in _log_files(logs)]
    record = score_replies(data, replies_from_logs(logs), run, compute=_compute(headers), started=_started(headers))
    console = Console()
    for table in summary_tables(record, floor_rows(data)):
        console.print(table)
    console.print(f"{run / 'results.parquet'}", soft_wrap=True, highlight=False)
    return record


@dataclass(frozen=True, slots=True)
class _Header:
    path: str
    log: EvalLog
    fingerprint: str
    strategy: str
    n_examples: int
    first_repeat: int
    settings: dict[str, Any]

    @property
    def model(self) -> str:
        """The model that was asked; of a replayed run the one that had been."""
        return str((self.log.eval.metadata or {}).get("replays", self.log.eval.model))

    @property
    def condition(self) -> tuple[Any, ...]:
        """What a reply's key has in common over the log."""
        settings = canonical_settings(self.settings)
        return (self.model, settings, self.fingerprint, self.strategy, self.n_examples)

    def reply(self, sample: EvalSample) -> Reply:
        return reply_of(
            sample.output,
            error=" ".join(sample.error.message.split())[:1000] if sample.error else None,
            question_id=str(sample.id),
            model=self.model,
            strategy=self.strategy,
            n_examples=self.n_examples,
            repeat=self.first_repeat + sample.epoch - 1,
            settings=self.settings,
            dataset_fingerprint=self.fingerprint,
        )


def _log_files(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        if path.is_dir():
            found = [info.name for info in list_eval_logs(str(path), descending=False)]
            if not found:
                raise SnellenError(f"{path}: no Inspect log in this folder; name one that `inspect eval` wrote.")
            yield from found
        elif path.is_file():
            yield str(path)
        else:
            raise SnellenError(f"{path}: no such file; name a log that `inspect eval` wrote.")


def _header(path: str) -> _Header:
    with _reading(path):
        log = read_eval_log(path, header_only=True)
    about = log.eval.metadata or {}
    if "fingerprint" not in about:
        raise SnellenError(f"{path}: a log of the task {log.eval.task}, which is none of Snellen's.")
    first_repeat = int(about.get("repeat", 0))
    settings = settings_of(log.plan.config, without_secrets(log.eval.model_args))
    settings |= {name: about[name] for name in PICTURE_SETTINGS if name in about}
    if first_repeat and "seed" in settings:
        settings["seed"] -= first_repeat  # the seed of the run, of which each repeat is sent the next one
    return _Header(
        path=path,
        log=log,
        fingerprint=str(about["fingerprint"]),
        strategy=str(about["strategy"]),
        n_examples=int(about["n_examples"]),
        first_repeat=first_repeat,
        settings=settings,
    )


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Whatever a file that is no log, or a damaged one, makes a reader of ZIP, Zstandard or JSON raise is its fault."""
    try:
        yield
    except Exception as error:
        said = " ".join(str(error).split())[:200] or type(error).__name__
        raise SnellenError(f"{path}: cannot be read as a log of Inspect ({said}); name a whole .eval file.") from error


def _compute(headers: Sequence[EvalLog]) -> Compute:
    """Wall time is that of the logs one after another; CPU time is not in them."""
    seconds = [
        (datetime.fromisoformat(log.stats.completed_at) - datetime.fromisoformat(log.stats.started_at)).total_seconds()
        for log in headers
        if log.stats.completed_at and log.stats.started_at
    ]
    costs = [
        usage.total_cost for log in headers for usage in log.stats.model_usage.values() if usage.total_cost is not None
    ]
    return Compute(answering_wall_seconds=sum(seconds) if seconds else None, cost=sum(costs) if costs else None)


def _started(headers: Sequence[EvalLog]) -> datetime:
    return min(datetime.fromisoformat(log.eval.created) for log in headers)

"""Scoring: a dataset and replies in, the results table and the run's record out."""

import json
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snellen import __version__
from snellen.benchmark import Benchmark, Score, find_benchmark
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.replies import ReadingNotes, Reply, canonical_settings, read_replies
from snellen.results import (
    Compute,
    Condition,
    DatasetRecord,
    Finding,
    Interval,
    ResultsWriter,
    RunRecord,
    read_results,
    results_writer,
    write_run,
)
from snellen.statistics import accuracy_by

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["run_folder", "score_replies", "score_replies_file", "summary_tables"]

NO_REPLY = "no reply"
_FIRST = 5
_MOST_CONDITIONS = 1000
_LEAST_COVERAGE = 0.01


def score_replies(
    dataset: Dataset,
    replies: Iterable[Reply],
    run: Path,
    *,
    asked: Collection[str] | None = None,
    compute: Compute | None = None,
    started: datetime | None = None,
    notes: ReadingNotes | None = None,
) -> RunRecord:
    """Score replies to a dataset; write `RUN/results.parquet` and then `RUN/run.json`; return what the latter holds.

    The questions to be answered are those with ids in `asked`, by default those of the split "test". Each
    must have a reply under every condition that occurs among the replies (model, settings, strategy, n_examples,
    repeat). Where it has none, the table has a row with the outcome `error` and the error "no reply"; replies without
    text are errors too. Errors score 0: accuracy is over all questions. Replies to other questions, and replies after
    the first with the same key, are counted in the record and not scored.

    Replies are taken one at a time and in any order; rows stand in that order, the missing ones last. `compute` is
    what is known of the answering (scoring times and, where it has none, tokens are filled in), `started` when it
    began, `notes` what the reading of a file found. Raises SnellenError where no reply is to a question of the
    dataset, where its questions were edited, where replies name another dataset's fingerprint, and where nearly every
    reply has a condition of its own. A run made before then is what it was.
    """
    clock = time.perf_counter(), time.process_time()
    started = started or datetime.now(UTC)
    if (run / "manifest.json").exists():
        raise SnellenError(f"{run} is a dataset; name another folder for the run with --out.")
    benchmark = find_benchmark(dataset.manifest.benchmark)
    questions = _entries(dataset, benchmark, asked)
    with results_writer(run, benchmark) as writer:
        tally = _Tally(dataset, benchmark, questions, writer)
        for reply in replies:
            tally.take(reply)
        tally.close()
        writer.flush()
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
        questions=len(questions),
        conditions=conditions,
        missing=tally.missing,
        unknown=tally.unknown,
        duplicates=tally.duplicates,
        ignored_keys=dict(notes.ignored_keys) if notes else {},
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


def score_replies_file(dataset: Path, replies: Path, out: Path | None = None) -> RunRecord:
    """`snellen score`: score a JSON Lines file and print the summary. `out` defaults to runs/DATASET/REPLIES."""
    from rich.console import Console

    data, notes = Dataset(dataset), ReadingNotes()
    run = run_folder(data, replies, out)
    record = score_replies(data, read_replies(replies, notes), run, notes=notes)
    console = Console()
    for table in summary_tables(record):
        console.print(table)
    console.print(f"{run / 'results.parquet'}", soft_wrap=True, highlight=False)
    return record


def run_folder(dataset: Dataset, replies: Path, out: Path | None) -> Path:
    """Where the run of a file or folder of replies goes: to `out`, or to runs/DATASET/REPLIES.

    Raises SnellenError where `snellen eval` has its run there, whose results would no longer be those of its replies.
    """
    run = out or Path("runs") / dataset.path.resolve().name / (replies.resolve().stem.strip(".") or "replies")
    if (run / "settings.json").exists():
        raise SnellenError(f"{run} is a run of `snellen eval`; name another folder with --out.")
    return run


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
        scores.add_row(Text(label), str(each.rows), *(_percent(each.scores[name]) for name in scorers))
        counts.add_row(Text(label), *(str(each.outcomes.get(name, 0)) for name in outcomes))
    lines = [
        Text(f"{finding.count} {one if finding.count == 1 else more}: {_listed(finding)}")
        for finding, one, more in (
            (record.missing, "question without a reply (scored 0)", "questions without a reply (scored 0)"),
            (record.unknown, "reply to an unknown question (not scored)", "replies to unknown questions (not scored)"),
            (record.duplicates, "reply after the first (not scored)", "replies after the first (not scored)"),
        )
        if finding.count
    ]
    if record.ignored_keys:
        lines.append(Text(f"keys that mean nothing here: {', '.join(sorted(record.ignored_keys)[:20])}"))
    return [scores, counts, *lines]


def _listed(finding: Finding) -> str:
    return ", ".join([*finding.first, *(["…"] if finding.count > len(finding.first) else [])])


def _percent(score: Interval) -> str:
    if score.score is None:
        return "–"
    ends = "" if score.low is None or score.high is None else f"\n{100 * score.low:.1f}–{100 * score.high:.1f}"
    return f"{100 * score.score:.1f}%{ends}"


@dataclass(frozen=True, slots=True)
class _Entry:
    """A question with what every row on it repeats."""

    index: int
    question: Question
    placed: tuple[Any, ...]
    kind: tuple[Any, ...]


def _entries(dataset: Dataset, benchmark: Benchmark, asked: Collection[str] | None) -> dict[str, _Entry]:
    """The questions to be answered, by id. A source's data is let go at once; the rest of it goes to `facet_values`."""
    dataset.refuse_edited_questions()
    wanted = None if asked is None else set(asked)
    questions = [
        question
        for question in dataset.questions()
        if (question.split == "test" if wanted is None else question.question_id in wanted)
    ]
    if wanted is not None and (absent := wanted - {question.question_id for question in questions}):
        raise SnellenError(f"{dataset.questions_path}: has no question {min(absent)!r}, which was asked.")
    needed = {question.chart_id for question in questions}
    charts = {chart.chart_id: chart for chart in dataset.charts() if chart.chart_id in needed}
    needed = {chart.source_id for chart in charts.values()}
    sources = {
        source.source_id: source.model_copy(update={"data": {}})
        for source in dataset.sources()
        if source.source_id in needed
    }
    entries = {}
    for index, question in enumerate(questions):
        chart = charts.get(question.chart_id)
        if chart is None:
            raise SnellenError(f"{dataset.charts_path}: has no chart {question.chart_id!r}; make the dataset again.")
        source = sources.get(chart.source_id)
        facets = benchmark.facet_values(question, chart, source)
        entries[question.question_id] = _Entry(
            index,
            question,
            (
                question.question_id,
                chart.chart_id,
                chart.source_id,
                source.group_id if source else chart.source_id,
                question.split,
            ),
            (
                question.task,
                question.category,
                question.property,
                question.precision,
                question.complexity,
                question.margin,
                *(facets[name] for name in benchmark.facets),
                question.answer,
            ),
        )
    return entries


class _Tally:
    """Takes replies one at a time, writes their rows, and counts what cannot be scored."""

    def __init__(
        self, dataset: Dataset, benchmark: Benchmark, entries: Mapping[str, _Entry], writer: ResultsWriter
    ) -> None:
        manifest = dataset.manifest
        self._fingerprint = manifest.fingerprints.dataset
        self._benchmark = benchmark
        self._about = (manifest.benchmark, manifest.benchmark_version, self._fingerprint)
        self._entries = entries
        self._writer = writer
        self._answered: dict[_Key, set[int]] = {}
        self._unanswered: dict[str, Score] = {}
        self.unknown, self.duplicates, self.missing = Finding(), Finding(), Finding()

    def take(self, reply: Reply) -> None:
        """One reply: a row, or a count."""
        if reply.dataset_fingerprint not in (None, self._fingerprint):
            raise SnellenError(
                f"the reply to {reply.question_id!r} was made on a dataset with another fingerprint "
                f"({reply.dataset_fingerprint}); score it with the dataset that was asked."
            )
        entry = self._entries.get(reply.question_id)
        if entry is None:
            _count(self.unknown, reply.question_id)
            return
        key = (reply.model, canonical_settings(reply.settings), reply.strategy, reply.n_examples, reply.repeat)
        answered = self._answered.setdefault(key, set())
        if entry.index in answered:
            _count(self.duplicates, reply.question_id)
            return
        answered.add(entry.index)
        self._write(entry, key, reply)

    def close(self) -> None:
        """Rows for what was asked and has no reply."""
        if not self._answered:
            if not self.unknown.count:
                raise SnellenError("there are no replies to score; name a file or a log that holds some.")
            first = ", ".join(self.unknown.first)
            raise SnellenError(
                f"no reply is to a question of this dataset; the first unknown ids: {first}. "
                "Name the dataset that was asked."
            )
        asked, given = len(self._answered) * len(self._entries), sum(map(len, self._answered.values()))
        if len(self._answered) > _MOST_CONDITIONS and given < _LEAST_COVERAGE * asked:
            raise SnellenError(
                f"{given} replies under {len(self._answered)} conditions: nearly each has settings, a strategy or a "
                "repeat number of its own; give replies of one run the same."
            )
        for key, answered in self._answered.items():
            model, _, strategy, n_examples, repeat = key
            for name, entry in self._entries.items():
                if entry.index not in answered:
                    _count(self.missing, name)
                    self._write(entry, key, Reply(name, model, None, strategy, n_examples, repeat, error=NO_REPLY))

    def _write(self, entry: _Entry, key: "_Key", reply: Reply) -> None:
        text, error = reply.reply, reply.error
        if text is None or error is not None:
            score, error = self._score_of_nothing(entry.question), error or NO_REPLY
        else:
            score = self._benchmark.score(entry.question, text)
        model, settings, strategy, n_examples, repeat = key
        self._writer.add(
            (
                model,
                settings,
                *self._about,
                *entry.placed,
                strategy,
                n_examples,
                repeat,
                *entry.kind,
                text,
                score.parsed,
                score.outcome,
                *(score.columns[name] for name in self._benchmark.score_columns),
                reply.input_tokens,
                reply.output_tokens,
                reply.seconds,
                reply.stop_reason,
                error,
            ),
            len(text or "") + len(settings),
        )

    def _score_of_nothing(self, question: Question) -> Score:
        """What nobody's answer scores: what an empty one does. Without a key there is nothing to score either way."""
        name = question.question_id
        if name not in self._unanswered:
            score = self._benchmark.score(question, "")
            self._unanswered[name] = Score(None, "no_key" if score.outcome == "no_key" else "error", score.columns)
        return self._unanswered[name]


_Key = tuple[str, str, str, int, int]


def _count(finding: Finding, name: str) -> None:
    finding.count += 1
    if len(finding.first) < _FIRST and name not in finding.first:
        finding.first.append(name)


def _conditions(run: Path, benchmark: Benchmark) -> list[Condition]:
    keys = ["model", "settings", "strategy", "n_examples"]
    others = ["repeat", "group_id", "outcome", "input_tokens", "output_tokens"]
    frame = read_results(run, [*keys, *others, *benchmark.score_columns])
    scores = {name: accuracy_by(frame, keys, name) for name in benchmark.score_columns}
    groups = [rows for _, rows in frame.groupby(keys, sort=True)]
    return [
        _condition(rows, {name: table.iloc[place] for name, table in scores.items()})
        for place, rows in enumerate(groups)
    ]


def _condition(rows: "pd.DataFrame", scores: Mapping[str, "pd.Series[Any]"]) -> Condition:
    first = rows.iloc[0]
    return Condition(
        model=first["model"],
        settings=json.loads(first["settings"]),
        strategy=first["strategy"],
        n_examples=int(first["n_examples"]),
        repeats=int(rows["repeat"].nunique()),
        rows=len(rows),
        outcomes={str(name): int(count) for name, count in rows["outcome"].value_counts().items()},
        scores={name: _interval(row) for name, row in scores.items()},
        input_tokens=_known_sum(rows["input_tokens"]),
        output_tokens=_known_sum(rows["output_tokens"]),
    )


def _interval(row: "pd.Series[Any]") -> Interval:
    ends = {name: None if isnan(row[name]) else float(row[name]) for name in ("score", "low", "high")}
    return Interval(n=int(row["n"]), interval=str(row["interval"]), **ends)


def _known_sum(tokens: "pd.Series[Any]") -> int | None:
    return int(tokens.sum()) if tokens.notna().any() else None


def _total(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None

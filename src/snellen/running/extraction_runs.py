"""A finished run as `snellen extract` sees it: what is to be asked of its replies, and the columns that come of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from pydantic import JsonValue

from snellen.benchmark import Benchmark, find_benchmark
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.metrics import exact_match
from snellen.readers.extractor_prompt import PROMPT_VERSION, extraction_prompt, judge_prompt
from snellen.results import (
    NO_ANSWER,
    UNREADABLE,
    ExtractorRecord,
    RunRecord,
    read_results_table,
    read_run,
    results_schema,
)
from snellen.running.extraction_journal import Entry, prompt_key
from snellen.running.extraction_reading import read_extraction, read_verdict

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["COLUMNS", "ROLES", "Ask", "FinishedRun", "Role", "RoleName", "read_finished_run"]

RoleName = Literal["large", "small", "judge"]

ROLES: tuple[RoleName, ...] = get_args(RoleName)

COLUMNS: Mapping[RoleName, tuple[str, str]] = {
    "large": ("extracted_large", "extraction_large"),
    "small": ("extracted_small", "extraction_small"),
    "judge": ("judged", "verdict"),
}
"""The columns of the results table that a role fills: its scores, and what it wrote."""


@dataclass(frozen=True, slots=True, eq=False)
class Role:
    """Who is asked: one of `ROLES`, the model, and the arguments of its provider; `told` are these without secrets."""

    name: RoleName
    model: str
    arguments: Mapping[str, JsonValue]
    told: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: the prompt, the role whose model it goes to, and its key in the journal."""

    key: str
    role: str
    prompt: str


@dataclass(frozen=True)
class FinishedRun:
    """A run: its folder, record, benchmark and results, and each row's question, key, reply and outcome."""

    folder: Path
    record: RunRecord
    benchmark: Benchmark
    dataset: Dataset
    table: "pa.Table"
    questions: Sequence[str]
    keys: Sequence[str | None]
    replies: Sequence[str | None]
    outcomes: Sequence[str]
    _made: dict[Role, list[Ask | None]] = field(default_factory=dict, compare=False, repr=False)

    def asks(self, role: Role) -> Sequence[Ask | None]:
        """For each row what is asked of it; None where nothing is to be asked.

        That is where nobody answered, where the reply is blank, and where there is no answer to score against.
        """
        if role not in self._made:
            self._made[role] = [
                None if key is None or self._is_settled(place) else self._ask(role, key, place)
                for place, key in enumerate(self.keys)
            ]
        return self._made[role]

    def columns(self, role: Role, entries: Mapping[str, Entry]) -> dict[str, list[Any]]:
        """The role's two columns of the results table; `entries` are by the keys of the prompts.

        The score is None where there is nothing to score against, and where nobody answered the request. It is 0, and
        what was written None, where nobody answered the question; a blank reply gives no answer, and is wrong.
        """
        scored, written = COLUMNS[role.name]
        scores: list[float | None] = []
        notes: list[str | None] = []
        for ask, key, reply, outcome in zip(self.asks(role), self.keys, self.replies, self.outcomes, strict=True):
            entry = None if ask is None else entries.get(ask.key)
            if key is None:
                score, note = None, None
            elif ask is None:
                said_nothing = reply is not None and outcome != "error"
                score, note = 0.0, (("wrong" if role.name == "judge" else NO_ANSWER) if said_nothing else None)
            elif entry is None or entry.output is None:
                score, note = None, None
            elif role.name == "judge":
                note = read_verdict(entry.output, entry.stop_reason)
                score = float(note == "right")
            else:
                note = read_extraction(entry.output, entry.stop_reason)
                score = 0.0 if note == NO_ANSWER or note.startswith(UNREADABLE) else exact_match(note, key)
            scores.append(score)
            notes.append(note)
        return {scored: scores, written: notes}

    def told_of(self, role: Role, entries: Mapping[str, Entry], notes: Sequence[str | None]) -> ExtractorRecord:
        """What `run.json` says of a role."""
        asks = self.asks(role)
        used = {ask.key: entries[ask.key] for ask in asks if ask is not None and ask.key in entries}
        own = [entry for entry in used.values() if entry.own and entry.output is not None]
        sent = sum(ask is not None for ask in asks)
        replies = sum(key is not None for key in self.keys)
        failed = sum(ask is not None and (ask.key not in used or used[ask.key].output is None) for ask in asks)
        return ExtractorRecord(
            model=role.model,
            model_args=dict(role.told),
            prompt_version=PROMPT_VERSION,
            replies=replies,
            asked=len(own),
            from_cache=sent - failed - len(own),
            settled=replies - sent,
            no_answer=sum(note == NO_ANSWER for note in notes),
            unreadable=sum(note is not None and note.startswith(UNREADABLE) for note in notes),
            failed=failed,
            input_tokens=_sum([entry.input_tokens for entry in own]),
            output_tokens=_sum([entry.output_tokens for entry in own]),
            cost=_cost([entry.cost for entry in own]),
        )

    def _is_settled(self, place: int) -> bool:
        return self.outcomes[place] == "error" or not (self.replies[place] or "").strip()

    def _ask(self, role: Role, key: str, place: int) -> Ask:
        question, reply = self.questions[place], self.replies[place] or ""
        prompt = judge_prompt(question, key, reply) if role.name == "judge" else extraction_prompt(question, reply)
        return Ask(prompt_key(role.model, role.told, prompt), role.name, prompt)


def read_finished_run(folder: Path) -> FinishedRun:
    """Read a run that `snellen eval` or `snellen score` finished, and the questions of its dataset.

    Raises SnellenError for a folder that is no run, a benchmark whose replies are not scored by exact match, a results
    table without the columns to fill, a dataset that is not where it was, and one that is another now.
    """
    record = read_run(folder)
    benchmark = find_benchmark(record.dataset.benchmark)
    filled = {name for pair in COLUMNS.values() for name in pair}
    if not filled <= {*benchmark.score_columns, *benchmark.note_columns}:
        raise SnellenError(
            f"{folder} is a run of {benchmark.title}, which has no exact match to apply to an extracted answer; name "
            "runs of GRAB."
        )
    table = read_results_table(folder)
    absent = [name for name in results_schema(benchmark).names if name not in table.schema.names]
    if absent:
        raise SnellenError(
            f"{folder / 'results.parquet'}: has no column {absent[0]!r}; it is an old one: score the replies again."
        )
    dataset = _dataset(folder, record)
    names = table["question_id"].to_pylist()
    needed = set(names)
    texts = {one.question_id: one.text for one in dataset.questions() if one.question_id in needed}
    return FinishedRun(
        folder=folder,
        record=record,
        benchmark=benchmark,
        dataset=dataset,
        table=table,
        questions=[texts[name] for name in names],
        keys=[
            None if outcome == "no_key" else answer
            for answer, outcome in zip(table["answer"].to_pylist(), table["outcome"].to_pylist(), strict=True)
        ],
        replies=table["reply"].to_pylist(),
        outcomes=table["outcome"].to_pylist(),
    )


def _dataset(folder: Path, record: RunRecord) -> Dataset:
    path = Path(record.dataset.path)
    if not path.is_dir():
        raise SnellenError(f"{folder}: the dataset of this run is not at {path}; put it there, for its questions.")
    dataset = Dataset(path)
    if dataset.manifest.fingerprints.dataset != record.dataset.fingerprint:
        raise SnellenError(f"{folder}: {path} holds another dataset now than this run was on; put that one there.")
    dataset.refuse_edited_questions()
    return dataset


def _sum(numbers: Sequence[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None


def _cost(costs: Sequence[float | None]) -> float | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known) if known else None

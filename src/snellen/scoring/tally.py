"""Replies in, one at a time; rows of the results table out, scored a batch at a time; counts of what has no row."""

from collections.abc import Callable, Sequence
from typing import Any

from snellen.benchmark import Benchmark, Scores
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.replies import DECLINED, Reply, canonical_settings
from snellen.results import Finding, ResultsWriter
from snellen.scoring.asked import Entry, Questions

__all__ = ["NO_REPLY", "Tally"]

NO_REPLY = "no reply"
_FIRST = 5
_MOST_CONDITIONS = 1000
_LEAST_COVERAGE = 0.01
_ROWS_A_BATCH = 16384
_CHARACTERS_A_BATCH = 16 * 2**20

_KEY_COLUMNS = ("model", "settings", "strategy", "n_examples", "repeat")

_Key = tuple[str, str, str, int, int]
_Row = tuple[Entry, _Key, Reply]


class Tally:
    """Takes replies, writes their rows, and counts what cannot be scored: see `snellen.results.RunRecord`.

    `questions` is how many questions were to be answered, under one condition at least; known once it is closed.
    """

    def __init__(self, dataset: Dataset, benchmark: Benchmark, questions: Questions, writer: ResultsWriter) -> None:
        manifest = dataset.manifest
        self._fingerprint = manifest.fingerprints.dataset
        self._benchmark = benchmark
        self._about = {
            "benchmark": manifest.benchmark,
            "benchmark_version": manifest.benchmark_version,
            "dataset_fingerprint": self._fingerprint,
        }
        self._questions = questions
        self._writer = writer
        self._answered: dict[_Key, set[int]] = {}
        self._parts: dict[_Key, set[tuple[str, str]]] = {}
        self._pending: list[_Row] = []
        self._characters = 0
        self.unknown, self.duplicates, self.missing, self.beyond = Finding(), Finding(), Finding(), Finding()
        self.left_out: dict[str, int] = {}
        self.questions = 0

    def take(self, reply: Reply) -> bool:
        """One reply: a row, or a count. Returns whether it became a row."""
        if reply.dataset_fingerprint not in (None, self._fingerprint):
            raise SnellenError(
                f"the reply to {reply.question_id!r} was made on a dataset with another fingerprint "
                f"({reply.dataset_fingerprint}); score it with the dataset that was asked."
            )
        entry = self._questions.find(reply.question_id)
        if entry is None:
            _count(self.unknown, reply.question_id)
            return False
        key = (reply.model, canonical_settings(reply.settings), reply.strategy, reply.n_examples, reply.repeat)
        answered = self._answered.setdefault(key, set())
        if entry.index in answered:
            _count(self.duplicates, reply.question_id)
            return False
        answered.add(entry.index)
        self._parts.setdefault(key, set()).add(entry.part)
        if self._questions.is_beyond(entry):
            _count(self.beyond, reply.question_id)
        self._add((entry, key, reply))
        return True

    def close(self) -> None:
        """Rows for what was to be answered and has no reply, and all that is still to be written."""
        if not self._answered:
            if not self.unknown.count:
                raise SnellenError("there are no replies to score; name a file or a log that holds some.")
            first = ", ".join(self.unknown.first)
            raise SnellenError(
                f"no reply is to a question of this dataset; the first unknown ids: {first}. "
                "Name the dataset that was asked."
            )
        self._refuse_conditions_of_their_own()
        expected = set[int]()
        for key, answered in self._answered.items():
            model, _, strategy, n_examples, repeat = key
            for task in self._questions.tasks_left_out(self._parts[key]):
                self.left_out[task] = self.left_out.get(task, 0) + 1
            for entry in self._questions.expected(self._parts[key]):
                expected.add(entry.index)
                if entry.index not in answered:
                    name = entry.question.question_id
                    _count(self.missing, name)
                    reply = Reply(name, model, None, strategy, n_examples, repeat, error=NO_REPLY)
                    self._add((entry, key, reply))
        self.questions = len(expected)
        self._flush()

    def _refuse_conditions_of_their_own(self) -> None:
        conditions = len(self._answered)
        if conditions <= _MOST_CONDITIONS:
            return
        distinct = set(map(frozenset, self._parts.values()))
        sizes = {parts: sum(1 for _ in self._questions.expected(parts)) for parts in distinct}
        expected = sum(sizes[frozenset(parts)] for parts in self._parts.values())
        given = sum(map(len, self._answered.values()))
        if given < _LEAST_COVERAGE * expected:
            raise SnellenError(
                f"{given} replies under {conditions} conditions: nearly each has settings, a strategy or a "
                "repeat number of its own; give replies of one run the same."
            )

    def _add(self, row: _Row) -> None:
        self._pending.append(row)
        self._characters += len(row[2].reply or "") + len(row[1][1])
        if len(self._pending) >= _ROWS_A_BATCH or self._characters >= _CHARACTERS_A_BATCH:
            self._flush()

    def _flush(self) -> None:
        rows, self._pending, self._characters = self._pending, [], 0
        if rows:
            self._writer.add(self._columns(rows))

    def _columns(self, rows: Sequence[_Row]) -> dict[str, Any]:
        entries, keys, replies = zip(*rows, strict=True)
        places = [entry.index for entry in entries]
        said = [reply.reply is not None and reply.error is None for reply in replies]
        declined = [reply.stop_reason in DECLINED for reply in replies]
        # What nobody's answer scores is what an empty one does, and so does what says why there is none.
        scores = self._benchmark.score_many(
            [entry.question for entry in entries],
            ["" if no or not there else reply.reply for reply, there, no in zip(replies, said, declined, strict=True)],
        )
        key_columns = dict(zip(_KEY_COLUMNS, zip(*keys, strict=True), strict=True))
        own = ("input_tokens", "output_tokens", "seconds", "cost", "stop_reason")
        return {
            **key_columns,
            **{name: [value] * len(rows) for name, value in self._about.items()},
            **{name: [values[place] for place in places] for name, values in self._questions.columns.items()},
            "reply": [reply.reply for reply in replies],
            **_judged(scores, said, declined),
            **{name: [getattr(reply, name) for reply in replies] for name in own},
            "error": [None if there else reply.error or NO_REPLY for reply, there in zip(replies, said, strict=True)],
        }


def _judged(scores: Scores, said: Sequence[bool], declined: Sequence[bool]) -> dict[str, Any]:
    """The columns of scores, where nobody answered an error: nothing was read and nothing is wrong with it.

    Where the vendor says that its model declined, it refused.
    """
    where = _keeping([there and not no for there, no in zip(said, declined, strict=True)])
    outcomes = [
        outcome if outcome == "no_key" else "error" if not there else "refused" if no else outcome
        for outcome, there, no in zip(scores.outcomes, said, declined, strict=True)
    ]
    notes = {name: where(values) for name, values in scores.notes.items()}
    return {"parsed": where(scores.parsed), "outcome": outcomes, **scores.columns, **notes}


def _keeping(said: Sequence[bool]) -> Callable[[Sequence[str | None]], Sequence[str | None]]:
    if all(said):
        return lambda values: values
    return lambda values: [value if there else None for value, there in zip(values, said, strict=True)]


def _count(finding: Finding, name: str) -> None:
    finding.count += 1
    if len(finding.first) < _FIRST and name not in finding.first:
        finding.first.append(name)

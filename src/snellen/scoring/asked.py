"""The questions that replies may answer, with what every row on one repeats, and which of them must be answered."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from snellen.benchmark import Benchmark
from snellen.dataset import Chart, Dataset, Question, Source
from snellen.errors import SnellenError

__all__ = ["Entry", "Questions"]

_EXPECTED = ("test", "extra")


@dataclass(frozen=True, slots=True)
class Entry:
    """A question and its place in `Questions.columns`."""

    index: int
    question: Question

    @property
    def part(self) -> tuple[str, str]:
        """The questions that are asked together: of one split and task."""
        return self.question.split, self.question.task


class Questions:
    """The questions of a dataset, by id. Those of the test set are read at once, others when a reply names them.

    `columns` has, for each column of the results table that is the same for all replies to a question, its values by
    `Entry.index`. With `asked`, ids, there are no questions but those. Raises SnellenError where questions were edited,
    where a chart is missing, or a question of `asked`.
    """

    def __init__(self, dataset: Dataset, benchmark: Benchmark, asked: Collection[str] | None) -> None:
        dataset.refuse_edited_questions()
        self._dataset, self._benchmark = dataset, benchmark
        self._explicit = asked is not None
        self._entries: dict[str, Entry] = {}
        self._later: dict[str, tuple[str, str]] = {}
        self._sources: dict[str, Source] = {}
        self.columns: dict[str, list[Any]] = {}
        self._read_first(None if asked is None else set(asked))

    def find(self, question_id: str) -> Entry | None:
        """The question of that id; None where there is none that may be answered: examples may not."""
        entry = self._entries.get(question_id)
        if entry is not None or question_id not in self._later:
            return entry
        question = self._dataset.question(question_id)
        chart = self._dataset.chart(question.chart_id)
        if chart.source_id not in self._sources:
            self._sources[chart.source_id] = _without_data(self._dataset.source(chart.source_id))
        return self._enter(question, chart, self._sources[chart.source_id])

    def expected(self, parts: Collection[tuple[str, str]]) -> Iterator[Entry]:
        """The questions that must have a reply under a condition whose replies are to questions of these `Entry.part`s.

        All of `asked`; or, without it, those of the test set and of the extra tasks as far as their task occurs.
        """
        if self._explicit:
            yield from list(self._entries.values())
            return
        wanted = {part for part in parts if part[0] in _EXPECTED}
        yield from [entry for entry in self._entries.values() if entry.part in wanted and entry.part[0] == "test"]
        for name, part in self._later.items():
            if part in wanted and (entry := self.find(name)) is not None:
                yield entry

    def tasks_left_out(self, parts: Collection[tuple[str, str]]) -> list[str]:
        """The tasks of the test set that a condition with replies to these parts does not have, in dataset order."""
        if self._explicit:
            return []
        tasks = dict.fromkeys(entry.question.task for entry in self._entries.values() if entry.part[0] == "test")
        return [task for task in tasks if ("test", task) not in parts]

    def is_beyond(self, entry: Entry) -> bool:
        """Whether a question is neither asked for, nor of the test set, nor of an extra task."""
        return not self._explicit and entry.part[0] not in _EXPECTED

    def _read_first(self, wanted: set[str] | None) -> None:
        questions = []
        for question in self._dataset.questions():
            if question.split == "test" if wanted is None else question.question_id in wanted:
                questions.append(question)
            elif wanted is None and question.split != "example":
                self._later[question.question_id] = question.split, question.task
        if wanted is not None and (absent := wanted - {question.question_id for question in questions}):
            raise SnellenError(f"{self._dataset.questions_path}: has no question {min(absent)!r}, which was asked.")
        charts = _by_id(self._dataset.charts(), "chart_id", {question.chart_id for question in questions})
        needed = {chart.source_id for chart in charts.values()}
        # A source's data is let go at once: the rest of it goes to `facet_values`.
        self._sources = _by_id(map(_without_data, self._dataset.sources()), "source_id", needed)
        for question in questions:
            chart = charts.get(question.chart_id)
            if chart is None:
                path = self._dataset.charts_path
                raise SnellenError(f"{path}: has no chart {question.chart_id!r}; make the dataset again.")
            self._enter(question, chart, self._sources.get(chart.source_id))

    def _enter(self, question: Question, chart: Chart, source: Source | None) -> Entry:
        facets = self._benchmark.facet_values(question, chart, source)
        row = {
            "question_id": question.question_id,
            "chart_id": chart.chart_id,
            "source_id": chart.source_id,
            "group_id": source.group_id if source else chart.source_id,
            "split": question.split,
            "task": question.task,
            "category": question.category,
            "property": question.property,
            "precision": question.precision,
            "complexity": question.complexity,
            "margin": question.margin,
            **{name: facets[name] for name in self._benchmark.facets},
            "answer": question.answer,
        }
        entry = Entry(len(self._entries), question)
        for name, value in row.items():
            self.columns.setdefault(name, []).append(value)
        self._entries[question.question_id] = entry
        return entry


def _without_data(source: Source) -> Source:
    return source.model_copy(update={"data": {}})


def _by_id(records: Iterable[Any], name: str, needed: Collection[str]) -> dict[str, Any]:
    return {key: record for record in records if (key := getattr(record, name)) in needed}

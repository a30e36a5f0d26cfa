"""What a benchmark is to the rest of the house, and how one is found.

A benchmark is one object behind an entry point of the group `snellen.benchmarks`; another package can add one
without touching this one.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from math import isnan
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

from snellen.dataset import Chart, Dataset, Question, Source
from snellen.errors import SnellenError
from snellen.messages import Message

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from snellen.exhibits import Exhibit

__all__ = [
    "NO_OPTIONS",
    "Benchmark",
    "Cell",
    "Drawing",
    "Outcome",
    "PlannedChart",
    "Score",
    "Scores",
    "benchmark_names",
    "find_benchmark",
]

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})
Outcome = Literal["answered", "unparsed", "refused", "error", "no_key"]


@dataclass(frozen=True, slots=True)
class Cell:
    """The smallest part of a dataset that is made on its own: its random stream is keyed by `key` and the seed.

    `key` is unique in the dataset and fit for a file name; `charts` is how many pictures it holds; `parameters` are
    the benchmark's own and picklable.
    """

    key: str
    charts: int
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlannedChart:
    """One picture to be: its record (without `sha256`), its source, its questions, and the scene to draw."""

    source: Source
    chart: Chart
    questions: tuple[Question, ...]
    scene: Any
    curation: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn picture: the bytes of its file, and the annotations to add to its record."""

    image: bytes
    annotations: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Score:
    """What one reply scores: the value read out of it (canonical text, or None), the outcome, and a value a scorer.

    `columns` has the benchmark's `score_columns`, each a number (True as 1.0) or None where it does not apply; `notes`
    its `note_columns`, each a text or None.
    """

    parsed: str | None
    outcome: Outcome
    columns: Mapping[str, float | None]
    notes: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """The `Score`s of many replies, column by column; in an array NaN stands for None."""

    parsed: Sequence[str | None]
    outcomes: Sequence[Outcome]
    columns: "Mapping[str, Sequence[float | None] | NDArray[np.float64]]"
    notes: Mapping[str, Sequence[str | None]]

    @classmethod
    def of(cls, scores: Sequence[Score], columns: Sequence[str], notes: Sequence[str] = ()) -> Self:
        """The columns of scores that were made one by one; `columns` and `notes` are the benchmark's names of them."""
        return cls(
            [score.parsed for score in scores],
            [score.outcome for score in scores],
            {name: [score.columns[name] for score in scores] for name in columns},
            {name: [score.notes[name] for score in scores] for name in notes},
        )

    def __len__(self) -> int:
        return len(self.parsed)

    def __getitem__(self, place: int) -> Score:
        numbers = {name: values[place] for name, values in self.columns.items()}
        return Score(
            self.parsed[place],
            self.outcomes[place],
            {name: None if value is None or isnan(value) else float(value) for name, value in numbers.items()},
            {name: values[place] for name, values in self.notes.items()},
        )


class Benchmark(Protocol):
    """What each benchmark offers. Every method is pure but for the files of the dataset it is given."""

    name: str
    title: str
    version: int
    """The comparability version: it changes when scores before and after can't be compared."""
    presets: Mapping[str, str]
    """Preset names, each with what it holds in a few words; the first is the default."""
    options: Mapping[str, str]
    """What else a dataset may be made with, by name, each in a few words: `cells` takes their values."""
    score_columns: Sequence[str]
    """The scorers, headline first; each becomes a column of numbers in the results table."""
    summary_columns: Sequence[str]
    """The few of them that terminal summaries and heads of tables show, headline first."""
    note_columns: Sequence[str]
    """What else is said of each reply: columns of text in the results table."""
    headline: str
    """The scorer that tables and leaderboards show first."""
    facets: Mapping[str, Literal["string", "float", "integer"]]
    """The benchmark's own columns of the results table, with their types."""

    def cells(
        self, preset: str, seed: int, only: Mapping[str, Sequence[str]], options: Mapping[str, Any] = NO_OPTIONS
    ) -> Sequence[Cell]:
        """The cells of a preset, in dataset order, thinned to `only` (field → allowed values).

        `options` has JSON values under names of the attribute `options`. Entries called `path` are of this machine and
        are not written into the manifest; the option `dataset`, when a dataset is made again, is the folder whose
        stored sources take the place of such files. Raises SnellenError for an unknown preset, field or value, naming
        those that exist.
        """
        ...

    def plan(self, cell: Cell, seed: int) -> Iterator[PlannedChart]:
        """Everything that will be drawn and asked in one cell, keys included; nothing is drawn."""
        ...

    def draw(self, planned: PlannedChart) -> Drawing:
        """One planned chart as a picture. Decides nothing."""
        ...

    def answer(self, question: Question, source: Source, chart: Chart) -> str | None:
        """The key recomputed from the stored source, or None where the dataset holds too little for that."""
        ...

    def messages(self, dataset: Dataset, question: Question, strategy: str, n_examples: int) -> list[Message]:
        """The conversation that asks a question: user turns of image and text, examples before it."""
        ...

    def score(self, question: Question, reply: str) -> Score:
        """What one reply scores. Never raises, whatever the reply."""
        ...

    def score_many(self, questions: Sequence[Question], replies: Sequence[str]) -> Scores:
        """What each of many replies scores: the same as `score` of each question and its reply, sooner."""
        ...

    def trivial_floors(self, dataset: Dataset) -> "pd.DataFrame | None":
        """What answers that look at nothing score on a dataset, one row each; None where there are none to speak of.

        Columns `task`, `answer` (its name) and `score` (a share, NaN where a task is measured by an error) and others
        of texts and numbers; columns of shares from 0 to 1, and no others, have `score` or `precision` in their names.
        Rows are together by task, and of a task's answers the best come first.
        """
        ...

    def facet_values(self, question: Question, chart: Chart, source: Source | None) -> Mapping[str, Any]:
        """The values of `facets` for one question."""
        ...

    def template(self, text: str) -> str:
        """A question's text with all that varies between questions of one kind left out, for question-only readers."""
        ...

    def exhibits(self, results: "pd.DataFrame") -> "Sequence[Exhibit]":
        """The tables and plots of the report, from the results table of one or more models on this benchmark."""
        ...


def benchmark_names() -> list[str]:
    """The names of the benchmarks that are installed, sorted."""
    return sorted(_installed())


def find_benchmark(name: str) -> Benchmark:
    """The benchmark of that name. Raises SnellenError where none is installed under it."""
    if (point := _installed().get(name)) is None:
        raise SnellenError(f"no benchmark named {name!r}; installed: {', '.join(benchmark_names()) or 'none'}.")
    benchmark: Benchmark = point.load()
    return benchmark


def _installed() -> dict[str, EntryPoint]:
    return _installed_on(tuple(sys.path))


@cache
def _installed_on(path: tuple[str, ...]) -> dict[str, EntryPoint]:  # noqa: ARG001 (what is found depends on it)
    """Looked for once a process: it takes milliseconds, and every reply asks."""
    return {point.name: point for point in entry_points(group="snellen.benchmarks")}

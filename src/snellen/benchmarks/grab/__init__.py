"""GRAB: 2170 questions on functions and data series, 23 graph properties, four tasks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from snellen.benchmark import NO_OPTIONS, Cell, Drawing, PlannedChart, Score, Scores
from snellen.benchmarks.grab.leaderboard import PROTOCOLS
from snellen.dataset import Chart, Dataset, Question, Source
from snellen.messages import Message

if TYPE_CHECKING:
    import pandas as pd

    from snellen.exhibits import Exhibit, PublishedScore

__all__ = ["BENCHMARK", "Grab"]


class Grab:
    """The GRAB benchmark: each method is the public function of the room of the same name."""

    name = "grab"
    title = "GRAB"
    version = 1
    presets: Mapping[str, str] = {
        "paper": "2170 questions, cell by cell the table of the paper",
        "lite": "500 questions, balanced over the four tasks",
        "smoke": "every property of every task at least once",
        "ocr": "35 five-option questions on titles, legends and axis labels",
    }
    options: Mapping[str, str] = {
        "multiple_choice": "every question also with five options, as the tasks properties-choice, functions-choice, …",
        "ocr": "so many five-option questions on titles, legends and axis labels, as the task ocr",
        "redraw": "every question also on so many other drawings of its chart, as the tasks properties-redrawn, …",
    }
    score_columns: Sequence[str] = (
        "exact",
        "prefix",
        "tolerant",
        "parameters",
        "extracted_large",
        "extracted_small",
        "judged",
    )
    summary_columns = ("exact", "prefix", "tolerant", "parameters")
    note_columns: Sequence[str] = ("extraction_large", "extraction_small", "verdict", "chosen_letter", "misreading")
    headline = "exact"
    protocols = PROTOCOLS
    facets: Mapping[str, Literal["string", "float", "integer"]] = {
        "family": "string",
        "format": "string",
        "redraw": "integer",
        "key_letter": "string",
        "distractors": "string",
    }

    def cells(
        self, preset: str, seed: int, only: Mapping[str, Sequence[str]], options: Mapping[str, Any] = NO_OPTIONS
    ) -> Sequence[Cell]:
        """See `snellen.benchmark.Benchmark.cells`."""
        from snellen.benchmarks.grab.plan import plan_cells

        return plan_cells(preset, seed, only, options)

    def plan(self, cell: Cell, seed: int) -> Iterator[PlannedChart]:
        """See `snellen.benchmark.Benchmark.plan`."""
        from snellen.benchmarks.grab.plan import plan_cell

        return plan_cell(cell, seed)

    def draw(self, planned: PlannedChart) -> Drawing:
        """See `snellen.benchmark.Benchmark.draw`."""
        from snellen.benchmarks.grab.draw import draw

        return Drawing(draw(planned.scene))

    def answer(self, question: Question, source: Source, chart: Chart) -> str | None:
        """See `snellen.benchmark.Benchmark.answer`."""
        from snellen.benchmarks.grab.plan import recompute_answer

        return recompute_answer(question, source, chart)

    def messages(self, dataset: Dataset, question: Question, strategy: str, n_examples: int) -> list[Message]:
        """See `snellen.benchmark.Benchmark.messages`."""
        from snellen.benchmarks.grab.ask import ask

        return ask(dataset, question, strategy, n_examples)

    def score(self, question: Question, reply: str) -> Score:
        """See `snellen.benchmark.Benchmark.score`."""
        from snellen.benchmarks.grab.score import score

        return score(question, reply)

    def score_many(self, questions: Sequence[Question], replies: Sequence[str]) -> Scores:
        """See `snellen.benchmark.Benchmark.score_many`."""
        found = [self.score(question, reply) for question, reply in zip(questions, replies, strict=True)]
        return Scores.of(found, self.score_columns, self.note_columns)

    def trivial_floors(self, dataset: Dataset) -> "pd.DataFrame | None":
        """See `snellen.benchmark.Benchmark.trivial_floors`."""
        return None

    def facet_values(self, question: Question, chart: Chart, source: Source | None) -> Mapping[str, Any]:
        """See `snellen.benchmark.Benchmark.facet_values`."""
        from snellen.benchmarks.grab.score_choices import option_facets

        return {
            "family": source.kind if source else None,
            "format": question.metadata.get("format", "single-answer"),
            "redraw": question.metadata.get("redraw", 0),
            **option_facets(question),
        }

    def template(self, text: str) -> str:
        """See `snellen.benchmark.Benchmark.template`."""
        from snellen.benchmarks.grab.ask import template

        return template(text)

    def published_scores(self) -> "Sequence[PublishedScore]":
        """See `snellen.exhibits.RanksModels.published_scores`."""
        from snellen.benchmarks.grab.leaderboard import published_scores

        return published_scores()

    def exhibits(self, results: "pd.DataFrame") -> "Sequence[Exhibit]":
        """See `snellen.benchmark.Benchmark.exhibits`."""
        from snellen.benchmarks.grab.report import exhibits

        return exhibits(results)


BENCHMARK = Grab()

"""CHARTOM: twins of honest and misleading charts, what they show (FACT) and how many people they mislead (MIND)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from snellen.benchmark import NO_OPTIONS, Cell, Drawing, PlannedChart, Score, Scores
from snellen.benchmarks.chartom.leaderboard import PROTOCOLS
from snellen.benchmarks.chartom.score_columns import NOTE_COLUMNS, SCORE_COLUMNS, SUMMARY_COLUMNS
from snellen.dataset import Chart, Dataset, Question, Source
from snellen.messages import Message

if TYPE_CHECKING:
    import pandas as pd

    from snellen.exhibits import Exhibit, PublishedScore

__all__ = ["BENCHMARK", "Chartom"]


class Chartom:
    """The CHARTOM benchmark: each method is the public function of the room of the same name."""

    name = "chartom"
    title = "CHARTOM"
    version = 1
    presets: Mapping[str, str] = {
        "paper": "56 pairs of an honest and a manipulated chart of the same data, in all eleven manipulations",
        "smoke": "one pair of each manipulation on each of its chart types",
    }
    options: Mapping[str, str] = {
        "optimize": "how hard PNG files are squeezed: fast or max",
        "extended": "pairs of five more manipulations",
    }
    score_columns: Sequence[str] = SCORE_COLUMNS
    summary_columns: Sequence[str] = SUMMARY_COLUMNS
    note_columns: Sequence[str] = NOTE_COLUMNS
    headline = "fact"
    protocols = PROTOCOLS
    facets: Mapping[str, Literal["string", "float", "integer"]] = {
        "chart_type": "string",
        "manipulation": "string",
        "manipulated": "integer",
        "format": "string",
        "options": "integer",
        "key_place": "integer",
        "people": "integer",
    }

    def cells(
        self, preset: str, seed: int, only: Mapping[str, Sequence[str]], options: Mapping[str, Any] = NO_OPTIONS
    ) -> Sequence[Cell]:
        """See `snellen.benchmark.Benchmark.cells`."""
        from snellen.benchmarks.chartom.plan import plan_cells

        return plan_cells(preset, seed, only, options)

    def plan(self, cell: Cell, seed: int) -> Iterator[PlannedChart]:
        """See `snellen.benchmark.Benchmark.plan`."""
        from snellen.benchmarks.chartom.plan import plan_cell

        return plan_cell(cell, seed)

    def draw(self, planned: PlannedChart) -> Drawing:
        """See `snellen.benchmark.Benchmark.draw`."""
        from snellen.benchmarks.chartom.draw import draw

        return draw(planned)

    def answer(self, question: Question, source: Source, chart: Chart) -> str | None:
        """See `snellen.benchmark.Benchmark.answer`."""
        from snellen.benchmarks.chartom.recompute import recompute_answer

        return recompute_answer(question, source, chart)

    def messages(self, dataset: Dataset, question: Question, strategy: str, n_examples: int) -> list[Message]:
        """See `snellen.benchmark.Benchmark.messages`."""
        from snellen.benchmarks.chartom.ask import ask

        return ask(dataset, question, strategy, n_examples)

    def score(self, question: Question, reply: str) -> Score:
        """See `snellen.benchmark.Benchmark.score`."""
        from snellen.benchmarks.chartom.score import score

        return score(question, reply)

    def score_many(self, questions: Sequence[Question], replies: Sequence[str]) -> Scores:
        """See `snellen.benchmark.Benchmark.score_many`."""
        from snellen.benchmarks.chartom.score import score_many

        return score_many(questions, replies)

    def trivial_floors(self, dataset: Dataset) -> "pd.DataFrame | None":
        """See `snellen.benchmark.Benchmark.trivial_floors`."""
        from snellen.benchmarks.chartom.floors import floors

        return floors(dataset)

    def facet_values(self, question: Question, chart: Chart, source: Source | None) -> Mapping[str, Any]:
        """`options` is how many there are, `key_place` which of them is right (0 the first); None in other formats.

        `people` is on how many the value of a MIND question rests, where that is known.
        """
        about = {**chart.metadata, **question.metadata}
        manipulated = about.get("manipulated")
        choices = question.choices if about.get("format") == "multiple choice" and question.task == "fact" else None
        places = [place for place, choice in enumerate(choices or ()) if choice == question.answer]
        return {
            **{name: about.get(name) for name in ("chart_type", "manipulation", "format")},
            "manipulated": None if manipulated is None else int(bool(manipulated)),
            "options": len(choices) if choices else None,
            "key_place": places[0] if len(places) == 1 else None,
            "people": people if isinstance(people := (question.answer_data or {}).get("n"), int) else None,
        }

    def template(self, text: str) -> str:
        """See `snellen.benchmark.Benchmark.template`."""
        from snellen.benchmarks.chartom.ask import template

        return template(text)

    def published_scores(self) -> "Sequence[PublishedScore]":
        """See `snellen.exhibits.RanksModels.published_scores`."""
        from snellen.benchmarks.chartom.leaderboard import published_scores

        return published_scores()

    def exhibits(self, results: "pd.DataFrame") -> "Sequence[Exhibit]":
        """See `snellen.benchmark.Benchmark.exhibits`."""
        from snellen.benchmarks.chartom.report import exhibits

        return exhibits(results)


BENCHMARK = Chartom()

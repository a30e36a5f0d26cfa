"""BIY: annotated scatterplots, clusters and outliers to count, box and locate."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from snellen.benchmark import NO_OPTIONS, Cell, Drawing, PlannedChart, Score, Scores
from snellen.benchmarks.biy.leaderboard import PROTOCOLS
from snellen.benchmarks.biy.score_columns import NOTE_COLUMNS, SCORE_COLUMNS, SUMMARY_COLUMNS
from snellen.dataset import Chart, Dataset, Question, Source
from snellen.messages import Message

if TYPE_CHECKING:
    import pandas as pd

    from snellen.exhibits import Exhibit, Overlay, PublishedScore

__all__ = ["BENCHMARK", "Biy"]


class Biy:
    """The BIY benchmark: each method is the public function of the room of the same name."""

    name = "biy"
    title = "BIY"
    version = 1
    presets: Mapping[str, str] = {
        "fresh": "371 data samples of the seed's own, clear by rule, in 17 designs at three scales",
        "paper": "the paper's 371 data samples in its 17 designs at three scales: 18,921 pictures",
        "lite": "281 fresh samples, one chart each, and six examples: under 3 points of standard error a task",
        "smoke": "one fresh sample of each generator in every design at three scales",
        "own": "your own points, with --data",
    }
    options: Mapping[str, str] = {
        "optimize": "how hard PNG files are squeezed: fast or max",
        "jpeg_quality": "JPEG files of a quality from 1 to 100 instead of PNG files",
        "data": "your own points",
        "columns": "what their columns mean",
        "specifications": "your own designs",
    }
    score_columns: Sequence[str] = SCORE_COLUMNS
    summary_columns: Sequence[str] = SUMMARY_COLUMNS
    note_columns: Sequence[str] = NOTE_COLUMNS
    headline = "strict"
    protocols = PROTOCOLS
    facets: Mapping[str, Literal["string", "float", "integer"]] = {
        "generator": "string",
        "design": "string",
        "scale": "float",
        "n_true": "integer",
        "n_noise": "integer",
    }

    def cells(
        self, preset: str, seed: int, only: Mapping[str, Sequence[str]], options: Mapping[str, Any] = NO_OPTIONS
    ) -> Sequence[Cell]:
        """See `snellen.benchmark.Benchmark.cells`."""
        from snellen.benchmarks.biy.plan import plan_cells

        return plan_cells(preset, seed, only, options)

    def plan(self, cell: Cell, seed: int) -> Iterator[PlannedChart]:
        """See `snellen.benchmark.Benchmark.plan`."""
        from snellen.benchmarks.biy.plan import plan_cell

        return plan_cell(cell, seed)

    def draw(self, planned: PlannedChart) -> Drawing:
        """See `snellen.benchmark.Benchmark.draw`."""
        from snellen.benchmarks.biy.draw import draw

        scene = planned.scene
        encoding = scene.encoding
        pictures = draw(
            scene.points,
            scene.design,
            [scene.scale],
            optimize=encoding.optimize,
            jpeg_quality=encoding.jpeg_quality,
        )
        return Drawing(pictures[scene.scale])

    def answer(self, question: Question, source: Source, chart: Chart) -> str | None:
        """See `snellen.benchmark.Benchmark.answer`."""
        from snellen.benchmarks.biy.plan import recompute_answer

        return recompute_answer(question, source, chart)

    def messages(self, dataset: Dataset, question: Question, strategy: str, n_examples: int) -> list[Message]:
        """See `snellen.benchmark.Benchmark.messages`."""
        from snellen.benchmarks.biy.ask import ask

        return ask(dataset, question, strategy, n_examples)

    def score(self, question: Question, reply: str) -> Score:
        """See `snellen.benchmark.Benchmark.score`."""
        from snellen.benchmarks.biy.score import score

        return score(question, reply)

    def score_many(self, questions: Sequence[Question], replies: Sequence[str]) -> Scores:
        """See `snellen.benchmark.Benchmark.score_many`."""
        from snellen.benchmarks.biy.score import score_many

        return score_many(questions, replies)

    def trivial_floors(self, dataset: Dataset) -> "pd.DataFrame | None":
        """See `snellen.benchmark.Benchmark.trivial_floors`."""
        from snellen.benchmarks.biy.floors import floors

        return floors(dataset)

    def facet_values(self, question: Question, chart: Chart, source: Source | None) -> Mapping[str, Any]:
        """`n_true` is how many clusters or outliers there are, `n_noise` how many points of background noise."""
        found = chart.annotations.get(question.category)
        return {
            **{name: chart.metadata.get(name) for name in ("generator", "design", "scale")},
            "n_true": len(found) if isinstance(found, list) else None,
            "n_noise": source.parameters.get("n_noise") if source else None,
        }

    def template(self, text: str) -> str:
        """See `snellen.benchmark.Benchmark.template`."""
        from snellen.benchmarks.biy.ask import template

        return template(text)

    def published_scores(self) -> "Sequence[PublishedScore]":
        """See `snellen.exhibits.RanksModels.published_scores`."""
        from snellen.benchmarks.biy.leaderboard import published_scores

        return published_scores()

    def exhibits(self, results: "pd.DataFrame") -> "Sequence[Exhibit]":
        """See `snellen.benchmark.Benchmark.exhibits`."""
        from snellen.benchmarks.biy.report import exhibits

        return exhibits(results)

    def overlay(self, question: Question, chart: Chart, reply: str | None) -> "Overlay | None":
        """See `snellen.exhibits.DrawsReplies.overlay`."""
        from snellen.benchmarks.biy.overlay import overlay

        return overlay(question, chart, reply)


BENCHMARK = Biy()

"""The plan of BIY: from a preset and a seed to charts, annotations and keys; nothing is drawn."""

import hashlib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snellen.benchmark import NO_OPTIONS, Cell, PlannedChart
from snellen.benchmarks.biy.annotations import annotations
from snellen.benchmarks.biy.designs import Design, PointData, design
from snellen.benchmarks.biy.keys import in_braces, key_of, questions_on
from snellen.benchmarks.biy.layout import Layout, layout, visible
from snellen.benchmarks.biy.more_tasks import WORDS, facts_of, more_questions_on, word_of
from snellen.benchmarks.biy.own_cells import own_cells, own_showing
from snellen.benchmarks.biy.presets import Showing, scale_text, showings
from snellen.benchmarks.biy.samples import Sample, draw_fresh_sample, paper_sample
from snellen.benchmarks.biy.sources import points_of, source_of
from snellen.benchmarks.biy.splits import Split
from snellen.dataset import Chart, Question, Rectangle, Source
from snellen.errors import SnellenError
from snellen.png import Effort

__all__ = ["Encoding", "Scene", "encoding_of", "plan_cell", "plan_cells", "planned_chart", "recompute_answer"]

_LAST: deque[tuple[Source, Chart, Mapping[str, Any]]] = deque(maxlen=1)


@dataclass(frozen=True)
class Encoding:
    """How pictures are encoded: PNG files by `optimize`, or JPEG files where they have a quality."""

    optimize: Effort = "fast"
    jpeg_quality: int | None = None

    @property
    def suffix(self) -> str:
        """The ending of file names."""
        return ".png" if self.jpeg_quality is None else ".jpg"


@dataclass(frozen=True, eq=False)
class Scene:
    """What `draw` needs."""

    points: PointData
    design: Design
    scale: float
    encoding: Encoding


def plan_cells(
    preset: str, seed: int, only: Mapping[str, Sequence[str]], options: Mapping[str, Any] = NO_OPTIONS
) -> list[Cell]:
    """One cell a data sample. Raises SnellenError for an unknown preset, field, value, or a wrong option."""
    shared = {"preset": preset, "encoding": encoding_of(options)}
    if preset == "own" and "data" in options:
        return [replace(cell, parameters={**cell.parameters, **shared}) for cell in own_cells(only, options)]
    return [
        Cell(
            showing.sample_id.replace("+", "-"),
            len(showing.designs) * len(showing.scales),
            {"showing": showing, **shared},
        )
        for showing in showings(preset, seed, only)
    ]


def plan_cell(cell: Cell, seed: int) -> Iterator[PlannedChart]:
    """The charts of one sample, design by design and scale by scale, with a question for each task it has a key to."""
    encoding: Encoding = cell.parameters["encoding"]
    if cell.parameters["preset"] == "own":
        points, source, shown = own_showing(cell)
        for own_design, scale in shown:
            scene = Scene(points, own_design, scale, encoding)
            try:
                planned = planned_chart(scene, source, "test", {})
            except SnellenError as error:
                if own_design.renderer == "vega-own":  # it names the place itself
                    raise
                raise SnellenError(f"{cell.parameters['data']['file']}: {error}") from None
            yield planned
        return
    showing: Showing = cell.parameters["showing"]
    sample, source, curation = _drawn(cell.parameters["preset"], showing.sample_id, seed)
    for name in showing.designs:
        for scale in showing.scales:
            scene = Scene(sample, design(name), scale, encoding)
            planned = planned_chart(scene, source, showing.split_of(name, scale), curation)
            more = showing.more_split_of(name, scale)
            if more is not None:
                questions = (*planned.questions, *more_questions_on(planned.chart, source, more))
                planned = replace(planned, questions=questions)
            yield planned
            curation = {}


def planned_chart(scene: Scene, source: Source, split: Split, curation: Mapping[str, int]) -> PlannedChart:
    """One chart of a source: laid out, annotated, and asked about."""
    laid_out = layout(scene.design, scene.points, scene.scale)
    name = f"{source.source_id}+{scene.design.name}+{scale_text(scene.scale)}"
    chart = Chart(
        chart_id=name,
        source_id=source.source_id,
        file_name=hashlib.sha256(f"biy/{name}".encode()).hexdigest()[:20] + scene.encoding.suffix,
        width=laid_out.width,
        height=laid_out.height,
        plot=laid_out.plot,
        axes=laid_out.axes,
        annotations={**_named(annotations(scene.points, laid_out), source), **facts_of(source)},
        metadata={
            "generator": source.kind,
            "design": scene.design.name,
            "scale": scene.scale,
            "renderer": scene.design.renderer,
            **({"clipped": True} if laid_out.clipped else {}),
        },
    )
    return PlannedChart(source, chart, questions_on(chart, split), scene, curation)


def _named(found: dict[str, Any], source: Source) -> dict[str, Any]:
    """The annotations, each cluster with the name that a user's data give it."""
    names: Any = source.parameters.get("cluster_names")
    for cluster in (found["clusters"] or ()) if names else ():
        cluster["name"] = names[cluster["label"]]
    return found


def recompute_answer(question: Question, source: Source, chart: Chart) -> str | None:
    """The key of a question from the points of its source and the axes of its chart, whatever is annotated."""
    if question.task in WORDS:
        word = word_of(question.task, source)
        return None if word is None else in_braces(word)
    if chart.plot is None:
        return None
    key = key_of(question.task, _recomputed(source, chart, chart.plot), (chart.width, chart.height))
    return None if key is None else key[0]


def _recomputed(source: Source, chart: Chart, plot: Rectangle) -> Mapping[str, Any]:
    """The annotations without the marks' extent; kept for the next question, which mostly is on the same chart."""
    if _LAST and _LAST[-1][0] is source and _LAST[-1][1] is chart:
        return _LAST[-1][2]
    points = points_of(source)
    no_reach, clipped = np.zeros((len(points.x), 4)), bool(chart.metadata.get("clipped", False))
    laid_out = Layout(chart.width, chart.height, plot, chart.axes, no_reach, clipped=clipped)
    seen = visible(laid_out, laid_out.to_pixels(points.x, points.y))
    found = annotations(points, replace(laid_out, visible=seen))
    _LAST.append((source, chart, found))
    return found


def encoding_of(options: Mapping[str, Any]) -> Encoding:
    """How pictures are to be encoded. Raises SnellenError for an effort or a quality that is none."""
    effort: Effort
    match options.get("optimize"):
        case None | "fast":
            effort = "fast"
        case "max":
            effort = "max"
        case other:
            raise SnellenError(f"--optimize {other}: pictures are squeezed fast or max.")
    quality = options.get("jpeg_quality")
    if quality is not None and not (isinstance(quality, int) and 1 <= quality <= 100):
        raise SnellenError(f"--jpeg-quality {quality}: a quality is a whole number from 1 to 100.")
    return Encoding(effort, quality)


def _drawn(preset: str, sample_id: str, seed: int) -> tuple[Sample, Source, Mapping[str, int]]:
    """A sample, its record, and how many arrangements were drawn for it and dropped."""
    if preset == "paper":
        sample = paper_sample(sample_id)
        return sample, source_of(sample, sample_id, sample.group_id), {}
    fresh = draw_fresh_sample(seed, sample_id)
    # The seed is in the name, so that replies to one set are never taken for replies to another.
    name = f"{sample_id}-s{seed}"
    dropped = {f"dropped: {rule}": count for rule, count in fresh.dropped.items()}
    return fresh.sample, source_of(fresh.sample, name, name), {"samples": 1, **dropped}

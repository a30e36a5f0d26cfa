"""The plan of CHARTOM: from a preset and a seed to pairs of charts, their questions and keys; nothing is drawn."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from snellen.benchmark import NO_OPTIONS, Cell, PlannedChart
from snellen.benchmarks.chartom.annotations import annotations
from snellen.benchmarks.chartom.ask import fact_text, mind_text
from snellen.benchmarks.chartom.keys import key_of
from snellen.benchmarks.chartom.pairs import Pair, pairs
from snellen.benchmarks.chartom.presets import chosen_pairs
from snellen.benchmarks.chartom.recipes import Draft, draft_of
from snellen.benchmarks.chartom.scene import Cartesian, Scene
from snellen.dataset import Axis, Chart, Question, Source
from snellen.errors import SnellenError
from snellen.png import Effort

__all__ = ["Picture", "plan_cell", "plan_cells"]


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """What `draw` needs."""

    scene: Scene
    optimize: Effort


def plan_cells(
    preset: str, seed: int, only: Mapping[str, Sequence[str]], options: Mapping[str, Any] = NO_OPTIONS
) -> list[Cell]:
    """One cell a pair, of two charts. Raises SnellenError for an unknown preset, field, value, or a wrong option."""
    del seed  # The table is the same for every seed.
    extended = options.get("extended", False)
    if not isinstance(extended, bool):
        raise SnellenError(f"--extended is given or not, and takes no value such as {extended!r}.")
    optimize = options.get("optimize", "fast")
    if optimize not in ("fast", "max"):
        raise SnellenError(f"--optimize {optimize}: pictures are squeezed fast or max.")
    return [
        Cell(pair.key, 2, {"pair": pair.number, "optimize": optimize}) for pair in chosen_pairs(preset, extended, only)
    ]


def plan_cell(cell: Cell, seed: int) -> Iterator[PlannedChart]:
    """The honest and the manipulated chart of a pair, each with a FACT and a MIND question of the same words."""
    pair = pairs(extended=True)[cell.parameters["pair"] - 1]
    draft = draft_of(pair, seed)
    # The seed is in the name, so that replies to one set are never taken for replies to another.
    name = f"c-{seed}-{pair.key}"
    source = Source(
        source_id=name,
        group_id=name,
        kind=pair.chart_type,
        parameters={
            "manipulation": pair.manipulation,
            "subject": draft.subject,
            "asked": dict(draft.asked),
            "drawing": dict(draft.drawing),
        },
        data=dict(draft.data),
    )
    charts = {False: f"{name}-honest", True: f"{name}-manipulated"}
    for manipulated, scene in ((False, draft.honest), (True, draft.manipulated)):
        yield _planned(pair, draft, source, scene, (charts[manipulated], charts[not manipulated]), cell)


def _planned(
    pair: Pair, draft: Draft, source: Source, scene: Scene, names: tuple[str, str], cell: Cell
) -> PlannedChart:
    name, twin = names
    about: dict[str, Any] = {
        "chart_type": pair.chart_type,
        "manipulation": pair.manipulation,
        "manipulated": scene is draft.manipulated,
        "twin": twin,
    }
    values = dict(zip(draft.data["label"], draft.data["value"], strict=True))
    chart = Chart(
        chart_id=name,
        source_id=source.source_id,
        file_name=hashlib.sha256(f"chartom/{name}".encode()).hexdigest()[:20] + ".png",
        width=scene.width,
        height=scene.height,
        plot=scene.plot if isinstance(scene, Cartesian) else None,
        axes=_axes(scene),
        annotations=annotations(scene, values),
        metadata={
            **about,
            "renderer": pair.renderer if isinstance(scene, Cartesian) else "matplotlib",
            **({"drawn_as": "bar"} if pair.chart_type == "pie" and isinstance(scene, Cartesian) else {}),
        },
    )
    return PlannedChart(
        source, chart, _questions(pair, draft, chart, about), Picture(scene, cell.parameters["optimize"])
    )


def _questions(pair: Pair, draft: Draft, chart: Chart, about: Mapping[str, Any]) -> tuple[Question, Question]:
    metadata = {
        **about,
        "format": pair.answer_format,
        "question": draft.question,
        **({"unit": draft.unit} if draft.unit else {}),
    }
    wording = (draft.question, draft.options, pair.answer_format, draft.ranked)
    shared: dict[str, Any] = {
        "chart_id": chart.chart_id,
        "benchmark": "chartom",
        "category": pair.chart_type,
        "property": pair.manipulation,
        "choices": list(draft.options) or None,
        "metadata": metadata,
    }
    fact = Question(
        question_id=f"{chart.chart_id}-fact",
        task="fact",
        text=fact_text(*wording),
        answer=key_of(draft.asked, draft.data),
        answer_type=draft.answer_type,
        answer_data={
            "accepted": [],
            "tempting": list(draft.tempting),
            "tolerance": draft.tolerance,
            "kind": draft.kind,
        },
        **shared,
    )
    mind = Question(
        question_id=f"{chart.chart_id}-mind",
        task="mind",
        text=mind_text(*wording),
        answer=None,
        answer_type="fraction",
        answer_data={"hmi": None, "definition": None, "n": None, "low": None, "high": None},
        **{**shared, "metadata": {**metadata, "fact_key": fact.answer}},
    )
    return fact, mind


def _axes(scene: Scene) -> list[Axis]:
    """The axes of values; one of names only has places, which the annotations state."""
    if not isinstance(scene, Cartesian):
        return []
    named = all(tick == place for place, tick in enumerate(scene.x.ticks))
    return [axis for name, axis in scene.axes.items() if not (name == "x" and named)]

"""The plan of the questions on texts: from a number and a seed to a chart whose texts hold the key."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import JsonValue

from snellen.benchmark import Cell, PlannedChart
from snellen.benchmarks.grab.looks import axes_of, sampled_look
from snellen.benchmarks.grab.ocr.asked import COLORS, MARKERS, Asked, kind_of
from snellen.benchmarks.grab.ocr.label_questions import (
    label_question,
    title_number_question,
    title_question,
    unit_question,
    variables_question,
)
from snellen.benchmarks.grab.ocr.layout import LegendText, labelled, with_legend
from snellen.benchmarks.grab.ocr.legend_questions import legend_question
from snellen.benchmarks.grab.ocr.library import Pair, library
from snellen.benchmarks.grab.ocr.points import drawn_points, in_unit
from snellen.benchmarks.grab.ocr.recompute import recompute_text
from snellen.benchmarks.grab.ocr.wording import LABEL_FORMS, TITLE_FORMS, Label, label_of, picked
from snellen.benchmarks.grab.scene import Curve, Points, Scene
from snellen.benchmarks.grab.streams import stream
from snellen.dataset import Chart, Question, Source
from snellen.errors import SnellenError

__all__ = ["MOST_QUESTIONS", "ask_one", "ocr_cells", "pair_of", "plan_ocr_cell"]

MOST_QUESTIONS = 100_000
_IN_A_CELL = 20
_REPLY = "Reply with the letter of the right option alone."
_LINE_STYLES = ("-", "--", "-.", ":")


def ocr_cells(questions: int, *, extra: bool, only: Mapping[str, Sequence[str]] | None = None) -> list[Cell]:
    """The cells of so many questions; `extra` ones are asked only where their task is named.

    Question number n is the same for any number of questions. `only` keeps those of the given categories and
    properties, written as `kind_of` has them. Raises SnellenError for more than 100,000 questions.
    """
    if questions > MOST_QUESTIONS:
        raise SnellenError(f"--ocr {questions}: there can be {MOST_QUESTIONS:,} questions on texts at most.")
    wanted = only or {}
    numbers = [
        number
        for number in range(questions)
        if all(
            value in wanted[name]
            for name, value in zip(("category", "property"), kind_of(number), strict=True)
            if name in wanted
        )
    ]
    cells: dict[int, list[int]] = {}
    for number in numbers:
        cells.setdefault(number // _IN_A_CELL, []).append(number)
    return [
        Cell(f"ocr-{part:04d}", len(kept), {"numbers": kept, "split": "extra" if extra else "test"})
        for part, kept in cells.items()
    ]


def plan_ocr_cell(cell: Cell, seed: int) -> Iterator[PlannedChart]:
    """The planned charts of one cell, one question each."""
    for number in cell.parameters["numbers"]:
        yield _planned(number, seed, str(cell.parameters["split"]))


def pair_of(number: int, seed: int) -> Pair:
    """The pair of question `number`: all pairs in random order, then all in another order, and so on."""
    pairs = library().pairs
    turn, place = divmod(number, len(pairs))
    return pairs[int(stream(seed, "ocr", "pairs", turn).permutation(len(pairs))[place])]


def ask_one(number: int, seed: int) -> Asked:
    """Question `number`, its key in front of the other options."""
    _, name = kind_of(number)
    return _asked(stream(seed, "ocr", "question", number), pair_of(number, seed), name)


def _asked(rng: np.random.Generator, pair: Pair, name: str) -> Asked:
    axis = name.split()[0]
    match name:
        case "title":
            return title_question(rng, pair)
        case "title number":
            return title_number_question(rng, pair)
        case "horizontal label" | "vertical label":
            return label_question(rng, pair, axis)
        case "variables":
            return variables_question(rng, pair)
        case "horizontal unit" | "vertical unit":
            return unit_question(rng, pair, axis)
        case _:
            return legend_question(rng, pair, name)


@dataclass(frozen=True, slots=True)
class _Printed:
    """All that is printed: every choice that the question leaves open is made."""

    title: str
    horizontal: Label
    vertical: Label
    swapped: bool
    names: tuple[str, ...]
    colors: tuple[str, ...]
    markers: tuple[str, ...]
    heading: str | None


def _planned(number: int, seed: int, split: str) -> PlannedChart:
    category, name = kind_of(number)
    asked = ask_one(number, seed)
    rng = stream(seed, "ocr", "picture", number)
    pair, printed = asked.wanted.pair, _printed(rng, asked)
    scene, series = _scene(rng, pair, printed, marked=name == "series of marker")
    record = f"grab-ocr-{number:05d}-s{seed}"
    source = Source(
        source_id=record,
        group_id=record,
        kind=pair.shape,
        parameters={
            "field": pair.field,
            "pair": pair.name,
            "direction": pair.direction,
            "distribution": pair.x.distribution,
            "noise": pair.noise,
        },
        data={"horizontal": printed.horizontal.name, "vertical": printed.vertical.name, "series": series},
    )
    chart = Chart(
        chart_id=record,
        source_id=record,
        file_name=hashlib.sha256(f"{seed}/{record}".encode()).hexdigest()[:20] + ".png",
        width=scene.look.width,
        height=scene.look.height,
        plot=scene.look.plot,
        axes=axes_of(scene.look),
        annotations=_annotations(printed, scene),
        metadata={"look": "sampled", "renderer": "matplotlib", "axes_exchanged": printed.swapped},
    )
    options = _in_order(number, seed, asked.options)
    lines = "\n".join(f"{chr(ord('A') + place)}. {option}" for place, option in enumerate(options))
    question = Question(
        question_id=record,
        chart_id=record,
        benchmark="grab",
        split=split,
        task="ocr",
        category=category,
        property=name,
        text=f"{asked.text}\n\n{lines}\n\n{_REPLY}",
        choices=options,
        answer=asked.options[0],
        answer_type="choice",
        metadata={"format": "ocr", "closeness": asked.closeness, **asked.details},
    )
    assert recompute_text(question, chart) == question.answer
    return PlannedChart(source, chart, (question,), scene)


def _in_order(number: int, seed: int, options: Sequence[str]) -> list[str]:
    """The options as they are lettered: of any five questions in a row the key has each letter once."""
    turn, place = divmod(number, len(options))
    key = int(stream(seed, "ocr", "letters", turn).permutation(len(options))[place])
    others = picked(stream(seed, "ocr", "order", number), options[1:], len(options) - 1)
    return [*others[:key], options[0], *others[key:]]


def _printed(rng: np.random.Generator, asked: Asked) -> _Printed:
    wanted, pair = asked.wanted, asked.wanted.pair
    swapped = bool(rng.random() < 0.25) if wanted.swapped is None else wanted.swapped
    forms = {label.form for label in (wanted.horizontal, wanted.vertical) if label}
    form = forms.pop() if forms else picked(rng, LABEL_FORMS, 1)[0]
    across, up = (pair.y, pair.x) if swapped else (pair.x, pair.y)
    # The title is worded as the axes are.
    title = picked(rng, TITLE_FORMS, 1)[0][swapped].of(pair.x.name, pair.y.name)
    names = wanted.names or _default_names(rng, pair)
    return _Printed(
        title=wanted.title or title,
        horizontal=wanted.horizontal or label_of(across, form),
        vertical=wanted.vertical or label_of(up, form),
        swapped=swapped,
        names=names,
        colors=wanted.colors or tuple(picked(rng, list(COLORS), max(1, len(names)))),
        markers=wanted.markers or _markers(rng, max(1, len(names))),
        heading=wanted.heading,
    )


def _default_names(rng: np.random.Generator, pair: Pair) -> tuple[str, ...]:
    """The legend where it is not asked for; none for a single series."""
    n = int(rng.integers(1, 5))
    return tuple(picked(rng, library().groups_of(pair).names, n)) if n > 1 else ()


def _markers(rng: np.random.Generator, n: int) -> tuple[str, ...]:
    """A marker each, or one for all."""
    found = picked(rng, list(MARKERS), n)
    return tuple(found) if rng.random() < 0.6 else (found[0],) * n


def _scene(rng: np.random.Generator, pair: Pair, printed: _Printed, *, marked: bool) -> tuple[Scene, list[JsonValue]]:
    n_series = max(1, len(printed.names))
    n_points = int(rng.integers(10, 25 if n_series < 4 else 17))
    drawn = drawn_points(rng, pair, n_series, n_points)
    x_label, y_label = (
        (printed.vertical, printed.horizontal) if printed.swapped else (printed.horizontal, printed.vertical)
    )
    places = [(in_unit(x, pair.x, x_label.unit), in_unit(y, pair.y, y_label.unit)) for x, y in drawn]
    if printed.swapped:
        places = [(y, x) for x, y in places]
    extents = [(min(each[i].min() for each in places), max(each[i].max() for each in places)) for i in (0, 1)]
    look = sampled_look(rng, *((float(low), float(high)) for low, high in extents), y_label="y")
    look = labelled(look, printed.title, printed.horizontal.text, printed.vertical.text)
    joined = not printed.swapped and pair.shape != "none" and bool(rng.random() < 0.5)
    lines_only = joined and not marked and bool(rng.random() < 0.4)
    styles = picked(rng, _LINE_STYLES, 4) if rng.random() < 0.4 else ["-"] * 4
    size, width = float(rng.choice([7.0, 8.0, 9.0])), float(rng.choice([1.5, 2.0, 2.5]))
    marks: list[Curve | Points] = []
    for at, (x, y) in enumerate(places):
        color, style = COLORS[printed.colors[at]], styles[at % 4]
        if lines_only:
            marks.append(Curve(x, y, color, width, style))
        else:
            marker = MARKERS[printed.markers[at]]
            marks.append(Points(x, y, color, marker, size, style if joined else None, width))
    names = printed.names or ("",) * len(places)
    series: list[JsonValue] = [
        {"name": name or None, "x": x.tolist(), "y": y.tolist()} for name, (x, y) in zip(names, places, strict=True)
    ]
    if not printed.names:
        return Scene(look, tuple(marks)), series
    look, legend = with_legend(rng, look, marks, LegendText(printed.heading, printed.names))
    return Scene(look, tuple(marks), legend), series


def _annotations(printed: _Printed, scene: Scene) -> dict[str, Any]:
    """What is printed where: the texts, and the legend's entries with the look of each."""
    texts: dict[str, Any] = {
        "title": printed.title,
        **{
            axis: {"text": label.text, "name": label.name, "unit": label.unit}
            for axis, label in (("horizontal", printed.horizontal), ("vertical", printed.vertical))
        },
    }
    legend = None
    if scene.legend is not None:
        box = scene.legend.box
        legend = {
            "heading": scene.legend.heading,
            "box": [box.left, box.top, box.right, box.bottom],
            "entries": [
                {
                    "name": entry.name,
                    "color": printed.colors[entry.mark],
                    "marker": None if isinstance(scene.marks[entry.mark], Curve) else printed.markers[entry.mark],
                }
                for entry in scene.legend.entries
            ],
        }
    return {"texts": texts, "legend": legend}

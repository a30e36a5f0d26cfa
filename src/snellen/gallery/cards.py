"""What a card of the gallery holds: a chart, its questions, and its picture in two sizes."""

from collections.abc import Iterator, Sequence
from itertools import tee
from pathlib import Path
from typing import Any

from snellen.dataset import Chart, Dataset, Question
from snellen.errors import SnellenError
from snellen.gallery.overlay import overlay
from snellen.gallery.places import QuestionPlaces
from snellen.pages import Shrunken, link_or_copy, shrink_all

__all__ = ["FILTERS", "ask_values", "card_values", "chart_facets", "charts_with_questions", "twin_of"]

FILTERS = {
    "task": "Task",
    "category": "Category",
    "property": "Property",
    "format": "Format",
    "manipulated": "Manipulated",
    "precision": "Precision",
    "complexity": "Complexity",
    "split": "Split",
    "generator": "Generator",
    "design": "Design",
    "scale": "Scale",
}
"""The filters above the cards: a key of `facets` and its label. To add a filter, add a line here and its value in
`ask_values` (of a question) or its key in `_OF_CHARTS`; one with fewer than two values in the dataset is not shown."""

_OF_CHARTS = ("generator", "design", "scale", "manipulated")


def chart_facets(chart: Chart) -> dict[str, str]:
    """What charts can be filtered by of what their metadata name: generator, design, scale, and manipulated or not."""
    named = {key: _as_text(chart.metadata.get(key)) for key in _OF_CHARTS}
    return {key: text for key, text in named.items() if text is not None}


def ask_values(question: Question) -> dict[str, Any]:
    """What a question shares with others, its text aside. `tail` is what its id adds to its chart's, if it does."""
    facets = {
        "task": question.task,
        "category": question.category,
        "property": question.property,
        "precision": None if question.precision is None else f"{question.precision:g}",
        "complexity": None if question.complexity is None else str(question.complexity),
        "split": question.split,
        "format": _as_text(question.metadata.get("format")),
    }
    begins = question.question_id.startswith(question.chart_id)
    return {
        "facets": {key: value for key, value in facets.items() if value is not None},
        "choices": question.choices,
        "tail": question.question_id[len(question.chart_id) :] if begins else None,
    }


def card_values(
    chart: Chart, questions: Sequence[Question], picture: Shrunken, twin: Chart | None = None
) -> dict[str, Any]:
    """What is a card's own, for `gallery.js`: its picture, what is drawn over it, and the keys in the order asked.

    `twin` is the chart of the same data that is shown beside it.
    """
    values: dict[str, Any] = {
        "file": chart.file_name,
        "width": chart.width,
        "height": chart.height,
        "thumbnail": None if picture.fault else [picture.width, picture.height],
        "answers": [question.answer for question in questions],
    }
    margins = [None if question.margin is None else f"{question.margin:.2f}" for question in questions]
    own = {
        "fault": picture.fault,
        "margins": margins if any(margins) else None,
        "over": None if picture.fault else overlay(chart),
        "twin": None if twin is None else _twin_values(twin),
    }
    return values | {key: value for key, value in own.items() if value is not None}


def charts_with_questions(
    data: Dataset, folder: Path, width: int, jobs: int | None
) -> Iterator[tuple[Chart, list[Question], Shrunken]]:
    """Each chart in file order with its questions; its picture and thumbnail are in `folder` by the time it is given.

    Of the questions only the places in their file are held in memory.
    """
    places = QuestionPlaces(data.questions_path)
    (folder / "images").mkdir()
    (folder / "thumbnails").mkdir()
    charts, again = tee(data.charts())
    pictures = shrink_all((data.image_path(chart) for chart in again), width, jobs)
    with data.questions_path.open("rb") as handle:
        for chart, picture in zip(charts, pictures, strict=True):
            questions = places.of(chart.chart_id, handle)
            kept = folder / "images" / chart.file_name
            if picture.fault != "missing" and not link_or_copy(data.image_path(chart), kept):
                picture = Shrunken(b"", fault="no picture")
            if not picture.fault:
                (folder / "thumbnails" / f"{chart.file_name}.webp").write_bytes(picture.data)
            yield chart, questions, picture


def twin_of(data: Dataset, chart: Chart) -> Chart | None:
    """The chart that a chart's metadata name as its `twin`; None where they name none that the dataset has."""
    name = chart.metadata.get("twin")
    if not isinstance(name, str) or name == chart.chart_id:
        return None
    try:
        return data.chart(name)
    except SnellenError:
        return None


def _twin_values(twin: Chart) -> dict[str, Any]:
    return {
        "chart": twin.chart_id,
        "file": twin.file_name,
        "width": twin.width,
        "height": twin.height,
        "manipulated": _as_text(twin.metadata.get("manipulated")),
    }


def _as_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float) and abs(value) < 1e9:
        return f"{value:g}"
    return value if isinstance(value, str) else None

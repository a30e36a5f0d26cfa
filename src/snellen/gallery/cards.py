"""What a card of the gallery holds: a chart, its questions, and its picture in two sizes."""

from collections.abc import Iterator, Sequence
from itertools import tee
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from snellen.dataset import Chart, Dataset, Question, from_json_line
from snellen.errors import SnellenError
from snellen.pages import Shrunken, link_or_copy, shrink_all

__all__ = ["FILTERS", "card_values", "charts_with_questions"]

FILTERS = {
    "task": "Task",
    "category": "Category",
    "property": "Property",
    "precision": "Precision",
    "complexity": "Complexity",
}
"""The filters above the cards: a key of a question's `facets` and its label. To add a filter, add a line here and its
value in `_question_values`; a filter with fewer than two values in the dataset is not shown."""


def card_values(chart: Chart, questions: Sequence[Question], picture: Shrunken) -> dict[str, Any]:
    """One card as plain values, for `gallery.js`.

    What is to be drawn over a picture (annotations) goes in here, and is drawn by `pictureOf` in `gallery.js`.
    """
    return {
        "chart": chart.chart_id,
        "source": chart.source_id,
        "file": chart.file_name,
        "width": chart.width,
        "height": chart.height,
        "fault": picture.fault,
        "thumbnail": None if picture.fault else [picture.width, picture.height],
        "questions": [_question_values(question) for question in questions],
    }


def charts_with_questions(
    data: Dataset, folder: Path, width: int, jobs: int | None
) -> Iterator[tuple[Chart, list[Question], Shrunken]]:
    """Each chart in file order with its questions; its picture and thumbnail are in `folder` by the time it is given.

    Of the questions only the places in their file are held in memory.
    """
    places = _question_places(data.questions_path)
    (folder / "images").mkdir()
    (folder / "thumbnails").mkdir()
    charts, again = tee(data.charts())
    pictures = shrink_all((data.image_path(chart) for chart in again), width, jobs)
    with data.questions_path.open("rb") as handle:
        for chart, picture in zip(charts, pictures, strict=True):
            questions = []
            for place in places.get(chart.chart_id, ()):
                handle.seek(place)
                questions.append(from_json_line(Question, handle.readline()))
            kept = folder / "images" / chart.file_name
            if picture.fault != "missing" and not link_or_copy(data.image_path(chart), kept):
                picture = Shrunken(b"", fault="no picture")
            if not picture.fault:
                (folder / "thumbnails" / f"{chart.file_name}.webp").write_bytes(picture.data)
            yield chart, questions, picture


def _question_values(question: Question) -> dict[str, Any]:
    facets = {
        "task": question.task,
        "category": question.category,
        "property": question.property,
        "precision": None if question.precision is None else f"{question.precision:g}",
        "complexity": None if question.complexity is None else str(question.complexity),
    }
    return {
        "id": question.question_id,
        "facets": {key: value for key, value in facets.items() if value is not None},
        "text": question.text,
        "choices": question.choices,
        "answer": question.answer,
        "margin": None if question.margin is None else f"{question.margin:.2f}",
    }


def _question_places(path: Path) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    offset = 0
    with path.open("rb") as handle:
        for number, line in enumerate(handle, 1):
            if line.strip():
                try:
                    # Checked here once, so that a faulty line is named before any work is done.
                    from_json_line(Question, line)
                    places.setdefault(from_json(line)["chart_id"], []).append(offset)
                except ValueError:
                    raise SnellenError(
                        f"{path}:{number}: not a question; restore the file or make the dataset again."
                    ) from None
            offset += len(line)
    return places

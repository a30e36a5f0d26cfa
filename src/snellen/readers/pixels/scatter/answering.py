"""Answers to questions on a scatterplot, in the form that each asks for, and an account of what was seen."""

import json
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from snellen.readers.pixels.answer import Answer
from snellen.readers.pixels.picture import UnreadableError
from snellen.readers.pixels.scatter.forms import cluster_form
from snellen.readers.pixels.scatter.seeing import Scatter, perceive_scatter
from snellen.readers.pixels.view import View

__all__ = ["answer", "answer_scatter", "answer_seen", "explain_scatter", "suits"]

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]


def answer(view: View, text: str) -> Answer:
    """The answer to a question on a scatterplot, and what was seen. The picture is looked at once, whatever is asked.

    Raises UnreadableError for a question of another kind, and where there is neither a plot nor a mark.
    """
    seen = view.kept("scatter", lambda: perceive_scatter(view.picture.pixels))
    if seen.template is None and (seen.ground is None or not seen.ground.framed):
        raise UnreadableError("no plot")
    found = answer_seen(seen, text)
    if found is None:
        raise UnreadableError("no question on a scatterplot")
    return Answer(found, explain_scatter(seen))


def answer_scatter(picture: Bytes, question: str) -> str | None:
    """The answer to a question on a picture, 8-bit RGB of shape (height, width, 3); None for one of another kind."""
    return answer_seen(perceive_scatter(picture), question) if suits(question) else None


def suits(question: str) -> bool:
    """Whether a question is on the clusters, outliers or variables of a scatterplot."""
    return "scatterplot" in question.lower() and _subject(question) is not None


def answer_seen(seen: Scatter, question: str) -> str | None:
    """The answer to a question from what was seen; None for one of another kind.

    Places are in the coordinates that the question names: from (0, 0) to what it says the bottom-right corner is, else
    pixels. A list stands under the key of the question's own example.
    """
    grouping, outliers = seen.grouping, seen.places[seen.grouping.outlier]
    match _subject(question):
        case "cluster count":
            return f"{{{len(grouping.boxes)}}}"
        case "outlier count":
            return f"{{{len(outliers)}}}"
        case "boxes":
            return _listed(grouping.boxes, seen.size, question, "clusters")
        case "centers":
            return _listed(grouping.centers, seen.size, question, "cluster_centers")
        case "outliers":
            return _listed(outliers, seen.size, question, "outliers")
        case "relationship":
            return f"{{{grouping.relationship}}}"
        case "form":
            return f"{{{cluster_form(grouping.groups)}}}"
        case _:
            return None


def explain_scatter(seen: Scatter) -> dict[str, JsonValue]:
    """What was seen, as JSON values, in pixels from the top left corner of the picture.

    `marks` are [x, y] of each; `clusters` have a `box` (left, top, right, bottom of the marks' middles), a `center` and
    the `n` of marks; `outliers` are [x, y]; `relationship` is a word; `mark` has the form, radius and opacity of a
    mark, and `plot` is the box within which marks were looked for, each null where there are no marks.
    """
    grouping = seen.grouping
    mark: JsonValue = None
    if seen.template is not None:
        mark = {"form": seen.template.form, "radius": round(seen.template.radius, 2), "opacity": round(seen.opacity, 2)}
    plot: JsonValue = None
    if seen.ground is not None:
        plot = [seen.ground.left, seen.ground.top, seen.ground.right, seen.ground.bottom]
    clusters: list[JsonValue] = [
        {"box": _rounded(box), "center": _rounded(center), "n": round(float(size))}
        for box, center, size in zip(grouping.boxes, grouping.centers, grouping.sizes, strict=True)
    ]
    return {
        "plot": plot,
        "mark": mark,
        "marks": [_rounded(place) for place in seen.places],
        "clusters": clusters,
        "outliers": [_rounded(place) for place in seen.places[grouping.outlier]],
        "relationship": grouping.relationship,
    }


def _subject(question: str) -> str | None:
    words = question.lower()
    counts = re.search(r"how many (\w+)", words)
    if counts is not None:
        return {"clusters": "cluster count", "outliers": "outlier count"}.get(counts[1])
    if "related" in words or "relationship" in words:
        return "relationship"
    if "shape" in words and "cluster" in words:
        return "form"
    if "outlier" in words:
        return "outliers"
    if "cluster" in words:
        return "boxes" if "box" in words else "centers" if re.search(r"cent(er|re)", words) else None
    return None


def _listed(places: Floats, size: tuple[int, int], question: str, key: str) -> str:
    """A JSON object with a list of places, whole numbers, in the coordinates and under the key that are asked for."""
    named = re.search(r'\{\s*"([^"]+)"\s*:', question)
    corner = re.search(r"\((\d+(?:\.\d+)?),\s*(\d+(?:\.\d+)?)\) is the bottom[- ]right", question)
    factor = np.ones(2)
    if corner is not None:
        factor = np.array([float(corner[1]), float(corner[2])]) / size
    most = np.array(size) * factor
    decimals = 0 if most.min() > 10 else 4
    listed: list[Any] = []
    for place in places:
        pairs = np.clip(place.reshape(-1, 2) * factor, 0, most)
        listed.append([round(float(value), decimals) if decimals else round(float(value)) for value in pairs.ravel()])
    return json.dumps({named[1] if named else key: listed})


def _rounded(values: Floats) -> JsonValue:
    return [round(float(value), 2) for value in values]

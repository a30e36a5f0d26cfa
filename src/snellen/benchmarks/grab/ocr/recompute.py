"""The key of a stored question on texts, read again from what its chart says is printed."""

from typing import Any

from snellen.dataset import Chart, Question

__all__ = ["recompute_text"]


def recompute_text(question: Question, chart: Chart) -> str:
    """The right option, from the chart's annotations and from what the question asks of them.

    Raises LookupError or ValueError where the annotations hold no answer, more than one, or one that is not offered.
    """
    found = _printed_answer(question, chart)
    if found not in (question.choices or ()):
        raise ValueError(f"{found!r} is none of its options")
    return found


def _printed_answer(question: Question, chart: Chart) -> str:
    texts: Any = chart.annotations["texts"]
    legend: Any = chart.annotations["legend"]
    asked: Any = question.metadata
    match question.property:
        case "title":
            return str(texts["title"])
        case "title number":
            return _only([word for word in str(texts["title"]).split() if word.isdecimal()])
        case "horizontal label" | "vertical label":
            return str(texts[asked["axis"]]["text"])
        case "variables":
            return f"horizontal: {texts['horizontal']['name']}; vertical: {texts['vertical']['name']}"
        case "horizontal unit" | "vertical unit":
            label = texts[asked["axis"]]
            if str(label["unit"]) not in str(label["text"]):
                raise ValueError("the label does not give its unit")
            return str(label["unit"])
        case "number of entries":
            return str(len(legend["entries"]))
        case "legend entry":
            return str(legend["entries"][int(asked["entry"]) - 1]["name"])
        case "series of color":
            return _only([entry["name"] for entry in legend["entries"] if entry["color"] == asked["color"]])
        case "series of marker":
            return _only([entry["name"] for entry in legend["entries"] if entry["marker"] == asked["marker"]])
        case "color of series":
            return _only([entry["color"] for entry in legend["entries"] if entry["name"] == asked["series"]])
        case _:
            raise ValueError(f"no question on texts asks for {question.property!r}")


def _only(found: list[str]) -> str:
    if len(found) != 1:
        raise ValueError(f"{len(found)} texts answer the question, not one")
    return str(found[0])

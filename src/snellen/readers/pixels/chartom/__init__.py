"""Charts that may mislead, read from pixels for what they say: bars, lines, pies and points with names."""

from collections.abc import Sequence
from typing import Any

from snellen.readers.pixels.answer import Answer
from snellen.readers.pixels.chartom.answering import answer_fact
from snellen.readers.pixels.chartom.bars import has_bars, read_bars
from snellen.readers.pixels.chartom.lines import marked_names, read_lines
from snellen.readers.pixels.chartom.mind import answer_mind
from snellen.readers.pixels.chartom.panel import Panel, panel_of
from snellen.readers.pixels.chartom.points import read_points
from snellen.readers.pixels.chartom.questions import is_mind, read_question, suits
from snellen.readers.pixels.chartom.readings import Reading
from snellen.readers.pixels.chartom.slices import read_slices
from snellen.readers.pixels.picture import UnreadableError
from snellen.readers.pixels.view import View

__all__ = ["answer", "suits"]


def answer(view: View, text: str) -> Answer:
    """The answer to a FACT or MIND question about the chart of a view.

    Raises UnreadableError where the question is of no kind that is known or the picture does not show what it asks for.
    """
    panel = panel_of(view)
    if not panel.texts:
        raise UnreadableError("no chart")
    kind, readings = view.kept("chartom readings", lambda: _readings(panel))
    seen = _seen(panel, kind, readings)
    if is_mind(text):
        return Answer(answer_mind(panel, readings), seen)
    asked = read_question(text)
    if asked is None:
        raise UnreadableError("a question of no known kind")
    marked = marked_names(panel) if kind == "lines" and asked.kind == "order" else {}
    replied, values = answer_fact(asked, readings, marked)
    return Answer(replied, {**seen, "values": values})


def _readings(panel: Panel) -> tuple[str, list[Reading]]:
    """What is drawn, and what it says: bars, lines, named points or slices."""
    if has_bars(panel):
        return "bars", read_bars(panel)
    if panel.axes and panel.names:
        if points := read_points(panel):
            return "points", points
        return "lines", read_lines(panel)
    return "slices", read_slices(panel)


def _seen(panel: Panel, kind: str, readings: Sequence[Reading]) -> dict[str, Any]:
    return {
        "axes": [
            {
                "side": axis.side,
                "scale": "logarithmic" if axis.logarithmic else "linear",
                "ticks": [[round(text.middle_y, 1), text.number] for text in axis.texts],
            }
            for axis in panel.axes
        ],
        "texts": [{"text": text.text, "box": [text.left, text.top, text.right, text.bottom]} for text in panel.texts],
        kind: [
            {
                "name": reading.name,
                "series": reading.series,
                "value": reading.value,
                "pixels": [round(reading.x, 1), round(reading.y, 1)],
                "printed": reading.printed,
            }
            for reading in readings
        ],
    }

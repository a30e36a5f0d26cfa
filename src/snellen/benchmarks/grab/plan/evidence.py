"""The marks that an answer needs, as a chart's annotations record them."""

from pydantic import JsonValue

from snellen.benchmarks.grab.looks import to_pixels
from snellen.benchmarks.grab.plan.draft import Draft

__all__ = ["evidence_records"]


def evidence_records(draft: Draft) -> list[JsonValue]:
    """Each mark's kind, function or series (from 0), x and y in data units, and its pixel in the draft's own look."""
    marks = draft.evidence
    pixels = to_pixels(draft.scene.look, [mark.x for mark in marks], [mark.y for mark in marks]).round(3).tolist()
    return [
        {"kind": mark.kind, "index": mark.index, "x": mark.x, "y": mark.y, "pixel": pixel}
        for mark, pixel in zip(marks, pixels, strict=True)
    ]

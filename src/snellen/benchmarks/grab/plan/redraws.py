"""The same question on another drawing of its chart (section 4.4 of the paper)."""

import hashlib

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab.looks import axes_of
from snellen.benchmarks.grab.plan.answers import stream
from snellen.benchmarks.grab.plan.curate import SMALLEST_MARGIN, Candidate, margin_of
from snellen.benchmarks.grab.plan.draft import Draft, Request
from snellen.benchmarks.grab.plan.evidence import evidence_records
from snellen.benchmarks.grab.plan.layouts import laid_out_again
from snellen.benchmarks.grab.scene import Scene

__all__ = ["redrawn"]

_TRIES = 4000
"""Looks that are tried: one in a few hundred, at the least, shows a question as well as its first look does."""


def redrawn(planned: PlannedChart, candidate: Candidate, redraw: int, seed: int) -> PlannedChart:
    """The chart of `planned` in look number `redraw` (from 1), with its question: the same data, text and answer.

    Looks are drawn until one shows the question by the rules of the first: every needed mark inside the axes and not
    covered, points apart, margin (anew, in this look's own pixels) at least `SMALLEST_MARGIN`; and no mark has the
    colour it has on the first drawing. The random stream is the question's and the redraw's own, so a drawing does not
    depend on how many others there are. Chart and question are `…-r1`, `…-r2`, …; the source is the same. Raises
    RuntimeError where no look is found, which is a defect.
    """
    question, chart = planned.questions[0], planned.chart
    draft, margin = _other_look(candidate, _request(planned), question.question_id, redraw, seed)
    look, name = draft.scene.look, f"{question.question_id}-r{redraw}"
    redrawn_chart = chart.model_copy(
        update={
            "chart_id": name,
            "file_name": hashlib.sha256(f"{seed}/{name}".encode()).hexdigest()[:20] + ".png",
            "width": look.width,
            "height": look.height,
            "plot": look.plot,
            "axes": axes_of(look),
            "annotations": {"evidence": evidence_records(draft)},
            "metadata": {
                **chart.metadata,
                "look": "sampled" if question.task == "properties" else "varied",
                "redraw": redraw,
            },
        }
    )
    again = question.model_copy(
        update={
            "question_id": name,
            "chart_id": name,
            "task": f"{question.task}-redrawn",
            "split": "extra",
            "margin": round(margin, 4),
            "metadata": {**question.metadata, "redraw": redraw},
        }
    )
    return PlannedChart(planned.source, redrawn_chart, (again,), draft.scene)


def _request(planned: PlannedChart) -> Request:
    question = planned.questions[0]
    return Request(
        task=question.task,
        property=question.property or "",
        subject=str(question.metadata["subject"]),
        precision=question.precision or 1.0,
        complexity=question.complexity or 0,
        target=float("nan"),
    )


def _other_look(candidate: Candidate, request: Request, name: str, redraw: int, seed: int) -> tuple[Draft, float]:
    """The first look that will do, and its margin in pixels."""
    rng = stream(seed, "redraw", name, redraw)
    for _ in range(_TRIES):
        draft = laid_out_again(rng, candidate.draft, request)
        if draft is None or not _looks_other(draft.scene, candidate.draft.scene):
            continue
        margin = margin_of(draft, candidate.precision)
        if margin >= SMALLEST_MARGIN:
            return draft, margin
    raise RuntimeError(f"{name}: no other look shows the question as well as the first")


def _looks_other(scene: Scene, first: Scene) -> bool:
    return all(one.color != other.color for one, other in zip(scene.marks, first.marks, strict=True))

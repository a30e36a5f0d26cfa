"""For each task a page of every reply drawn over its picture, where a benchmark can draw them."""

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from snellen.accuracy import model_labels
from snellen.dataset import Chart, Dataset, Question
from snellen.exhibits import DrawsReplies, Overlay
from snellen.pages import Parts, inert_json, link_or_copy
from snellen.report.links import benchmark_link
from snellen.report.marks import mark_values
from snellen.report.runs import Asked
from snellen.report.shortening import shortened
from snellen.report.site import Site

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PART", "PredictionPage", "write_predictions"]

PART = 48
"""Replies in a part."""

_FACETS = ("design", "generator", "split")


@dataclass(frozen=True)
class PredictionPage:
    """A page that was written: its path from the report's folder, its dataset and task, and how many replies it has."""

    file: str
    slug: str
    task: str
    replies: int


def write_predictions(asked: Sequence[Asked], site: Site) -> list[PredictionPage]:
    """Write `predictions/DATASET-TASK.html` for each task whose replies can be drawn; their pictures are in `images/`.

    A page lists every reply, right or wrong, with what it found, missed and made up in the pixels of the picture. It
    needs no network; cards are put up, and their contents (`predictions/DATASET-TASK/0.js`, …) and pictures loaded, as
    they come into sight: the page itself grows by a few bytes a reply. Nothing is written where a
    benchmark draws no replies (`snellen.exhibits.DrawsReplies`) or a dataset's folder is not there. Pictures are hard
    links where the file system allows them.
    """
    written = []
    for one in asked:
        if one.dataset is None or not isinstance(one.benchmark, DrawsReplies):
            continue
        rows = one.results[one.results["outcome"] != "no_key"]
        labels, shown = model_labels(one.results), _Shown.of(one.dataset, rows, site.folder, one.slug)
        lists = [
            _List(site.folder / "predictions" / f"{one.slug}-{task}", str(task)).filled(
                part, shown, one.benchmark, labels
            )
            for task, part in rows.groupby("task", sort=False)
        ]
        drawn = [each for each in lists if len(each)]
        pages = [{"file": f"{each.folder.name}.html", "task": each.task} for each in drawn]
        for each in drawn:
            _write(each, one, pages, site)
            written.append(PredictionPage(f"predictions/{each.folder.name}.html", one.slug, each.task, len(each)))
    return written


@dataclass(frozen=True)
class _Shown:
    """What pages need of a dataset: questions and charts by id, and pictures, linked when a page first needs them."""

    dataset: Dataset
    questions: Mapping[str, Question]
    charts: Mapping[str, Chart]
    folder: Path
    slug: str

    @classmethod
    def of(cls, dataset: Dataset, rows: "pd.DataFrame", folder: Path, slug: str) -> Self:
        wanted = set(rows["question_id"].astype(str))
        questions = {one.question_id: one for one in dataset.questions() if one.question_id in wanted}
        needed = {one.chart_id for one in questions.values()}
        charts = {one.chart_id: one for one in dataset.charts() if one.chart_id in needed}
        return cls(dataset, questions, charts, folder, slug)

    def file(self, chart: Chart) -> str | None:
        source = self.dataset.image_path(chart)
        target = self.folder / "images" / self.slug / chart.file_name
        if not source.is_file():
            return None
        target.parent.mkdir(parents=True, exist_ok=True)
        return f"../images/{self.slug}/{chart.file_name}" if link_or_copy(source, target) else None


class _List:
    """The replies to a task: what the page lists of them, and their contents in parts.

    `index` has `kinds`, each a way in which replies can be alike (run, found, facets of the chart), `rows`, the number
    of each reply's kind, and `part`, how many replies a part has.
    """

    def __init__(self, folder: Path, task: str) -> None:
        self.folder, self.task = folder, task
        self.matched = False
        self.index: dict[str, list[Any] | int] = {}
        self._parts = Parts(folder, PART)
        self._kinds: dict[str, int] = {}
        self._rows: list[int] = []

    def __len__(self) -> int:
        return len(self._rows)

    def filled(self, rows: "pd.DataFrame", shown: _Shown, benchmark: DrawsReplies, labels: "pd.Series[str]") -> Self:
        """With those of the replies that can be drawn."""
        columns = [name for name in ("question_id", "reply", "error", *_FACETS) if name in rows]
        for record, label in zip(rows[columns].to_dict("records"), labels.loc[rows.index], strict=True):
            question = shown.questions.get(str(record["question_id"]))
            chart = shown.charts.get(question.chart_id) if question else None
            if question is None or chart is None:
                continue
            reply = record["reply"] if isinstance(record["reply"], str) else None
            overlay = benchmark.overlay(question, chart, reply)
            if overlay is None:
                continue
            facets = {name: value for name in _FACETS if isinstance(value := record.get(name), str)}
            kind = inert_json([label, overlay.found, facets])
            self._rows.append(self._kinds.setdefault(kind, len(self._kinds)))
            self._parts.add(_values(question, chart, record, reply, overlay, shown.file(chart)))
            self.matched |= any(mark.matched is not None for mark in overlay.marks)
        self._parts.finish()
        kinds = [json.loads(kind) for kind in self._kinds]
        self.index = {"kinds": kinds, "rows": self._rows, "part": PART}
        return self


def _values(
    question: Question,
    chart: Chart,
    record: Mapping[Hashable, Any],
    reply: str | None,
    overlay: Overlay,
    file: str | None,
) -> dict[str, Any]:
    return {
        "id": question.question_id,
        "file": file,
        "width": chart.width,
        "height": chart.height,
        "answer": question.answer,
        "caption": overlay.caption,
        "reply": shortened(reply)[0],
        "error": record["error"] if isinstance(record["error"], str) else None,
        "marks": mark_values(overlay.marks),
    }


def _write(listed: _List, one: Asked, pages: Sequence[Mapping[str, str]], site: Site) -> None:
    site.write(
        f"predictions/{listed.folder.name}.html",
        "predictions.html",
        scripts=["list.js", "parts.js", "drawing.js", "marks.js", "predictions.js"],
        styles=["marks.css", "predictions.css"],
        data={"predictions-data": {**listed.index, "folder": listed.folder.name}},
        title=f"{listed.task}: replies over their pictures",
        about=f"{one.label}. Every reply to this task, with what it found, missed and made up.",
        task=listed.task,
        pages=pages,
        matched=listed.matched,
        benchmark=benchmark_link(one.slug, "predictions"),
    )

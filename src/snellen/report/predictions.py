"""For each task a page of every reply drawn over its picture, where a benchmark can draw them."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from markupsafe import Markup

from snellen import __version__
from snellen.accuracy import model_labels
from snellen.dataset import Chart, Dataset, Question
from snellen.exhibits import DrawsReplies, Overlay
from snellen.pages import inert_json, link_or_copy, package_text, render_page
from snellen.report.answers import shortened
from snellen.report.marks import mark_values
from snellen.report.runs import Asked

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PredictionPage", "write_predictions"]

_FACETS = ("design", "generator", "split")


@dataclass(frozen=True)
class PredictionPage:
    """A page that was written: its path from the report's folder, its dataset and task, and how many replies it has."""

    file: str
    dataset: str
    task: str
    replies: int


def write_predictions(asked: Sequence[Asked], folder: Path, kind: str) -> list[PredictionPage]:
    """Write `predictions/DATASET-TASK.html` for each task whose replies can be drawn; their pictures are in `images/`.

    A page lists every reply, right or wrong, with what it found, missed and made up in the pixels of the picture. It
    needs no network; cards are put up, and pictures loaded, as they come into sight. Nothing is written where a
    benchmark draws no replies (`snellen.exhibits.DrawsReplies`) or a dataset's folder is not there. Pictures are hard
    links where the file system allows them.
    """
    written = []
    for one in asked:
        if one.dataset is None or not isinstance(one.benchmark, DrawsReplies):
            continue
        rows = one.results[one.results["outcome"] != "no_key"]
        labels, shown = model_labels(one.results), _Shown.of(one.dataset, rows, folder, one.slug)
        drawn = {
            str(task): data
            for task, part in rows.groupby("task", sort=False)
            if (data := _drawn(part, shown, one.benchmark, labels))
        }
        pages = [{"file": f"{one.slug}-{task}.html", "task": task} for task in drawn]
        for page in pages:
            data = drawn[page["task"]]
            path = folder / "predictions" / page["file"]
            _write(path, page["task"], one, data, pages, kind)
            written.append(PredictionPage(f"predictions/{page['file']}", one.label, page["task"], len(data["rows"])))
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


def _drawn(
    rows: "pd.DataFrame", shown: _Shown, benchmark: DrawsReplies, labels: "pd.Series[str]"
) -> dict[str, list[Any]] | None:
    """The data of a page; None where none of the replies can be drawn."""
    data: dict[str, list[Any]] = {"runs": [], "charts": [], "rows": []}
    places: dict[str, int] = {}
    runs: dict[str, int] = {}
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
        if question.question_id not in places:
            places[question.question_id] = len(data["charts"])
            data["charts"].append(_chart_values(question, chart, record, shown.file(chart)))
        if label not in runs:
            runs[label] = len(data["runs"])
            data["runs"].append(label)
        data["rows"].append(_row_values(runs[label], places[question.question_id], record, reply, overlay))
    return data if data["rows"] else None


def _chart_values(question: Question, chart: Chart, record: Mapping[Hashable, Any], file: str | None) -> dict[str, Any]:
    return {
        "id": question.question_id,
        "file": file,
        "width": chart.width,
        "height": chart.height,
        "answer": question.answer,
        "facets": {name: value for name in _FACETS if isinstance(value := record.get(name), str)},
    }


def _row_values(
    run: int, chart: int, record: Mapping[Hashable, Any], reply: str | None, overlay: Overlay
) -> dict[str, Any]:
    return {
        "run": run,
        "chart": chart,
        "found": overlay.found,
        "caption": overlay.caption,
        "reply": shortened(reply)[0],
        "error": record["error"] if isinstance(record["error"], str) else None,
        "marks": mark_values(overlay.marks),
    }


def _write(
    path: Path, task: str, one: Asked, data: dict[str, list[Any]], pages: Sequence[Mapping[str, str]], kind: str
) -> None:
    path.parent.mkdir(exist_ok=True)
    shared = [package_text("snellen.pages", name) for name in ("list.js", "drawing.js")]
    own = [package_text("snellen.report", name) for name in ("marks.js", "predictions.js")]
    styles = [package_text("snellen.report", name) for name in ("marks.css", "predictions.css")]
    matched = any(mark[1] != 2 for row in data["rows"] for mark in row["marks"])
    with path.open("w", encoding="utf-8", newline="\n") as page:
        render_page(
            page,
            "snellen.report",
            "predictions.html",
            scripts=["\n".join([*shared, *own])],
            kind=kind,
            version=__version__,
            title=f"{task}: replies over their pictures",
            about=f"{one.label}. Every reply to this task, with what it found, missed and made up.",
            task=task,
            pages=pages,
            matched=matched,
            predictions_style=Markup("").join(styles),
            data=inert_json(data),
        )

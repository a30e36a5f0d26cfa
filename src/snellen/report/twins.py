"""Twins side by side: two pictures of the same data, the question, and what each model answered to either."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snellen.accuracy import model_labels
from snellen.dataset import Chart, Dataset, Question
from snellen.pages import link_or_copy
from snellen.report.links import benchmark_link
from snellen.report.runs import Asked
from snellen.report.shortening import shortened
from snellen.report.site import Site

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TwinPage", "twin_charts", "write_twins"]


@dataclass(frozen=True)
class TwinPage:
    """A page that was written: its path from the report's folder, its dataset, and how many pairs it shows."""

    file: str
    slug: str
    pairs: int


def write_twins(asked: Sequence[Asked], site: Site) -> list[TwinPage]:
    """Write `twins/DATASET.html` for each dataset that has twins; their pictures are in `images/`.

    Twins are two charts whose metadata name each other as `twin`. The page has a card for each pair and task, with both
    pictures, the key of each and every model's answer to each, right or wrong by the headline scorer where that
    applies to the task. It needs no network. Nothing is written for a dataset whose folder is not there. Pictures are
    hard links where the file system allows them.
    """
    written = []
    for one in asked:
        pairs = [] if one.dataset is None else twin_charts(one.dataset)
        if one.dataset is None or not pairs:
            continue
        data = _data(one, one.dataset, pairs, site.folder)
        if not data["items"]:
            continue
        path = f"twins/{one.slug}.html"
        _write(path, one, data, site)
        shown = {item["sides"][0]["chart"] for item in data["items"]}
        written.append(TwinPage(path, one.slug, len(shown)))
    return written


def twin_charts(dataset: Dataset) -> list[tuple[Chart, Chart]]:
    """The pairs of charts that name each other as `twin` in their metadata, in file order, the honest one first.

    Which one that is, `manipulated` in the metadata says; without it the first in the file comes first.
    """
    named = {chart.chart_id: chart for chart in dataset.charts() if isinstance(chart.metadata.get("twin"), str)}
    pairs = []
    seen: set[str] = set()
    for name, chart in named.items():
        twin = named.get(str(chart.metadata["twin"]))
        if twin is None or twin is chart or twin.metadata["twin"] != name or name in seen:
            continue
        seen |= {name, twin.chart_id}
        first, second = sorted((chart, twin), key=lambda each: bool(each.metadata.get("manipulated")))
        pairs.append((first, second))
    return pairs


def _data(one: Asked, dataset: Dataset, pairs: Sequence[tuple[Chart, Chart]], folder: Path) -> dict[str, Any]:
    """The data of a page: names of models, charts by id, and an item for each pair and task asked of both."""
    needed = {chart.chart_id for pair in pairs for chart in pair}
    questions: dict[tuple[str, str], list[Question]] = {}
    for question in dataset.questions():
        if question.chart_id in needed:
            questions.setdefault((question.chart_id, question.task), []).append(question)
    tasks = list(dict.fromkeys(task for _, task in questions))
    models = list(dict.fromkeys(model_labels(one.results)))
    said = _said(one, {question.question_id for group in questions.values() for question in group}, models)
    items = []
    files: dict[str, str | None] = {}
    for pair in pairs:
        for task in tasks:
            # Of several questions of one task on a chart, those at the same place belong together.
            for both in zip(*(questions.get((chart.chart_id, task), []) for chart in pair), strict=False):
                if not any(said.get(question.question_id) for question in both):
                    continue
                for chart in pair:
                    if chart.chart_id not in files:
                        files[chart.chart_id] = _file(dataset, chart, folder, one.slug)
                items.append(_item(pair, both, said))
    charts = {
        chart.chart_id: {"file": files[chart.chart_id], "width": chart.width, "height": chart.height}
        for pair in pairs
        for chart in pair
        if chart.chart_id in files
    }
    return {"models": models, "items": items, "charts": charts}


def _said(one: Asked, needed: set[str], models: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Replies by question id: what was said, how it was read, and the verdict, None where the scorer does not apply."""
    results: pd.DataFrame = one.results.assign(_label=model_labels(one.results))
    places = {name: place for place, name in enumerate(models)}
    found: dict[str, list[dict[str, Any]]] = {}
    rows = results[results["question_id"].astype(str).isin(needed)]
    for record in rows.to_dict("records"):
        score = record[one.benchmark.headline]
        applies = score is not None and score == score
        reply, error = record["reply"], record["error"]
        found.setdefault(str(record["question_id"]), []).append(
            {
                "model": places[record["_label"]],
                "read": record["parsed"] if isinstance(record["parsed"], str) else None,
                "reply": shortened(reply if isinstance(reply, str) else None)[0],
                "error": error if isinstance(error, str) else None,
                "outcome": record["outcome"],
                "right": bool(score == 1) if applies else None,
            }
        )
    return found


def _item(pair: Sequence[Chart], both: Sequence[Question], said: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    first = both[0]
    return {
        "task": first.task,
        "category": first.category,
        "property": first.property,
        "text": first.text,
        "choices": first.choices,
        "sides": [
            {
                "chart": chart.chart_id,
                "kind": chart.metadata.get("manipulated") if "manipulated" in chart.metadata else None,
                "text": None if question.text == first.text else question.text,
                "answer": question.answer,
                "said": said.get(question.question_id, []),
            }
            for chart, question in zip(pair, both, strict=True)
        ],
    }


def _file(dataset: Dataset, chart: Chart, folder: Path, slug: str) -> str | None:
    source = dataset.image_path(chart)
    target = folder / "images" / slug / chart.file_name
    if not source.is_file():
        return None
    target.parent.mkdir(parents=True, exist_ok=True)
    return f"../images/{slug}/{chart.file_name}" if link_or_copy(source, target) else None


def _write(path: str, one: Asked, data: dict[str, Any], site: Site) -> None:
    site.write(
        path,
        "twins.html",
        scripts=["list.js", "twins.js"],
        styles=["twins.css"],
        data={"twins-data": data},
        title="Twins side by side",
        about=f"{one.label}. Two charts of the same data, and what each model answered to either.",
        benchmark=benchmark_link(one.slug, "twins"),
    )

"""Every wrong answer as data for the page: what was asked, what was said, and how it scored."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from snellen.accuracy import model_labels
from snellen.dataset import Chart, Dataset, Question
from snellen.exhibits import DrawsReplies
from snellen.pages import Parts
from snellen.report.marks import overlay_values
from snellen.report.pictures import Picture
from snellen.report.runs import Asked

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PART", "Answers", "is_scored", "shortened"]

PART = 100
"""Answers in a part."""

_HEAD, _TAIL = 2600, 1400
_AT_A_TIME = 1000


class Answers:
    """The wrong answers of all runs: what the page lists of them, their contents in parts, and the pictures they need.

    `index` is plain, for `answers.js`: names of runs and datasets; `kinds`, each a way in which rows can be alike (run,
    dataset, task, property, outcome, and the names of the scorers under which they are right); `rows`, the number of
    each row's kind; and `part`, how many rows a part has. It grows by a few bytes a row. The rows themselves are in
    `parts`: in the page up to `inside` bytes, and beside it in `folder/answers` beyond. `pictures` are each there
    once, in the order in which the list first needs them; a question's `picture` is a place in it with the picture's
    file name, or None where the dataset's folder is not there.
    """

    def __init__(self, folder: Path, inside: int) -> None:
        self.parts = Parts(folder / "answers", PART, inside)
        self.pictures: list[Picture] = []
        self.warnings: list[str] = []
        self.index: dict[str, Any] = {"runs": [], "datasets": [], "kinds": [], "rows": [], "part": PART}
        self._kinds: dict[tuple[Any, ...], int] = {}

    @classmethod
    def of(cls, asked: Sequence[Asked], folder: Path, inside: int) -> Self:
        """The wrong replies of all runs: those to which the benchmark's headline scorer does not give 1.

        Replies with outcome no_key are neither right nor wrong and stay out, and so do those to a task that the
        headline scorer does not apply to.
        """
        answers = cls(folder, inside)
        for one in asked:
            answers._add(one)
        answers.parts.finish()
        return answers

    def __len__(self) -> int:
        return len(self.index["rows"])

    def _add(self, one: Asked) -> None:
        columns, results = list(one.benchmark.summary_columns), one.results
        wrong = results[is_scored(one) & (results[one.benchmark.headline].fillna(0.0) != 1.0)]
        wrong = wrong.assign(_label=model_labels(results).loc[wrong.index])
        self.index["datasets"].append({"name": one.label, "columns": columns})
        asked = _questions(one.dataset, set(wrong["question_id"].astype(str)))
        charts = _charts(one.dataset, {question.chart_id for question in asked.values()})
        absent = sum(not one.dataset.image_path(chart).is_file() for chart in charts.values()) if one.dataset else 0
        if absent:
            self.warnings.append(f"{one.label}: {absent} of {len(charts)} pictures are missing from the dataset.")
        numbers: dict[str, int] = {}
        for record in _records(wrong):
            question, chart = asked.get(str(record["question_id"])), charts.get(str(record["chart_id"]))
            row = _row_values(record, columns)
            picture = None
            if one.dataset and chart:
                file = f"{one.slug}/{chart.file_name}"
                if chart.chart_id not in numbers:
                    numbers[chart.chart_id] = len(self.pictures)
                    self.pictures.append(Picture(one.dataset.image_path(chart), file))
                picture = [numbers[chart.chart_id], file]
            row["question"] = _question_values(record, question, picture)
            if question and chart and isinstance(one.benchmark, DrawsReplies):
                overlay = one.benchmark.overlay(question, chart, _text(record["reply"]))
                row["over"] = overlay_values(overlay, chart) if overlay else None
            self.parts.add(row)
            self.index["rows"].append(self._kind(record, [column for column in columns if record[column] == 1.0]))

    def _kind(self, record: Mapping[Hashable, Any], right: Sequence[str]) -> int:
        runs, label = self.index["runs"], str(record["_label"])
        if label not in runs:
            runs.append(label)
        told = [str(record[name]) for name in ("task", "property", "outcome")]
        key = (runs.index(label), len(self.index["datasets"]) - 1, *told, tuple(right))
        if key not in self._kinds:
            self._kinds[key] = len(self._kinds)
            self.index["kinds"].append(list(key))
        return self._kinds[key]


def _records(frame: "pd.DataFrame") -> Iterator[Mapping[Hashable, Any]]:
    """Rows as mappings, some at a time: of many rows they take more memory than the frame."""
    for first in range(0, len(frame), _AT_A_TIME):
        yield from frame.iloc[first : first + _AT_A_TIME].to_dict("records")


def is_scored(one: Asked) -> "pd.Series[bool]":
    """Which rows of the results are right or wrong by the headline scorer: it applies, and there is a key."""
    outcome, headline = one.results["outcome"], one.results[one.benchmark.headline]
    return (outcome != "no_key") & ~((outcome == "answered") & headline.isna())


def _questions(dataset: Dataset | None, needed: set[str]) -> dict[str, Question]:
    if dataset is None:
        return {}
    return {question.question_id: question for question in dataset.questions() if question.question_id in needed}


def _charts(dataset: Dataset | None, needed: set[str]) -> dict[str, Chart]:
    if dataset is None:
        return {}
    return {chart.chart_id: chart for chart in dataset.charts() if chart.chart_id in needed}


def _question_values(
    record: Mapping[Hashable, Any], question: Question | None, picture: list[Any] | None
) -> dict[str, Any]:
    return {
        "id": record["question_id"],
        "category": record["category"],
        "precision": _number(record["precision"]),
        "complexity": _number(record["complexity"]),
        "margin": _number(record["margin"], 2),
        "text": question.text if question else None,
        "choices": question.choices if question else None,
        "answer": _text(record["answer"]),
        "picture": picture,
    }


def _row_values(record: Mapping[Hashable, Any], columns: Sequence[str]) -> dict[str, Any]:
    reply, cut = shortened(_text(record["reply"]))
    return {
        "repeat": _number(record["repeat"]),
        "reply": reply,
        "cut": cut,
        "parsed": _text(record["parsed"]),
        "error": _text(record["error"]),
        "scores": [_number(record[column]) for column in columns],
    }


def shortened(reply: str | None) -> tuple[str | None, int]:
    """A long reply without its middle (answers stand at either end), and how many characters that leaves out."""
    if reply is None or len(reply) <= _HEAD + _TAIL:
        return reply, 0
    return f"{reply[:_HEAD]}\n[…]\n{reply[-_TAIL:]}", len(reply) - _HEAD - _TAIL


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: Any, digits: int = 4) -> float | int | None:
    if value is None or value != value or str(value) == "<NA>":
        return None
    number = round(float(value), digits)
    return int(number) if number.is_integer() else number

"""Every wrong answer as data for the page: what was asked, what was said, and how it scored."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from snellen.accuracy import model_labels
from snellen.dataset import Chart, Dataset, Question
from snellen.exhibits import DrawsReplies
from snellen.report.marks import overlay_values
from snellen.report.runs import Asked

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Answers", "is_scored", "shortened"]

_HEAD, _TAIL = 2600, 1400


@dataclass
class Answers:
    """The wrong answers of all runs, and the pictures that they need.

    `data` is plain, for `answers.js`. `pictures` are the paths of the pictures, each once, in the order in which the
    list first needs them; a question's `picture` is a place in it, or None where the dataset's folder is not there.
    """

    data: dict[str, list[Any]] = field(
        default_factory=lambda: {"runs": [], "datasets": [], "questions": [], "rows": []}
    )
    pictures: list[Path] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, asked: Sequence[Asked]) -> Self:
        """The wrong replies of all runs: those to which the benchmark's headline scorer does not give 1.

        Replies with outcome no_key are neither right nor wrong and stay out, and so do those to a task that the
        headline scorer does not apply to.
        """
        answers = cls()
        for one in asked:
            answers._add(one)
        return answers

    def __len__(self) -> int:
        return len(self.data["rows"])

    def _add(self, one: Asked) -> None:
        columns, results = list(one.benchmark.summary_columns), one.results
        wrong = results[is_scored(one) & (results[one.benchmark.headline].fillna(0.0) != 1.0)]
        records = wrong.assign(_label=model_labels(results).loc[wrong.index]).to_dict("records")
        place = len(self.data["datasets"])
        self.data["datasets"].append({"name": one.label, "columns": columns})
        asked = _questions(one.dataset, {str(record["question_id"]) for record in records})
        charts = _charts(one.dataset, {question.chart_id for question in asked.values()})
        pictures = {name: one.dataset.image_path(chart) for name, chart in charts.items()} if one.dataset else {}
        absent = sum(not path.is_file() for path in pictures.values())
        if absent:
            self.warnings.append(f"{one.label}: {absent} of {len(pictures)} pictures are missing from the dataset.")
        numbers: dict[Path, int] = {}
        questions: dict[str, int] = {}
        runs = {label: number for number, label in enumerate(self.data["runs"])}
        for record in records:
            question_id, label = str(record["question_id"]), str(record["_label"])
            if label not in runs:
                runs[label] = len(self.data["runs"])
                self.data["runs"].append(label)
            if question_id not in questions:
                picture = pictures.get(str(record["chart_id"]))
                if picture is not None and picture not in numbers:
                    numbers[picture] = len(self.pictures)
                    self.pictures.append(picture)
                questions[question_id] = len(self.data["questions"])
                number = None if picture is None else numbers[picture]
                self.data["questions"].append(_question_values(record, asked.get(question_id), place, number))
            row = _row_values(record, runs[label], questions[question_id], columns)
            question, chart = asked.get(question_id), charts.get(str(record["chart_id"]))
            if question and chart and isinstance(one.benchmark, DrawsReplies):
                overlay = one.benchmark.overlay(question, chart, _text(record["reply"]))
                row["over"] = overlay_values(overlay, chart) if overlay else None
            self.data["rows"].append(row)


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
    record: Mapping[Hashable, Any], question: Question | None, dataset: int, picture: int | None
) -> dict[str, Any]:
    return {
        "id": record["question_id"],
        "dataset": dataset,
        "task": record["task"],
        "category": record["category"],
        "property": record["property"],
        "precision": _number(record["precision"]),
        "complexity": _number(record["complexity"]),
        "margin": _number(record["margin"], 2),
        "text": question.text if question else None,
        "choices": question.choices if question else None,
        "answer": _text(record["answer"]),
        "picture": picture,
    }


def _row_values(record: Mapping[Hashable, Any], run: int, question: int, columns: Sequence[str]) -> dict[str, Any]:
    reply, cut = shortened(_text(record["reply"]))
    return {
        "run": run,
        "question": question,
        "outcome": record["outcome"],
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

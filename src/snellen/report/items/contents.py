"""What an items page shows of each question and of each reply to it, as values for `items_view.js`."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from snellen.dataset import Chart, Dataset, Question
from snellen.exhibits import DrawsReplies
from snellen.gallery.overlay import overlay as annotations
from snellen.pages import link_or_copy
from snellen.report.items.logs import Condition, Logs
from snellen.report.items.seen import reasoning_values
from snellen.report.items.store import Store
from snellen.report.marks import overlay_values
from snellen.report.runs import Asked
from snellen.report.shortening import shortened
from snellen.scoring.reasoning import Reasoned, read_reasoning

__all__ = ["Contents", "known_number", "known_text"]

_KEPT = 6000, 4000
"""Characters of a long reply that its chunk has: the first and the last."""


@dataclass
class Contents:
    """The contents of one page: `folder` is the report's, `store` takes what is too long for a chunk."""

    one: Asked
    folder: Path
    store: Store
    questions: Mapping[str, Question]
    charts: Mapping[str, Chart]
    logs: Logs
    _long: int = 0
    _reasoned: dict[Reasoned, str] = field(default_factory=dict)

    @classmethod
    def of(cls, one: Asked, folder: Path, store: Store) -> Self:
        """The contents of all that was asked of a dataset; without questions and charts where that is not there."""
        wanted = set(one.results["question_id"].astype(str))
        questions, charts = _records(one.dataset, wanted)
        contents = cls(one, folder, store, questions, charts, Logs.of(one.runs))
        for run in one.runs:
            contents._reasoned.update(read_reasoning(run.path))
        return contents

    def chart(self, chart: Chart) -> dict[str, Any]:
        """A picture's file (None where it is missing or damaged), its size, and its annotations."""
        drawn = annotations(chart)
        found: dict[str, Any] = {"file": self._picture(chart), "width": chart.width, "height": chart.height}
        return {**found, "over": drawn} if drawn else found

    def question(self, record: Mapping[Hashable, Any]) -> dict[str, Any]:
        """What was asked, and the key; its text is None where the dataset is not there."""
        name = str(record["question_id"])
        question = self.questions.get(name)
        values = {
            "id": name,
            "text": question.text if question else None,
            "choices": question.choices if question else None,
            "key": known_text(record["answer"]),
            "margin": known_number(record["margin"], 2),
        }
        return {key: value for key, value in values.items() if value is not None}

    def reply(self, record: Mapping[Hashable, Any]) -> dict[str, Any]:
        """One reply: what was said and read, every score, and what is known of the answering."""
        said = known_text(record["reply"])
        reply, cut = shortened(said, *_KEPT)
        values: dict[str, Any] = {
            "repeat": known_number(record["repeat"]) or None,
            "reply": reply,
            "parsed": known_text(record["parsed"]),
            "scores": self._scores(record),
            "notes": self._notes(record),
            "stop": known_text(record["stop_reason"]),
            "error": known_text(record["error"]),
            "tokens": [known_number(record["input_tokens"]), known_number(record["output_tokens"])],
            "seconds": known_number(record["seconds"], 3),
            "cost": known_number(record["cost"], 8),
            "log": self._log(record),
            "over": self._over(record, said),
        }
        if values["tokens"] == [None, None]:
            del values["tokens"]
        if cut:
            values["cut"] = [cut, self._put_long(said)]
        return {key: value for key, value in values.items() if value is not None}

    def reasoning(self, record: Mapping[Hashable, Any]) -> dict[str, Any] | None:
        """What the model reasoned before this reply; None where that is not known."""
        key = Reasoned(*_condition_and_question(record), int(record["repeat"]))
        text = self._reasoned.get(key)
        return reasoning_values(text) if text else None

    def _picture(self, chart: Chart) -> str | None:
        assert self.one.dataset is not None
        source = self.one.dataset.image_path(chart)
        if not source.is_file():
            return None
        name = f"images/{self.one.slug}/{chart.file_name}"
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        return name if link_or_copy(source, self.folder / name) else None

    def _scores(self, record: Mapping[Hashable, Any]) -> list[list[float]]:
        """Place among the benchmark's scorers and score, of those that apply."""
        scores = [known_number(record[name]) for name in self.one.benchmark.score_columns]
        return [[place, score] for place, score in enumerate(scores) if score is not None]

    def _notes(self, record: Mapping[Hashable, Any]) -> list[list[Any]] | None:
        columns = self.one.benchmark.note_columns
        notes = [known_text(record[name]) if name in record else None for name in columns]
        return [[place, shortened(note, *_KEPT)[0]] for place, note in enumerate(notes) if note is not None] or None

    def _log(self, record: Mapping[Hashable, Any]) -> list[int] | None:
        name, model, settings, strategy, n_examples = _condition_and_question(record)
        condition: Condition = (model, settings, strategy, n_examples)
        sample = self.logs.find(condition, name, int(record["repeat"]))
        return [sample.log, sample.epoch] if sample else None

    def _over(self, record: Mapping[Hashable, Any], said: str | None) -> dict[str, Any] | None:
        """The reply over its picture, where the benchmark can draw it; the page has the picture's size already."""
        benchmark, question = self.one.benchmark, self.questions.get(str(record["question_id"]))
        chart = self.charts.get(question.chart_id) if question else None
        if question is None or chart is None or not isinstance(benchmark, DrawsReplies):
            return None
        overlay = benchmark.overlay(question, chart, said)
        if overlay is None:
            return None
        values = overlay_values(overlay, chart)
        return {"caption": values["caption"], "found": overlay.found, "marks": values["marks"]}

    def _put_long(self, reply: str | None) -> int:
        self.store.put(f"long-{self._long}", reply)
        self._long += 1
        return self._long - 1


def known_text(value: Any) -> str | None:
    """A text of the results table; None where it has none."""
    return value if isinstance(value, str) else None


def known_number(value: Any, digits: int = 4) -> float | int | None:
    """A number of the results table to so many decimals, whole ones without any; None where it has none."""
    if value is None or value != value or str(value) == "<NA>":
        return None
    number = round(float(value), digits)
    return int(number) if number.is_integer() else number


def _condition_and_question(record: Mapping[Hashable, Any]) -> tuple[str, str, str, str, int]:
    texts = [str(record[name]) for name in ("question_id", "model", "settings", "strategy")]
    return texts[0], texts[1], texts[2], texts[3], int(record["n_examples"])


def _records(dataset: Dataset | None, wanted: set[str]) -> tuple[dict[str, Question], dict[str, Chart]]:
    """Questions by id in dataset order, and their charts by id."""
    if dataset is None:
        return {}, {}
    questions = {one.question_id: one for one in dataset.questions() if one.question_id in wanted}
    needed = {one.chart_id for one in questions.values()}
    return questions, {one.chart_id: one for one in dataset.charts() if one.chart_id in needed}

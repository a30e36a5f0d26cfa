"""A benchmark as another package would add one: bars whose heights are asked for. Tests put its folder on the path.

Two environment variables make it misbehave: DUMMY_SLEEP (seconds a drawing takes) and DUMMY_FAULT, `KIND:TASK`, where
the kind is `raise`, `kill`, `disk` (in the drawing of the task's third chart) or `shift` (another answer than before).
"""

import errno
import io
import os
import random
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from PIL import Image, ImageDraw

from snellen.benchmark import NO_OPTIONS, Cell, Drawing, PlannedChart, Score, Scores
from snellen.dataset import Chart, Dataset, Question, Source
from snellen.errors import SnellenError
from snellen.messages import Message

if TYPE_CHECKING:
    import pandas as pd

    from snellen.exhibits import Exhibit

_FIELDS = {"task": ("bars", "dots"), "property": ("first", "last", "tallest")}
_SIZES = {"paper": 6, "smoke": 2}


class Dummy:
    name = "dummy"
    title = "Dummy"
    version = 3
    presets: Mapping[str, str] = {"paper": "thirty-six charts", "smoke": "twelve charts"}
    options: Mapping[str, str] = {"shade": "how dark the bars are"}
    score_columns: Sequence[str] = ("exact",)
    summary_columns = score_columns
    note_columns: Sequence[str] = ()
    headline = "exact"
    facets: Mapping[str, Literal["string", "float", "integer"]] = {"design": "string"}

    def cells(
        self, preset: str, seed: int, only: Mapping[str, Sequence[str]], options: Mapping[str, Any] = NO_OPTIONS
    ) -> Sequence[Cell]:
        if preset not in self.presets:
            raise SnellenError(f"no preset {preset!r}; there are paper and smoke.")
        for field, values in only.items():
            unknown = [value for value in values if value not in _FIELDS.get(field, ())]
            if unknown:
                raise SnellenError(f"--only: no {field} {unknown[0]!r}.")
        return [
            Cell(f"{task}-{name}", _SIZES[preset], {"task": task, "property": name, "charts": _SIZES[preset]})
            for task in _FIELDS["task"]
            for name in _FIELDS["property"]
            if task in only.get("task", [task]) and name in only.get("property", [name])
        ]

    def plan(self, cell: Cell, seed: int) -> Iterator[PlannedChart]:
        """Two designs of each source, one question a chart."""
        task, name = cell.parameters["task"], cell.parameters["property"]
        for number in range(0, cell.parameters["charts"], 2):
            generator = random.Random(f"{cell.key}/{seed}/{number}")
            heights: list[Any] = [generator.randrange(10, 100) for _ in range(5)]
            key = f"{cell.key}-{seed}-{number}"
            source = Source(source_id=key, group_id=key, kind="table", data={"heights": heights})
            for design in ("red", "blue"):
                token = f"{generator.getrandbits(64):016x}"
                chart = Chart(
                    chart_id=f"{key}-{design}",
                    source_id=key,
                    file_name=f"{token}.png",
                    width=64,
                    height=100,
                    metadata={"design": design},
                )
                question = Question(
                    question_id=f"{key}-{design}-q",
                    chart_id=chart.chart_id,
                    benchmark="dummy",
                    split="example" if number == 0 else "test",
                    task=task,
                    category="Heights",
                    property=name,
                    text=f"How tall is the {name} bar?",
                    answer=_answer(heights, name),
                    answer_type="number",
                    precision=1.0,
                )
                yield PlannedChart(source, chart, (question,), (task, number, design, heights), {"candidates": 3})

    def draw(self, planned: PlannedChart) -> Drawing:
        task, number, design, heights = planned.scene
        time.sleep(float(os.environ.get("DUMMY_SLEEP", "0")))
        if os.environ.get("DUMMY_FAULT", ":").split(":")[1] == task and number == 2:
            _misbehave(os.environ["DUMMY_FAULT"].split(":")[0])
        picture = Image.new("RGB", (64, 100), "white")
        for place, height in enumerate(heights):
            box = (4 + 12 * place, 100 - height, 12 + 12 * place, 100)
            ImageDraw.Draw(picture).rectangle(box, fill=design)
        buffer = io.BytesIO()
        picture.save(buffer, "PNG")
        return Drawing(buffer.getvalue(), {"dots": len(heights)} if task == "dots" else {})

    def answer(self, question: Question, source: Source, chart: Chart) -> str | None:
        heights = source.data.get("heights")
        return _answer(heights, question.property) if isinstance(heights, list) else None

    def messages(self, dataset: Dataset, question: Question, strategy: str, n_examples: int) -> list[Message]:
        return []

    def score(self, question: Question, reply: str) -> Score:
        return Score(reply, "answered", {"exact": float(reply == question.answer)})

    def score_many(self, questions: Sequence[Question], replies: Sequence[str]) -> Scores:
        return Scores.of([self.score(*pair) for pair in zip(questions, replies, strict=True)], self.score_columns)

    def trivial_floors(self, dataset: Dataset) -> "pd.DataFrame | None":
        return None

    def facet_values(self, question: Question, chart: Chart, source: Source | None) -> Mapping[str, Any]:
        return {"design": chart.metadata.get("design")}

    def template(self, text: str) -> str:
        return text

    def exhibits(self, results: "pd.DataFrame") -> "Sequence[Exhibit]":
        return []


def _answer(heights: Sequence[Any], name: str) -> str:
    shift = 1 if os.environ.get("DUMMY_FAULT", "").startswith("shift") else 0
    return str({"first": heights[0], "last": heights[-1], "tallest": max(heights)}[name] + shift)


def _misbehave(kind: str) -> None:
    if kind == "raise":
        raise ZeroDivisionError("the dummy divides by zero")
    if kind == "disk":
        raise OSError(errno.ENOSPC, "No space left on device", "some/file.png")
    if kind == "kill":
        os.kill(os.getpid(), signal.SIGKILL)


BENCHMARK = Dummy()

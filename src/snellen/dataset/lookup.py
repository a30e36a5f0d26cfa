"""Which question is asked of a chart in a task, where a reply names these and not the question."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from snellen.dataset.folder import Dataset
from snellen.errors import SnellenError

__all__ = ["QuestionLookup"]

_SEVERAL = ""


class QuestionLookup:
    """The ids of a dataset's questions by chart and task, and of its charts by sample, design and scale.

    Memory is for the ids alone; files are read when they are first needed.
    """

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._questions: dict[tuple[str, str], str] | None = None
        self._charts: dict[tuple[str, str | None, float | None], str] | None = None

    def question(self, chart_id: str, task: str) -> str | None:
        """The id of the chart's question in that task, or None. Raises SnellenError where it has several."""
        if self._questions is None:
            self._questions = {}
            for record in _records(self._dataset.questions_path):
                key = record["chart_id"], record["task"]
                self._questions[key] = _SEVERAL if key in self._questions else record["question_id"]
        found = self._questions.get((chart_id, task))
        if found == _SEVERAL:
            raise SnellenError(f"chart {chart_id!r} has several questions of task {task!r}; name the question_id.")
        return found

    def chart(self, sample: str, design: str | None, scale: float | None) -> str | None:
        """The id of the chart that shows the source `sample` in that design and scale, or None.

        Where `design` or `scale` is None there must be no choice. Raises SnellenError where several charts fit.
        """
        if self._charts is None:
            self._charts = {}
            for record in _records(self._dataset.charts_path):
                about = from_json(record["metadata"])
                name, drawn, size = record["source_id"], about.get("design"), about.get("scale")
                for key in {(name, one, other) for one in (drawn, None) for other in (size, None)}:
                    self._charts[key] = _SEVERAL if key in self._charts else record["chart_id"]
        found = self._charts.get((sample, design, scale))
        if found == _SEVERAL:
            raise SnellenError(f"several charts show {sample!r}; name design and scale, or the chart_id.")
        return found


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as handle:
        for number, line in enumerate(handle, 1):
            if line.strip():
                try:
                    record = from_json(line)
                except ValueError as error:
                    raise SnellenError(f"{path}:{number}: not JSON ({error}); restore the file.") from None
                yield record

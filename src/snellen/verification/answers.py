"""The keys, computed again from the stored sources by the benchmark."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from snellen.benchmark import Benchmark
from snellen.dataset import Chart, Dataset, Question, Source, read_records
from snellen.errors import SnellenError
from snellen.verification.findings import Findings
from snellen.verification.progress import counted

__all__ = ["check_answers"]

R = TypeVar("R", bound=Chart | Source)


def check_answers(dataset: Dataset, benchmark: Benchmark, number: int, findings: Findings) -> None:
    """Hold the key of every question against the one that its source gives."""
    recomputed = 0
    charts, sources = _InOrder(dataset.charts(), dataset.chart), _InOrder(dataset.sources(), dataset.source)
    try:
        for question in counted(read_records(dataset.questions_path, Question), number, "answers"):
            chart = charts.get(question.chart_id, lambda chart: chart.chart_id)
            source = sources.get(chart.source_id, lambda source: source.source_id)
            recomputed += _check_one(benchmark, question, source, chart, findings)
    except SnellenError as error:
        findings.notes.append(f"answers were not recomputed further: {error}")
    rest = f", {number - recomputed} hold too little for that" if recomputed < number else ""
    findings.checked.append(("answers", f"{recomputed} recomputed{rest}"))


def _check_one(benchmark: Benchmark, question: Question, source: Source, chart: Chart, findings: Findings) -> bool:
    try:
        answer = benchmark.answer(question, source, chart)
    except Exception as error:  # an edited source can break a benchmark's arithmetic anywhere
        findings.differences.append(
            f"question {question.question_id}: its source gives no answer ({type(error).__name__}: {error})"
        )
        return True
    if answer is None:
        return False
    if answer != question.answer:
        findings.differences.append(
            f"question {question.question_id}: the stored answer is {question.answer!r}, its source gives {answer!r}"
        )
    return True


class _InOrder(Generic[R]):
    """Records by id, quickest and with no index where they are wanted in the order of their file."""

    def __init__(self, records: Iterator[R], look_up: Callable[[str], R]) -> None:
        self._records, self._look_up = records, look_up
        self._last: R | None = None

    def get(self, name: str, name_of: Callable[[R], str]) -> R:
        if self._last is not None and name_of(self._last) == name:
            return self._last
        self._last = next((record for record in self._records if name_of(record) == name), None)
        if self._last is None:
            self._last = self._look_up(name)
        return self._last

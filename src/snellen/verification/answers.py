"""The keys, computed again from the stored sources by the benchmark."""

from snellen.benchmark import Benchmark
from snellen.dataset import Chart, Dataset, Question, Source, read_records
from snellen.errors import SnellenError
from snellen.verification.findings import Findings
from snellen.verification.progress import counted

__all__ = ["check_answers"]


def check_answers(dataset: Dataset, benchmark: Benchmark, number: int, findings: Findings) -> None:
    """Hold the key of every question against the one that its source gives."""
    recomputed = 0
    chart: Chart | None = None
    source: Source | None = None
    try:
        for question in counted(read_records(dataset.questions_path, Question), number, "answers"):
            # Questions on one chart, and charts of one source, mostly stand together.
            if chart is None or chart.chart_id != question.chart_id:
                chart = dataset.chart(question.chart_id)
            if source is None or source.source_id != chart.source_id:
                source = dataset.source(chart.source_id)
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

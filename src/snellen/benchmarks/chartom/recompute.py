"""The key of a stored question, computed again from its stored table."""

from typing import Any

from snellen.benchmarks.chartom.keys import key_of
from snellen.dataset import Chart, Question, Source
from snellen.errors import SnellenError

__all__ = ["recompute_answer"]


def recompute_answer(question: Question, source: Source, chart: Chart) -> str | None:
    """The canonical answer of a FACT question from the source's table.

    None for MIND questions, whose answers people give, and where the source holds no table (imported questions).
    Raises SnellenError where the table is not what the question needs.
    """
    del chart  # Both twins have one key.
    asked: Any = source.parameters.get("asked")
    if question.task != "fact" or not asked or not source.data:
        return None
    try:
        return key_of(asked, source.data)
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise SnellenError(
            f"question {question.question_id}: its answer can't be computed from source {source.source_id} ({reason}); "
            "make the dataset again."
        ) from error

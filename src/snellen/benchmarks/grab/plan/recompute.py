"""The key of a stored question, computed again from its stored source."""

from typing import Any

import numpy as np

from snellen.benchmarks.grab.ocr.recompute import recompute_text
from snellen.benchmarks.grab.plan.curate import answer_text
from snellen.benchmarks.grab.plan.equations import equation_text
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import FUNCTION_MEASURES, Window
from snellen.benchmarks.grab.plan.function_recipes import FIXED_WINDOW
from snellen.benchmarks.grab.plan.measures import data_value
from snellen.benchmarks.grab.plan.operations import Operation, compose
from snellen.benchmarks.grab.plan.series import series_from_data
from snellen.benchmarks.grab.plan.transform_measures import TRANSFORM_MEASURES
from snellen.dataset import Chart, Question, Source
from snellen.errors import SnellenError

__all__ = ["recompute_answer"]


def recompute_answer(question: Question, source: Source, chart: Chart) -> str | None:
    """The canonical answer from the source's data; None where the source holds no data (imported questions).

    Raises SnellenError where the stored records are not what a GRAB question needs.
    """
    if not source.data or (question.precision is None and question.task != "ocr"):
        return None
    try:
        if question.precision is None:
            return recompute_text(question, chart)
        with np.errstate(over="raise", divide="raise", invalid="raise"):
            answer = _answer(question, source, chart, question.precision)
            if question.choices is not None and answer not in question.choices:
                raise ValueError(f"{answer} is none of its options")
            return answer
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise SnellenError(
            f"question {question.question_id}: its answer can't be computed from source {source.source_id} ({reason}); "
            "make the dataset again."
        ) from error


def _answer(question: Question, source: Source, chart: Chart, precision: float) -> str:
    if question.property == "equation":
        return equation_text(_functions(source)[0])
    return answer_text(_values(question, source, chart), precision)


def _values(question: Question, source: Source, chart: Chart) -> tuple[float, ...]:
    if "series" in source.data:
        return data_value(question.property, series_from_data(source.data))
    functions = _functions(source)
    if question.task.startswith("transforms"):
        stored: Any = question.metadata["operations"]
        m = compose([Operation(str(op["kind"]), float(op["value"])) for op in stored])
        return TRANSFORM_MEASURES[question.property](functions[0], m, FIXED_WINDOW).values
    window = _window(chart)
    values = [FUNCTION_MEASURES[question.property](f, window).values for f in functions]
    return tuple(sum(column) / len(values) for column in zip(*values, strict=True))


def _functions(source: Source) -> list[Function]:
    stored: Any = source.data["functions"]
    functions = [Function.from_data(item) for item in stored]
    if not functions:
        raise ValueError("there is no function")
    return functions


def _window(chart: Chart) -> Window:
    x, y = chart.axis("x"), chart.axis("y")
    pixels = [abs(a.pixels[1] - a.pixels[0]) / (a.domain[1] - a.domain[0]) for a in (x, y)]
    return Window(x.domain, y.domain, *pixels)

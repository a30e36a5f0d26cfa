"""The key of a stored question, computed again from its stored source."""

from snellen.benchmarks.grab.plan.curate import canonical
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

    Raises SnellenError where the data is not what a GRAB source holds.
    """
    if not source.data or question.precision is None:
        return None
    try:
        values = _values(question, source, chart)
    except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError) as error:
        raise SnellenError(
            f"source {source.source_id}: its data can't be read ({error}); make the dataset again."
        ) from error
    if isinstance(values, str):
        return values
    texts = [canonical(value, question.precision) for value in values]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def _values(question: Question, source: Source, chart: Chart) -> tuple[float, ...] | str:
    if "series" in source.data:
        return data_value(question.property, series_from_data(source.data))
    functions = [Function.from_data(item) for item in source.data["functions"]]  # type: ignore
    if question.property == "equation":
        return equation_text(functions[0])
    if question.task == "transforms":
        stored = question.metadata["operations"]
        m = compose([Operation(op["kind"], float(op["value"])) for op in stored])  # type: ignore
        return TRANSFORM_MEASURES[question.property](functions[0], m, FIXED_WINDOW).values
    window = _window(chart)
    values = [FUNCTION_MEASURES[question.property](f, window).values for f in functions]
    return tuple(sum(column) / len(values) for column in zip(*values, strict=True))


def _window(chart: Chart) -> Window:
    x, y = chart.axis("x"), chart.axis("y")
    pixels = [abs(a.pixels[1] - a.pixels[0]) / (a.domain[1] - a.domain[0]) for a in (x, y)]
    return Window(x.domain, y.domain, *pixels)

"""What each question says: the paper's style, convention and precision included, one wording a template."""

from collections.abc import Sequence

from snellen.benchmarks.grab.plan.equations import EQUATION_FORMS
from snellen.benchmarks.grab.plan.operations import Operation

__all__ = ["question_text"]

_FORMATS = {
    1.0: "Round to the nearest integer. Reply with the number alone.",
    0.1: "Round to 1 decimal place and write that decimal even if it is 0. Reply with the number alone.",
    10.0: "Round to the nearest 10. Reply with the number alone.",
}

_QUARTILES = (
    "quartiles by linear interpolation: of n sorted values, counted from 0,"
    " the first is at position (n - 1)/4 and the third at 3(n - 1)/4"
)

_BELL = "y = c·exp(-(x - m)^2 / (2v))"
_SIGNS = {
    "net area": "from its left end to its right end; area below the x-axis counts as negative.",
    "total area": "from its left end to its right end; area below the x-axis counts as positive too.",
}

# What is found, "{it}" being the function or the series, and the convention where one is needed.
_FUNCTION: dict[str, tuple[str, str]] = {
    "x-intercept": ("the x-intercept of {it}", "The x-intercept is the x at which a function is 0."),
    "y-intercept": ("the y-intercept of {it}", "The y-intercept is the value of a function at x = 0."),
    "gradient": ("the gradient of {it}", ""),
    "stationary point": ("the x-coordinate of the stationary point of {it}", ""),
    "stationary points": ("the x-coordinates of both stationary points of {it}", ""),
    "peak location": ("the x-coordinate of the peak of {it}", "A bell curve peaks where it is highest."),
    "function mean": (
        "the mean m of {it}",
        f"A bell curve is {_BELL}: its mean m is the x-coordinate of its peak.",
    ),
    "function variance": ("the variance v of {it}", f"A bell curve is {_BELL}: its variance is v."),
    "period": ("the period of {it}", ""),
    "amplitude": (
        "the amplitude of {it}",
        "The amplitude of a sine is half the difference between its highest and its lowest value.",
    ),
    "phase shift": (
        "the phase shift of {it}",
        "Written as y = a·sin(b(x - h)) + d with a > 0, b > 0 and h at least 0 and less than one period,"
        " a sine has the phase shift h.",
    ),
    "vertical shift": (
        "the vertical shift of {it}",
        "The vertical shift of a sine is the height of its midline, halfway between its highest and lowest value.",
    ),
    "minimum": ("the minimum value of {it}", "The minimum is the smallest y of the curve as drawn."),
    "maximum": ("the maximum value of {it}", "The maximum is the largest y of the curve as drawn."),
    "range span": (
        "the range span of {it}",
        "The range span is the largest y minus the smallest y of the curve as drawn.",
    ),
    "domain length": (
        "the domain length of {it}",
        "The domain length is the largest x minus the smallest x of the curve as drawn.",
    ),
    "net area": ("the net area between {it} and the x-axis", f"Take the curve as drawn, {_SIGNS['net area']}"),
    "total area": ("the total area between {it} and the x-axis", f"Take the curve as drawn, {_SIGNS['total area']}"),
}
_DATA: dict[str, tuple[str, str]] = {
    "data mean": ("the mean of the y values of {it}", ""),
    "data variance": (
        "the variance of the y values of {it}",
        "The variance is the population variance: the mean squared deviation from the mean.",
    ),
    "interquartile range": (
        "the interquartile range of the y values of {it}",
        f"The interquartile range is the third quartile minus the first ({_QUARTILES}).",
    ),
    "median": (
        "the median of the y values of {it}",
        "The median of an even number of values is the mean of the middle two.",
    ),
    "minimum": ("the minimum value of {it}", "The minimum is the smallest y of the points."),
    "maximum": ("the maximum value of {it}", "The maximum is the largest y of the points."),
    "range span": ("the range span of {it}", "The range span is the largest y minus the smallest y of the points."),
    "domain length": (
        "the domain length of {it}",
        "The domain length is the largest x minus the smallest x of the points.",
    ),
    "Pearson correlation": ("the Pearson correlation coefficient of {it}", ""),
    "Spearman correlation": ("the Spearman rank correlation coefficient of {it}", ""),
    "Kendall correlation": ("the Kendall rank correlation coefficient (tau) of {it}", ""),
}


def question_text(task: str, name: str, subject: str, precision: float, operations: Sequence[Operation] = ()) -> str:
    """The complete text of a question: what is asked, the convention, the precision and the form of the answer."""
    if name == "equation":
        return _equation_text(subject)
    if name == "number of points":
        return "Count the points in the figure. Reply with the number alone."
    if name == "number of series":
        return "Count the data series in the figure. Each has a colour of its own. Reply with the number alone."
    what, convention = (_DATA if subject == "data" else _FUNCTION)[name]
    form = _FORMATS[precision]
    if name == "stationary points":
        form = "Round each to the nearest integer. Reply with the list alone, in the form [x1, x2] with x1 < x2."
    if task == "transforms":
        asked = _transform_text(what, operations)
        convention = convention.replace("curve as drawn", "transformed curve") if operations else convention
    elif task == "properties":
        asked = f"Find {what.format(it='the data' if subject == 'data' else 'the function')} in the figure."
    else:
        one, many = ("data series", "data series") if subject == "data" else ("function", "functions")
        asked = f"For every {one} in the figure, find {what.format(it=f'that {one}')}."
        asked += f" The answer is the mean of these values over the {many}."
    return " ".join(part for part in (asked, convention, form) if part)


def _transform_text(what: str, operations: Sequence[Operation]) -> str:
    if not operations:
        return f"Find {what.format(it='the plotted function')}."
    listed = "\n".join(f"{number}. {operation.text};" for number, operation in enumerate(operations, 1))
    asked = "The function in the figure is transformed by these operations, one after another in the listed order:"
    return f"{asked}\n{listed}\nFind {what.format(it='the transformed function')}."


def _equation_text(form: str) -> str:
    asked = f"Give the equation of the function in the figure, in the form {EQUATION_FORMS[form]}, where each letter in"
    asked += " angle brackets is an integer. Write every coefficient, also 1 and 0, and - in place of + before a"
    asked += " negative one."
    if form == "sine":
        asked += " Choose a > 0, b > 0 and c from 0 to 6."
    return f"{asked} Reply with the equation alone."

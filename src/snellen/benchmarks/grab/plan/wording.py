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

_COUNTS = ("number of points", "number of series")
_QUARTILES = (
    "quartiles by linear interpolation: of n sorted values, counted from 0,"
    " the first is at position (n - 1)/4 and the third at 3(n - 1)/4"
)

# One function or one data series: the question, and the convention where there is one.
_SINGULAR: dict[tuple[str, str], tuple[str, str]] = {
    ("x-intercept", "function"): (
        "What is the x-intercept of the function?",
        "It is the x at which the function is 0.",
    ),
    ("y-intercept", "function"): (
        "What is the y-intercept of the function?",
        "It is the value of the function at x = 0.",
    ),
    ("gradient", "function"): ("What is the gradient of the function?", ""),
    ("peak location", "function"): (
        "What is the location of the peak of the function?",
        "It is the x at which the bell curve is highest.",
    ),
    ("function variance", "function"): (
        "What is the variance of the function?",
        "The function is a bell curve, y = c·exp(-(x - m)^2 / (2v)), and its variance is v.",
    ),
    ("stationary point", "function"): ("What is the x-value of the stationary point of the function?", ""),
    ("stationary points", "function"): ("What are the x-values of the two stationary points of the function?", ""),
    ("period", "function"): ("What is the period of the function?", ""),
    ("amplitude", "function"): (
        "What is the amplitude of the function?",
        "It is half the difference between the highest and the lowest value of the sine.",
    ),
    ("phase shift", "function"): (
        "What is the phase shift of the function?",
        "Write the function as y = a·sin(b(x - h)) + d with a > 0, b > 0 and h at least 0 and less than one period:"
        " the phase shift is h.",
    ),
    ("vertical shift", "function"): (
        "What is the vertical shift of the function?",
        "It is the height of the midline of the sine, halfway between its highest and its lowest value.",
    ),
    ("number of points", "data"): ("How many points are shown in the figure?", ""),
    ("number of series", "data"): (
        "How many series are shown in the figure?",
        "Each series has its own colour and marker.",
    ),
    ("interquartile range", "data"): (
        "What is the interquartile range of the data?",
        f"It is that of the y values, the third quartile minus the first ({_QUARTILES}).",
    ),
    ("median", "data"): (
        "What is the median of the data?",
        "It is that of the y values; of an even number of values it is the mean of the middle two.",
    ),
    ("minimum", "function"): (
        "What is the minimum value of the function?",
        "It is the smallest y of the curve as drawn.",
    ),
    ("minimum", "data"): ("What is the minimum value of the data?", "It is the smallest y of the points."),
    ("maximum", "function"): (
        "What is the maximum value of the function?",
        "It is the largest y of the curve as drawn.",
    ),
    ("maximum", "data"): ("What is the maximum value of the data?", "It is the largest y of the points."),
    ("range span", "function"): (
        "What is the range span of the function?",
        "It is the largest y minus the smallest y of the curve as drawn.",
    ),
    ("range span", "data"): (
        "What is the range span of the data?",
        "It is the largest y minus the smallest y of the points.",
    ),
    ("domain length", "function"): (
        "What is the domain length of the function?",
        "It is the largest x minus the smallest x of the curve as drawn.",
    ),
    ("domain length", "data"): (
        "What is the domain length of the data?",
        "It is the largest x minus the smallest x of the points.",
    ),
    ("net area", "function"): (
        "What is the net area bounded by the function and the x-axis?",
        "Take the curve as drawn, from its left end to its right end; area below the x-axis counts as negative.",
    ),
    ("total area", "function"): (
        "What is the total area bounded by the function and the x-axis?",
        "Take the curve as drawn, from its left end to its right end; area below the x-axis counts as positive too.",
    ),
    ("Pearson correlation", "data"): ("What is the Pearson correlation coefficient of the data?", ""),
    ("Spearman correlation", "data"): ("What is the Spearman rank correlation coefficient of the data?", ""),
    ("Kendall correlation", "data"): ("What is the Kendall rank correlation coefficient (tau) of the data?", ""),
}

# The mean over all that is shown: what is averaged, and the convention.
_PLURAL: dict[tuple[str, str], tuple[str, str]] = {
    ("x-intercept", "function"): ("x-intercept", "The x-intercept of a function is the x at which it is 0."),
    ("y-intercept", "function"): ("y-intercept", "The y-intercept of a function is its value at x = 0."),
    ("gradient", "function"): ("gradient", ""),
    ("stationary point", "function"): ("stationary point x-coordinate", ""),
    ("function mean", "function"): (
        "peak location",
        "Each function is a bell curve, y = c·exp(-(x - m)^2 / (2v)), and its peak location is its mean, m.",
    ),
    ("period", "function"): ("period", ""),
    ("amplitude", "function"): (
        "amplitude",
        "The amplitude of a sine is half the difference between its highest and its lowest value.",
    ),
    ("vertical shift", "function"): ("vertical shift", "The vertical shift of a sine is the height of its midline."),
    ("minimum", "function"): (
        "minimum value",
        "The minimum value of a function is the smallest y of its curve as drawn.",
    ),
    ("maximum", "function"): (
        "maximum value",
        "The maximum value of a function is the largest y of its curve as drawn.",
    ),
    ("range span", "function"): (
        "range span",
        "The range span of a function is the largest y minus the smallest y of its curve as drawn.",
    ),
    ("domain length", "function"): (
        "domain length",
        "The domain length of a function is the largest x minus the smallest x of its curve as drawn.",
    ),
    ("function variance", "function"): (
        "variance",
        "Each function is a bell curve, y = c·exp(-(x - m)^2 / (2v)), and its variance is v.",
    ),
    ("net area", "function"): (
        "net area bounded with the x-axis",
        "Take each curve as drawn, from its left end to its right end; area below the x-axis counts as negative.",
    ),
    ("total area", "function"): (
        "total area bounded with the x-axis",
        "Take each curve as drawn, from its left end to its right end; area below the x-axis counts as positive too.",
    ),
    ("data mean", "data"): ("y value", "Each data series counts equally, however many points it has."),
    ("data variance", "data"): (
        "variance",
        "The variance of a series is the population variance of its y values:"
        " the mean squared deviation from their mean.",
    ),
    ("interquartile range", "data"): (
        "interquartile range",
        "The interquartile range of a series is that of its y values, the third quartile minus the first"
        f" ({_QUARTILES}).",
    ),
    ("median", "data"): (
        "median",
        "The median of a series is that of its y values; of an even number of values it is the mean of the middle two.",
    ),
    ("minimum", "data"): ("minimum value", "The minimum value of a series is the smallest y of its points."),
    ("maximum", "data"): ("maximum value", "The maximum value of a series is the largest y of its points."),
    ("range span", "data"): (
        "range span",
        "The range span of a series is the largest y minus the smallest y of its points.",
    ),
    ("domain length", "data"): (
        "domain length",
        "The domain length of a series is the largest x minus the smallest x of its points.",
    ),
    ("Pearson correlation", "data"): ("Pearson correlation coefficient", ""),
    ("Spearman correlation", "data"): ("Spearman rank correlation coefficient", ""),
    ("Kendall correlation", "data"): ("Kendall rank correlation coefficient (tau)", ""),
}

_TRANSFORMED: dict[str, tuple[str, str]] = {
    "minimum": ("minimum value of the function", "It is the smallest y of the curve."),
    "maximum": ("maximum value of the function", "It is the largest y of the curve."),
    "range span": ("range span of the function", "It is the largest y minus the smallest y of the curve."),
    "domain length": ("domain length of the function", "It is the largest x minus the smallest x of the curve."),
    "gradient": ("gradient of the function", ""),
    "net area": (
        "net area bounded by the function and the x-axis",
        "Take the curve from its left end to its right end; area below the x-axis counts as negative.",
    ),
    "total area": (
        "total area bounded by the function and the x-axis",
        "Take the curve from its left end to its right end; area below the x-axis counts as positive too.",
    ),
}


def question_text(task: str, name: str, subject: str, precision: float, operations: Sequence[Operation] = ()) -> str:
    """The complete text of a question: what is asked, the convention, the precision and the form of the answer."""
    if name == "equation":
        return _equation_text(subject)
    if task == "transforms":
        return _transform_text(name, precision, operations)
    if task == "properties":
        asked, convention = _SINGULAR[name, subject]
    else:
        what, convention = _PLURAL[name, subject]
        things = "functions" if subject == "function" else "data series"
        asked = f"Estimate the mean {what} of the {things} shown in the plot."
        asked += f" Find it for each of the {things} and take the mean of these values."
    if name == "stationary points":
        form = "Round each to the nearest integer. Reply with the list alone, in the form [x1, x2] with x1 < x2."
    elif name in _COUNTS:
        form = "Reply with the number alone."
    else:
        form = _FORMATS[precision]
    return " ".join(part for part in (asked, convention, form) if part)


def _transform_text(name: str, precision: float, operations: Sequence[Operation]) -> str:
    what, convention = _TRANSFORMED[name]
    if not operations:
        asked = f"Estimate the {what} shown in the plot."
        return " ".join(part for part in (asked, convention, _FORMATS[precision]) if part)
    listed = "\n".join(f"{number}. {operation.text};" for number, operation in enumerate(operations, 1))
    asked = f"Estimate the {what} shown in the plot after it has been transformed by the following operations,"
    after = " ".join(
        part for part in (convention.replace("the curve", "the transformed curve"), _FORMATS[precision]) if part
    )
    return f"{asked} applied one after another in the listed order:\n{listed}\n{after}"


def _equation_text(form: str) -> str:
    asked = f"What is the equation of the function? Write it in the form {EQUATION_FORMS[form]}, where each letter in"
    asked += " angle brackets is an integer. Write every coefficient, also 1 and 0, and - in place of + before a"
    asked += " negative one."
    if form == "sine":
        asked += " Choose a > 0, b > 0 and c from 0 to 6."
    return f"{asked} Reply with the equation alone."

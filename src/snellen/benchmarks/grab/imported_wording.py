"""What a published GRAB question asks for, read from its wording: property, precision, form of the answer."""

import re
from dataclasses import dataclass

__all__ = ["Asked", "read_wording"]

_PROPERTIES = {
    "What is the value of the x-intercept of the function?": "x-intercept",
    "What is the value of the y-intercept of the function?": "y-intercept",
    "What is the value of the gradient of the function?": "gradient",
    "What is the location of the peak of the function?": "peak location",
    "What is the x-value of the stationary point of the function?": "stationary point",
    "What are the x-values of the two stationary points of the function?": "stationary points",
    "What is the variance of the function?": "function variance",
    "What is the period of the function?": "period",
    "What is the amplitude of the function?": "amplitude",
    "What is the phase shift of the function?": "phase shift",
    "What is the vertical shift of the function?": "vertical shift",
    "What is the equation of the function?": "equation",
    "How many points are shown in the figure?": "number of points",
    "How many series are shown in the figure?": "number of series",
    "What is the minimum value of the function?": "minimum",
    "What is the maximum value of the function?": "maximum",
    "What is the minimum value of the data?": "minimum",
    "What is the maximum value of the data?": "maximum",
    "What is the net area bounded by the function and x-axis?": "net area",
    "What is the total area bounded by the function and x-axis?": "total area",
    "What is the interquartile range of the data?": "interquartile range",
    "What is the median of the data?": "median",
    "What is the Pearson's correlation coefficient of the data?": "Pearson correlation",
    "What is the Spearman's rank correlation coefficient of the data?": "Spearman correlation",
    "What is the Kendall rank correlation coefficient of the data?": "Kendall correlation",
    "What is the range span of the data?": "range span",
    "What is the range span of the function?": "range span",
    "What is the domain length of the data?": "domain length",
    "What is the domain length of the function?": "domain length",
}
_FUNCTIONS = {
    "x-intercept": "x-intercept",
    "y-intercept": "y-intercept",
    "gradient": "gradient",
    "stationary point x-coordinate": "stationary point",
    "period": "period",
    "amplitude": "amplitude",
    "vertical shift": "vertical shift",
    "minimum value": "minimum",
    "maximum value": "maximum",
    "total area bounded by the function and the x-axis": "total area",
    "net area bounded by the function and the x-axis": "net area",
    "range span": "range span",
    "domain length": "domain length",
    "function mean": "function mean",
    "variance": "function variance",
}
_SERIES = {
    "data mean": "data mean",
    "variance": "data variance",
    "minimum value": "minimum",
    "maximum value": "maximum",
    "interquartile range": "interquartile range",
    "median": "median",
    "Pearson correlation coefficient": "Pearson correlation",
    "Spearman correlation coefficient": "Spearman correlation",
    "Kendall rank correlation coefficient": "Kendall correlation",
    "domain length": "domain length",
    "range span": "range span",
}
_MEANS = re.compile(r"Estimate the mean (.+) of the (functions|data series) shown in the plot\.")
_TRANSFORMED = re.compile(
    r"Estimate the (.+) of the function shown in the plot"
    r"(?:\.|\ after it has been transformed by the following operations:\n.*)",
    re.DOTALL,
)
_FORMS = re.compile(
    r"\s*(?:Write your answer in the form .*?\.)?\s*(?:Give your answer|Each variable is) [^?\n]*\.\s*$"
)
_PRECISION = re.compile(
    r"(?:Give your answer|Each variable is) "
    r"(?:as an (?P<integer>integer)|to (?P<decimals>\d) decimal places?|to the nearest (?P<step>\d+))\.\s*$"
)
_ANSWERS = {
    "number": re.compile(r"-?\d+(\.\d+)?"),
    "list": re.compile(r"\[-?\d+, -?\d+\]"),
    "equation": re.compile(r"y = [-+0-9a-z^(). ]+"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for, in the words of a dataset's columns."""

    property: str
    precision: float
    answer_type: str

    def fits(self, answer: str) -> bool:
        """Whether an answer has the form that is asked for."""
        return _ANSWERS[self.answer_type].fullmatch(answer) is not None


def read_wording(task: str, text: str) -> Asked:
    """What the published question `text` of a task asks for. Raises ValueError for wording that GRAB does not use.

    >>> read_wording("series", "Estimate the mean median of the data series shown in the plot. "
    ...              "Give your answer to 1 decimal place.")
    Asked(property='median', precision=0.1, answer_type='number')
    """
    name = _property(task, _FORMS.sub("", text))
    precision = _PRECISION.search(text)
    if precision is None:
        raise ValueError("the question does not say how to round")
    if precision["integer"]:
        step = 1.0
    else:
        step = float(precision["step"]) if precision["step"] else 10.0 ** -int(precision["decimals"])
    return Asked(name, step, {"equation": "equation", "stationary points": "list"}.get(name, "number"))


def _property(task: str, asked: str) -> str:
    name = None
    if task == "properties":
        name = _PROPERTIES.get(asked)
    elif task == "transforms" and (found := _TRANSFORMED.fullmatch(asked)):
        name = _FUNCTIONS.get(found[1])
    elif found := _MEANS.fullmatch(asked):
        name = (_FUNCTIONS if found[2] == "functions" else _SERIES).get(found[1])
    if name is None:
        raise ValueError(f"the question asks for nothing that GRAB asks for in its task {task}: {asked[:80]!r}")
    return name

"""Answers GRAB's questions: what is asked, measured on what is seen, in the form asked for."""

import math
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal

from snellen.parsing import parse_equation, parse_list, parse_number
from snellen.readers.pixels.answer import Answer
from snellen.readers.pixels.curve_measures import FAMILIES_OF, measure_curve, measure_transformed
from snellen.readers.pixels.curves import Curve, see_curves
from snellen.readers.pixels.data_measures import measure_points
from snellen.readers.pixels.explaining import seen_axes, seen_curves, seen_series
from snellen.readers.pixels.families import FAMILIES
from snellen.readers.pixels.grab_equations import family_of_form, integer_equation, written_equation
from snellen.readers.pixels.grab_questions import Asked, read_question
from snellen.readers.pixels.marks import see_centres, see_series
from snellen.readers.pixels.picture import UnreadableError
from snellen.readers.pixels.view import View

__all__ = ["answer", "suits"]


def suits(text: str) -> bool:
    """Whether a question's words are of GRAB's kind."""
    return read_question(text) is not None


def answer(view: View, text: str) -> Answer:
    """The answer to a question. Raises UnreadableError where the picture does not show what is asked for."""
    asked = read_question(text)
    if asked is None:
        raise UnreadableError("no question that is known")
    if asked.property in ("number of series", "number of points"):
        return _counted(view, asked)
    if asked.property == "equation":
        return _equation(view, asked)
    if asked.subject == "data":
        series = see_series(view)
        values = [measure_points(asked.property, one.x, one.y) for one in series]
        return _measured(asked, [_mean(values)], {**seen_axes(view), **seen_series(series)})
    curves = see_curves(view, FAMILIES_OF.get(asked.property, FAMILIES))
    if not curves:
        raise UnreadableError("no curve")
    seen = {**seen_axes(view), **seen_curves(curves)}
    if asked.operations:
        return _measured(asked, [measure_transformed(asked.property, curves[0], asked.operations)], seen)
    found = [measure_curve(asked.property, curve) for curve in curves]
    return _measured(asked, [_mean(column) for column in zip(*found, strict=True)], seen)


def _counted(view: View, asked: Asked) -> Answer:
    centres = see_centres(view)
    count = len(centres) if asked.property == "number of series" else sum(len(places) for _, places in centres)
    seen = {"series": [{"colour": list(colour), "pixels": places.round(2).tolist()} for colour, places in centres]}
    return _measured(asked, [float(count)], seen)


def _equation(view: View, asked: Asked) -> Answer:
    assert asked.form is not None
    family = family_of_form(asked.form)
    curves: list[Curve] = see_curves(view, (family,)) if family else []
    if not curves or family is None:
        raise UnreadableError("no curve of this form")
    text = written_equation(asked.form, integer_equation(curves[0], family))
    seen = {**seen_axes(view), **seen_curves(curves)}
    if not asked.options:
        return Answer(text, seen)
    mine = parse_equation(text)
    same = [place for place, option in enumerate(asked.options) if parse_equation(option) == mine]
    return Answer(_letter(same[0] if same else _alike(text, asked.options)), seen)


def _measured(asked: Asked, values: Sequence[float], seen: Mapping[str, object]) -> Answer:
    if not values or not all(map(math.isfinite, values)):
        raise UnreadableError(f"no {asked.property}")
    if asked.options:
        return Answer(_letter(_nearest(values, asked.options)), {**seen, "values": list(values)})
    texts = [rounded(value, asked.precision) for value in values]
    text = f"[{', '.join(texts)}]" if asked.property == "stationary points" else texts[0]
    return Answer(text, {**seen, "values": list(values)})


def rounded(value: float, precision: float) -> str:
    """The value to the nearest multiple of the precision, halves away from zero, with the decimals this has.

    >>> rounded(-0.04, 0.1), rounded(284.9, 10), rounded(2.5, 1)
    ('0.0', '280', '3')
    """
    step = Decimal(str(precision)) if precision < 1 else Decimal(int(precision))
    steps = (Decimal(repr(value)) / step).quantize(Decimal(1), rounding=ROUND_HALF_UP)
    found = steps * step
    return str(found if found else abs(found))


def _mean(values: Sequence[float]) -> float:
    if not values:
        raise UnreadableError("nothing to measure")
    return math.fsum(values) / len(values)


def _nearest(values: Sequence[float], options: Sequence[str]) -> int:
    """The place of the option whose numbers are nearest; the first where none can be read."""

    def distance(option: str) -> float:
        one = parse_number(option)
        numbers = parse_list(option) if one is None else (one,)
        if numbers is None or len(numbers) != len(values):
            return math.inf
        return sum(abs(float(number) - value) for number, value in zip(numbers, values, strict=True))

    return min(range(len(options)), key=lambda place: distance(options[place]))


def _alike(text: str, options: Sequence[str]) -> int:
    """The place of the option with most characters in common, in order."""
    from difflib import SequenceMatcher

    return max(range(len(options)), key=lambda place: SequenceMatcher(None, text, options[place]).ratio())


def _letter(place: int) -> str:
    return chr(ord("A") + place)

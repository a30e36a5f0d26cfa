"""Questions on titles, axis labels and units.

The five options are decided first, and then, with equal chances, which of them is printed. So the options alone tell
nothing of the key, whatever a reader knows of the world.
"""

from collections.abc import Callable

import numpy as np

from snellen.benchmarks.grab.ocr.asked import Asked, Wanted
from snellen.benchmarks.grab.ocr.library import Pair, Variable, library
from snellen.benchmarks.grab.ocr.units import suitable_units
from snellen.benchmarks.grab.ocr.wording import (
    LABEL_FORMS,
    TITLE_FORMS,
    Label,
    label_of,
    misprints,
    near_numbers,
    near_years,
    picked,
    qualified,
)

__all__ = ["label_question", "title_number_question", "title_question", "unit_question", "variables_question"]

_AS_PRINTED = "letter by letter as it is printed"


def title_question(rng: np.random.Generator, pair: Pair) -> Asked:
    """What the title says: other wordings, the variables the other way round, other pairs, numbers, misprints."""
    text = f"What is the title of this figure, {_AS_PRINTED}?"
    way = picked(rng, ("wording", "siblings", "number", "misprint"), 1)[0]
    x, y = pair.x.name, pair.y.name
    one, other, third = picked(rng, TITLE_FORMS, 3)
    if way == "wording":
        forms = picked(rng, [*one, *other, picked(rng, third, 1)[0]], 5)
        options = [form.of(x, y) for form in forms]
        return Asked(text, tuple(options), Wanted(pair, forms[0].swapped, options[0]), way)
    if way == "siblings":
        cast = [(each, swapped) for each, swapped in _cast(rng, pair)]
        options = [one[swapped].of(each.x.name, each.y.name) for each, swapped in cast]
        return Asked(text, tuple(options), Wanted(pair, cast[0][1], options[0]), way)
    form = picked(rng, one, 1)[0]
    if way == "number":
        options = [_numbered(form.of(x, y), number) for number in _numbers(rng, pair, 5)]
    else:
        options = misprints(rng, form.of(x, y), 5)
    return Asked(text, tuple(options), Wanted(pair, form.swapped, options[0]), way)


def title_number_question(rng: np.random.Generator, pair: Pair) -> Asked:
    """Which number the title has."""
    numbers = _numbers(rng, pair, 5)
    form = picked(rng, picked(rng, TITLE_FORMS, 1)[0], 1)[0]
    title = _numbered(form.of(pair.x.name, pair.y.name), numbers[0])
    options = tuple(str(number) for number in numbers)
    return Asked(
        "Which number stands in the title of this figure?", options, Wanted(pair, form.swapped, title), "number"
    )


def label_question(rng: np.random.Generator, pair: Pair, axis: str) -> Asked:
    """What an axis label says: the other axis' label, those of other pairs, other units, qualifiers, misprints."""
    text = f"What is the label of the {axis} axis, {_AS_PRINTED}?"
    form = picked(rng, LABEL_FORMS, 1)[0]
    variable = _one_of(rng, pair)
    swapped = (variable is pair.x) == (axis == "vertical")
    ways: dict[str, Callable[[], list[Label]]] = {
        "misprint": lambda: [label_of(variable, form, name=name) for name in misprints(rng, variable.name, 5)]
    }
    units = suitable_units(variable.unit, variable.low, variable.high)
    if units:
        ways["unit"] = lambda: [label_of(variable, form, unit=unit) for unit in picked(rng, units, 5)]
    if variable.qualified:
        ways["qualifier"] = lambda: [label_of(variable, form, name=name) for name in qualified(rng, variable.name, 5)]
    way = picked(rng, ["siblings", *ways], 1)[0]
    labels = ways[way]() if way in ways else []
    if len(labels) < 5:
        way, cast = "siblings", _cast(rng, pair)
        labels = [label_of(each.x if first else each.y, form) for each, first in cast]
        swapped = cast[0][1] == (axis == "vertical")
    wanted = Wanted(
        pair,
        swapped,
        horizontal=labels[0] if axis == "horizontal" else None,
        vertical=labels[0] if axis == "vertical" else None,
    )
    return Asked(text, tuple(label.text for label in labels), wanted, way, {"axis": axis})


def variables_question(rng: np.random.Generator, pair: Pair) -> Asked:
    """Which variable is on which axis: the same two exchanged, with other qualifiers, or those of other pairs."""
    form = picked(rng, LABEL_FORMS, 1)[0]
    way = picked(rng, ("siblings", "qualifier"), 1)[0] if pair.y.qualified else "siblings"
    if way == "siblings":
        made = [(each.x.name, each.y.name, swapped) for each, swapped in _cast(rng, pair)]
    else:
        names = qualified(rng, pair.y.name, 3)
        made = picked(rng, [(pair.x.name, name, swapped) for name in names for swapped in (False, True)], 5)
    x, y, swapped = made[0]
    x_label, y_label = label_of(pair.x, form, name=x), label_of(pair.y, form, name=y)
    wanted = Wanted(pair, swapped, horizontal=y_label if swapped else x_label, vertical=x_label if swapped else y_label)
    options = tuple(
        f"horizontal: {up if turned else across}; vertical: {across if turned else up}" for across, up, turned in made
    )
    return Asked("Which variable is on which axis of this figure?", options, wanted, way)


def unit_question(rng: np.random.Generator, pair: Pair, axis: str) -> Asked:
    """The unit in a label, among others of the same quantity."""
    form = picked(rng, LABEL_FORMS, 1)[0]
    able = [each for each in (pair.x, pair.y) if suitable_units(each.unit, each.low, each.high)]
    variable = picked(rng, able, 1)[0]
    units = picked(rng, suitable_units(variable.unit, variable.low, variable.high), 5)
    label = label_of(variable, form, unit=units[0])
    wanted = Wanted(
        pair,
        (variable is pair.x) == (axis == "vertical"),
        horizontal=label if axis == "horizontal" else None,
        vertical=label if axis == "vertical" else None,
    )
    text = f"Which unit does the label of the {axis} axis give?"
    return Asked(text, tuple(units), wanted, "unit", {"axis": axis})


def _one_of(rng: np.random.Generator, pair: Pair) -> Variable:
    return pair.x if rng.random() < 0.5 else pair.y


def _cast(rng: np.random.Generator, pair: Pair) -> list[tuple[Pair, bool]]:
    """Five of pairs of one field, each way round or not, the given pair first: two pairs in both ways, a third in one.

    The given pair takes each of the five parts with the same chance, so that none of them is the key more often.
    """
    others = [each for each in library().of_field(pair.field) if each.name != pair.name]
    one, other = picked(rng, others, 2)
    way, single = bool(rng.integers(2)), bool(rng.integers(2))
    if rng.integers(5) < 4:
        return [(pair, way), *picked(rng, [(pair, not way), (one, True), (one, False), (other, single)], 4)]
    return [(pair, way), *picked(rng, [(one, True), (one, False), (other, True), (other, False)], 4)]


def _numbers(rng: np.random.Generator, pair: Pair, n: int) -> list[int]:
    """Years, but for data over years: then numbers of samples."""
    return near_numbers(rng, n) if pair.x.distribution == "years" or rng.random() < 0.3 else near_years(rng, n)


def _numbered(title: str, number: int) -> str:
    return f"{title}, {number}" if number >= 1000 else f"{title}, sample {number}"

"""The typical misreadings of a transform question: operations skipped, the other way, or of the other axis."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_recipes import FIXED_WINDOW
from snellen.benchmarks.grab.plan.misreadings import Misreading
from snellen.benchmarks.grab.plan.operations import Operation, compose
from snellen.benchmarks.grab.plan.transform_measures import TRANSFORM_MEASURES

__all__ = ["missed_factors", "transform_misreadings"]

_OTHER_PROPERTY = {
    "minimum": ("maximum", "maximum for minimum"),
    "maximum": ("minimum", "minimum for maximum"),
    "range span": ("domain length", "domain length for range span"),
    "domain length": ("range span", "range span for domain length"),
    "net area": ("total area", "total area for net area"),
    "total area": ("net area", "net area for total area"),
}


def transform_misreadings(property_: str, f: Function, operations: Sequence[Operation]) -> list[Misreading]:
    """The misreadings of a property of the function after the operations; none that is not defined.

    A skipped scale and a mirror image taken for the curve are in fixed proportion to the answer, or turn about a fixed
    place: they never space options (`Misreading.spaces`).
    """
    found = []
    for name, asked, changed, spaces in _ways(property_, operations):
        try:
            value = TRANSFORM_MEASURES[asked](f, compose(changed), FIXED_WINDOW).values[0]
        except (ArithmeticError, ValueError):
            continue
        found.append(Misreading(name, abs(value) if property_ == "total area" else value, spaces))
    return found


def missed_factors(operations: Sequence[Operation]) -> list[int]:
    """The factors by which an answer is off where one scale is skipped: 2, 3, 5 or 10, in increasing order."""
    scales = {op.value for op in operations if op.kind.startswith("scale")}
    return sorted({round(max(scale, 1 / scale)) for scale in scales} - {1})


def _ways(property_: str, operations: Sequence[Operation]) -> Iterator[tuple[str, str, Sequence[Operation], bool]]:
    """Name, property that is measured, operations, and whether the distance may space options."""
    for place, operation in enumerate(operations):
        rest = [*operations[:place], *operations[place + 1 :]]
        kind = operation.kind.split(" ")[0]
        yield f"a {kind} skipped", property_, rest, kind == "translation"
        if kind == "translation":
            other = replace(operation, value=-operation.value)
            yield "a translation the other way", property_, [*operations[:place], other, *operations[place + 1 :]], True
        if kind in ("translation", "scale"):
            axis = {"x": "y", "y": "x"}[operation.kind[-1]]
            other = replace(operation, kind=f"{operation.kind[:-1]}{axis}")
            changed = [*operations[:place], other, *operations[place + 1 :]]
            yield f"a {kind} of the other axis", property_, changed, kind == "translation"
    turned = [replace(op, value=(360 - op.value) % 360) if op.kind == "rotation" else op for op in operations]
    if turned != list(operations):
        yield "rotations the other way", property_, turned, True
    if len(operations) > 1:
        yield "operations in reverse order", property_, list(reversed(operations)), True
    if operations:
        yield "the curve as drawn", property_, (), True
    if property_ in _OTHER_PROPERTY:
        asked, name = _OTHER_PROPERTY[property_]
        yield name, asked, operations, True

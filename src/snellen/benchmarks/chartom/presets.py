"""Which pairs each preset keeps."""

from collections.abc import Mapping, Sequence

from snellen.benchmarks.chartom.pairs import Pair, pairs
from snellen.errors import SnellenError

__all__ = ["FIELDS", "PRESETS", "chosen_pairs"]

PRESETS = ("paper", "smoke")
FIELDS = ("chart_type", "manipulation", "format", "pair")
"""What a selection may name."""


def chosen_pairs(preset: str, extended: bool, only: Mapping[str, Sequence[str]]) -> list[Pair]:
    """The pairs of a preset in the order of the table, thinned to `only`; `smoke` has the first of each combination.

    A pair's number may be written without its leading zero. Raises SnellenError for an unknown preset, field or value.
    """
    if preset not in PRESETS:
        raise SnellenError(f"CHARTOM has no preset {preset!r}; it has {' and '.join(PRESETS)}.")
    made = [pair for pair in pairs(extended) if preset == "paper" or pair.turn == 0]
    for field, values in only.items():
        if field not in FIELDS:
            raise SnellenError(f"--only: CHARTOM has no field {field!r}; it has {', '.join(FIELDS)}.")
        if field == "pair":
            values = [value.strip().zfill(2) for value in values]
        known = {_plain(_value(pair, field)): _value(pair, field) for pair in pairs(extended)}
        unknown = next((value for value in values if _plain(value) not in known), None)
        if unknown is not None:
            raise SnellenError(f"--only: no {field} is called {unknown!r}; there are {', '.join(known.values())}.")
        wanted = {_plain(value) for value in values}
        made = [pair for pair in made if _plain(_value(pair, field)) in wanted]
    if not made:
        raise SnellenError("--only leaves no pair; drop one of its conditions.")
    return made


def _value(pair: Pair, field: str) -> str:
    match field:
        case "format":
            return pair.answer_format
        case "pair":
            return pair.key
        case _:
            return str(getattr(pair, field))


def _plain(text: str) -> str:
    return text.strip().lower().replace("-", " ").replace("_", " ")

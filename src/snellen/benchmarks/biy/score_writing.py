"""What was read out of a reply, in the form that was asked for."""

import json

from snellen.benchmarks.biy.keys import TASKS, in_braces
from snellen.benchmarks.biy.replies import Coordinates

__all__ = ["written"]

_LARGEST_WHOLE = 2**53


def written(task: str, value: int | str | Coordinates) -> str:
    """A count or a word in curly brackets, or boxes or points as one line of JSON, whole numbers without a fraction.

    >>> written("cluster_count", 3), written("outlier_points", [(1.0, 2.5)])
    ('{3}', '{"outliers": [[1, 2.5]]}')
    """
    if not isinstance(value, list):
        return in_braces(value)
    return json.dumps({TASKS[task].key_name: [[_number(number) for number in element] for element in value]})


def _number(number: float) -> float | int:
    return int(number) if number.is_integer() and abs(number) < _LARGEST_WHOLE else number

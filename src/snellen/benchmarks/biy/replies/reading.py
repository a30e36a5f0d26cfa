"""A reply's text in, what each reading finds in it out."""

from collections.abc import Callable
from functools import cache

from snellen.benchmarks.biy.replies.coordinates import exact_coordinates, released_coordinates, same_in_all
from snellen.benchmarks.biy.replies.counts import exact_count, lenient_count, released_count
from snellen.benchmarks.biy.replies.forms import COUNTS, FORMS
from snellen.benchmarks.biy.replies.lenient import lenient_coordinates
from snellen.benchmarks.biy.replies.reply import READINGS, Reading, Reply

__all__ = ["read_all", "read_reply"]


def read_reply(task: str, text: str, reading: Reading) -> Reply:
    """What one reading finds in a reply to one of the five tasks. Whatever the text, in time linear in its length.

    - `released`: as the paper's code reads (`released_count`, `released_coordinates`). Its figures also have
      coordinates denormalised and truncated to whole pixels: `to_pixels` does that.
    - `exact`: the asked form and nothing else (`exact_count`, `exact_coordinates`).
    - `lenient`: the same answer however written (`lenient_count`, `lenient_coordinates`), invalid where there are
      several that differ.

    What is valid in `exact` is valid in all three, with the same value but for coordinates that all lie within [0, 1],
    which the lenient reading takes to be shares of the image. Raises ValueError for another task.
    """
    return _readers(task, text)[reading]()


def read_all(task: str, text: str) -> dict[Reading, Reply]:
    """All readings of a reply, by name: what `read_reply` gives, sooner."""
    readers = _readers(task, text)
    exact = readers["exact"]()
    if exact.value is not None and (task in COUNTS or same_in_all(exact)):
        return dict.fromkeys(READINGS, exact)
    return {reading: exact if reading == "exact" else readers[reading]() for reading in READINGS}


def _readers(task: str, text: str) -> dict[Reading, Callable[[], Reply]]:
    """Each reading of a text, to be called; the lenient one, which the others ask for faults, is made once."""
    if task in COUNTS:
        count = cache(lambda: lenient_count(task, text))
        return {
            "released": lambda: released_count(text, count),
            "exact": lambda: exact_count(text, count),
            "lenient": count,
        }
    if task not in FORMS:
        raise ValueError(f"{task!r} is none of {', '.join([*COUNTS, *FORMS])}")
    form = FORMS[task]
    coordinates = cache(lambda: lenient_coordinates(form, text))
    return {
        "released": lambda: released_coordinates(form, text, coordinates),
        "exact": lambda: exact_coordinates(form, text, coordinates),
        "lenient": lambda: coordinates()[0],
    }

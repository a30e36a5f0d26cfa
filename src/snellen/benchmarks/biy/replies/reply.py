"""What a reading of a reply is, and the kinds of replies that a reading finds no answer in."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["FAULTS", "READINGS", "Coordinates", "Fault", "Reading", "Reply"]

Reading = Literal["released", "exact", "lenient"]

READINGS: tuple[Reading, ...] = ("released", "exact", "lenient")
"""As the paper's code reads; the asked form and nothing else; the same answer however written."""

Fault = Literal[
    "empty",
    "refusal",
    "truncated",
    "several answers",
    "extra text",
    "prose",
    "no number",
    "malformed",
    "wrong key",
    "wrong shape",
    "not a number",
    "out of range",
]

FAULTS: dict[Fault, str] = {
    "empty": "nothing, or white space alone",
    "refusal": "opens with a refusal and gives no answer",
    "truncated": "ends before a bracket that it opened is closed",
    "several answers": "answers that differ, or a bound or range that leaves several",
    "extra text": "the answer in the asked form, and around it what this reading does not pass over",
    "prose": "words instead of the asked form",
    "no number": "curly brackets without a number in them, where a count was asked for",
    "malformed": "brackets whose content is not written as JSON, or not even nearly so",
    "wrong key": "an object under another key, or with keys besides",
    "wrong shape": "an answer of another form: a list too deep, long or short, a count that is bare or an object",
    "not a number": "NaN, infinity, a boolean, null or text where a number is due",
    "out of range": (
        "a count below 0, a fraction or over 15 digits; coordinates beyond 0 to 1000, corners in disorder; "
        "a word that was not offered"
    ),
}
"""Each kind with what it means. An invalid reply has exactly one, the first that `read_reply` comes upon."""

Coordinates = list[tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Reply:
    """What one reading found in a reply.

    `value` is a count, or boxes (x1, y1, x2, y2; the smaller of each two first) or points (x, y) in the units asked
    for, 0 to 1000 across and down the image, as given: possibly beyond, never NaN or infinite. None where the reply is
    invalid; `fault` then says why (`FAULTS`), and is None otherwise.
    """

    value: int | Coordinates | None
    fault: Fault | None

"""What a question says when it offers options, and how its single-answer form is found again."""

import re
from collections.abc import Sequence

__all__ = ["LETTERS", "choice_text", "without_options"]

LETTERS = "ABCDE"
"""The letters of the options, in order."""

_LAST = "Reply with the letter of the right option alone."
_OPTIONS = re.compile(r"(?:^[A-Z]\. .*\n?)+", re.MULTILINE)
_EQUATION = "Write every coefficient, also 1 and 0, and - in place of + before a negative one."
_SINE = "Choose a > 0, b > 0 and c from 0 to 6."

# How a question with a single answer ends, and what one with options says in its place.
_ENDS = (
    ("Round to the nearest integer. Reply with the number alone.", "The options are rounded to the nearest integer."),
    (
        "Round to 1 decimal place and write that decimal even if it is 0. Reply with the number alone.",
        "The options are rounded to 1 decimal place.",
    ),
    ("Round to the nearest 10. Reply with the number alone.", "The options are rounded to the nearest 10."),
    (
        "Round each to the nearest integer. Reply with the list alone, in the form [x1, x2] with x1 < x2.",
        "The options are lists [x1, x2] with x1 < x2, each rounded to the nearest integer.",
    ),
    (
        f"{_EQUATION} {_SINE} Reply with the equation alone.",
        "The options write every coefficient, also 1 and 0; a > 0, b > 0 and c is from 0 to 6.",
    ),
    (f"{_EQUATION} Reply with the equation alone.", "The options write every coefficient, also 1 and 0."),
    ("Reply with the number alone.", "One of the options is the exact number."),
)


def choice_text(text: str, options: Sequence[str]) -> str:
    """The text of a question with options, from that with a single answer: what is asked, the options, the form.

    Options are lettered, a line each. Raises ValueError for a text that does not end as GRAB's do, and for more options
    than there are letters.

    >>> print(choice_text("Count the points in the figure. Reply with the number alone.", ["3", "4"]))
    Count the points in the figure. One of the options is the exact number.
    <BLANKLINE>
    A. 3
    B. 4
    <BLANKLINE>
    Reply with the letter of the right option alone.
    """
    if len(options) > len(LETTERS):
        raise ValueError(f"there are letters for {len(LETTERS)} options, not for {len(options)}")
    lines = "\n".join(f"{letter}. {option}" for letter, option in zip(LETTERS, options, strict=False))
    for single, offered in _ENDS:
        if text.endswith(single):
            return f"{text.removesuffix(single)}{offered}\n\n{lines}\n\n{_LAST}"
    raise ValueError(f"no question of GRAB ends so: {text[-60:]!r}")


def without_options(text: str) -> str:
    """The text without its options, in the wording of a single answer where it is one of GRAB's with options.

    Any other text only loses the lines of its options, and one without options stays as it is.
    """
    if not text.rstrip().endswith(_LAST):
        return text
    plain = _OPTIONS.sub("", text.rstrip().removesuffix(_LAST)).strip()
    for single, offered in _ENDS:
        if plain.endswith(offered):
            return plain.removesuffix(offered) + single
    return plain

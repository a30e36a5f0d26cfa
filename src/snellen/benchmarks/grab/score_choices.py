"""What a reply to a question with options scores: its letter or its text, read and never guessed."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from snellen.dataset import Question
from snellen.parsing import Function, parse_choice, read_option

__all__ = ["chosen_option", "key_place", "option_facets", "option_notes", "score_choice"]

Value = Fraction | tuple[Fraction, ...] | Function
ReadValue = Callable[[str, str], Value | None]
"""From an answer type and a text to the value that the whole text is, or None."""

_GOES_ON = re.compile(r"\w|[.,]\w")
"""After these the text before is only the beginning of a word or a number."""
_LETTERED = re.compile(r"\W{0,9}[A-Za-z]\W{0,9}[.):]\s{0,9}(\S.*)", re.DOTALL)
_TYPES = ("number", "list", "equation")


def score_choice(question: Question, answer: str, reply: str, read: ReadValue) -> tuple[dict[str, float], int | None]:
    """The three protocols of one reply to a question with options, and the place of the option that it chooses.

    - `exact`: white space stripped at both ends, the reply is the right option's letter (`B`) or its text.
    - `prefix`: it begins with that letter or text, and no letter or digit follows: `B. 4`, and `4 because …`.
    - `tolerant`: the right option is the one that it chooses (`chosen_option`).

    A letter that is itself the text of another option means that option. A reply that is `exact` is always `prefix` and
    `tolerant` too. Never raises.
    """
    right, stripped = key_place(question, answer), reply.strip()
    letters = {} if right is None else {_letter(right): right}
    named = [answer]
    named += [letter for letter in letters if parse_choice(letter, question.choices or ()) == right]
    chosen = chosen_option(question, stripped, read)
    exact = float(stripped in named)
    if exact and chosen is None:
        chosen = right
    start = reply.lstrip()
    prefix = any(start.startswith(name) and not _GOES_ON.match(start, len(name)) for name in named if name)
    columns = {
        "exact": exact,
        "prefix": max(exact, float(prefix)),
        "tolerant": max(exact, float(chosen is not None and chosen == right)),
    }
    return columns, chosen


def chosen_option(question: Question, reply: str, read: ReadValue) -> int | None:
    """The place of the one option that a reply chooses, or None.

    It says so by letter or text, bare, declared ("The answer is B"), at its beginning or as its last line
    (`snellen.parsing.read_option`); an option that merely occurs in a sentence is not chosen. A reply that is a number,
    a list or an equation chooses the one option of the same value, however it is written. Where letter and text
    disagree there is no choice.
    """
    options = question.choices or ()
    found = read_option(reply, options)
    if found.value is None:
        same = _same_value(options, reply, read)
        return same[0] if len(same) == 1 else None
    with_text = _LETTERED.fullmatch(reply)
    also = _same_value(options, with_text[1], read) if with_text else []
    return None if found.way == "recovered" or (also and found.value not in also) else found.value


def option_notes(question: Question, chosen: int | None) -> dict[str, str | None]:
    """The letter of the chosen option, and what misreading it is where the question records that; else None."""
    if chosen is None:
        return {"chosen_letter": None, "misreading": None}
    misreadings = _misreadings(question)
    return {"chosen_letter": _letter(chosen), "misreading": misreadings[chosen] if misreadings else None}


def option_facets(question: Question) -> dict[str, str | None]:
    """The letter of the key, and what misreadings are offered, joined by "; "; None where there are no options.

    What the wrong options are is recorded of the questions made here.
    """
    right = key_place(question, question.answer) if question.choices and question.answer is not None else None
    offered = [name for name in _misreadings(question) if name is not None]
    return {
        "key_letter": None if right is None else _letter(right),
        "distractors": "; ".join(offered) if offered else None,
    }


def key_place(question: Question, answer: str) -> int | None:
    """The place of the right option, or None where the answer is none of them."""
    options = question.choices or []
    return options.index(answer) if answer in options else parse_choice(answer, options)


def _same_value(options: Sequence[str], text: str, read: ReadValue) -> list[int]:
    """The places of the options of the value that a text is, or none where it is no value."""
    for answer_type in _TYPES:
        value = read(answer_type, text)
        if value is not None:
            return [place for place, option in enumerate(options) if read(answer_type, option) == value]
    return []


def _misreadings(question: Question) -> list[str | None]:
    """What each option is, or nothing where that is not recorded of every one."""
    stored = question.metadata.get("misreadings")
    if not isinstance(stored, list) or len(stored) != len(question.choices or ()):
        return []
    return [name if isinstance(name, str) else None for name in stored]


def _letter(place: int) -> str:
    return chr(ord("A") + place)

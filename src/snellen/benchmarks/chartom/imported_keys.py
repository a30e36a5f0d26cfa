"""Keys as others write them, matched to the options and items that they mean."""

import ast
import re
from collections.abc import Sequence

__all__ = ["has_numbered_options", "options_in", "orders_in", "plain", "same_option"]

_LONGEST = 20_000
_LABEL = r"\(?([A-Z]|[a-z]|[0-9]{1,2})[.):]\)?"
_OPTION_LINE = re.compile(rf"^[ \t]*(?:[-*•][ \t]*)?(?:\*\*)?{_LABEL}(?:\*\*)?[ \t]+(\S.*?)[ \t]*$")
_INLINE = re.compile(r"(?:(?<=\s)|^)\(?([A-Z])[.)][ \t]+")


def plain(text: str) -> str:
    """A text for comparison: small letters, one space between words, no punctuation or space at its ends.

    Signs that change a value stay: %, the minus, currencies, + and #.

    >>> plain(" Too early to  say]"), plain("-5%"), plain("none of the above.")
    ('too early to say', '-5%', 'none of the above')
    """
    text = text.replace("\u2212", "-").replace("\u2019", "'").replace("\u201c", '"').replace("\u201d", '"')
    return " ".join(text.casefold().split()).strip(" .,;:!?\"'`*_()[]{}")


def same_option(key: str, options: Sequence[str], numbered: bool = False) -> str | None:
    """The option that a key means: by its text, or else by its label (with the text behind it or not). None for none.

    A label is a letter, and of `numbered` options a number, from 1 on.

    Texts are held against each other letter for letter first, then as `plain` has them, and then only where one
    option alone fits.
    """
    key = key.strip()
    if exact := [option for option in options if option.strip() == key]:
        return exact[0] if len(exact) == 1 else None
    if alike := [option for option in options if plain(option) == plain(key)]:
        return alike[0] if len(alike) == 1 else None
    labelled = re.fullmatch(r"\(?([A-Za-z]|[1-9][0-9]?)(?:[.):]+[ \t]*(.*))?", key, re.DOTALL | re.ASCII)
    if not labelled:
        return None
    if labelled[1].isdigit() and not numbered:
        return None
    place = int(labelled[1]) - 1 if labelled[1].isdigit() else ord(labelled[1].upper()) - ord("A")
    if place >= len(options) or (labelled[2] and plain(labelled[2]) != plain(options[place])):
        return None
    return options[place]


def options_in(text: str) -> tuple[str, tuple[str, ...]]:
    """A question's text without its lettered options, and these; no options where there are fewer than two.

    Options are lines that begin with consecutive labels from A, a or 1 (`A. `, `B) `, `(c) `), with the lines that go
    on below them without a blank one between; or, where there are no such lines, `A. … B. …` within a line. What
    stands below the options after a blank line (how to answer) is left out.

    >>> options_in("Which?\\nA. one\\nB) two\\n\\nAnswer with a letter.")
    ('Which?', ('one', 'two'))
    >>> options_in("Which? (A) one (B) two")
    ('Which?', ('one', 'two'))
    """
    text = text.replace("\r\n", "\n").strip()
    if (listed := _listed(text.split("\n"))) is not None:
        question, _, options = listed
        return question, options
    return _from_within(text)


def has_numbered_options(text: str) -> bool:
    """Whether the options that `options_in` finds are labelled by numbers.

    >>> has_numbered_options("Which?\\n1. Red\\n2. Blue"), has_numbered_options("Which?\\nA. 1\\nB. 2")
    (True, False)
    """
    listed = _listed(text.replace("\r\n", "\n").strip().split("\n"))
    return listed is not None and listed[1] == "1"


def _listed(lines: Sequence[str]) -> tuple[str, str, tuple[str, ...]] | None:
    """What stands above options that have a line each, the first one's label, and the options."""
    for start, line in enumerate(lines):
        if (match := _OPTION_LINE.match(line)) and match[1] in "Aa1":
            found = _from_lines(lines[start:], match[1])
            if len(found) >= 2:
                return "\n".join(lines[:start]).strip(), match[1], tuple(found)
    return None


def _from_lines(lines: Sequence[str], first: str) -> list[str]:
    found: list[str] = []
    blank = False
    for line in lines:
        match = _OPTION_LINE.match(line)
        if match and match[1] == _label(first, len(found)):
            found.append(match[2].strip())
        elif line.strip() and found and not blank:
            found[-1] = f"{found[-1]} {line.strip()}"
        elif line.strip():
            break
        blank = not line.strip()
    return found


def _label(first: str, place: int) -> str:
    return str(place + 1) if first == "1" else chr(ord(first) + place)


def _from_within(text: str) -> tuple[str, tuple[str, ...]]:
    marks: list[re.Match[str]] = []
    for match in _INLINE.finditer(text):
        if match[1] == chr(ord("A") + len(marks)):
            marks.append(match)
    if len(marks) < 2:
        return text, ()
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    options = [text[mark.end() : end].strip().rstrip(",;") for mark, end in zip(marks, ends, strict=True)]
    return (text[: marks[0].start()].strip(), tuple(options)) if all(options) else (text, ())


def orders_in(key: str) -> list[list[str]] | None:
    """The acceptable orders that a list literal holds: one list of labels, or a list of such lists. None for others.

    Numbers are labels as they are written. Every order has the same labels, each once.

    >>> orders_in("['b', ' a']"), orders_in("[['a', 'b'], ['b', 'a']]"), orders_in("a, b")
    ([['b', 'a']], [['a', 'b'], ['b', 'a']], None)
    """
    if len(key) > _LONGEST:
        return None
    try:
        value = ast.literal_eval(key.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    if not isinstance(value, list | tuple) or not value:
        return None
    orders = value if all(isinstance(order, list | tuple) for order in value) else [value]
    found = [_labels(order) for order in orders]
    if any(order is None for order in found):
        return None
    known = [order for order in found if order is not None]
    return known if all(sorted(order) == sorted(known[0]) for order in known) else None


def _labels(order: Sequence[object]) -> list[str] | None:
    if not all(isinstance(label, str | int | float) and not isinstance(label, bool) for label in order):
        return None
    labels = [str(label).strip() for label in order]
    return labels if len(labels) >= 2 and all(labels) and len(set(labels)) == len(labels) else None

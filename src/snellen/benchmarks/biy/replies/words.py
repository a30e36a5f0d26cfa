"""Answers that are one word of a few: the last in curly brackets, the word alone, or the one that is there."""

import re
from dataclasses import dataclass

from snellen.benchmarks.biy.more_tasks import WORDS
from snellen.benchmarks.biy.replies.lenient import ascii_quotes
from snellen.benchmarks.biy.replies.reply import Fault, Reading
from snellen.parsing import is_refusal, plain_characters

__all__ = ["Word", "read_word"]


@dataclass(frozen=True, slots=True)
class Word:
    """What one reading found: one of the task's words, or why it found none, as in `Reply`."""

    value: str | None
    fault: Fault | None


_ALSO = {
    "linear": r"linearly",
    "quadratic": r"quadratically|parabolic|parabola",
    "exponential": r"exponentially",
    "round": r"circles?|circular|rounded|disc|discs|disks?",
    "diamond": r"diamonds|rhombus(?:es)?|rhombi",
    "hexagon": r"hexagons|hexagonal",
    "square": r"squares",
    "star": r"stars|star[- ]shaped",
    "triangle": r"triangles|triangular",
    "none": r"no\s++(?:[a-z]++\s++){0,3}?(?:relationship|relation|correlation|association|pattern|trend)",
}
_NOT = r"(?:\b(?:not|never|neither|nor|cannot|non|isn't|aren't|without)\s++(?:an?\s++|the\s++)?(?:[a-z]++\s++)?)"
_BRACED_LETTERS = re.compile(r"\{([A-Za-z]++)\}")
_BRACES = re.compile(r"\{([^{}]*+)\}")
_UNCLOSED = re.compile(r"\{[^{}]*+\Z")


def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    named = "|".join(f"(?P<{word}>{word}{'|' + _ALSO[word] if word in _ALSO else ''})" for word in words)
    return re.compile(rf"(?P<negated>{_NOT})?(?<![\w-])(?:{named})(?![\w]|-(?!shaped))", re.IGNORECASE)


_PATTERNS = {task: _pattern(words) for task, words in WORDS.items()}


def read_word(task: str, text: str) -> dict[Reading, Word]:
    """What each reading finds in a reply to `relationship` or `cluster_shape`. In time linear in the text's length.

    - `released`, by analogy with the paper's reading of counts: the last `{letters}` of the reply, whatever stands
      around it, in either case.
    - `exact`: the word alone or in curly brackets, in lower case, with white space around it at most.
    - `lenient`: the one of the task's words in curly brackets, else in the reply, also in the plural, as an adjective
      or under a common name ("parabola", "circles", "no relationship"). Invalid where there are several or where it is
      denied ("not linear").

    What is valid in `exact` is valid in `lenient`, with the same value. Raises KeyError for another task.
    """
    lenient = _lenient(task, text)
    return {
        "released": _released(task, text, lenient),
        "exact": _exact(task, text, lenient),
        "lenient": lenient,
    }


def _released(task: str, text: str, lenient: Word) -> Word:
    braced = _BRACED_LETTERS.findall(text)
    if not braced:
        return Word(None, lenient.fault or ("wrong shape" if _alone(task, text) or "{" in text else "prose"))
    last = braced[-1].lower()
    return Word(last, None) if last in WORDS[task] else Word(None, "out of range")


def _exact(task: str, text: str, lenient: Word) -> Word:
    stripped = text.strip()
    asked = _BRACED_LETTERS.fullmatch(stripped)
    word = asked[1] if asked else stripped
    if word in WORDS[task]:
        return Word(word, None)
    if lenient.fault is not None:
        return lenient
    braced = {each.lower() for each in _BRACED_LETTERS.findall(text)}
    if not braced:
        return Word(None, "wrong shape" if _alone(task, text) or "{" in text else "prose")
    return Word(None, "wrong shape" if asked else "extra text")


def _alone(task: str, text: str) -> bool:
    return _PATTERNS[task].fullmatch(text.strip().strip(".*`'\"")) is not None


def _lenient(task: str, text: str) -> Word:
    plain = ascii_quotes(plain_characters(text))
    if not plain.strip():
        return Word(None, "empty")
    contents = _BRACES.findall(plain)
    words = {word for content in contents for word in _words(task, content)}
    if words:
        return _only(words)
    if _UNCLOSED.search(plain):
        return Word(None, "truncated")
    if any(content.strip() for content in contents):
        return Word(None, "wrong shape" if any(set(content) & set("[:") for content in contents) else "out of range")
    if is_refusal(plain):
        return Word(None, "refusal")
    return _only(_words(task, plain))


def _words(task: str, text: str) -> set[str | None]:
    """The words that a text names, None for one that it denies."""
    return {
        None if match["negated"] else next(word for word in WORDS[task] if match[word] is not None)
        for match in _PATTERNS[task].finditer(text)
    }


def _only(words: set[str | None]) -> Word:
    if not words:
        return Word(None, "prose")
    (first, *others) = words
    return Word(None, "several answers") if others or first is None else Word(first, None)

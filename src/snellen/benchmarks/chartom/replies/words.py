"""Answers in a few words: the key, a tempting answer, or whatever else a short reply says."""

import re
from collections.abc import Sequence

from snellen.parsing import Found, is_refusal, nothing, readable, strip_wrappers
from snellen.parsing.declarations import declarations, words_before

__all__ = ["folded", "read_words"]

_MOST_WORDS = 12
_WORD = re.compile(r"[^\W_]+(?:[.,'-][^\W_]+)*")
_LEFT_OUT = {"a", "an", "the", "it", "is", "was", "are", "were", "has", "have", "been", "in", "series", "answer"}
_SENTENCE = re.compile(r"[.!?;](?=\s|\Z)|\n|\s[-–—]\s|,\s|\bbecause\b|\bsince\b")
_DENIED = {"not", "no", "never", "neither", "nor", "cannot", "isn't", "without", "than"}


def read_words(text: str, known: Sequence[str]) -> Found[str]:
    """The words that a reply answers with. In time linear in the text, which may be anything.

    `known` are the answers that can be told from each other: the right and the tempting ones. The first of these that
    is there: the reply as a whole, where it is known or has at most 12 words; the last of its declarations, up to the
    end of the clause; the only known answer that occurs in it and is not denied (way `recovered`). Words are compared
    by `folded`. What is not known is returned as it is: an answer, only none that is right.

    >>> read_words("The trend is increasing over the years shown here, as the title of the axis says.", ["increase"])
    Found(value='increase', way='recovered', fault=None, start=3)
    """
    plain = readable(text)
    if not plain:
        return nothing("unfinished thinking" if text.strip() else "empty")
    by_words = {each: answer for answer in reversed(known) if (each := folded(answer))}
    whole = folded(plain) if len(plain) < 400 else ()
    if whole in by_words:
        return Found(by_words[whole], "bare", None)
    for declared in reversed(declarations(plain)):
        end = _SENTENCE.search(declared.said)
        said = declared.said[: end.start()] if end else declared.said
        if folded(said):
            answer = by_words.get(folded(said)) or _only_mention(said, by_words) or (strip_wrappers(said) or said)
            return Found(answer, "declared", None, words_before(plain, declared.start))
    mentions = _mentions(plain, by_words)
    if len(mentions) == 1:
        ((answer, start),) = mentions.items()
        return Found(answer, "recovered", None, words_before(plain, start))
    if mentions:
        return nothing("several answers")
    if is_refusal(plain):
        return nothing("refusal")
    if 0 < len(whole) <= _MOST_WORDS:
        return Found(strip_wrappers(plain) or plain, "bare", None)
    return nothing("no answer")


def folded(text: str) -> tuple[str, ...]:
    """The words of a text without letter case, articles, forms of "to be" and common endings.

    >>> folded("It **increased**.") == folded("an increase")
    True
    """
    words = (match[0].casefold() for match in _WORD.finditer(text))
    return tuple(_stem(word) for word in words if word not in _LEFT_OUT)


def _stem(word: str) -> str:
    if any(map(str.isdigit, word)):
        return word
    for ending in ("ing", "ed", "es", "e", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _only_mention(text: str, known: dict[tuple[str, ...], str]) -> str | None:
    mentions = list(_mentions(text, known))
    return mentions[0] if len(mentions) == 1 else None


def _mentions(text: str, known: dict[tuple[str, ...], str]) -> dict[str, int]:
    """The known answers that occur in a text and are not denied, with the first place of each; longer ones first."""
    words = [
        (_stem(word), match.start(), word in _DENIED)
        for match in _WORD.finditer(text)
        if (word := match[0].casefold()) not in _LEFT_OUT
    ]
    lengths = sorted({len(each) for each in known}, reverse=True)
    stems, found, place = [word for word, _, _ in words], dict[str, int](), 0
    while place < len(words):
        length = next((n for n in lengths if tuple(stems[place : place + n]) in known), 0)
        if length and not any(denied for _, _, denied in words[max(0, place - 2) : place]):
            found.setdefault(known[tuple(stems[place : place + length])], words[place][1])
        place += length or 1
    return found

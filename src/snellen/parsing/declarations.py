"""Where a reply says what its answer is, and in which words."""

import re
from dataclasses import dataclass

from snellen.parsing.text import plain_characters
from snellen.parsing.thinking import without_thinking

__all__ = ["Declaration", "declarations", "lines_of", "readable", "words_before"]

_LONGEST = 400
_AROUND = (
    r"[\s*_`\"'#>]*+(?:(?:probably|(?:most\s+)?likely|clearly|definitely|indeed|thus|therefore|about|approximately|roughly|"
    r"around)\b[\s*_`\"'#>]*+)*+"
)
_NOUN = r"(?:answer|option|choice|response|ranking|order|result|conclusion)"
_BEFORE = (
    r"(?:(?:the|my|our|your|so|thus|therefore|hence)\s+|(?:final|correct|right|best|true|proper|accurate)\s+){0,5}+"
)
_DECLARED = re.compile(
    rf"\b{_BEFORE}{_NOUN}(?:\s+(?:here|option|choice|to\s+(?:the|this)\s+question))?"
    rf"(?:[\s*_`\"']{{0,6}}(?::|=(?!=)|->)|[\s*_`\"']{{1,6}}(?:is|would\s+be|should\s+be|must\s+be|was)\b){_AROUND}:?{_AROUND}"
    rf"|\b(?:i|we)(?:'d|'ll|\s+would|\s+will)?\s+(?:choose|select|pick|answer|go\s+with|went\s+with)\b{_AROUND}:?{_AROUND}"
    r"|\\boxed\s*(?=\{)|\\fbox\s*(?=\{)|<answer>\s*|<final_answer>\s*",
    re.IGNORECASE,
)
_END = re.compile(r"\n|</(?:final_)?answer>", re.IGNORECASE)
_TAG = re.compile(r"</?(?:b|strong|i|em|u|code|span|mark)>", re.IGNORECASE)
_LINE_TAG = re.compile(r"<br ?/?>|</?(?:p|div)>", re.IGNORECASE)
_WORD = re.compile(r"\w[\w'.,%/-]*")
_MOST_WORDS_COUNTED = 1000


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a reply declares: the rest of the line after "The answer is", and where the declaring words begin."""

    said: str
    start: int


def readable(text: str) -> str:
    """A reply as readings take it: without thinking and HTML tags, its characters made plain (`plain_characters`)."""
    plain = plain_characters(without_thinking(text)).replace("\\%", "%")
    plain = _LINE_TAG.sub("\n", _TAG.sub("", plain))
    return plain.replace("“", '"').replace("”", '"').replace("‘", "'")


def declarations(text: str) -> list[Declaration]:
    r"""What a text declares to be its answer, in order.

    That is the rest of the line, of at most 400 characters, after "The correct answer is", "Final answer:", "I choose"
    and the like, and what stands in `\boxed{…}` or `<answer>…</answer>`.

    >>> [each.said for each in declarations("My answer is B.\nNo, the correct answer: **C**")]
    ['B.', 'C**']
    """
    found = []
    for match in _DECLARED.finditer(text):
        rest = text[match.end() : match.end() + _LONGEST]
        if match[0].startswith("\\"):
            said = _braced(rest)
        else:
            end = _END.search(rest)
            said = rest[: end.start()] if end else rest
        if said.strip():
            found.append(Declaration(said.strip(), match.start()))
    return found


def lines_of(text: str) -> list[str]:
    """The lines of a text that are not blank, without white space, bullets and signs of headings around them."""
    return [line for each in text.splitlines() if (line := each.strip().lstrip("#>").strip())]


def words_before(text: str, place: int) -> int:
    """How many words begin before a place of a text; at most 1000 are counted."""
    count = 0
    for match in _WORD.finditer(text):
        if match.start() >= place or count == _MOST_WORDS_COUNTED:
            break
        count += 1
    return count


def _braced(rest: str) -> str:
    depth = 0
    for place, character in enumerate(rest):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return rest[1:place]
    return rest[1:]

"""Whether a reply refuses to answer."""

import re

__all__ = ["is_refusal"]

_READ = 1500
_ABLE = (
    r"(?:can(?:not|'t| not)|could(?: not|n't)|am (?:unable|not able) to|'m (?:unable|not able) to|"
    r"do(?: not|n't) have (?:access|the ability)|won't|will not)"
)
_ADVERB = r"(?:\s+(?:currently|directly|accurately|reliably|really|actually|simply))?"
_ACT = (
    r"(?:answer|assist|help|determine|see|view|access|open|process|analy[sz]e|interpret|provide|identify|read|"
    r"calculate|compute|estimate|comply|give|display|to\b)"
)
_NOUN = r"(?:to )?(?:images?|the|this|that|any|your)"
_OPENING = re.compile(
    rf"(?:(?:i'm|i am) (?:so |very |really |truly )?sorry|sorry|i apologi[sz]e|my apologies|unfortunately)\b[\s,.:;!]*"
    rf"(?:but\s+)?(?:as an ai[^.,]{{0,60}},\s*)?i\s?{_ABLE}{_ADVERB}\s+(?:{_ACT}|{_NOUN})"
    rf"|(?:as an ai[^.,]{{0,60}},\s*)?i\s?{_ABLE}{_ADVERB}\s+(?:{_ACT}|{_NOUN})"
    rf"|it (?:is|'s) (?:not possible|impossible) to (?:answer|determine|tell|say|calculate|read)"
    rf"|(?:the |this )?(?:answer|question|value) (?:cannot|can't|can not) be (?:answered|determined|read|given)"
    rf"|(?:cannot|can't|unable to) (?:be )?(?:determined?|answer(?:ed)?)\b"
)
_AND_YET = re.compile(
    r"\b(?:but|however|though|still|nevertheless|estimate[ds]?|approximate(?:ly)?|guess|roughly|about|assum\w+|answer)\b[^\d]*\d"
    r"|[=\u2248]\s*[-\u2212]?\d"
)


def is_refusal(text: str) -> bool:
    """Whether a text opens with an explicit refusal and gives no answer after it. Conservative: in doubt, no.

    A refusal opens the text ("I'm sorry, but I can't …", "I cannot determine …", "Unfortunately, I am unable to …",
    "It is not possible to determine …", "The value cannot be determined …"), and what follows does not go on to a
    number after all ("… but I estimate 4"). English only. Only the first 1500 characters are read.

    >>> is_refusal("I'm sorry, but I can't read the graph."), is_refusal("I cannot see it well, but about 4")
    (True, False)
    """
    opening = text.lstrip(" \t\r\n*_\"'>#")[:_READ].replace("\u2019", "'").casefold()
    match = _OPENING.match(opening)
    return match is not None and _AND_YET.search(opening, match.end()) is None

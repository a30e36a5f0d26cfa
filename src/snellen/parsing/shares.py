"""Predictions of a share between 0 and 1 out of replies that go on to justify them with other numbers."""

import re
from fractions import Fraction

from snellen.parsing.declarations import lines_of, readable, words_before
from snellen.parsing.found import Found, Way, nothing
from snellen.parsing.refusals import is_refusal
from snellen.parsing.tokens import Token, numbers_in

__all__ = ["read_share"]

_FILLER = (
    r"(?:[\s*_:=\"'`\[(){≈~$\\]|\b(?:is|are|of|be|as|at|about|around|approximately|approx\.?|roughly|nearly|that|a|an|the|"
    r"to|would|will|decimal|number|value|my|fraction|proportion|share|percentage|probability|text|boxed)\b)*+"
)
_PREDICTS = re.compile(
    r"\b(?P<last>(?:final|revised|overall|updated|adjusted)\s+)?"
    r"(?:predict(?:ion|ions|ed)(?:[ _-](?:fraction|proportion|share|percentage|value|decimal|number|hmi|misled))*+"
    r"(?:\s+(?:of\s+)?(?:\w+\s+){0,6}?misled)?|hmi|human\s+misleadingness\s+index|misleadingness(?:\s+index|\s+score)?"
    r"|misled[ _-]fraction|fraction[ _-]misled"
    r"|(?:fraction|proportion|share|percentage)\s+(?:of\s+)?(?:\w+\s+){0,6}?misled"
    r"|(?:i|we)(?:'d|\s+would)?\s+(?:predict|estimate)|my\s+(?:best\s+)?estimate)\b(?:\"|\*\*)?" + _FILLER,
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:^[\s*_#>`\"'{-]*+(?:(?:the|my|final|best|overall)\s+)*+"
    r"(?:answer|estimate|estimation|fraction|proportion|share|probability|value|decimal|score|number)"
    r"[*_`\"'\s]*+[:=]|\\boxed\s*\{|<answer>)" + _FILLER,
    re.IGNORECASE | re.MULTILINE,
)
_PEOPLE = (
    r"(?:of\s+)?(?:(?:the|all|typical|university|college|these|those|such)\s+)*+"
    r"(?:students|people|participants|respondents|viewers|readers|humans|undergraduates)\b"
)
_MISLED_AFTER = re.compile(
    rf"[\s*_`\"']*+(?:\([^()\n]{{0,20}}\)\s*)?(?:{_PEOPLE})?(?:\s*(?!not\b|n't|correct)\b\w+){{0,4}}?\s*"
    r"\b(?:mis(?:led|interpret\w*|read\w*|judg\w*|understand\w*|take\w*)|fooled|deceived|tricked)\b",
    re.IGNORECASE,
)
_NOT_MISLED = (
    r"(?:(?:(?:not|never)\b|\w{2,6}n't\b)\s+(?:(?!correct)[\w']+\s+){0,3}?"
    r"(?:mis(?:led|interpret\w*|read\w*|judg\w*|understand\w*|take\w*)|fooled|deceived|tricked|fall\s+for)\b"
    r"|correct(?:ly)?\b|(?:get|gets|got|getting)\s+(?:it|this|that|the\s+\w+)\s+right\b|(?:be|are|answer)\s+right\b"
    r"|unaffected\b|see(?:s|ing)?\s+through\b)"
)
_PLAIN_WORDS = (
    r"(?:(?!not\b|never\b|\w{2,6}n't\b|fail|un|in|mis|fooled|deceived|tricked|"
    r"(?:because|since|as|the|a|when|if|while|but|and|so|is|was|my|which)\b)[\w']+[^\S\n]+)"
)
_RIGHT_AFTER = re.compile(
    rf"(?:(?!\n)[\s*_`\"'])*+(?:\([^()\n]{{0,20}}\)[^\S\n]*)?(?:{_PEOPLE}[^\S\n]+)?{_PLAIN_WORDS}{{0,4}}?{_NOT_MISLED}",
    re.IGNORECASE,
)
"""What makes a share one of those who are not misled."""
_RIGHT_BEFORE = re.compile(
    rf"\b(?:fraction|proportion|share|percentage|percent|probability)\s+"
    rf"(?:(?!\w{{2,6}}n't\b|not\b|never\b)[\w']+[^\S\n]+){{0,7}}?{_NOT_MISLED}{_FILLER}"
    rf"|\baccuracy\b(?:\s+rate)?{_FILLER}",
    re.IGNORECASE,
)
_IN = re.compile(rf"(?<![\w.,])([0-9]{{1,4}}) in (?:every )?([0-9]{{1,4}})(?=\s+{_PEOPLE})", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:(a|one|two|three|four)[\s-](third|quarter|fifth|tenth)s?|(?:one\s+)?(half))\s+"
    rf"(?=(?:of\s+)?(?:the\s+)?{_PEOPLE})",
    re.IGNORECASE,
)
_TOPS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_BELOW = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_OPENING = re.compile(
    r"[\s*_#>`\"'(\[{$\\≈~]*+(?:-\s+)?(?:(?:about|approximately|around|roughly|nearly|approx\.?|boxed)\b[\s*_`{≈~]*+)?",
    re.IGNORECASE,
)
_AFTER_LEADING = re.compile(
    rf"[*_`\"')\]}}$\\%]*+(?:[^\S\n]+{_PEOPLE})?[*_`\"')]*+"
    r"(?:\Z|[^\S\n]*+(?:\Z|\n|[.,;:!?(\[±+–-])|[^\S\n]+(?:because|since|as|is\s+my|justification|reason\w*)\b)",
    re.IGNORECASE,
)
_SCALE = re.compile(
    r"(?:\bbetween\s+|\bfrom\s+)?(?<![\w.,])0(?:\.0+)?%?\s*(?:and|to|-|–)\s*(?:1(?:\.0+)?|100\s?%?)(?![\w%]|[.,]\d)"
)
_MARKER = re.compile(r"^[ \t*_]*([0-9]{1,2})[.)](?=[ \t*_])", re.MULTILINE)
_SPREAD = re.compile(r"(?:±|\+/-)\s*\Z")
_MONEY = "$€£¥"


def read_share(text: str) -> Found[Fraction]:
    r"""The share between 0 and 1 that a reply predicts. In time linear in the text, which may be anything.

    The first of these that is there: a number that is called the prediction ("Prediction: 0.3", "I predict that about
    30% …"; of several the one called final or revised); a number with which the reply begins, nothing but a sign of
    punctuation or a few words such as "of students" after it; one of which it says that so many students are misled;
    one under another label at the beginning of a line ("Answer:"), in `\boxed{}` or `<answer>`; the only one with a
    line to itself; the only number within 0 and 1 in the reply (way `recovered`). Numbers are read as by
    `snellen.parsing.tokens.numbers_in`; `40%` is 0.40. So are `6 in 10` and "a third" where students or people follow.
    A share of those who are not misled, or right, is no prediction, and is not turned into one. Thinking is left out,
    and so are scales ("between 0 and 1"), the numbers of lists, sums of money, and what follows ±. A range is no
    prediction, nor are predictions that differ; neither is ever replaced by a middle.

    >>> float(read_share("0.35. The axis starts at 50, so bars of 60 and 70 look 2 times as far apart.").value)
    0.35
    >>> read_share("Bars at 0.2 and 0.7 look alike.").fault, read_share("between 30% and 40%").fault
    ('several answers', 'several answers')
    """
    plain = readable(text)
    if not plain:
        return nothing("unfinished thinking" if text.strip() else "empty")
    plain = _PART.sub(_part, _IN.sub(r"\1 out of \2", plain))
    every = _candidates(plain)
    tokens = _of_the_misled(plain, every)
    if every and not tokens:
        return nothing("no answer")
    starts = {token.start: token for token in tokens}
    for found in (
        _predicted(plain, starts),
        _leading(plain, tokens, starts),
        _of_students(plain, tokens),
        _labelled(plain, starts),
        _on_a_line(plain),
    ):
        if found is not None:
            return found
    return _recovered(plain, tokens)


def _candidates(plain: str) -> list[Token]:
    """The numbers of the text that may be meant."""
    out = [match.span() for match in _SCALE.finditer(plain)]
    markers = list(_MARKER.finditer(plain))
    if len(markers) > 1:
        out += [match.span(1) for match in markers]
    spans, place, kept = sorted(out), 0, []
    for token in numbers_in(plain):
        while place < len(spans) and spans[place][1] <= token.start:
            place += 1
        inside = place < len(spans) and spans[place][0] <= token.start < spans[place][1]
        before = plain[max(0, token.start - 6) : token.start]
        if not (inside or (before[-1:] in (*_MONEY,) and not _in_mathematics(plain, token)) or _SPREAD.search(before)):
            kept.append(token)
    return kept


def _part(match: re.Match[str]) -> str:
    return f"{_TOPS[(match[1] or 'one').lower()]}/{_BELOW[(match[2] or match[3]).lower()]} "


def _of_the_misled(plain: str, tokens: list[Token]) -> list[Token]:
    """The numbers without those which are said to be of people who are right."""
    called = {match.end() for match in _RIGHT_BEFORE.finditer(plain)}
    return [
        token
        for token in tokens
        if token.start not in called and not _RIGHT_AFTER.match(plain[token.end : token.end + 160])
    ]


def _in_mathematics(plain: str, token: Token) -> bool:
    """Whether the dollar sign before a number opens LaTeX, as in `$0.4$` or `$40\\%$`."""
    return plain[token.start - 1] == "$" and plain[token.end : token.end + 3].lstrip("\\%").startswith("$")


def _predicted(plain: str, starts: dict[int, Token]) -> Found[Fraction] | None:
    there, last = [], None
    for match in _PREDICTS.finditer(plain):
        if token := starts.get(match.end()):
            there.append((token, match.start()))
            last = (token, match.start()) if match["last"] else last
    inside = [each for each in there if _fits(each[0])]
    if last in inside and last is not None:
        return _one(plain, [last], "declared")
    return _one(plain, inside or there, "declared") if there else None


def _leading(plain: str, tokens: list[Token], starts: dict[int, Token]) -> Found[Fraction] | None:
    opening = _OPENING.match(plain)
    token = starts.get(opening.end()) if opening else None
    if token is None or not _AFTER_LEADING.match(plain, token.end):
        return nothing("several answers") if token and token.ranged else None
    rest = re.sub(r"[\s*_`\"')\]}$\\.]", "", plain[token.end :])
    way: Way = "leading" if rest else "bare"
    if any(other.share != token.share for line in lines_of(plain)[1:] for other in _alone(line)):
        return nothing("several answers")
    same = [other for other in tokens[1:2] if other.ranged and token.ranged]
    return nothing("several answers") if same else _one(plain, [(token, 0)], way)


def _alone(line: str) -> list[Token]:
    """The number that a line is, if it is nothing else and a share."""
    bare = line.strip("*_`$. ")
    return [token for token in numbers_in(bare) if (token.start, token.end) == (0, len(bare)) and _fits(token)]


def _of_students(plain: str, tokens: list[Token]) -> Found[Fraction] | None:
    there = [(token, token.start) for token in tokens if _MISLED_AFTER.match(plain, token.end)]
    return _one(plain, there, "declared") if there else None


def _labelled(plain: str, starts: dict[int, Token]) -> Found[Fraction] | None:
    there = [(token, match.start()) for match in _LABEL.finditer(plain) if (token := starts.get(match.end()))]
    return _one(plain, there[-1:], "declared") if there else None


def _on_a_line(plain: str) -> Found[Fraction] | None:
    there = {token.share: line for line in lines_of(plain) for token in _alone(line)}
    if len(there) != 1:
        return nothing("several answers") if there else None
    ((share, line),) = there.items()
    return Found(share, "closing", None, words_before(plain, plain.rfind(line)))


def _recovered(plain: str, tokens: list[Token]) -> Found[Fraction]:
    inside = [(token, token.start) for token in tokens if _fits(token)]
    if inside:
        return _one(plain, inside, "recovered")
    if tokens:
        return nothing("out of range")
    return nothing("refusal" if is_refusal(plain) else "no answer")


def _fits(token: Token) -> bool:
    return 0 <= token.share <= 1


def _one(plain: str, there: list[tuple[Token, int]], way: Way) -> Found[Fraction]:
    """The one value that all have, at the first place."""
    (token, place), values = there[0], {each.share for each, _ in there}
    if len(values) > 1 or any(each.ranged for each, _ in there):
        return nothing("several answers")
    return Found(token.share, way, None, words_before(plain, place)) if _fits(token) else nothing("out of range")

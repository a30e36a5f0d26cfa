"""The order in which a reply ranks given items: lists, chains of signs, numbered lines."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from snellen.parsing.declarations import declarations, readable, words_before
from snellen.parsing.found import Fault, Found, Way, nothing
from snellen.parsing.ranking_tables import tables_as_lines
from snellen.parsing.refusals import is_refusal
from snellen.parsing.text import strip_wrappers

__all__ = ["read_ranking", "runs_upwards"]

_LEAST = r"(?:smallest|lowest|least|fewest|shortest|earliest|slowest|narrowest|lightest|minimum|bottom|worst|low|small)"
_MOST = (
    r"(?:largest|biggest|highest|greatest|most|longest|latest|fastest|tallest|widest|heaviest|maximum|top|best|high|"
    r"large)"
)
_TO = r"[^.\n;]{0,30}?(?:\bto\b|->|→|<|>)[^.\n;]{0,30}?"
_UPWARDS = re.compile(
    rf"\b{_LEAST}\b{_TO}\b{_MOST}\b|\b(?:ascending|increasing)\b|\b{_LEAST}\s+first\b",
    re.IGNORECASE,
)
_DOWNWARDS = re.compile(
    rf"\b{_MOST}\b{_TO}\b{_LEAST}\b|\b(?:descending|decreasing)\b|\b{_MOST}\s+first\b",
    re.IGNORECASE,
)
_CLOSING = r"[\s*_`\"'$\\)\]}]*+"
_OPENING = r"[\s*_`\"'$\\()\[\]{}]*+"
_FIGURE = r"[0-9](?:[0-9.,]*[0-9])?\s*%?"
_VALUE = rf"(?:\([^()\n]{{0,60}}\)|[:=-]\s*[-+$€£~≈]?\s*{_FIGURE}(?:\s?[^\W\d]\w{{0,15}})?|\bat\s+{_FIGURE})?"
_STANDS = (
    rf"(?:\b(?:is|are|was|were|has|had|comes?|came|ranks?|ranked)\s+(?:clearly\s+)?(?:the\s+)?"
    rf"(?:{_LEAST}|{_MOST}|first|second|third|fourth|fifth|sixth|seventh|next)(?:[^\S\n]+[^\W\d]\w*){{0,2}}?)?"
)
"""What is said of an item's place: "is the largest", "comes second"."""
_MARKER = r"(?:(?:[-•+]|\#?[0-9]{1,2}[.):]|[0-9]{1,2}(?:st|nd|rd|th)\b[:.]?)\s*)?"
_SIGN = re.compile(
    rf"{_CLOSING}{_VALUE}{_STANDS}{_CLOSING}"
    r"(?P<sign>[,;/|]?\s*(?:and\s+)?(?:then|followed\s+by|finally|lastly|next|and)\b"
    r"|[,;|/]|>+=?|<+=?|≥|≤|=>|-+>|-|→|⟶|⇒|&gt;|&lt;|=|≈|\n|)"
    rf"{_OPENING}(?:[,;]\s*)?(?:and\s+)?{_MARKER}{_OPENING}(?:the\s+|from\s+)?",
    re.IGNORECASE,
)
_SPAN = re.compile(r"(?<=[0-9])(?:\s+to\s+|\s*-\s*)(?=[0-9])", re.IGNORECASE)
_LEAST_WORD, _MOST_WORD = re.compile(rf"\b{_LEAST}\b", re.IGNORECASE), re.compile(rf"\b{_MOST}\b", re.IGNORECASE)
_BRACKETED = re.compile(r"[\s*_`\"'\].]*\(([^()]*)\)")
_UP, _DOWN = ("<", "≤", "&lt"), (">", "≥", "&gt")
_LEAD = 160


@dataclass(frozen=True, slots=True)
class _Run:
    """Items one after the other with nothing but signs between them: their places, the signs, and the span.

    `between` is all that stands between one item and the next.
    """

    items: tuple[int, ...]
    signs: tuple[str, ...]
    between: tuple[str, ...]
    start: int
    end: int


def read_ranking(text: str, items: Sequence[str], *, upwards: bool = False) -> Found[tuple[int, ...]]:
    r"""The order in which a reply ranks `items`, as their places. In time linear in the text, which may be anything.

    Items may stand in a list (JSON or another language's), between commas, `>`, arrows, hyphens, "and", "then", on
    lines of their own, numbered or not, or in a table with numbered rows (`tables_as_lines`), a value or a few words
    behind each (`North (45%)`, "North is the largest, followed by …"); single letters may stand together (`DBCA`),
    alone or declared. Longer names are recognised before shorter ones within them, in either case of letters; "1997 to
    1999" is also written with a dash. The last run of items that has all of them counts, or, where a shorter one is
    declared to be the answer after it, that one, which is no ranking. `upwards` says that the smallest, or earliest,
    is asked for first. A reply is turned round where it says that it runs the other way: by `<`, by words before the
    list or in brackets behind it ("from lowest to highest"), or by what it calls its first or last item ("is the
    smallest"); where these contradict each other there is no order. A `>` or an arrow merely separates. Each item must
    occur once; ties are no order.

    >>> read_ranking("North > South East > South", ["South", "South East", "North"]).value
    (2, 1, 0)
    >>> read_ranking("From lowest to highest: A, B, C", ["A", "B", "C"]).value
    (2, 1, 0)
    """
    plain = readable(text)
    if not plain:
        return nothing("unfinished thinking" if text.strip() else "empty")
    together = _together(plain, items)
    if together is not None:
        return together
    plain = tables_as_lines(plain, items)
    runs = _runs(plain, items)
    whole = [run for run in runs if len(run.items) >= len(items) > 0]
    run = whole[-1] if whole else None
    said = declarations(plain)
    declared = said[-1].start if said else -1
    shorter = [each for each in runs if each.start > declared >= 0 and len(each.items) > 1 and _listed(plain, each)]
    if shorter and (run is None or (shorter[-1].start > run.end and declared > run.end)):
        return nothing("not all items")
    if run is None:
        if any(len(each.items) > 1 for each in runs):
            return nothing("not all items")
        return nothing("refusal" if is_refusal(plain) else "no answer")
    fault, ways = _fault(run, len(items)), _ways(plain, run)
    if fault or len(ways) > 1:
        return nothing(fault or "tied items")
    start = declared if 0 <= declared < run.start and "\n\n" not in plain[declared : run.start].strip() else run.start
    way: Way = (
        "bare" if not re.sub(r"[\s*_`\"'\[\](){}.1#-]", "", plain[: run.start] + plain[run.end :]) else "declared"
    )
    if way != "bare" and start == run.start:
        way = "leading" if words_before(plain, start) < 2 else "recovered"
    order = run.items[::-1] if (not upwards) in ways else run.items
    return Found(order, way, None, words_before(plain, start) if way != "bare" else 0)


def runs_upwards(question: str) -> bool:
    """Whether a question asks for the smallest first: "from smallest to largest", "in ascending order".

    >>> runs_upwards("Rank these from smallest to largest"), runs_upwards("Rank the regions")
    (True, False)
    """
    return _says(question) is True


def _says(text: str) -> bool | None:
    """Whether words speak of an order upwards (True) or downwards (False), by what they say last."""
    up, down = ([match.end() for match in pattern.finditer(text)] for pattern in (_UPWARDS, _DOWNWARDS))
    if not up and not down:
        return None
    return (up[-1] if up else -1) > (down[-1] if down else -1)


def _runs(plain: str, items: Sequence[str]) -> list[_Run]:
    places = {" ".join(item.casefold().split()): place for place, item in enumerate(items) if item.strip()}
    if not places:
        return []
    spelled = map(_spelled, sorted(places, key=len, reverse=True))
    places = {_SPAN.sub(" to ", name): place for name, place in places.items()}
    pattern = re.compile(rf"(?<![\w])(?:{'|'.join(spelled)})(?!\w|[.,]\d)", re.IGNORECASE)
    runs: list[_Run] = []
    found: list[int] = []
    signs: list[str] = []
    between: list[str] = []
    start = end = 0
    for match in pattern.finditer(plain):
        place = places.get(_SPAN.sub(" to ", " ".join(match[0].casefold().split())))
        if place is None or _is_marker(plain, match):
            continue
        gap = _SIGN.fullmatch(plain, end, match.start()) if found and match.start() - end <= 120 else None
        joined = gap is not None and not (gap["sign"] == "" and "\n" not in gap[0])
        if found and (not joined or (len(found) >= len(places) and "\n\n" in plain[end : match.start()])):
            runs.append(_Run(tuple(found), tuple(signs), tuple(between), start, end))
            found, signs, between = [], [], []
        if not found:
            start = match.start()
        elif gap is not None:
            signs.append(gap["sign"].strip() or "\n")
            between.append(gap[0])
        found.append(place)
        end = match.end()
    return [*runs, _Run(tuple(found), tuple(signs), tuple(between), start, end)] if found else runs


def _spelled(name: str) -> str:
    """A pattern of an item's name: any white space between its words, a dash or "to" between two numbers."""
    parts = _SPAN.split(name)
    return r"(?:[^\S\n]+to[^\S\n]+|[^\S\n]*-[^\S\n]*)".join(
        r"[^\S\n]+".join(map(re.escape, part.split())) for part in parts
    )


def _is_marker(plain: str, match: re.Match[str]) -> bool:
    """Whether an item that is a number or a letter is the marker of a line of a list instead: `1. North`."""
    line = plain.rfind("\n", 0, match.start()) + 1
    short = len(match[0]) <= 2 and not plain[line : match.start()].strip(" \t*_#>-")
    return short and re.match(r"[.)]\s+\w", plain[match.end() : match.end() + 4]) is not None


def _listed(plain: str, run: _Run) -> bool:
    return plain[: run.start].rstrip("\"' ").endswith("[") or any(sign in "<>→" or "->" in sign for sign in run.signs)


def _fault(run: _Run, number: int) -> Fault | None:
    if len(run.items) != number or len(set(run.items)) != number:
        return "not all items"
    up, down = (any(sign.startswith(ways) for sign in run.signs) for ways in (_UP, _DOWN))
    tied = any(sign in ("=", "≈") for sign in run.signs)
    return "tied items" if tied or (up and down) else None


def _ways(plain: str, run: _Run) -> set[bool]:
    """The directions in which a run says that it goes, True upwards; none where it says nothing."""
    lead = plain[max(0, run.start - _LEAD) : run.start].rstrip()
    lead = lead[lead.rfind("\n\n") + 1 :] if not lead.endswith(":") else lead
    bracketed = _BRACKETED.match(plain, run.end, run.end + 60)
    behind = bracketed[1] if bracketed else ""
    said = [_says(lead), _says(behind)]
    said += [True for sign in run.signs if sign.startswith(_UP)]
    if run.between:
        said.append(_extreme(run.between[0]))
    if said[1] is None and (last := _extreme(behind)) is not None:
        said.append(not last)
    return {each for each in said if each is not None}


def _extreme(words: str) -> bool | None:
    """Whether words call an item the smallest (True) or the largest (False)."""
    least, most = (pattern.search(words) is not None for pattern in (_LEAST_WORD, _MOST_WORD))
    return least if least != most else None


def _together(plain: str, items: Sequence[str]) -> Found[tuple[int, ...]] | None:
    """The order of single letters written together, where that is the reply or what it declares."""
    if len(items) < 2 or len(set(items)) < len(items) or not all(len(item) == 1 and item.isupper() for item in items):
        return None
    said = declarations(plain)
    texts: list[tuple[str, Way, int]] = [(plain, "bare", 0)]
    texts += [(each.said, "declared", each.start) for each in said[-1:]]
    for text, way, start in texts:
        letters = strip_wrappers(text) or ""
        if len(letters) == len(items) and set(letters) <= set(items):
            if len(set(letters)) < len(letters):
                return nothing("not all items")
            return Found(tuple(map(items.index, letters)), way, None, words_before(plain, start))
    return None

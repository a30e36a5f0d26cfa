"""Which option a reply chooses: by letter or text, bare, declared, at its beginning or at its end."""

import re
from collections.abc import Sequence

from snellen.parsing.choices import parse_choice
from snellen.parsing.declarations import declarations, lines_of, readable, words_before
from snellen.parsing.found import Found, Way, nothing
from snellen.parsing.number_replies import read_quantity
from snellen.parsing.refusals import is_refusal
from snellen.parsing.text import plain_characters, strip_wrappers
from snellen.parsing.tokens import numbers_in

__all__ = ["read_option"]

_NOT = re.compile(r"[\s*_`\"'(]*(?:not\b|neither\b|unclear\b|unknown\b|n/a\b|hard\b|difficult\b|impossible\b)", re.I)
_LETTER = re.compile(
    r"[\s*_`\"'$\\(\[{]*+(?i:option\s+|choice\s+|answer\s+|letter\s+|text\{|mathbf\{|boxed\{)?[\s*_`\"'$\\(\[{]*+"
    r"(?P<letter>[A-Z]|(?<=[(\[])[a-z](?=[)\]]))(?P<close>[*_`\"'$)\]}]*+)(?P<after>\Z|\s*\n|\s*[.,:;!?)–-]|\s+)",
)
_DECORATED = re.compile(r"\W*+(?:[Oo]ption\s+)?([A-Z])\W*+")
_SECOND = re.compile(r"[\s*_`\"'$(),/&]*+(?:or|and|and/or|/|&)[\s*_`\"'$(]*+(?:option\s+)?([A-Z])(?![\w'])")
_LISTED = re.compile(
    r"[\s*_`\"'$)\]]*+(?:[,;–-]|to\b|through\b)[\s*_`\"'$(\[]*+(?:option\s+)?([A-Z])"
    r"(?=[\s*_`\"'$)\]]*+(?:\Z|[,;./)\]–-]|(?:or|and|to)\b))"
)
_NEXT = re.compile(r"[\s*_`\"'$)\]]*+(?:(?:or|and|and/or|to)\b|[,;/&–-])[\s*_`\"'$(\[]*+", re.IGNORECASE)
_BRACKETED = re.compile(r"[\s*_`\"'$]*+[(\[](?:option\s+)?([A-Z])[)\]]", re.IGNORECASE)
_NAMED = re.compile(r"\b(?:option|choice)\s+[*_`\"'$(]*([A-Z])\b", re.IGNORECASE)
_LINE_LETTER = re.compile(r"^[\s*_`>\"'$(\[-]*+([A-Z])[*_`\"'$)\]]*+(?:[.):]|\s-\s|\Z)")
_DENIED = re.compile(
    r"(?:\b(?:not|never|neither|nor|cannot|isn't|aren't|without|rather than|instead of)\s+(?:\w+\s+)?)\Z", re.I
)
_REASONS = re.compile(r"[*_`\"')]*+(?:\Z|\s*+(?:\Z|[.,;:!?(–-])|\s*\n|\s*\b(?:because|since|as)\b)", re.IGNORECASE)
_FORMS = (
    # A sentence that ends with "so" and an option; one option but not another.
    r"\b(?:so|thus|therefore|hence)\b[\s,:]*+(?:(?:it(?:'s|\s+is)|the\s+answer\s+is|i\s+choose)\s+)?{choice}"
    r"(?=\s*(?:[.!]*\s*\Z|[.!]\s|\n))",
    r"\bnot\s+(?:option\s+)?(?:[A-Z]|{spelled}),?\s+but\s+(?:rather\s+)?{choice}"
    r"(?=\s*(?:\Z|[.,;:!\n]|because\b|since\b|as\b))",
    # A change of mind; a label.
    r"\b(?:no,?\s+wait|wait,?\s+no|wait|scratch\s+that|correction|i\s+mean|on\s+second\s+thoughts?|actually)\b[\s,:.-]*+"
    r"(?:(?:it(?:'s|\s+is)|make\s+that)\s+)?{choice}(?=\s*(?:\Z|[.!;\n]))",
    r"(?<!in)(?<!not )(?<!n't )\bcorrect\s*[*_]*\s*[:=]\s*{choice}(?=\s*(?:\Z|[.,;!\n]))",
)
"""What says in so many words that an option is chosen."""
_JUDGED = (
    r"(?<![\w'])(?:(?i:option|choice|answer)\s+)?{choice}\s+(?:is|would\s+be)\s+(?P<not>not\s+)?(?:the\s+)?"
    r"(?:(?P<right>correct|right|true|best)|(?P<wrong>incorrect|wrong|false))\b(?!\s+that)"
)
_CHOICE = (
    r"[*_`\"'$(\[]{{0,6}}+(?:(?i:option|choice)\s+)?(?:(?P<letter>[A-Z])(?![\w'])[*_`\"'$)\]]{{0,6}}+"
    r"(?:\s*[.:)]\s*(?P<with>{spelled}))?"
    r"|(?P<text>{spelled}))[*_`\"'$)\]]{{0,6}}+"
)
_SHORT = 3
"""Options of at most so many letters (yes, no) occur in any prose: they are not recovered from it."""


def read_option(text: str, options: Sequence[str]) -> Found[int]:
    """The place of the option that a reply chooses. In time linear in the text, which may be anything.

    The first of these that is there: the reply as a whole (`parse_choice`); the last of its declarations ("The correct
    answer is B. …", "C is correct", "not A but B", "so B.", "B, no wait, A"); the letter or text with which it begins
    (`B. True, because …`); the letter or text that is its last line; what its number alone names, where the options
    are distinct numbers with the same words around them (`1.1` of "2 times" and "1.1 times"); the only option whose
    text, or whose letter after the word "option", occurs in it and is not denied (way `recovered`). Letters are
    capitals, or stand in brackets; only letters of options count, and "None of the above" is no A; an option that is
    called wrong is not chosen. Where letter and text disagree, or two are chosen, there is no answer; nothing is
    drawn.

    >>> options = ["2 times", "3 times", "4 times"]
    >>> read_option("A looks right, but the correct answer is **B**. It grew from 20 to 60.", options).value
    1
    >>> read_option("None of the above", options).fault, read_option("The answer is F.", options).fault
    ('no answer', 'not offered')
    """
    plain = readable(text)
    if not plain:
        return nothing("unfinished thinking" if text.strip() else "empty")
    return _Reader(plain, options).read()


class _Reader:
    def __init__(self, plain: str, options: Sequence[str]) -> None:
        self._plain, self._options = plain, options
        self._folded = [_fold(option) for option in options]
        longest_first = sorted({each for each in self._folded if each}, key=len, reverse=True)
        spelled = "|".join(r"\s+".join(map(re.escape, each.split())) for each in longest_first)
        self._mention = re.compile(
            rf"(?<![\w.,]){'' if not spelled else f'(?:{spelled})'}(?![\w]|[.,]\w)", re.IGNORECASE
        )
        # (?!) matches nothing: there is no text to name.
        text = rf"(?i:{spelled})(?!\w|[.,]\w)" if spelled else "(?!)"
        choice = _CHOICE.format(spelled=text)
        self._forms = [
            re.compile(
                f"(?i:{form.partition('{choice}')[0].replace('{spelled}', text)})"
                + choice
                + form.partition("{choice}")[2]
            )
            for form in _FORMS
        ]
        self._judged = re.compile(_JUDGED.replace("{choice}", choice))

    def read(self) -> Found[int]:
        whole = parse_choice(self._plain, self._options)
        if whole is not None:
            return Found(whole, "bare", None)
        if decorated := _DECORATED.fullmatch(self._plain):
            return self._at(self._lettered(decorated[1]), "bare", 0)
        judged = list(self._judged.finditer(self._plain))
        wrong = {self._chosen(match) for match in judged if (match["wrong"] is None) == (match["not"] is not None)}
        found = self._declared(judged) or self._leading() or self._closing() or self._by_number() or self._recovered()
        if found is not None and found.value in wrong and found.way != "declared":
            return nothing("no answer")
        return found or self._none()

    def _declared(self, judged: Sequence[re.Match[str]]) -> Found[int] | None:
        there = [(each.start, self._said(each.said)) for each in declarations(self._plain) if not _NOT.match(each.said)]
        there += [
            (match.start(), self._chosen(match))
            for match in judged
            if (match["right"] is None) == (match["not"] is not None)
        ]
        there += [(match.start(), self._chosen(match)) for form in self._forms for match in form.finditer(self._plain)]
        known = [(start, found) for start, found in there if found is not None]
        if not known:
            return None
        start, last = max(known, key=lambda each: each[0])
        return self._at(last, "declared", start)

    def _leading(self) -> Found[int] | None:
        lettered = {match[1] for line in self._lines() if (match := _LINE_LETTER.match(line))}
        first = self._lines()[0]
        found = self._said(first, ends=True) if len(lettered) < 2 else None
        if found is None:
            return None
        if isinstance(found, int) and self._others(first, found):
            return None
        last = self._closing()
        if last is not None and last.value is not None and isinstance(found, int) and last.value != found:
            return nothing("several answers")
        return self._at(found, "leading", 0)

    def _others(self, line: str, found: int) -> bool:
        """Whether a line that begins with the text of an option names another one, and does not deny it."""
        if not any(self._folded) or self._by_text(line, ends=True) != found:
            return False
        return any(
            _fold(match[0]) != self._folded[found]
            and not _DENIED.search(line[max(0, match.start() - 40) : match.start()])
            for match in self._mention.finditer(line)
        )

    def _closing(self) -> Found[int] | None:
        lines = self._lines()
        place = parse_choice(lines[-1], self._options) if len(lines) > 1 else None
        if place is None or len({match[1] for line in lines[-2:] if (match := _LINE_LETTER.match(line))}) > 1:
            return None
        return self._at(place, "closing", self._plain.rfind(lines[-1]))

    def _chosen(self, match: re.Match[str]) -> int | str | None:
        """The option that a match of `_CHOICE` names; where letter and text disagree, a fault."""
        if match["text"]:
            return self._by_text(match["text"], ends=False)
        found = self._lettered(match["letter"])
        other = self._by_text(match["with"], ends=False) if match["with"] else None
        return "several answers" if isinstance(found, int) and other not in (None, found) else found

    def _by_number(self) -> Found[int] | None:
        """The option that the reply's number alone names, where options are distinct numbers in the same words."""
        there = [numbers_in(option) for option in map(plain_characters, self._options)]
        if len(there) < 2 or any(len(tokens) != 1 for tokens in there):
            return None
        pairs = list(zip(map(plain_characters, self._options), there, strict=True))
        forms = {(_fold(text[: one.start]), _fold(text[one.end :]), one.percent) for text, (one,) in pairs}
        values = [one.value for _, (one,) in pairs]
        number = read_quantity(self._plain)
        if len(forms) > 1 or len(set(values)) < len(values) or number.value is None:
            return None
        value = number.value.value * (number.value.direction or 1)
        if value not in values or (number.value.percent and not there[0][0].percent):
            return None
        return Found(values.index(value), number.way, None, number.start)

    def _recovered(self) -> Found[int] | None:
        places: dict[int, int] = {}
        denied = False
        for match in self._mention.finditer(self._plain) if self._mention.pattern and any(self._folded) else ():
            text = _fold(match[0])
            if len(text) <= _SHORT or not any(map(str.isalpha, text)) or text not in self._folded:
                continue
            if _DENIED.search(self._plain[max(0, match.start() - 40) : match.start()]):
                denied = True
            else:
                places.setdefault(self._folded.index(text), match.start())
        for match in _NAMED.finditer(self._plain):
            found = self._lettered(match[1].upper())
            if isinstance(found, int):
                places.setdefault(found, match.start())
        if not places:
            return nothing("no answer") if denied else None
        if len(places) > 1:
            return nothing("several answers")
        ((place, start),) = places.items()
        return self._at(place, "recovered", start)

    def _none(self) -> Found[int]:
        return nothing("refusal" if is_refusal(self._plain) else "no answer")

    def _lines(self) -> list[str]:
        return lines_of(self._plain) or [self._plain]

    def _lettered(self, letter: str) -> int | str:
        place = ord(letter) - ord("A")
        return place if place < len(self._options) else "not offered"

    def _said(self, said: str, *, ends: bool = False) -> int | str | None:
        """The option that words begin with, a fault, or None where they begin with none.

        With `ends` an option's text must be followed by the end, a sign of punctuation or a reason.
        """
        whole = parse_choice(said, self._options)
        if whole is not None:
            return whole
        by_text = self._by_text(said, ends=ends)
        if by_text is not None:
            return "several answers" if self._goes_on(said, by_text) else by_text
        match = _LETTER.match(said)
        if match is None:
            return None
        found, rest = self._lettered(match["letter"]), said[match.end() :]
        spaced = match["after"].isspace() and not match["close"]
        second = _SECOND.match(said, match.end("close")) or _LISTED.match(said, match.end("close"))
        if second and self._lettered(second[1]) not in (found, "not offered"):
            return "several answers"
        if isinstance(found, str):
            return found if not spaced and not ends else None
        other = self._by_text(rest, ends=False)
        if isinstance(other, int):
            return found if other == found else "several answers"
        # A capital with only a space behind it may be a word: "A large increase", "I think".
        if spaced and "\n" not in match["after"] and (ends or match["letter"] in "AI"):
            return None if not _REASONS.match(rest) else found
        return found

    def _by_text(self, said: str, *, ends: bool) -> int | None:
        bare = said.lstrip(" \t*_`\"'$([{")
        match = self._mention.match(bare) if any(self._folded) else None
        if match is None or (ends and not _REASONS.match(bare, match.end())):
            return None
        places = [place for place, text in enumerate(self._folded) if text == _fold(match[0])]
        return places[0] if len(places) == 1 else None

    def _goes_on(self, said: str, found: int) -> bool:
        """Whether another option is listed behind the text of one: by its text, or by its letter in brackets."""
        bare = said.lstrip(" \t*_`\"'$([{")
        first = self._mention.match(bare)
        if first is None:
            return False
        if letter := _BRACKETED.match(bare, first.end()):
            return self._lettered(letter[1].upper()) not in (found, "not offered")
        if letter := _LISTED.match(bare, first.end()):
            return self._lettered(letter[1]) not in (found, "not offered")
        after = _NEXT.match(bare, first.end())
        other = self._by_text(bare[after.end() :], ends=False) if after else None
        return other is not None and other != found

    def _at(self, found: int | str, way: Way, start: int) -> Found[int]:
        if isinstance(found, int):
            return Found(found, way, None, words_before(self._plain, start))
        return nothing(found)  # type: ignore[arg-type]


def _fold(text: str) -> str:
    return " ".join((strip_wrappers(text) or text).casefold().split())

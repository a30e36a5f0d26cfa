"""What stands around a value and how its characters are written: wrappers off, look-alikes made plain."""

import re
import unicodedata

__all__ = ["LONGEST_VALUE", "plain_characters", "strip_wrappers"]

LONGEST_VALUE = 1000
"""A text with more characters than this, white space at its ends apart, is not a bare value."""

_THIN_SPACE = "\u2009"
# Invisible and without effect on how the rest is shown. Overrides of direction are not among them: they have one.
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u061c"), "")
_CHARACTERS: dict[int, str] = {
    **dict.fromkeys(map(ord, "\u2212\u2010\u2011\u2012\u2013\u2014\u2015\ufe58\ufe63\uff0d\u02d7"), "-"),
    # The spaces that group thousands; other spaces separate.
    **dict.fromkeys(map(ord, "\u00a0\u202f\u2007\u2008\u2006\u2005"), _THIN_SPACE),
    **_INVISIBLE,
    **dict.fromkeys(map(ord, "\u00d7\u00b7\u22c5\u2219\u2217\u2062"), "*"),
    ord("\u00f7"): "/",
    ord("\u2215"): "/",
    ord("\u03c0"): "pi",
    ord("\u066b"): ".",
    ord("\u066c"): ",",
    ord("\u2019"): "'",
}
_SUPERSCRIPTS = dict(zip("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "0123456789", strict=True))
_SUPERSCRIPT_RUN = re.compile(f"[{''.join(_SUPERSCRIPTS)}]+")
_SPACING = re.compile(r"\\[,;:!>]|\\(?:q?quad|left|right|displaystyle|bigl?|bigr|Bigl?|Bigr)(?![A-Za-z])")

_PAIRS = (
    ("**", "**"),
    ("__", "__"),
    ("*", "*"),
    ("_", "_"),
    ("`", "`"),
    ("$$", "$$"),
    ("$", "$"),
    ("\\(", "\\)"),
    ("\\[", "\\]"),
    ('"', '"'),
    ("'", "'"),
    ("\u201c", "\u201d"),
    ("\u2018", "\u2019"),
)
_FENCE = re.compile(r"```(?:[A-Za-z]*\n)?([^`]*)```")
_COMMAND = re.compile(r"\\(?:boxed|fbox|text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|bm|emph)\s*\{")
_LABEL = r"(?:the\s+)?(?:final\s+)?answer"
_ANSWER_LABEL = re.compile(
    rf"(?:\*\*{_LABEL}\s*[:=]\s*\*\*|\*\*{_LABEL}\s*\*\*\s*[:=]|{_LABEL}\s*[:=])\s*", re.IGNORECASE
)
_MOST_WRAPPERS = 16


def plain_characters(text: str) -> str:
    """The text with the many characters for one thing made one.

    Dashes and minus signs become "-", signs of multiplication "*", of division "/", π "pi", digits of any script and
    mathematical or full-width letters ASCII, a run of superscript digits "^(…)", spaces that group thousands a thin
    space (U+2009); zero-width characters go. Fractions in one character (½) stay as they are: run together with the
    digits before them they would read as another number.

    >>> plain_characters("\u22129.5"), plain_characters("2x\u00b2 \u2013 1")
    ('-9.5', '2x^(2) - 1')
    """
    if text.isascii():
        return text
    text = _SUPERSCRIPT_RUN.sub(lambda run: f"^({''.join(map(_SUPERSCRIPTS.__getitem__, run[0]))})", text)
    return "".join(map(_plain, text.translate(_CHARACTERS)))


def _plain(character: str) -> str:
    if character < "\x80":
        return character
    if "\uff01" <= character <= "\uff5e":
        return chr(ord(character) - 0xFEE0)
    if "\U0001d400" <= character <= "\U0001d7ff":
        return unicodedata.normalize("NFKC", character)
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def strip_wrappers(text: str) -> str | None:
    r"""A bare value's text without what is merely around it, or None where the text is too long to be one.

    Taken off, in any nesting: white space; one trailing full stop; bold, italic, code and quotation marks; a code
    fence; LaTeX mathematics ($…$, $$…$$, \(…\), \[…\]) and the commands \boxed{…}, \text{…}, \mathbf{…} and their
    like; and the label "Answer:" or "Final answer:". Characters are made plain, LaTeX spacing and \left, \right
    dropped. A wrapper is only taken off where it opens at the first character and closes at the last.

    >>> strip_wrappers(r"**Answer:** $\boxed{-9}$.")
    '-9'
    >>> strip_wrappers("`4` or `5`")
    '`4` or `5`'
    """
    text = text.strip()
    if len(text) > LONGEST_VALUE:
        return None
    text = text.translate(_INVISIBLE).strip()
    for _ in range(_MOST_WRAPPERS):
        inner = _unwrapped(text).strip()
        if inner == text:
            break
        text = inner
    return _SPACING.sub(_spacing, plain_characters(text).replace("{,}", ",")).strip()


def _spacing(match: re.Match[str]) -> str:
    return _THIN_SPACE if match[0] == "\\," else " " if match[0].startswith("\\q") else ""


def _unwrapped(text: str) -> str:
    if text.endswith(".") and not text.endswith(".."):
        return text[:-1]
    if fence := _FENCE.fullmatch(text):
        return fence[1]
    for opening, closing in _PAIRS:
        if text.startswith(opening) and text.endswith(closing) and len(text) > len(opening) + len(closing):
            inner = text[len(opening) : -len(closing)]
            if opening not in inner and closing not in inner:
                return inner
    if (command := _COMMAND.match(text)) and _closes_last(text, command.end()):
        return text[command.end() : -1]
    if label := _ANSWER_LABEL.match(text):
        return text[label.end() :]
    return text


def _closes_last(text: str, start: int) -> bool:
    depth = 1
    for position in range(start, len(text)):
        depth += (text[position] == "{") - (text[position] == "}")
        if depth == 0:
            return position == len(text) - 1
    return False

"""Numbers and lists of numbers, read exactly and written canonically."""

import re
from collections.abc import Sequence
from fractions import Fraction

from snellen.parsing.text import strip_wrappers

__all__ = ["list_text", "number_text", "parse_list", "parse_number"]

# A comma, a thin space or an apostrophe groups thousands, the same one throughout; "0,800" is no such number.
_GROUPED = r"[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+|(?:\u2009[0-9]{3})+|(?:'[0-9]{3})+)"
_UNSIGNED = rf"(?:{_GROUPED}|[0-9]+)(?:\.[0-9]*)?|\.[0-9]+"
_EXPONENT = r"([+-]?[0-9]{1,2})"
_POWER_OF_TEN = (
    rf"[eE]{_EXPONENT}|\s*(?:\*|\\times|\\cdot)\s*10\s*\^\s*"
    rf"(?:{_EXPONENT}|\{{\s*{_EXPONENT}\s*\}}|\(\s*{_EXPONENT}\s*\))"
)
_DECIMAL = re.compile(rf"([+-]?)\s*({_UNSIGNED})(?:{_POWER_OF_TEN})?")
_FRACTION = re.compile(
    r"([+-]?)\s*(?:([0-9]{1,30})\s*/\s*([0-9]{1,30})|\\[dt]?frac\s*\{\s*([+-]?[0-9]{1,30})\s*\}\s*\{\s*([0-9]{1,30})\s*\})"
)
_VARIABLE_LABEL = re.compile(r"[A-Za-z]\s*=\s*")
_BULLET = re.compile(r"\s*[-+\u2010-\u2015]\s")
_THOUSANDS = re.compile(r"[+-]?\s*[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]*)?")
_PADDED = re.compile(r"(?:^|[,;\[({])\s*[+-]?\s*0[0-9]")
_BRACKETS = {"[": "]", "(": ")", "{": "}", "\\{": "\\}"}
_LONGEST_LIST = 100


def parse_number(text: str) -> Fraction | None:
    r"""The number that a text is, exactly, or None where it is not just one number.

    After `strip_wrappers`: an optional label of one letter (`x = 4`); a sign; digits, with commas, thin spaces or
    apostrophes between thousands or none; a decimal point; a power of ten (`1e3`, `3 \times 10^{2}`); or one fraction
    of whole numbers (`1/2`, `\frac{1}{2}`). Not read, because each is a guess or says more than a number: a decimal
    comma, a plain space between thousands, a percent sign or any unit, "≈", words, arithmetic, and a line that begins
    with an ASCII sign and a space, which may as well be a bullet.

    >>> parse_number("\u22121,000.50"), parse_number("4.0"), parse_number("**x = 4**")
    (Fraction(-2001, 2), Fraction(4, 1), Fraction(4, 1))
    >>> parse_number("40%"), parse_number("4 or 5"), parse_number("- 4")
    (None, None, None)
    """
    plain = _unlabelled(text)
    return None if plain is None or _BULLET.match(text) else _number(plain)


def _unlabelled(text: str) -> str | None:
    plain = strip_wrappers(text)
    if plain is None or not (label := _VARIABLE_LABEL.match(plain)):
        return plain
    return strip_wrappers(plain[label.end() :])


def _number(plain: str) -> Fraction | None:
    if match := _DECIMAL.fullmatch(plain):
        sign, digits, *exponents = match.groups()
        value = Fraction(digits.replace(",", "").replace("'", "").replace("\u2009", "").rstrip("."))
        exponent = next((int(found) for found in exponents if found), 0)
        value *= Fraction(10) ** exponent
    elif match := _FRACTION.fullmatch(plain):
        sign, *numbers = match.groups()
        top, bottom = (int(number) for number in numbers if number)
        if bottom == 0:
            return None
        value = Fraction(top, bottom)
    else:
        return None
    return -value if sign == "-" else value


def parse_list(text: str) -> tuple[Fraction, ...] | None:
    r"""The numbers of a list in their order, exactly, or None where the text is not just a list of two or more.

    After `strip_wrappers`: numbers as in `parse_number` with commas or semicolons between them, inside [ ], ( ), { },
    \{ \} or nothing. In a list a comma separates and never groups thousands; a text without brackets that could be one
    number with its thousands grouped, and elements that begin with a superfluous 0, are ambiguous and not read.

    >>> parse_list("[-2,3]") == parse_list(r"\(-2 ; 3\)") == (-2, 3)
    True
    >>> parse_list("1,000"), parse_list("4")
    (None, None)
    """
    plain = _unlabelled(text)
    if plain is None:
        return None
    inner = _without_brackets(plain)
    if _PADDED.search(inner) or (inner == plain and (_THOUSANDS.fullmatch(plain) or _BULLET.match(text))):
        return None
    parts = inner.split(";" if ";" in inner else ",")
    if not 2 <= len(parts) <= _LONGEST_LIST or any("," in part for part in parts):
        return None
    values = [_number(part.strip()) for part in parts]
    found = tuple(value for value in values if value is not None)
    return found if len(found) == len(values) else None


def _without_brackets(plain: str) -> str:
    for opening, closing in _BRACKETS.items():
        if plain.startswith(opening) and plain.endswith(closing):
            return plain[len(opening) : -len(closing)].strip()
    return plain


def number_text(value: Fraction, decimals: int = 0) -> str:
    """A number's canonical text: ASCII, no "+", no "-0", no thousands separators.

    At least `decimals` places, more where the value has more; a fraction in lowest terms where no decimal is exact.

    >>> [number_text(Fraction(value)) for value in ("-9", "1/8", "1/3")], number_text(Fraction(10), 1)
    (['-9', '0.125', '1/3'], '10.0')
    """
    twos = fives = 0
    rest = value.denominator
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    places = max(twos, fives, decimals)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def list_text(values: Sequence[Fraction], decimals: int = 0) -> str:
    """A list's canonical text, its numbers as `number_text` writes them.

    >>> list_text([Fraction(-2), Fraction(3)])
    '[-2, 3]'
    """
    return f"[{', '.join(number_text(value, decimals) for value in values)}]"

"""The final answer of a free reply, as the reply writes it: numbers, lists, equations and options."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from snellen.parsing import (
    Function,
    is_refusal,
    number_text,
    parse_equation,
    parse_list,
    parse_number,
    read_option,
    read_quantity,
    readable,
    strip_wrappers,
)
from snellen.parsing.declarations import declarations, lines_of
from snellen.parsing.tokens import Token, numbers_in
from snellen.readers.offered import offer_of

__all__ = ["Kind", "equation_in", "final_answer", "kind_asked", "last_value", "lists_in", "number_as_written"]

Kind = Literal["number", "list", "equation"]

_LIST_FORM = re.compile(r"\[\s*x_?1\s*,|\bas a list\b|\blist alone\b", re.IGNORECASE)
_EQUATION_FORM = re.compile(r"\bgive the equation\b|\bequation alone\b|\by = <", re.IGNORECASE)
_PLAIN = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_LIST = re.compile(r"(?:\[[^\[\](){}\n]{3,300}\]|\([^\[\](){}\n]{3,300}\)|\\?\{[^\[\](){}\n]{3,300}\\?\})")
_LEFT_SIDE = re.compile(r"(?:\by|\b[fgh]\s?\(\s?x\s?\))\s{0,3}=", re.IGNORECASE)
_LONGEST_EQUATION = 300
_EQUATION_END = re.compile(
    r"[,;:!?]|\.(?![0-9])|\*\*(?=\s|\Z)|(?<=\s)[A-Za-z]{2,}(?<!sin)(?<!cos)(?<!pi)\b|[`$=\n]|\\[)\]]"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|\n+")
_GIVES = re.compile(
    r"(?:[=≈]|\b(?:is|was|equals|be|gives|yields|get|obtain))[\s*_`$~]*(?:about|roughly|approximately)?[\s*_`$]*\Z"
)
_PLACE = re.compile(r"\b(?:at|when|where|for|with|near|around)\s+[*_`$]{0,2}[a-z]\s*[=≈][\s*_`$]*\Z", re.IGNORECASE)
_LETTER = re.compile(r"(?<![\w'])([A-Z])(?![\w'])")
_LOOKED_AT = 4000
"""Characters at a reply's end in which the last sentence is looked for."""


def final_answer(question: str, reply: str) -> str | None:
    """The answer that a reply gives to a question, as the reply writes it; None where it gives none, or several.

    What is looked for depends on the question's text: the letter of an option where it offers some, an equation or a
    list where it asks for one, else a number. Found are, in this order: a reply that is nothing but its answer; what
    it declares last ("The answer is …", `\\boxed{…}`); what `snellen.parsing.read_quantity` and `read_option` find
    else; and the value in the last sentence that has one. Digits are those of the reply. In time linear in the reply,
    which may be anything.

    >>> final_answer("Find the mean. Reply with the number alone.", "I first read 3. The mean is therefore **-9.0**.")
    '-9.0'
    """
    offer, plain = offer_of(question), readable(reply)
    if not plain:
        return None
    if offer is not None and offer.kind == "choice":
        chosen = read_option(reply, offer.items).value
        return None if chosen is None else chr(ord("A") + chosen)
    match kind_asked(question):
        case "equation":
            return _final_equation(plain)
        case "list":
            return _final_list(plain)
        case _:
            return _final_number(plain)


def last_value(question: str, reply: str) -> str | None:
    """The last value of the kind asked for that stands in a reply, whatever is said of it; None where there is none.

    >>> last_value("Find the mean. Reply with the number alone.", "The mean of the 12 points is 3, by eye, in 5 steps.")
    '5'
    """
    plain, offer = readable(reply), offer_of(question)
    if offer is not None and offer.kind == "choice":
        letters = [letter for letter in _LETTER.findall(plain) if ord(letter) - ord("A") < len(offer.items)]
        return letters[-1] if letters else None
    match kind_asked(question):
        case "equation":
            found = list(_equations_in(plain))
            return found[-1] if found else None
        case "list":
            lists = lists_in(plain)
            return lists[-1] if lists else None
        case _:
            tokens = numbers_in(plain)
            return number_as_written(plain, tokens[-1]) if tokens else None


def kind_asked(question: str) -> Kind:
    """What kind of value a question's text asks for."""
    if _EQUATION_FORM.search(question):
        return "equation"
    return "list" if _LIST_FORM.search(question) else "number"


def number_as_written(plain: str, token: Token) -> str:
    """A number's own digits, without a plus sign and separators of thousands; with its percent sign, if it has one."""
    text = re.sub(r"[,\u2009'](?=[0-9]{3})", "", plain[token.start : token.end]).replace(",", ".")
    text = text.lstrip("+").removesuffix("%").strip()
    text = f"0{text}" if text.startswith(".") else text.replace("-.", "-0.", 1) if text.startswith("-.") else text
    if not _PLAIN.fullmatch(text) or Fraction(text) != token.value:
        text = number_text(token.value)
    return f"{text}%" if token.percent else text


def lists_in(plain: str) -> list[str]:
    """The lists of numbers in brackets that stand in a text, each written as [a, b]."""
    return [_list_of(match[0]) for match in _LIST.finditer(plain) if parse_list(match[0]) is not None]


def equation_in(text: str) -> str | None:
    """The last equation with y alone on its left side that stands in a text, on one line and without markup."""
    found = None
    for found in _equations_in(text):  # noqa: B007 (the last one is wanted)
        pass
    return found


def _final_number(plain: str) -> str | None:
    if parse_number(plain) is not None and (tokens := numbers_in(strip_wrappers(plain) or "")):
        return number_as_written(strip_wrappers(plain) or "", tokens[-1])
    found = read_quantity(plain).value
    if found is None:
        return None if is_refusal(plain) else _stated_number(plain)
    alike = [one for one in numbers_in(plain) if (one.value, one.percent) == (found.value, found.percent)]
    if not alike:
        return number_text(found.value) + ("%" if found.percent else "")
    if _is_place(plain, alike[-1]) and (stated := _stated_number(plain)) is not None:
        return stated
    return number_as_written(plain, alike[-1])


def _stated_number(plain: str) -> str | None:
    """The number of the last sentence that has any: its only one, or what follows its last "is" or "="."""
    for sentence in reversed(_SENTENCE.split(plain[-_LOOKED_AT:])):
        tokens = numbers_in(sentence)
        if not tokens:
            continue
        tokens = [one for one in tokens if not _is_place(sentence, one)] or tokens
        stated = [one for one in tokens if _GIVES.search(sentence[max(0, one.start - 40) : one.start])]
        only = tokens if len({one.value for one in tokens}) == 1 else stated[-1:]
        return number_as_written(sentence, only[0]) if only and not only[0].ranged else None
    return None


def _is_place(text: str, token: Token) -> bool:
    """Whether a number says where the answer is found ("at x = 3") and not what it is."""
    return _PLACE.search(text[max(0, token.start - 30) : token.start]) is not None


def _final_list(plain: str) -> str | None:
    if parse_list(plain) is not None:
        return _list_of(strip_wrappers(plain) or plain)
    for said in reversed([each.said for each in declarations(plain)]):
        if (found := _list_at(said)) is not None:
            return found
    there = lists_in(plain)
    if len(set(there)) == 1:
        return there[0]
    last = lines_of(plain)[-1] if lines_of(plain) else ""
    if there:
        at_the_end = lists_in(last)
        return at_the_end[0] if len(at_the_end) == 1 else None
    return None if is_refusal(plain) else _list_at(last)


def _list_at(text: str) -> str | None:
    """The list of a line: in brackets, bare, or two values and no more ("-2 and 3")."""
    there = lists_in(text)
    if there:
        return there[0] if len(set(there)) == 1 else None
    if parse_list(text) is not None:
        return _list_of(strip_wrappers(text) or text)
    values = numbers_in(text)
    return f"[{', '.join(number_as_written(text, one) for one in values)}]" if len(values) == 2 else None


def _list_of(text: str) -> str:
    """A list that `parse_list` reads, as [a, b] with its own digits."""
    inner = (strip_wrappers(text) or text).strip("[](){}\\ ")
    inner = re.sub(r"^[A-Za-z]\s*=\s*[\[({]?", "", inner)
    parts = [part.strip().lstrip("+").replace(" ", "") for part in inner.split(";" if ";" in inner else ",")]
    return f"[{', '.join(parts)}]"


def _final_equation(plain: str) -> str | None:
    if parse_equation(plain) is not None:
        return _equation_text(strip_wrappers(plain) or plain)
    for said in reversed([each.said for each in declarations(plain)]):
        if (found := equation_in(said)) is not None:
            return found
        bare = _EQUATION_END.split(said.strip("*_` "), maxsplit=1)[0]
        if parse_equation(bare) is not None:
            return _equation_text(strip_wrappers(bare) or bare)
    there = list(_equations_in(plain))
    functions = {parse_equation(each) for each in there}
    if len(functions) == 1:
        return there[-1]
    last = lines_of(plain)[-1] if lines_of(plain) else ""
    at_the_end = list(_equations_in(last))
    return at_the_end[0] if len(at_the_end) == 1 else None


def _equations_in(text: str) -> Iterator[str]:
    for match in _LEFT_SIDE.finditer(text):
        right = text[match.end() : match.end() + _LONGEST_EQUATION]
        end = _EQUATION_END.search(right)
        equation = f"{match[0]}{right[: end.start()] if end else right}".strip(" *_")
        if parse_equation(equation) is not None:
            yield _equation_text(equation)


def _equation_text(equation: str) -> str:
    """An equation as "y = 2x - 1": no markup or signs of multiplication, a space on either side of =, + and -."""
    wrapped = strip_wrappers(equation) or equation
    text = re.sub(r"\\(?:cdot|times)(?![a-z])|(?<!\*)\*(?!\*)", "", wrapped).replace("**", "^").replace("\\", "")
    text = re.sub(r"\^[({]\s*([0-9]+)\s*[)}]", r"^\1", text)
    text = re.sub(r"(?<=[\w)}])\s*([+-])\s*", r" \1 ", re.sub(r"\s*=\s*", " = ", text))
    text = re.sub(r"(?<=[0-9a-z)])\s+(?=[a-z(])|(?<=\()\s+|\s+(?=\))", "", " ".join(text.split()))
    text = re.sub(r"^[fgh]\s?\(\s?x\s?\)(?= =)", "y", text)
    if "=" not in text:
        text = f"y = {text}"
    before, after = parse_equation(equation), parse_equation(text)
    return text if isinstance(after, Function) and before == after else " ".join(wrapped.split())

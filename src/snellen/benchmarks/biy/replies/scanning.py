"""JSON as models write it, found anywhere in a text: one pass, linear, never raising, never mending.

Written by hand because nothing at hand does this without guessing: JSON repairers close brackets and drop what does not
fit; a JSON5 parser, or Python's own literals, read one whole text, not values within prose, and fail on deep nesting.
"""

import re
from dataclasses import dataclass, field
from json import JSONDecoder

__all__ = ["DECODER", "Located", "Object", "Scan", "Value", "scan"]

_DEEPEST = 64


@dataclass(slots=True)
class Object:
    """A JSON object: its pairs in order, keys possibly repeated."""

    pairs: list[tuple[str, "Value"]]


Value = Object | list["Value"] | str | float | bool | None

DECODER = JSONDecoder(parse_int=float, object_pairs_hook=Object)
"""Strict JSON, as the standard library reads it (NaN and Infinity included), into `Value`."""


@dataclass(frozen=True, slots=True)
class Located:
    """A list or object, and where it stands in the text."""

    value: Value
    start: int
    end: int


@dataclass(slots=True)
class Scan:
    """What a text holds: whole values, in order; whether the last is cut off; whether any is spoilt."""

    values: list[Located] = field(default_factory=list)
    unclosed: bool = False
    broken: bool = False


_SPACE = r"(?:\s++|//[^\n]*+)*+"
_NUMBER = r"[+-]?(?:(?:0|[1-9][0-9]*+)(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+(?![\w.])"
_TOKEN = re.compile(
    rf"{_SPACE}(?:(?P<number>{_NUMBER})|(?P<comma>,)|(?P<open>[\[{{(])|(?P<close>[\]}})])|(?P<colon>:)"
    r"""|(?P<string>"(?:[^"\\\n]++|\\.)*+"|'(?:[^'\\\n]++|\\.)*+')|(?P<word>[+-]?[A-Za-z_]\w*+))"""
)
_GAP = re.compile(_SPACE)
_CUT = re.compile(r"[\w.+-]{0,64}\Z|[\"'][^\n]*+\Z")
_OPENING = re.compile(r"[\[{]")
_CLOSERS = {"[": "]", "{": "}", "(": ")"}
_ESCAPE = re.compile(r"\\(.)")
_CONSTANTS: dict[str, float | bool | None] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
    **dict.fromkeys(("NaN", "nan", "Infinity", "-Infinity", "+Infinity", "inf", "-inf", "Inf", "-Inf"), float("nan")),
}


def scan(text: str) -> Scan:
    """The lists and objects in a text that are not within another, prose between them passed over.

    Beyond JSON it takes single quotes, trailing commas, round brackets for lists, keys without quotes, Python's
    constants, `+` and a bare decimal point in numbers, and comments after `//`. A bracket whose content is anything
    else is given up, with all it stands in, and reading goes on after that place. Not taken, because the value would be
    a guess: a missing comma, a number with superfluous zeros (`[1,000]`), a unit. Nesting beyond 64 is given up too.
    """
    if quick := _quick(text):
        return Scan([quick])
    found, stack = Scan(), list[_Frame]()
    position = start = 0
    if text.lstrip().startswith("("):
        stack, start = [_Frame("(")], text.index("(")
        position = start + 1
    while True:
        if not stack:
            opening = _OPENING.search(text, position)
            if opening is None:
                return found
            stack, start, position = [_Frame(opening[0])], opening.start(), opening.end()
            continue
        token = _TOKEN.match(text, position)
        if token is None:
            rest = _GAP.match(text, position)
            if rest is not None and _CUT.match(text, rest.end()):
                found.unclosed = True
                return found
            found.broken |= _holds_something(stack)
            stack = []
            continue
        kind = str(token.lastgroup)
        if not _take(stack, kind, token[kind]):
            if kind == "word" and token.end() == len(text):
                found.unclosed = True
                return found
            found.broken |= _holds_something(stack)
            stack, position = [], token.start(kind) if kind == "open" else token.end()
        else:
            position = token.end()
            if stack[0].closed:
                found.values.append(Located(stack[0].value(), start, position))
                stack = []


def _quick(text: str) -> Located | None:
    """All from the first bracket to the last, where that is JSON: what the scan would find, sooner."""
    opening = _OPENING.search(text)
    if opening is None or text.lstrip().startswith("("):
        return None
    start, end = opening.start(), max(text.rfind("]"), text.rfind("}")) + 1
    if _OPENING.search(text, end):
        return None
    try:
        value = DECODER.decode(text[start:end])
    except (ValueError, RecursionError):
        return None
    return Located(value, start, end)


class _Frame:
    """A list or object in the making."""

    __slots__ = ("closed", "closer", "due", "items", "key", "keyed", "pairs")

    def __init__(self, opening: str) -> None:
        self.closer = _CLOSERS[opening]
        self.keyed = opening == "{"
        self.items: list[Value] = []
        self.pairs: list[tuple[str, Value]] = []
        self.key: str | None = None
        self.due = "key" if self.keyed else "value"
        self.closed = False

    def value(self) -> Value:
        return Object(self.pairs) if self.keyed else self.items

    def put(self, value: Value) -> None:
        if self.keyed:
            self.pairs.append((self.key or "", value))
            self.key = None
        else:
            self.items.append(value)
        self.due = "comma"


def _take(stack: list[_Frame], kind: str, token: str) -> bool:
    """Put a token where it belongs; False where it fits nowhere. The outermost frame stays on the stack when closed."""
    frame = stack[-1]
    if kind == "close":
        if token != frame.closer or frame.due in ("colon", "value of key"):
            return False
        if len(stack) == 1:
            frame.closed = True
        else:
            stack.pop()
            stack[-1].put(frame.value())
        return True
    match frame.due:
        case "comma":
            frame.due = "key" if frame.keyed else "value"
            return kind == "comma"
        case "colon":
            frame.due = "value of key"
            return kind == "colon"
        case "key":
            if kind not in ("string", "word"):
                return False
            frame.key = _text(token) if kind == "string" else token
            frame.due = "colon"
            return True
    if kind == "open":
        if len(stack) == _DEEPEST:
            return False
        stack.append(_Frame(token))
    elif kind == "number":
        frame.put(float(token))
    elif kind == "string":
        frame.put(_text(token))
    elif kind == "word" and token in _CONSTANTS:
        frame.put(_CONSTANTS[token])
    else:
        return False
    return True


def _text(quoted: str) -> str:
    return _ESCAPE.sub(r"\1", quoted[1:-1])


def _holds_something(stack: list[_Frame]) -> bool:
    return len(stack) > 1 or bool(stack[0].items or stack[0].pairs or stack[0].key)

"""Names of columns in a Vega-Lite specification: `field` strings with their escapes, and `datum` in expressions."""

import re

from snellen.errors import SnellenError

__all__ = ["check_expression", "column_of"]

_PART = re.compile(
    r"""\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\]'"]*))\s*\]|((?:[^.\[\\]|\\.)+)|(\.)""", re.DOTALL
)
_TOKEN = re.compile(
    r"""\s+|(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"""
    r"""|(?P<name>[A-Za-z_$][\w$]*)|(?P<sign>[-+*/%()\[\].,?:<>=!&|])""",
    re.ASCII,
)
_VALUES = frozenset({"true", "false", "null", "NaN", "E", "PI", "LN2", "LN10", "SQRT2"})
_FUNCTIONS = frozenset(
    {
        *("abs", "acos", "asin", "atan", "atan2", "ceil", "clamp", "cos", "exp", "floor", "hypot", "log", "max", "min"),
        *("pow", "round", "sin", "sqrt", "tan", "if", "inrange", "indexof", "length", "lower", "upper"),
        *("isBoolean", "isDate", "isFinite", "isNaN", "isNumber", "isString", "isValid"),
        *("toBoolean", "toNumber", "toString", "utcFormat", "utcyear", "utcquarter", "utcmonth", "utcdate", "utcday"),
        *("utchours", "utcminutes", "utcseconds"),
    }
)
"""Of Vega's functions those that depend on nothing but their arguments and take no time to speak of."""
LONGEST = 1000


def column_of(field: str) -> str:
    r"""The column that a `field` means: `a\.b` and `['a.b']` are the column `a.b`, and so is a path a.b of flat data.

    Source: Vega-Lite's documentation of `field`.
    """
    parts = [next((part for part in match.groups() if part), "") for match in _PART.finditer(field)]
    return ".".join(re.sub(r"\\(.)", r"\1", part, flags=re.DOTALL) for part in parts if part != ".") or field


def check_expression(text: object, where: str) -> set[str]:
    """The columns that a Vega expression reads as `datum.name` or `datum['name']`.

    Raises SnellenError for one that could do more than compute a value from them in no time: other functions, regular
    expressions, computed names.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise SnellenError(f"{where} is not an expression of at most {LONGEST} characters; write it as text.")
    tokens, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise SnellenError(f"{where} has {text[at]!r} at {at}, which no expression here may have; leave it out.")
        if match.lastgroup:
            tokens.append((match.lastgroup, match[0]))
        at = match.end()
        if match.lastgroup == "text" and re.search(r"""\\[^'"\\.\[\]]""", match[0]):
            raise SnellenError(f"{where} has the escape in {match[0][:40]!r}; write the character itself.")
    columns = set()
    for index, (kind, token) in enumerate(tokens):
        before = tokens[index - 1] if index else ("sign", "")
        after = [after_token for _, after_token in tokens[index + 1 : index + 4]] + [""] * 3
        if token == "/" and not (before[0] in ("text", "number", "name") or before[1] in (")", "]")):
            raise SnellenError(f"{where} has a regular expression; use comparisons, or write a column into the data.")
        if kind != "name" or before[1] == ".":
            continue
        if token == "datum":
            if after[0] == "." and re.fullmatch(r"[A-Za-z_$][\w$]*", after[1]):
                columns.add(after[1])
            elif after[0] == "[" and after[1][:1] in ("'", '"') and after[2] == "]":
                columns.add(re.sub(r"\\(.)", r"\1", after[1][1:-1], flags=re.DOTALL))
            else:
                raise SnellenError(f"{where} uses datum without a column's name; write datum['name'].")
        elif token not in (_FUNCTIONS if after[0] == "(" else _VALUES):
            raise SnellenError(
                f"{where} uses {token!r}, which is neither datum nor one of {', '.join(sorted(_FUNCTIONS | _VALUES))}; "
                "write what it computes into a column of the data."
            )
    return columns

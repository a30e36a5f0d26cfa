r"""Equations out of text: y as a function of x, read by a small parser, never evaluated as code.

equation   = side { "=" side }
side       = term { ("+" | "-") term }
term       = signed { ("*" | "/") signed | factor }      (a factor right after another multiplies it)
signed     = { "+" | "-" } power
power      = atom [ "^" exponent ]
atom       = number | "x" | "y" | "pi" | "(" side ")" | ("sin" | "cos") "(" side ")" | "frac" "(" side ")" "(" side ")"
"""

import re
from fractions import Fraction

from snellen.parsing.functions import Expression, Function, Monomial, constant, multiply, plus, sine_of, symbol
from snellen.parsing.text import strip_wrappers

__all__ = ["parse_equation"]

_LONGEST = 400
_DEEPEST = 24
_HIGHEST_EXPONENT = 12

_COMMANDS = (
    (re.compile(r"\\(?:operatorname\*?|mathrm|text|mathbf|mathit|mathsf)\s*\{\s*(sin|cos|[xyfgh])\s*\}"), r"\1 "),
    (re.compile(r"\\[dt]?frac(?![a-z])"), "frac"),
    (re.compile(r"\\(?:cdot|times|ast)(?![a-z])"), "*"),
    (re.compile(r"\\(sin|cos|pi)(?![a-z])"), r"\1 "),
)
_TOKEN = re.compile(
    r"[\s\u2009]*(?:([0-9]{1,40}(?:\.[0-9]{1,40})?|\.[0-9]{1,40})|(frac|sin|cos|pi)|([fgy]\s*\(\s*x\s*\)|h\s*\(\s*x\s*\)|y)"
    r"|(x)|(\*\*|[-+*/^=()\[\]{}]))"
)
_BRACKETS = {"[": "(", "{": "(", "]": ")", "}": ")", "**": "^"}


def parse_equation(text: str) -> Function | None:
    r"""The function of x that a text gives, in canonical form, or None where it gives none, or more than one.

    After `strip_wrappers`: an equation that is linear in y (`y = 2x - 1`, `2x - y = 1`, `f(x) = …`; f, g and h of x
    are y), a chain of equal sides (`y = f(x) = 2(x - 1) + 1 = 2x - 1`), or the right-hand side alone where x stands
    in it. Numbers are exact; products may be implied (`2x`, `3(x + 1)`, `4sin(x)`); powers are written `^`, `**` or
    superscript with a whole exponent up to 12; `sin` and `cos` take a linear argument in brackets; π may stand
    anywhere; LaTeX `\frac`, `\cdot`, `\times`, `\sin`, `\left`, `\right` are read. Letter case is ignored.

    Not read, because it is a guess: `sin 2x + 1` (where does the argument end?), `1/2x` (is x below the line?), `x2`
    and `(x + 1)2` (a lost superscript?), a comma in a number, a condition or a word after the equation. Nor what is
    longer than 400 characters, or nests deeper than 24 brackets.

    >>> parse_equation("f(x) = -1 + 2*x") == parse_equation("$y = 2x - 1$")
    True
    >>> parse_equation("y = -3sin(-2x - 1) - 4").text()
    'y = 3sin(2x + 1) - 4'
    """
    plain = strip_wrappers(text)
    if plain is None or len(plain) > _LONGEST:
        return None
    tokens = _tokens(plain.lower())
    if tokens is None:
        return None
    try:
        sides = _Parser(tokens).sides()
        return _solved(sides)
    except ValueError:
        return None


def _tokens(text: str) -> list[str] | None:
    for pattern, plain in _COMMANDS:
        text = pattern.sub(plain, text)
    text, tokens, position = text.strip(), [], 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            return None
        number, word, name, _, sign = match.groups()
        tokens.append(number or word or ("y" if name else "x" if not sign else _BRACKETS.get(sign, sign)))
        position = match.end()
    return tokens


def _solved(sides: list[Expression]) -> Function | None:
    """One function that every equation between the first side and another gives."""
    y = symbol("y")
    if len(sides) == 1:
        alone = any(monomial.x or (monomial.sine and (monomial.sine.b or monomial.sine.b_pi)) for monomial in sides[0])
        return Function.of(sides[0]) if alone and not any(monomial.y for monomial in sides[0]) else None
    rest = list(sides)
    if y in rest:
        rest = [side for side in rest if side != y]
        first = y
    else:
        first = rest.pop(0)
    found = {_solved_for_y(plus(first, side, -1)) for side in rest}
    return found.pop() if len(found) == 1 else None


def _solved_for_y(difference: Expression) -> Function | None:
    """The y that makes an expression 0, where y stands in it once, to the first power, times a number."""
    with_y = [monomial for monomial in difference if monomial.y]
    if with_y != [Monomial(y=1)]:
        return None
    factor = constant(-1 / difference[Monomial(y=1)])
    return Function.of(multiply({m: value for m, value in difference.items() if not m.y}, factor))


class _Parser:
    """Recursive descent over tokens. Every method raises ValueError at what the grammar does not have."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._place = 0
        self._depth = 0

    def sides(self) -> list[Expression]:
        found = [self._side()]
        while self._next() == "=":
            self._take("=")
            found.append(self._side())
        if self._next():
            raise ValueError("something after the end")
        return found

    def _next(self) -> str:
        return self._tokens[self._place] if self._place < len(self._tokens) else ""

    def _take(self, expected: str | None = None) -> str:
        token = self._next()
        if not token or (expected is not None and token != expected):
            raise ValueError("an unexpected token")
        self._place += 1
        return token

    def _side(self) -> Expression:
        total = self._term()
        while self._next() in ("+", "-"):
            sign = 1 if self._take() == "+" else -1
            total = plus(total, self._term(), sign)
        return total

    def _term(self) -> Expression:
        product, divided = self._signed(), False
        while token := self._next():
            if token == "*":
                self._take()
                product = multiply(product, self._signed())
            elif token == "/":
                self._take()
                product, divided = multiply(product, _inverse(self._signed())), True
            elif token in ("+", "-", ")", "="):
                break
            elif divided or token[0] in "0123456789.^":
                raise ValueError("a product that reads two ways")
            else:
                product = multiply(product, self._power())
        return product

    def _signed(self) -> Expression:
        sign = 1
        while self._next() in ("+", "-"):
            sign = sign if self._take() == "+" else -sign
        value = self._power()
        return value if sign == 1 else multiply(value, constant(Fraction(-1)))

    def _power(self) -> Expression:
        base = self._atom()
        if self._next() != "^":
            return base
        self._take()
        exponent = self._exponent()
        if self._next() == "^":
            raise ValueError("a power of a power")
        product = constant(Fraction(1))
        for _ in range(exponent):
            product = multiply(product, base)
        return product

    def _exponent(self) -> int:
        bracketed = self._next() == "("
        if bracketed:
            self._take()
        token = self._take()
        if bracketed:
            self._take(")")
        if not token.isdigit() or int(token) > _HIGHEST_EXPONENT:
            raise ValueError("no small whole exponent")
        return int(token)

    def _atom(self) -> Expression:
        token = self._take()
        if token[0] in "0123456789.":
            return constant(Fraction(token))
        if token in ("x", "y", "pi"):
            return symbol(token)
        if token in ("sin", "cos"):
            return sine_of(self._bracketed(), cosine=token == "cos")
        if token == "frac":
            return multiply(self._bracketed(), _inverse(self._bracketed()))
        if token == "(":
            self._place -= 1
            return self._bracketed()
        raise ValueError("an unexpected token")

    def _bracketed(self) -> Expression:
        self._take("(")
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError("nested too deeply")
        value = self._side()
        self._take(")")
        self._depth -= 1
        return value


def _inverse(expression: Expression) -> Expression:
    """One over a number; nothing else has an inverse here."""
    if set(expression) != {Monomial()}:
        raise ValueError("a division by what is not a number, or by 0")
    return constant(1 / expression[Monomial()])

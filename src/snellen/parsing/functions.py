"""Functions of x in exact canonical form: two spellings of one function compare equal."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import NamedTuple

from snellen.parsing.numbers import number_text

__all__ = ["Argument", "Expression", "Function", "Monomial", "constant", "multiply", "plus", "sine_of", "symbol"]

_MOST_TERMS = 64
_HIGHEST_POWER = 16
_MOST_BITS = 1024


class Argument(NamedTuple):
    """What a sine is taken of: (b + b_pi·π)·x + c + c_pi·π."""

    b: Fraction
    b_pi: Fraction
    c: Fraction
    c_pi: Fraction


class Monomial(NamedTuple):
    """y^y · x^x · π^pi, times the sine of `sine` where there is one."""

    y: int = 0
    x: int = 0
    pi: int = 0
    sine: Argument | None = None


_SYMBOLS = {"y": Monomial(y=1), "x": Monomial(x=1), "pi": Monomial(pi=1)}

Expression = Mapping[Monomial, Fraction]
"""A sum of monomials, each with its coefficient, which is not 0. The empty sum is 0."""


@dataclass(frozen=True, slots=True)
class Function:
    """y as a function of x: polynomials, sines of linear arguments, and sums and multiples of them.

    `terms` are in one fixed order. Coefficients are exact. Every sine has b > 0 and a phase with 0 ≤ c_pi < 1, which
    sin(−u) = −sin(u) and sin(u + π) = −sin(u) always allow, so that equal functions have equal terms.
    """

    terms: tuple[tuple[Monomial, Fraction], ...]

    @classmethod
    def of(cls, expression: Expression) -> "Function":
        """The function that an expression without y is."""
        return cls(tuple(sorted(expression.items(), key=lambda term: _order(term[0]))))

    def polynomial(self) -> tuple[Fraction, ...] | None:
        """The coefficients from the highest power down to the constant, or None for what is no polynomial over ℚ."""
        if any(monomial.pi or monomial.sine for monomial, _ in self.terms):
            return None
        by_power = {monomial.x: coefficient for monomial, coefficient in self.terms}
        return tuple(by_power.get(power, Fraction(0)) for power in range(max(by_power, default=0), -1, -1))

    def sine(self) -> tuple[Fraction, Fraction, Fraction, Fraction] | None:
        """(a, b, c, d) of a·sin(bx + c) + d with b > 0, or None for another function, or where π stands in it."""
        sines = [(monomial, coefficient) for monomial, coefficient in self.terms if monomial.sine]
        rest = [(monomial, coefficient) for monomial, coefficient in self.terms if not monomial.sine]
        if len(sines) != 1 or any(monomial != Monomial() for monomial, _ in rest):
            return None
        (monomial, a), argument = sines[0], sines[0][0].sine
        if argument is None or monomial.x or monomial.pi or argument.b_pi or argument.c_pi or not argument.b:
            return None
        return a, argument.b, argument.c, rest[0][1] if rest else Fraction(0)

    def text(self) -> str:
        """The canonical text, every coefficient written.

        `y = 2x - 1`, `y = 1x^2 + 0x + 5`, `y = 3sin(2x + 1) - 4`.
        """
        if (coefficients := self.polynomial()) is not None:
            top = len(coefficients) - 1
            return f"y = {_sum([(value, _power('x', top - place)) for place, value in enumerate(coefficients)])}"
        terms = [(value, _monomial_text(monomial)) for monomial, value in self.terms if monomial != Monomial()]
        last = next((value for monomial, value in self.terms if monomial == Monomial()), Fraction(0))
        return f"y = {_sum([*terms, (last, '')])}"


def _order(monomial: Monomial) -> tuple[bool, Argument | tuple[()], int, int]:
    return monomial.sine is None, monomial.sine or (), -monomial.x, -monomial.pi


def _power(name: str, power: int) -> str:
    return "" if power == 0 else name if power == 1 else f"{name}^{power}"


def _monomial_text(monomial: Monomial) -> str:
    text = _power("π", monomial.pi) + _power("x", monomial.x)
    if monomial.sine is None:
        return text
    b, b_pi, c, c_pi = monomial.sine
    parts = [(b_pi, "πx"), (c_pi, "π")]
    shown = [(value, name) for value, name in parts if value]
    argument = [(b, "x"), *shown, (c, "")] if b or not b_pi else [*shown, (c, "")]
    return f"{text}sin({_sum(argument)})"


def _sum(terms: list[tuple[Fraction, str]]) -> str:
    text = ""
    for value, name in terms:
        digits = number_text(abs(value))
        sign = ("-" if value < 0 else "") if not text else (" - " if value < 0 else " + ")
        text += f"{sign}{f'({digits})' if '/' in digits and name else digits}{name}"
    return text


def constant(value: Fraction) -> Expression:
    """A number as an expression."""
    return _checked({Monomial(): value})


def symbol(name: str) -> Expression:
    """One of y, x and pi as an expression."""
    return {_SYMBOLS[name]: Fraction(1)}


def plus(left: Expression, right: Expression, sign: int = 1) -> Expression:
    """left + sign·right. Raises ValueError where the result grows beyond bounds."""
    total = dict(left)
    for monomial, coefficient in right.items():
        total[monomial] = total.get(monomial, Fraction(0)) + sign * coefficient
    return _checked(total)


def multiply(left: Expression, right: Expression) -> Expression:
    """The product. Raises ValueError for a product of sines, and where the result grows beyond bounds."""
    total: dict[Monomial, Fraction] = {}
    for first, one in left.items():
        for second, other in right.items():
            if first.sine and second.sine:
                raise ValueError("a product of sines")
            monomial = Monomial(first.y + second.y, first.x + second.x, first.pi + second.pi, first.sine or second.sine)
            total[monomial] = total.get(monomial, Fraction(0)) + one * other
    return _checked(total)


def sine_of(expression: Expression, *, cosine: bool = False) -> Expression:
    """The sine of a linear expression in canonical form; its cosine as the sine a quarter turn on.

    Raises ValueError where the expression is not (b + b'π)x + c + c'π with rational b, b', c, c'.
    """
    parts = {(1, 0): Fraction(0), (1, 1): Fraction(0), (0, 0): Fraction(0), (0, 1): Fraction(0)}
    for monomial, coefficient in expression.items():
        if monomial.y or monomial.sine or (monomial.x, monomial.pi) not in parts:
            raise ValueError("a sine of what is not linear")
        parts[monomial.x, monomial.pi] = coefficient
    b, b_pi, c, c_pi = parts[1, 0], parts[1, 1], parts[0, 0], parts[0, 1]
    if cosine:
        c_pi += Fraction(1, 2)
    amplitude = 1
    if next((value for value in (b, b_pi, c, c_pi) if value), Fraction(0)) < 0:
        b, b_pi, c, c_pi, amplitude = -b, -b_pi, -c, -c_pi, -amplitude
    half_turns = floor(c_pi)
    c_pi -= half_turns
    amplitude *= -1 if half_turns % 2 else 1
    if not (b or b_pi or c) and c_pi in (0, Fraction(1, 2)):
        return constant(Fraction(amplitude if c_pi else 0))
    return _checked({Monomial(sine=Argument(b, b_pi, c, c_pi)): Fraction(amplitude)})


def _checked(terms: dict[Monomial, Fraction]) -> Expression:
    kept = {monomial: coefficient for monomial, coefficient in terms.items() if coefficient}
    if len(kept) > _MOST_TERMS or any(
        monomial.y + monomial.x + monomial.pi > _HIGHEST_POWER
        or coefficient.numerator.bit_length() + coefficient.denominator.bit_length() > _MOST_BITS
        for monomial, coefficient in kept.items()
    ):
        raise ValueError("an expression beyond bounds")
    return kept

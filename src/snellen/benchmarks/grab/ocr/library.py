"""The library of plausible variables: pairs of an independent and a dependent one, and the groups that split them."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

__all__ = ["Groups", "Library", "Pair", "Variable", "library"]

Name = Annotated[str, StringConstraints(min_length=2, max_length=40, pattern=r"^\S+(?: \S+)*$")]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Variable(_Record):
    """What is measured, in which unit (None: it has none), and the plausible range of its values in that unit.

    `distribution` says how values of an independent variable are spread over the range; `integers` and `years` are
    whole numbers, `steps` are evenly spaced. `qualified` says whether "Mean", "Estimated" and the like may stand
    before the name.
    """

    name: Name
    unit: Annotated[str, StringConstraints(min_length=1, max_length=24)] | None
    low: float
    high: float
    distribution: Literal["uniform", "normal", "lognormal", "integers", "years", "steps"] | None = None
    qualified: bool = True

    @model_validator(mode="after")
    def _is_a_range(self) -> Self:
        if not self.low < self.high:
            raise ValueError(f"the range of {self.name} is empty")
        return self


class Pair(_Record):
    """Two variables and how the second follows the first: over the range of x, y runs over its own in that shape.

    `noise` is the standard deviation about the shape, as a share of y's range. `groups` names the groups that a legend
    may list.
    """

    field: str
    x: Variable
    y: Variable
    shape: Literal["linear", "saturating", "exponential", "power", "sigmoid", "inverted U", "U", "periodic", "none"]
    direction: Literal["increasing", "decreasing", "none"]
    noise: float = Field(gt=0, le=0.3)
    groups: str

    @property
    def name(self) -> str:
        """The pair in a few words, unique in the library."""
        return f"{self.y.name} against {self.x.name}"

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.x.distribution is None or self.y.distribution is not None:
            raise ValueError(f"{self.name}: x has a distribution and y follows")
        steady = self.shape in ("linear", "saturating", "exponential", "power", "sigmoid")
        if steady != (self.direction != "none"):
            raise ValueError(f"{self.name}: the shape {self.shape!r} is not {self.direction}")
        return self


class Groups(_Record):
    """What a legend may list: its heading and eight names under it."""

    id: str
    heading: Name
    names: tuple[Name, ...] = Field(min_length=8, max_length=8)


class Library(_Record):
    """All pairs and groups."""

    groups: tuple[Groups, ...]
    pairs: tuple[Pair, ...]

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        known = {groups.id for groups in self.groups}
        if len(known) < len(self.groups):
            raise ValueError("two groups have one id")
        for field, pairs in _by_field(self.pairs).items():
            names = [variable.name.casefold() for pair in pairs for variable in (pair.x, pair.y)]
            if len(set(names)) < len(names):
                raise ValueError(f"the field {field} has a variable twice")
            if missing := {pair.groups for pair in pairs} - known:
                raise ValueError(f"no groups are called {sorted(missing)[0]!r}")
        return self

    def of_field(self, field: str) -> tuple[Pair, ...]:
        """The pairs of one subject field, in order."""
        return tuple(pair for pair in self.pairs if pair.field == field)

    def groups_of(self, pair: Pair) -> Groups:
        """The groups that a pair's legend may list."""
        return next(groups for groups in self.groups if groups.id == pair.groups)


@cache
def library() -> Library:
    """The library in the data file beside this module."""
    return Library.model_validate_json(files("snellen.benchmarks.grab.ocr").joinpath("library.json").read_bytes())


def _by_field(pairs: tuple[Pair, ...]) -> Mapping[str, list[Pair]]:
    found: dict[str, list[Pair]] = {}
    for pair in pairs:
        found.setdefault(pair.field, []).append(pair)
    return found

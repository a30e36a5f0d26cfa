"""The charts of each preset: which samples in which designs at which scales, and what each is for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from snellen.benchmarks.biy.designs import DESIGNS, PAPER_DESIGNS, SCALES
from snellen.benchmarks.biy.samples import GENERATORS, lite_picks, recipes, smoke_ids
from snellen.benchmarks.biy.splits import UNTESTED_DESIGNS, Split, sample_splits, scale_asked
from snellen.errors import SnellenError

__all__ = ["FIELDS", "LARGEST_SCALE", "SMALLEST_SCALE", "Showing", "chosen_scales", "scale_text", "showings"]

FIELDS = ("generator", "sample", "design", "scale")
"""What a selection may name."""

SMALLEST_SCALE, LARGEST_SCALE = 0.5, 4.0
"""Clusters and outliers of fresh samples are clear at scales from 0.5."""

_ALL_SCALES = "--scales 0.5,1,2"


@dataclass(frozen=True)
class Showing:
    """A sample in each of `designs` at each of `scales`.

    Its charts are of the split `split` where `tested_designs` and `tested_scales` name theirs, and else of "rest".
    """

    sample_id: str
    generator: str
    designs: tuple[str, ...]
    scales: tuple[float, ...]
    split: Split
    tested_designs: tuple[str, ...]
    tested_scales: tuple[float, ...]

    def split_of(self, design: str, scale: float) -> Split:
        """The split of one of its charts."""
        return self.split if self._is_tested(design, scale) else "rest"

    def more_split_of(self, design: str, scale: float) -> Literal["example", "extra"] | None:
        """The split of the questions that the paper does not ask, on one of its charts; None where none is asked."""
        if not self._is_tested(design, scale):
            return None
        return "example" if self.split == "example" else "extra"

    def _is_tested(self, design: str, scale: float) -> bool:
        return design in self.tested_designs and scale in self.tested_scales


def showings(preset: str, seed: int, only: Mapping[str, Sequence[str]]) -> list[Showing]:
    """The samples of a preset in dataset order, thinned to `only`; a sample's id is the one in its preset.

    `only` may name designs beyond the paper's 17 and any scale from 0.5 to 4; without it there are the 17, at scales
    0.5, 1 and 2 (`lite`: at scale 2). Raises SnellenError for an unknown preset, field or value.
    """
    _check_fields(only)
    designs = _chosen_designs(only.get("design"))
    tested = designs if "design" in only else tuple(name for name in designs if name not in UNTESTED_DESIGNS)
    scales = chosen_scales(only.get("scale"), (2.0,) if preset == "lite" else SCALES)
    match preset:
        case "paper" | "fresh":
            made = _whole(preset, seed, designs, scales, tested)
        case "lite":
            made = _lite(seed, designs, scales)
        case "smoke":
            made = [
                Showing(name, _generator(name), designs, scales, "test", tested, (scale_asked(scales),))
                for name in smoke_ids()
            ]
        case _:
            raise SnellenError(f"BIY has no preset {preset!r}; it has fresh, paper, lite, smoke, and own with --data.")
    return _thinned(made, only)


def chosen_scales(texts: Sequence[str] | None, default: Sequence[float]) -> tuple[float, ...]:
    """The scales of a selection, or `default`. Raises SnellenError for text that is no scale."""
    if texts is None:
        return tuple(default)
    scales = []
    for text in texts:
        try:
            scale = float(text)
        except ValueError:
            scale = float("nan")
        if not SMALLEST_SCALE <= scale <= LARGEST_SCALE:
            raise SnellenError(
                f"{text!r} is no scale: a number from {SMALLEST_SCALE:g} to {LARGEST_SCALE:g}, as in {_ALL_SCALES}."
            )
        scales.append(scale)
    return tuple(dict.fromkeys(scales))


def scale_text(scale: float) -> str:
    """A scale as it stands in a chart's id: `0_5`, `1`, `2`."""
    return f"{scale:g}".replace(".", "_")


def _chosen_designs(names: Sequence[str] | None) -> tuple[str, ...]:
    if names is None:
        return tuple(design.name for design in PAPER_DESIGNS)
    unknown = next((name for name in names if name not in DESIGNS), None)
    if unknown is not None:
        raise SnellenError(f"{unknown!r} is not a design; there are {', '.join(DESIGNS)}.")
    return tuple(dict.fromkeys(names))


def _whole(
    preset: str, seed: int, designs: tuple[str, ...], scales: tuple[float, ...], tested: tuple[str, ...]
) -> list[Showing]:
    splits, made = sample_splits(seed), []
    for recipe in recipes():
        split = splits[recipe.paper_id]
        name = recipe.paper_id if preset == "paper" else recipe.fresh_id
        # The examples are shown in one design alone, as in the paper.
        asked = _example_designs(designs) if split == "example" else tested
        made.append(Showing(name, recipe.generator, designs, scales, split, asked, (scale_asked(scales),)))
    return made


def _lite(seed: int, designs: tuple[str, ...], scales: tuple[float, ...]) -> list[Showing]:
    made = []
    for pick in lite_picks(seed, designs, *_example_designs(designs)):
        shown, at = (pick.design,), (scale_asked(scales),)
        made.append(Showing(pick.sample_id, _generator(pick.sample_id), shown, scales, pick.purpose, shown, at))
    return made


def _example_designs(designs: Sequence[str]) -> tuple[str]:
    return ("default",) if "default" in designs else (designs[0],)


def _generator(sample_id: str) -> str:
    return sample_id.partition("+")[0]


def _check_fields(only: Mapping[str, Sequence[str]]) -> None:
    for name, values in only.items():
        if name not in FIELDS:
            raise SnellenError(f"--only: BIY has no field {name!r}; it has {', '.join(FIELDS)}.")
        if name == "generator":
            unknown = next((value for value in values if value not in GENERATORS), None)
            if unknown is not None:
                raise SnellenError(f"--only: no generator is called {unknown!r}; there are {', '.join(GENERATORS)}.")


def _thinned(made: Iterable[Showing], only: Mapping[str, Sequence[str]]) -> list[Showing]:
    made = list(made)
    wanted = only.get("sample")
    if wanted is not None:
        known = {showing.sample_id for showing in made}
        unknown = next((name for name in wanted if name not in known), None)
        if unknown is not None:
            raise SnellenError(f"--only: the preset has no sample {unknown!r}; a name is like {made[0].sample_id}.")
        made = [showing for showing in made if showing.sample_id in wanted]
    if "generator" in only:
        made = [showing for showing in made if showing.generator in only["generator"]]
    if not made:
        raise SnellenError("--only leaves no chart; drop one of its conditions.")
    return made

"""The table of the 371 samples: which generators, with which parameters, in which order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["GENERATORS", "RELATIONSHIPS", "SHAPES", "Argument", "Recipe", "recipes"]

Argument: TypeAlias = str | int | float

GENERATORS = (
    "gaussian_blobs",
    "gaussian_blobs_noise",
    "single_gaussian_blob_outliers",
    "random",
    "relationship",
    "shapes",
)
RELATIONSHIPS = ("linear", "exponential", "quadratic")
SHAPES = ("diamond", "hexagon", "square", "star", "triangle_down", "triangle_right")

_LETTERS = {"single_gaussian_blob_outliers": {1: "a", 2: "b", 3: "c"}, "shapes": {0: "a", 1: "b", 42: "c"}}
"""What stands for each released seed in the names of fresh samples, whose streams have nothing to do with it."""


@dataclass(frozen=True)
class Recipe:
    """One row of the table: a generator and its arguments, in the order of the sample's name."""

    generator: str
    arguments: Mapping[str, Argument]

    @property
    def paper_id(self) -> str:
        """The released name: the generator, a plus, the arguments joined by underscores, dots written so too."""
        return self._named(self.arguments)

    @property
    def fresh_id(self) -> str:
        """The name in a fresh set: the released one with a letter in the seed's place."""
        return self._named(self.fresh_arguments)

    @property
    def fresh_arguments(self) -> Mapping[str, Argument]:
        """The arguments of a fresh sample: `replicate`, a letter, instead of `seed`."""
        letters = _LETTERS.get(self.generator, {})
        return {
            "replicate" if name == "seed" else name: letters[int(value)] if name == "seed" else value
            for name, value in self.arguments.items()
        }

    def _named(self, arguments: Mapping[str, Argument]) -> str:
        return f"{self.generator}+{'_'.join(str(value) for value in arguments.values())}".replace(".", "_")


def recipes() -> Iterator[Recipe]:
    """All 371, in the order in which the generators are listed and each draws."""
    for generator in GENERATORS[:2]:
        for n in (100, 500, 1000, 2000):
            for centers in range(2, 7):
                for std in (0.2, 0.4, 0.6):
                    yield Recipe(generator, {"n": n, "centers": centers, "cluster_std": std})
    for seed in (1, 2, 3):
        for contamination in (0.001, 0.002, 0.003, 0.004, 0.005, 0.01):
            for angle in (0, 90, 180):
                arguments = {"seed": seed, "contamination": contamination, "angle": angle}
                yield Recipe("single_gaussian_blob_outliers", arguments)
    for n in (8, 32, 128, 256):
        for sequence in ("halton", "sobol"):
            yield Recipe("random", {"sequence": sequence, "n": n})
    for kind in RELATIONSHIPS:
        for noise_level in (0.0, 0.1, 0.2):
            yield Recipe("relationship", {"kind": kind, "noise_level": noise_level})
    for shape in SHAPES:
        for seed in (0, 1, 42):
            for centers in range(2, 7):
                for radius in (0.5, 1):
                    yield Recipe("shapes", {"shape": shape, "seed": seed, "centers": centers, "radius": radius})

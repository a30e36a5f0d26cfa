"""The pictures of a report: inside the page up to a budget, in files beside it beyond."""

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from snellen.pages import inert_json, shrink_all

__all__ = ["Embedded", "Pictures"]


@dataclass(frozen=True, slots=True)
class Embedded:
    """A picture to put into the page: its number, and its WebP bytes as base64 (letters, digits, +, / and = alone)."""

    number: int
    base64: Markup


@dataclass
class Pictures:
    """Pictures by number, made small as they are taken; each is decoded once, however many answers show it.

    Iterating gives those that fit into `budget` bytes of page, in order, and writes the rest to `folder/images`.
    Afterwards `paths` has the files of the rest by number, and `faults` those that are missing or damaged.
    """

    sources: Sequence[Path]
    folder: Path
    budget: int
    width: int
    jobs: int | None = None
    paths: dict[int, str] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Embedded]:
        left = self.budget
        for number, picture in enumerate(shrink_all(self.sources, self.width, self.jobs)):
            if picture.fault:
                self.faults[number] = picture.fault
                continue
            text = base64.b64encode(picture.data).decode("ascii")
            if len(text) <= left:
                left -= len(text)
                yield Embedded(number, Markup(text))
            else:
                left = 0
                self.paths[number] = f"images/{number:06d}.webp"
                (self.folder / "images").mkdir(exist_ok=True)
                (self.folder / self.paths[number]).write_bytes(picture.data)

    def files(self) -> Markup:
        """What `answers.js` needs to find the pictures that are not in the page; complete once all are taken."""
        return inert_json({"paths": self.paths, "faults": self.faults})

"""The pictures of a report: made small and inside the page up to a budget, as they are and beside it beyond."""

import base64
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from snellen.pages import inert_json, link_or_copy, shrink_all

__all__ = ["Embedded", "Pictures"]


@dataclass(frozen=True, slots=True)
class Embedded:
    """A picture to put into the page: its number, and its WebP bytes as base64 (letters, digits, +, / and = alone)."""

    number: int
    base64: Markup


@dataclass
class Pictures:
    """Pictures by number; each is taken once, however many answers show it.

    Iterating gives those that fit into `budget` bytes of page, in order, made at most `width` pixels wide; the rest are
    linked or copied to `folder/images` as they are, without being decoded. Afterwards `paths` has the files of the
    rest by number, and `faults` those that are missing or damaged.
    """

    sources: Sequence[Path]
    folder: Path
    budget: int
    width: int
    jobs: int | None = None
    paths: dict[int, str] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Embedded]:
        left, taken = self.budget, 0
        with closing(shrink_all(self.sources, self.width, self.jobs)) as shrunken:
            for number, picture in enumerate(shrunken if left else ()):
                if picture.fault:
                    self.faults[number] = picture.fault
                else:
                    text = base64.b64encode(picture.data).decode("ascii")
                    if len(text) > left:
                        break
                    left -= len(text)
                    yield Embedded(number, Markup(text))
                taken = number + 1
        for number in range(taken, len(self.sources)):
            self._put_beside(number)

    def _put_beside(self, number: int) -> None:
        source = self.sources[number]
        if not source.is_file():
            self.faults[number] = "missing"
            return
        name = f"images/{number:06d}{source.suffix}"
        (self.folder / "images").mkdir(exist_ok=True)
        if link_or_copy(source, self.folder / name):
            self.paths[number] = name
        else:
            self.faults[number] = "damaged"

    def files(self) -> Markup:
        """What `answers.js` needs to find the pictures that are not in the page; complete once all are taken."""
        return inert_json({"paths": self.paths, "faults": self.faults})

"""The pictures of a report: made small and inside the page up to a budget, as they are and beside it beyond."""

import base64
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from snellen.pages import inert_json, link_or_copy, shrink_all

__all__ = ["Embedded", "Picture", "Pictures"]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a dataset, and what its file is called under `images/` of the report where it is not in the page."""

    source: Path
    file: str


@dataclass(frozen=True, slots=True)
class Embedded:
    """A picture to put into the page: its number, and its WebP bytes as base64 (letters, digits, +, / and = alone)."""

    number: int
    base64: Markup


@dataclass
class Pictures:
    """Pictures by number; each is taken once, however many answers show it.

    Iterating gives those that fit into `budget` bytes of page, in order, made at most `width` pixels wide; the rest are
    linked or copied to `folder/images` as they are, without being decoded. Afterwards `faults` has those that are
    missing or damaged.
    """

    pictures: Sequence[Picture]
    folder: Path
    budget: int
    width: int
    jobs: int | None = None
    faults: dict[int, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Embedded]:
        left, taken = self.budget, 0
        with closing(shrink_all((each.source for each in self.pictures), self.width, self.jobs)) as shrunken:
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
        for number in range(taken, len(self.pictures)):
            self._put_beside(number)

    def _put_beside(self, number: int) -> None:
        picture = self.pictures[number]
        if not picture.source.is_file():
            self.faults[number] = "missing"
            return
        target = self.folder / "images" / picture.file
        target.parent.mkdir(parents=True, exist_ok=True)
        if not link_or_copy(picture.source, target):
            self.faults[number] = "damaged"

    def faulty(self) -> Markup:
        """What `answers.js` needs to know of pictures that cannot be shown; complete once all are taken."""
        return inert_json(self.faults)

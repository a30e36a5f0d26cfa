"""A long list's contents in pieces: files beside the page that it loads as they are needed, or blocks inside it."""

from pathlib import Path
from typing import Any

from markupsafe import Markup

from snellen.pages.rendering import inert_json

__all__ = ["Parts"]


class Parts:
    """Values in order, `size` to a part, for `parts.js`: `folder/0.js`, `folder/1.js`, …

    While they take no more than `inside` bytes all are kept in `blocks`, JSON for elements `part-0`, `part-1`, … of
    the page, and no file is written; once they take more they all go to files. Memory holds that many bytes and one
    part. Call `finish` after the last value.
    """

    def __init__(self, folder: Path, size: int, inside: int = 0) -> None:
        self.size = size
        self.blocks: list[Markup] = []
        self._folder = folder
        self._left = inside
        self._part: list[Markup] = []
        self._written = 0

    @property
    def beside(self) -> bool:
        """Whether there are files."""
        return self._written > 0

    def add(self, value: Any) -> None:
        """Put down the next value, anything that JSON has."""
        self._part.append(inert_json(value))
        if len(self._part) == self.size:
            self.finish()

    def finish(self) -> None:
        """Put down the part under way, if any."""
        if not self._part:
            return
        block = Markup("[" + ",".join(self._part) + "]")
        self._part.clear()
        self._left -= len(block.encode())
        if self._left >= 0:
            self.blocks.append(block)
            return
        for each in [*self.blocks, block]:
            self._write(each)
        self.blocks.clear()

    def _write(self, block: Markup) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        # JSON in a string, read as JSON and not as a program: whatever the data hold is data.
        text = str(block).replace("\\", "\\\\").replace("'", "\\'")
        line = f"snellenPart({self._written},'{text}');\n"
        (self._folder / f"{self._written}.js").write_text(line, encoding="utf-8", newline="\n")
        self._written += 1

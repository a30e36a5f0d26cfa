"""The data of an items page in files beside it, each loaded when it is needed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from snellen.pages import inert_json

__all__ = ["Chunks", "Store"]


class Store:
    """Values by name, for `items_data.js`: `folder/NAME.js`, each a script that hands over one JSON text.

    The text stands in a string and is read as JSON and not as a program: whatever the data hold is data.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, name: str, value: Any) -> int:
        """Write one file, and return its size in bytes. `name` is ours: letters, digits and hyphens."""
        text = str(inert_json(value)).replace("\\", "\\\\").replace("'", "\\'")
        data = f"snellenData('{name}','{text}');\n".encode()
        (self._folder / f"{name}.js").write_bytes(data)
        return len(data)


class Chunks:
    """Items in order, so many to a chunk that a page loads little to show one: `starts` has each chunk's first item.

    A chunk ends after `items` items, or before that once its texts have about `characters` characters.
    """

    def __init__(self, items: int = 100, characters: int = 300_000) -> None:
        self.starts: list[int] = []
        self._most, self._characters = items, characters
        self._next = 0
        self._left = 0

    def begins(self, texts: Sequence[str | None]) -> bool:
        """Whether the next item, which has these texts, begins a chunk."""
        size = sum(len(text) for text in texts if text)
        begins = not self.starts or self._next - self.starts[-1] >= self._most or self._left <= 0
        if begins:
            self.starts.append(self._next)
            self._left = self._characters
        self._left -= size
        self._next += 1
        return begins

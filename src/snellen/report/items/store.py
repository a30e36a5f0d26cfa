"""The data of an items page in files beside it, each loaded when it is needed."""

from pathlib import Path
from typing import Any

from snellen.pages import inert_json

__all__ = ["Store"]


class Store:
    """Values by name, for `items_data.js`: `folder/NAME.js`, each a script that hands over one JSON text.

    The text stands in a string and is read as JSON and not as a program: whatever the data hold is data.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, name: str, value: Any) -> None:
        """Write one file. `name` is ours: letters, digits and hyphens."""
        text = str(inert_json(value)).replace("\\", "\\\\").replace("'", "\\'")
        (self._folder / f"{name}.js").write_bytes(f"snellenData('{name}','{text}');\n".encode())

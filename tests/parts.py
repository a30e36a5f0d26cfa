"""The parts that a page loads: each one call with one string, which is JSON."""

import json
import re
from pathlib import Path
from typing import Any

__all__ = ["read_parts"]

_CALL = re.compile(r"snellenPart\((\d+),'((?:[^'\\\n\u2028\u2029]|\\['\\])*)'\);\n")


def read_parts(folder: Path) -> list[list[Any]]:
    """The values of `0.js`, `1.js`, … in a folder that holds nothing else."""
    count = len(list(folder.iterdir()))
    return [_read(folder / f"{number}.js", number) for number in range(count)]


def _read(path: Path, number: int) -> list[Any]:
    found = _CALL.fullmatch(path.read_text(encoding="utf-8"))
    assert found, f"{path} is not one call with one string"
    assert int(found[1]) == number
    values: list[Any] = json.loads(re.sub(r"\\(.)", r"\1", found[2]))
    return values

"""A user's own chart design out of a Vega-Lite specification."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from snellen.benchmarks.biy.designs import DESIGNS, Design
from snellen.benchmarks.biy.own.fields import column_of
from snellen.benchmarks.biy.own.limits import LARGEST_FILE
from snellen.benchmarks.biy.own.specification import columns_of, drawn_part
from snellen.benchmarks.biy.own.values import UNWRITABLE
from snellen.errors import SnellenError

__all__ = ["OwnDesign", "from_spec", "own_design"]


@dataclass(frozen=True, eq=False)
class OwnDesign(Design):
    """A design whose `spec` is what is drawn of a user's specification: JSON, of which `from_spec` makes it anew.

    `x_field` and `y_field` are the columns that its axes show, `fields` those that it needs besides.
    """

    x_field: str = ""
    y_field: str = ""
    fields: tuple[str, ...] = ()


def own_design(path: Path, x: str | None = None, y: str | None = None) -> OwnDesign:
    """The design of a Vega-Lite specification in a JSON file, named after the file.

    `x` and `y` name other columns for its axes. Raises SnellenError for a file that is not JSON, and for what
    `specification.drawn_part` or Vega-Lite itself refuses.
    """
    from snellen.benchmarks.biy.own.compiled import compiled

    try:
        content = path.read_bytes()
        if len(content) > LARGEST_FILE:
            raise SnellenError(f"{path} has more than {LARGEST_FILE:,} bytes; leave its data out.")
        spec = json.loads(content.decode("utf-8-sig"))
    except FileNotFoundError:
        raise SnellenError(f"{path} does not exist; give the path of a Vega-Lite specification.") from None
    except OSError as error:
        raise SnellenError(f"{path} cannot be read ({error.strerror or error}); check the file.") from None
    except json.JSONDecodeError as error:
        raise SnellenError(f"{path}, line {error.lineno} is not JSON ({error.msg}); correct it.") from None
    except UnicodeDecodeError as error:
        raise SnellenError(f"{path} is not UTF-8 text (byte {error.start}); save it as UTF-8.") from None
    except (RecursionError, ValueError) as error:
        deep = isinstance(error, RecursionError)
        why = "it is nested too deeply" if deep else "a number in it has thousands of digits"
        raise SnellenError(f"{path} cannot be read: {why}; write a plain specification.") from None
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", path.stem)[:80]
    if name in DESIGNS:
        raise SnellenError(f"{path} has the name of the benchmark's own design {name!r}; rename the file.")
    design = _design(name, str(path), spec, x, y)
    compiled(design)
    return design


def from_spec(name: str, spec: Mapping[str, Any], x: str | None = None, y: str | None = None) -> OwnDesign:
    """The design of that name and specification, as `own_design` has them; of its own `spec` it makes itself again."""
    return _design(name, name, spec, x, y)


def _design(name: str, said: str, spec: object, x: str | None, y: str | None) -> OwnDesign:
    try:
        drawn = drawn_part(spec, said)
    except RecursionError:
        raise SnellenError(f"{said} is nested too deeply; write a plain specification.") from None
    for axis, column in (("x", x), ("y", y)):
        if UNWRITABLE.search(column or ""):
            raise SnellenError(f"the column {column!r} has a broken character in its name; rename it.")
        if column is not None and column != column_of(drawn["encoding"][axis]["field"]):
            drawn["encoding"][axis] = {**drawn["encoding"][axis], "field": _escaped(column)}
    x_field, y_field = (column_of(drawn["encoding"][axis]["field"]) for axis in "xy")
    fields = tuple(column for column in columns_of(drawn) if column not in (x_field, y_field))
    return OwnDesign(name, drawn, "vega-own", x_field=x_field, y_field=y_field, fields=fields)


def _escaped(column: str) -> str:
    return re.sub(r"([.\[\]\\'\"])", r"\\\1", column)

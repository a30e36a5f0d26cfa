"""A user's own data as cells: which files in which designs, kept so that they can be made again."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from snellen.benchmark import Cell
from snellen.benchmarks.biy.designs import PAPER_DESIGNS, Design, design
from snellen.benchmarks.biy.own import Columns, OwnPoints, from_spec, own_design, read_points
from snellen.benchmarks.biy.presets import chosen_scales
from snellen.benchmarks.biy.samples import OUTLIER
from snellen.dataset import Dataset, Source
from snellen.errors import SnellenError
from snellen.files import sha256_of

__all__ = ["own_cells", "own_options", "own_showing"]

_FIELDS = ("sample", "design", "scale")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 80


def own_options(
    files: Sequence[Path],
    *,
    x: str | None,
    y: str | None,
    cluster: str | None = None,
    outlier: str | None = None,
    convention: str = "plain",
    specs: Sequence[Path] = (),
) -> dict[str, Any]:
    """The options `data`, `columns` and `specifications` of a dataset of one's own, as `Biy.cells` takes them.

    `x` and `y` may be left out where a specification names them. All is read once, so that what is wrong with a file
    is said before anything is made. Raises SnellenError for two files or specifications of one name, and for what
    `read_points` and `own_design` refuse.
    """
    first = own_design(specs[0], x, y) if specs else None
    x, y = x or (first.x_field if first else None), y or (first.y_field if first else None)
    if x is None or y is None:
        raise SnellenError("--data needs --x and --y: the columns to show, or a --spec that names them.")
    designs = [own_design(path, x, y) for path in specs]
    _refuse_one_name([each.name for each in designs], specs, "--spec")
    extra = tuple(dict.fromkeys(field for each in designs for field in each.fields))
    columns = {"x": x, "y": y, "cluster": cluster, "outlier": outlier, "convention": convention, "extra": [*extra]}
    names = [_UNSAFE.sub("_", path.stem)[:_LONGEST_NAME].strip("._-") or "data" for path in files]
    _refuse_one_name(names, files, "--data")
    for path in files:
        read_points(path, _columns(columns))
    data = [
        {"name": name, "file": path.name, "sha256": sha256_of(path), "path": str(path.resolve())}
        for name, path in zip(names, files, strict=True)
    ]
    specifications = [{"name": each.name, "spec": dict(each.spec)} for each in designs]
    return {"data": data, "columns": columns, **({"specifications": specifications} if specs else {})}


def own_cells(only: Mapping[str, Sequence[str]], options: Mapping[str, Any]) -> list[Cell]:
    """One cell a file, in the designs of the specifications or else the paper's 17, at scale 2 unless told otherwise.

    Designs that are named stand beside the specifications, unless one of these is among them.

    Raises SnellenError for a selection that names what there is not.
    """
    unknown = next((name for name in only if name not in _FIELDS), None)
    if unknown is not None:
        raise SnellenError(f"--only: data of your own have no field {unknown!r}; they have {', '.join(_FIELDS)}.")
    specifications = {each["name"]: each["spec"] for each in options.get("specifications", ())}
    designs = [*(specifications or (each.name for each in PAPER_DESIGNS))]
    if "design" in only:
        designs = [*dict.fromkeys(only["design"])]
        if not any(name in specifications for name in designs):
            designs = [*specifications, *designs]
        for name in designs:
            if name not in specifications:
                design(name)
    scales = chosen_scales(only.get("scale"), (2.0,))
    data = [each for each in options["data"] if "sample" not in only or each["name"] in only["sample"]]
    if not data:
        known = ", ".join(each["name"] for each in options["data"])
        raise SnellenError(f"--only: no such sample; there are {known}.")
    shared = {
        "columns": options["columns"],
        "designs": designs,
        "specifications": {name: specifications[name] for name in designs if name in specifications},
        "scales": scales,
        **({"dataset": options["dataset"]} if "dataset" in options else {}),
    }
    return [Cell(each["name"], len(designs) * len(scales), {"data": each, **shared}) for each in data]


def own_showing(cell: Cell) -> tuple[OwnPoints, Source, Iterator[tuple[Design, float]]]:
    """A file's points, its source, and the designs and scales to show it in."""
    parameters = cell.parameters
    entry, columns = parameters["data"], parameters["columns"]
    if "dataset" in parameters:
        source = Dataset(parameters["dataset"]).source(entry["name"])
        points = OwnPoints.from_data(source.data)
    else:
        points = read_points(Path(entry["path"]), _columns(columns))
        source = _source(points, entry)
    designs = [
        from_spec(name, parameters["specifications"][name], columns["x"], columns["y"])
        if name in parameters["specifications"]
        else design(name)
        for name in parameters["designs"]
    ]
    return points, source, ((each, scale) for each in designs for scale in parameters["scales"])


def _source(points: OwnPoints, entry: Mapping[str, Any]) -> Source:
    known: dict[str, JsonValue] = {
        "n_clusters": None if points.cluster is None else len({*points.cluster.tolist()} - {-1}),
        "n_outliers": None if points.outlier is None else int((points.outlier == OUTLIER).sum()),
    }
    return Source(
        source_id=entry["name"],
        group_id=entry["name"],
        kind="own",
        parameters={
            "n_points": len(points.x),
            **known,
            "cluster_names": [*points.cluster_names] or None,
            "temporal": [*sorted(points.temporal)],
            "file": entry["file"],
            "sha256": entry["sha256"],
        },
        data=points.to_data(),
    )


def _columns(named: Mapping[str, Any]) -> Columns:
    return Columns(**{**named, "extra": tuple(named["extra"])})


def _refuse_one_name(names: Sequence[str], files: Sequence[Path], option: str) -> None:
    met: dict[str, Path] = {}
    for name, path in zip(names, files, strict=True):
        if name.casefold() in met:
            raise SnellenError(f"{option}: {met[name.casefold()]} and {path} have one name, {name!r}; rename one.")
        met[name.casefold()] = path

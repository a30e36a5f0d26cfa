"""What the options of `snellen generate` ask for, as the arguments of `generate_dataset`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from snellen.benchmark import find_benchmark
from snellen.errors import SnellenError
from snellen.generation.making import generate_dataset
from snellen.generation.selection import parse_selection

__all__ = ["generate_as_asked"]

_LISTS = {"scales": "scale", "designs": "design"}


def generate_as_asked(
    benchmark: str,
    *,
    only: Sequence[str],
    scales: str | None,
    designs: str | None,
    optimize: str | None,
    jpeg_quality: int | None,
    extended: bool,
    multiple_choice: bool,
    ocr: int | None,
    redraw: int | None,
    data: Sequence[Path],
    x: str | None,
    y: str | None,
    cluster: str | None,
    outlier: str | None,
    specs: Sequence[Path],
    label_convention: str | None,
    preset: str | None,
    **rest: Any,
) -> None:
    """Make the dataset. `--scales` and `--designs` are short for `--only scale=…` and `--only design=…`.

    Raises SnellenError for options that do not go together, or that the benchmark does not have.
    """
    selection = parse_selection(",".join(only))
    for option, field in (("scales", scales), ("designs", designs)):
        values = [value.strip() for value in (field or "").split(",") if value.strip()]
        if field is not None and not values:
            raise SnellenError(f"--{option}: names nothing; write it like --scales 0.5,2 or --designs dark,square.")
        if values and _LISTS[option] in selection:
            raise SnellenError(f"--{option} and --only {_LISTS[option]}=… say the same; give one of them.")
        if values:
            selection[_LISTS[option]] = list(dict.fromkeys(values))
    options: dict[str, Any] = {
        "optimize": optimize,
        "jpeg_quality": jpeg_quality,
        "extended": extended or None,
        "multiple_choice": multiple_choice or None,
        "ocr": ocr,
        "redraw": redraw,
    }
    options = {name: value for name, value in options.items() if value is not None}
    if {"optimize", "jpeg_quality"} <= options.keys():
        raise SnellenError("--optimize squeezes PNG files and --jpeg-quality makes JPEG files; give one of them.")
    own = {"--x": x, "--y": y, "--cluster": cluster, "--outlier": outlier, "--spec": specs or None}
    if Path() in specs:
        raise SnellenError("--spec names no file; give the path of a Vega-Lite specification.")
    if data:
        if Path() in data:
            raise SnellenError("--data names no file; give the paths of the files with your points.")
        if preset not in (None, "own"):
            raise SnellenError(f"--data is the preset own, not {preset}; leave out --preset.")
        if "data" not in find_benchmark(benchmark).options:
            raise SnellenError(f"{benchmark} takes no data of yours; biy does.")
        preset = "own"
        from snellen.benchmarks.biy.own_cells import own_options

        columns = {"x": x, "y": y, "cluster": cluster, "outlier": outlier}
        options |= own_options(data, **columns, convention=label_convention or "plain", specs=specs)
    else:
        if label_convention is not None:
            own["--label-convention"] = label_convention
        given = [name for name, value in own.items() if value is not None]
        if given or preset == "own":
            raise SnellenError(f"{given[0] if given else '--preset own'} needs --data FILES: the points to draw.")
    generate_dataset(benchmark, only=selection, preset=preset, options=options, **rest)
    if data and cluster is None and outlier is None:
        click.echo("Nothing is asked: without --cluster or --outlier no answer is known.", err=True)

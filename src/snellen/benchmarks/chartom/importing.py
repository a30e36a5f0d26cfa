"""`snellen import chartom`: the authors' data, where a user has them, as a dataset."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from snellen.benchmarks.chartom.imported_items import (
    Item,
    People,
    UnusableError,
    picture_of,
    refuse_existing,
    write_items,
)
from snellen.benchmarks.chartom.imported_layout import Layout, read_layout
from snellen.benchmarks.chartom.imported_pairs import Paired, pair_up
from snellen.benchmarks.chartom.imported_people import Indices, read_indices
from snellen.benchmarks.chartom.imported_questions import read_question
from snellen.benchmarks.chartom.imported_telling import tell_faults
from snellen.dataset import Manifest
from snellen.errors import SnellenError

__all__ = ["import_chartom"]

_ORIGIN = (
    "The charts, questions and answers of CHARTOM (Bharti et al., 2024, arXiv:2408.14419), as its authors give them on "
    "request. The data behind the charts are not part of them, so answers can't be recomputed."
)
_EXTENSIONS = (".png", ".jpg", ".jpeg", ".webp")


def import_chartom(folder: Path, hmi: Path | None, out: Path) -> Manifest:
    """Write the authors' CHARTOM at `out` as a dataset: a FACT and a MIND question for each chart.

    `folder` has FACT_questions/<id>.txt, FACT_answer_keys.csv, chart_manipulations.csv and chart_images/<id>.png; `hmi`
    is a CSV of chart id and index, looked for in the folder where it is None. Without an index a MIND question has no
    key. Twins are paired by id (PAIRING_RULE in `imported_pairs`). Options are read out of a question's text. A row or
    file that can't be used is left out and told on standard error with its line. The folder appears whole or not at
    all.

    Raises SnellenError where `out` exists, the folder lacks the layout or a table a column, or no chart can be used.
    """
    refuse_existing(out)
    layout = read_layout(folder, hmi)
    faults = list(layout.faults)
    indices: Indices = {}
    if layout.indices is not None:
        read, said = read_indices(layout.indices)
        faults += said
        # A table that was measured on an imported dataset has its ids.
        own = {f"chartom-{name}": name for name in layout.known}
        indices = {own.get(name, name): found for name, found in read.items()}
        faults += [
            f"{row.where}: no chart has the id {name}" for name, (_, row) in indices.items() if name not in layout.known
        ]
    pairs, alone = pair_up(layout.known)
    by_name = {name: pair for pair in pairs for name in (pair.honest, pair.manipulated)}
    items = []
    for name in layout.known:
        try:
            items.append(_item(layout, name, by_name.get(name), indices))
        except UnusableError as fault:
            faults.append(str(fault))
    if not items:
        tell_faults(faults, "rows and files")
        raise SnellenError(f"{folder}: none of its charts can be used; mend what is told above.")
    items = _with_twins_that_are_there(items, alone)
    definitions = sorted({item.people.definition for item in items if item.people.hmi is not None})
    about: dict[str, Any] = {
        "name": "chartom-published",
        "preset": "published",
        "options": {"hmi": "; ".join(definitions) or None},
        "curation": {"read": len(layout.keys), "kept": len(items)},
        "origin": _ORIGIN,
        "license": "LicenseRef-by-request",
    }
    manifest = write_items(items, out, "chartom", about)
    _tell(items, alone, layout.indices, out)
    tell_faults(faults, "rows and files")
    return manifest


def _tell(items: list[Item], alone: Mapping[str, str], indices: Path | None, out: Path) -> None:
    paired = sum(item.twin is not None for item in items)
    known = sum(item.people.hmi is not None for item in items)
    click.echo(f"{out}: {len(items)} charts, {paired // 2} pairs of twins, {known} with people's index.")
    if indices is None:
        click.echo(
            "snellen: there is no table of the people's values, so MIND questions have no key; "
            "name a CSV of chart id and hmi with --hmi.",
            err=True,
        )
    unpaired = [item.name for item in items if item.twin is None]
    if unpaired:
        click.echo(
            f"snellen: {len(unpaired)} charts have no twin; a column `twin` of chart_manipulations.csv can name it:",
            err=True,
        )
        for name in unpaired:
            click.echo(f"  {name}: {alone[name]}.", err=True)


def _with_twins_that_are_there(items: list[Item], alone: dict[str, str]) -> list[Item]:
    """The items, those whose twin was left out without one."""
    names = {item.name for item in items}
    found = []
    for item in items:
        if item.twin is not None and item.twin not in names:
            alone[item.name] = f"its twin {item.twin} can't be used"
            item = replace(item, twin=None)
        found.append(item)
    return found


def _item(layout: Layout, name: str, pair: Paired | None, indices: Indices) -> Item:
    row = layout.keys[name]
    try:
        asked = read_question(layout.question(name), row.get("answer_type"), row.get("answer"))
        image = next((name + end for end in _EXTENSIONS if (layout.images / (name + end)).is_file()), f"{name}.png")
        picture, size, extension = picture_of(layout.images, image)
    except UnusableError as fault:
        raise UnusableError(f"{row.where}: chart {name}: {fault}") from None
    manipulated = pair.manipulated == name if pair else bool(layout.known[name].manipulated)
    names = (pair.manipulated, pair.honest) if pair else (name,)
    twin = None if pair is None else pair.honest if manipulated else pair.manipulated
    return Item(
        name=name,
        chart_type=layout.kinds[name].get("chart_type") or "unknown",
        manipulation=next(filter(None, map(layout.manipulation, names)), "none"),
        manipulated=manipulated,
        question=asked.question,
        answer_format=asked.answer_format,
        answer=asked.answer,
        answer_type=asked.answer_type,
        options=asked.options,
        accepted=asked.accepted,
        pair=pair.pair if pair else None,
        twin=twin,
        people=indices[name][0] if name in indices else People(),
        picture=picture,
        size=size,
        extension=extension,
        original={"original_id": name},
    )

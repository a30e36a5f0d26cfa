"""A copy of a dataset whose MIND questions have people's values as keys."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from snellen.benchmarks.chartom.imported_items import People
from snellen.dataset import Chart, Dataset, Manifest, Question, Source, write_dataset
from snellen.errors import SnellenError
from snellen.files import whole_folder

__all__ = ["refuse_foreign", "write_copy"]


def refuse_foreign(dataset: Dataset) -> None:
    """Raise SnellenError where a dataset is not of CHARTOM."""
    benchmark = dataset.manifest.benchmark
    if benchmark != "chartom":
        raise SnellenError(f"{dataset.path} is a dataset of {benchmark}; people's values belong to one of chartom.")


def write_copy(dataset: Dataset, people: Mapping[str, People], into: Path, definition: str, about: str) -> Manifest:
    """Write the copy at `into`, whole or not at all, pictures included; charts without a value have no MIND key.

    The copy's manifest has the definition under the option `hmi` and says in `origin` whose values (`about`) were put
    into which dataset. It has no seed, since a seed alone would not make it again.
    """
    old = dataset.manifest
    made = f"preset {old.preset}, seed {old.seed}" if old.seed is not None else "imported"
    origin = (
        f"The dataset {old.name} ({made}, fingerprint {old.fingerprints.dataset[:16]}) with MIND keys from {about}."
    )
    kept = old.model_dump(exclude={"counts", "fingerprints", "snellen", "libraries", "format"})
    changed: dict[str, Any] = {
        **kept,
        "name": f"{old.name}-hmi",
        "seed": None,
        "options": {**old.options, "hmi": definition},
        "origin": f"{origin} {old.origin}" if old.origin else origin,
    }
    with whole_folder(into) as folder:
        manifest = write_dataset(folder, _records(dataset, people), changed)
        if (dataset.path / "images").is_dir():
            shutil.copytree(dataset.path / "images", folder / "images")
    return manifest


def _records(dataset: Dataset, people: Mapping[str, People]) -> Iterator[Source | Chart | Question]:
    yield from dataset.sources()
    yield from dataset.charts()
    for question in dataset.questions():
        if question.task != "mind":
            yield question
            continue
        found = people.get(question.chart_id, People())
        key = None if found.hmi is None else repr(float(found.hmi))
        yield question.replaced(answer=key, answer_data={**(question.answer_data or {}), **found.key()})

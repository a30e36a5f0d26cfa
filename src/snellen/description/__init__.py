"""`snellen describe`: what a dataset holds, counted, and set beside the published set where there is one."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from snellen.dataset import Dataset, Manifest
from snellen.description.census import Census, take_census
from snellen.published.counts import published_counts

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Census", "describe_dataset", "take_census", "write_description"]


def describe_dataset(
    path: Path, console: "Console | None" = None, out: Path | None = None, *, examples: int = 1, seed: int = 0
) -> bool:
    """Print what the dataset at `path` holds; True unless it should equal a published set's counts and does not.

    First the set's own statistics (for GRAB as the paper's Tables 1 and 2 and its Figure 3), then counts by task and
    category, by task, property and precision, by task and complexity, by split where there are several, and of charts
    by generator, design and scale, or by manipulation and type, where they have them; where the preset reproduces a
    published set, every count carries its mark: `=`, or `≠` with the published count. Questions of the split `extra`
    are counted apart and compared with nothing. With `out` a folder with all of it is written, as
    `write_description` does. Raises SnellenError as `Dataset` and `write_description` do.
    """
    from rich.console import Console

    from snellen.description.counts import count_tables
    from snellen.description.printing import statistics_tables

    console = console or Console(width=110)
    dataset = Dataset(path)
    manifest, census = dataset.manifest, take_census(dataset)
    expected = None if manifest.selection else published_counts(manifest.benchmark, manifest.preset)
    for line in _headline(manifest):
        console.print(line, markup=False, highlight=False)
    for shown in statistics_tables(census, manifest, expected):
        console.print()
        console.print(shown)
    wrong = 0
    for table, differing in count_tables(census, expected):
        wrong += differing
        console.print()
        console.print(table)
    if expected is not None:
        console.print()
        verdict = (
            f"{wrong} counts differ from the published set's." if wrong else "All counts equal the published set's."
        )
        console.print(verdict)
    if out is not None:
        page = write_description(dataset, census, out, examples=examples, seed=seed)
        console.print()
        console.print(str(page.resolve()), markup=False, highlight=False, soft_wrap=True)
    return not wrong


def write_description(dataset: Dataset, census: Census, out: Path, *, examples: int = 1, seed: int = 0) -> Path:
    """Write a page on a dataset to the folder `out`, and return the path of its `index.html`.

    The page needs no network. Beside it are its tables in `tables/` (CSV) and `latex/` (booktabs), its plots in
    `plots/` (SVG), and the sheet of `examples` questions a task, chosen by `seed`, in `examples.pdf`, `examples.png`
    and `examples.csv`; a set without pictures has no sheet, and the page says so. A description made before is
    replaced; after an error `out` is what it was. Raises SnellenError for an `out` that holds anything else.
    """
    from snellen.description.page import write_page

    manifest = dataset.manifest
    expected = None if manifest.selection else published_counts(manifest.benchmark, manifest.preset)
    return write_page(dataset, census, expected, list(_headline(manifest)), out, examples=examples, seed=seed)


def _headline(manifest: Manifest) -> Iterable[str]:
    counts = manifest.counts
    made = f"preset {manifest.preset}, seed {manifest.seed}" if manifest.seed is not None else f"{manifest.preset}"
    version = f"{manifest.benchmark} version {manifest.benchmark_version}"
    yield f"{manifest.name}: {version}, {made}, Snellen {manifest.snellen}"
    pictures = f"{counts.images} picture{'' if counts.images == 1 else 's'}"
    yield f"{counts.in_words()}, {pictures}; fingerprint {manifest.fingerprints.dataset[:16]}"
    if manifest.selection:
        chosen = (
            f"{name} {'|'.join(map(str, kept)) if isinstance(kept, list) else kept}"
            for name, kept in manifest.selection.items()
        )
        yield f"a selection: {', '.join(chosen)}"

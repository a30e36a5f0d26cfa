"""The report: a static site on one or more runs, with a file a table and a plot beside its pages."""

from collections.abc import Sequence
from pathlib import Path

__all__ = ["write_report"]


def write_report(runs: Sequence[Path], out: Path) -> Path:
    """Write a report on `runs` to the folder `out`, and return the path of its `index.html`.

    Pages need no network and no server: `index.html` (leaderboards), `benchmarks/` (a page a dataset), `comparisons/`
    (a page a pair of models), `items/` (every question with its replies), `predictions/` and `twins/` where a
    benchmark has them. What they share is in `assets/`, pictures are in `images/`, tables in `tables/` (CSV, Markdown,
    LaTeX), plots in `plots/` (SVG).

    Runs on different datasets are reported apart. A report made before is replaced; after an error `out` is what it
    was. Where a dataset's folder is gone the report is written without its questions' texts and pictures, and says
    so. Raises SnellenError for a folder that is no run, a damaged results table, two runs with the same reply, and an
    `out` that holds anything but a report.
    """
    from snellen.pages import replaced_folder
    from snellen.report.benchmark_pages import write_benchmark_page
    from snellen.report.comparisons import write_comparisons
    from snellen.report.floors import find_floors
    from snellen.report.items import write_items
    from snellen.report.overview import navigation_of, write_overview
    from snellen.report.predictions import write_predictions
    from snellen.report.runs import read_runs
    from snellen.report.site import KIND, Site
    from snellen.report.twins import write_twins

    asked = read_runs(runs)
    inputs = [*runs, *(one.dataset.path for one in asked if one.dataset)]
    with replaced_folder(out, KIND, inputs) as folder:
        site = Site(folder, navigation_of(asked))
        floors = [find_floors(one) for one in asked]
        predictions, twins = write_predictions(asked, site), write_twins(asked, site)
        for one, floor in zip(asked, floors, strict=True):
            own = [page for page in predictions if page.slug == one.slug]
            write_benchmark_page(
                one, floor, site, predictions=own, twins=[page for page in twins if page.slug == one.slug]
            )
        write_comparisons(asked, site)
        write_items(asked, site)
        write_overview(asked, floors, site)
    return out / "index.html"

"""A page a dataset: its benchmark's own exhibits, the floors, and where models fail on it."""

from collections.abc import Sequence
from typing import Any

from snellen.pages.showing import by_section, show_exhibits
from snellen.report.failures import failure_tables, kind_table
from snellen.report.floors import Floors, floor_exhibits
from snellen.report.fresh import fresh_exhibits
from snellen.report.links import items_link, page_name
from snellen.report.predictions import PredictionPage
from snellen.report.runs import Asked
from snellen.report.site import Site
from snellen.report.summary import protocol_lines, warnings
from snellen.report.twins import TwinPage

__all__ = ["write_benchmark_page"]


def write_benchmark_page(
    one: Asked, floors: Floors, site: Site, *, predictions: Sequence[PredictionPage], twins: Sequence[TwinPage]
) -> None:
    """Write `benchmarks/SLUG.html` with its tables and plots; `predictions` and `twins` are pages that it leads to."""
    exhibits = [*one.benchmark.exhibits(one.results), *floor_exhibits(one, floors), *fresh_exhibits(one)]
    failures = failure_tables(one, linked=True)
    kinds = kind_table(one, linked=True)
    shown = show_exhibits([*exhibits, kinds, *(table for _, table in failures)], one.slug, site.folder, texts=True)
    by_name = {each["name"]: each for each in shown}
    sections = [
        {**section, "anchor": page_name(f"part-{section['title'] or 'first'}")}
        for section in by_section(shown[: len(exhibits)])
    ]
    plots: dict[str, Any] = {each["name"]: each["specification"] for each in shown if each["kind"] == "plot"}
    site.write(
        f"benchmarks/{one.slug}.html",
        "benchmark.html",
        scripts=["tables.js", "switches.js", *(["vega.js", "plots.js"] if plots else [])],
        styles=["exhibits.css", "report.css"],
        data={"plots": plots},
        title=one.label,
        about=(
            f"Dataset {one.name}, fingerprint {one.fingerprint:.12}, comparability version {one.benchmark.version}. "
            f"{_wrong_note(one)}"
        ),
        items=items_link(one.slug),
        wrong=items_link(one.slug, **{one.benchmark.headline: ["wrong", "partly"]}),
        warnings=warnings([one]),
        protocols=protocol_lines([one]),
        sections=sections,
        kinds=by_name[f"{one.slug}-{kinds.name}"],
        failures=[(word, by_name[f"{one.slug}-{table.name}"]) for word, table in failures],
        predictions=predictions,
        twins=twins,
    )


def _wrong_note(one: Asked) -> str:
    outcome, headline = one.results["outcome"], one.results[one.benchmark.headline]
    scored = (outcome != "no_key") & ~((outcome == "answered") & headline.isna())
    wrong = int((scored & (headline.fillna(0.0) != 1.0)).sum())
    total = int(scored.sum())
    return f"{wrong:,} of {total:,} scored replies are not right by the headline scorer ({one.benchmark.headline})."

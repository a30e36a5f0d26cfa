"""The first page: leaderboards, accuracy against what it takes, what was run, and ways to all other pages."""

from collections.abc import Sequence
from typing import Any

from snellen.pages.showing import show_exhibits
from snellen.report.decide import decide_data
from snellen.report.extraction import extractor_exhibits
from snellen.report.floors import Floors
from snellen.report.leaderboard import leaderboards
from snellen.report.links import benchmark_link, items_link
from snellen.report.runs import Asked
from snellen.report.site import Destination, Site
from snellen.report.summary import compute_exhibits, protocol_lines, summary_exhibits, warnings
from snellen.report.trade_off import trade_off_plots

__all__ = ["navigation_of", "write_overview"]


def navigation_of(asked: Sequence[Asked]) -> list[Destination]:
    """The places that every page leads to."""
    benchmarks = [Destination(one.label, benchmark_link(one.slug)) for one in asked]
    items = [Destination(one.label, items_link(one.slug)) for one in asked]
    return [
        Destination("Overview", "index.html"),
        _menu("Benchmark", benchmarks),
        Destination("Comparisons", "comparisons/index.html"),
        _menu("Item", items),
    ]


def _menu(label: str, places: Sequence[Destination]) -> Destination:
    plural = f"{label}s"
    return (
        Destination(plural if label == "Item" else label, places[0].address)
        if len(places) == 1
        else Destination(plural, under=places)
    )


def write_overview(asked: Sequence[Asked], floors: Sequence[Floors], site: Site) -> None:
    """Write `index.html` with its tables and plots."""
    plots: dict[str, Any] = {}
    sections, decided = [], []
    for one, floor in zip(asked, floors, strict=True):
        boards = leaderboards(one, floor)
        shown = show_exhibits([table for _, table in boards], one.slug, site.folder, texts=True)
        for board in shown:
            board["open"] = True
        told = decide_data(one)
        decided.append(told)
        against = trade_off_plots(one)
        drawn = show_exhibits([plot for _, plot in against], one.slug, site.folder)
        plots |= {each["name"]: each["specification"] for each in drawn}
        sections.append(
            {
                "slug": one.slug,
                "decide": told if len(told["parts"]) and len(told["parts"][0]["candidates"]) > 1 else None,
                "label": one.label,
                "about": _about(one),
                "page": benchmark_link(one.slug),
                "every": items_link(one.slug),
                "boards": [(protocol.label, each) for (protocol, _), each in zip(boards, shown, strict=True)],
                "published": any(row["published"] for each in shown for row in each["rows"]),
                "plots": [(word, each) for (word, _), each in zip(against, drawn, strict=True)],
            }
        )
    models = list(dict.fromkeys(str(model) for one in asked for model in one.results["model"]))
    site.write(
        "index.html",
        "overview.html",
        scripts=["tables.js", "switches.js", "decide.js", *(["vega.js", "plots.js"] if plots else [])],
        styles=["exhibits.css", "report.css"],
        data={"plots": plots, "decide-data": decided},
        title=" and ".join(dict.fromkeys(one.benchmark.title for one in asked)) + " report",
        subtitle=f"{', '.join(models)} on {', '.join(dict.fromkeys(one.label for one in asked))}",
        warnings=warnings(asked),
        sections=sections,
        summary=show_exhibits(
            [*summary_exhibits(asked), *extractor_exhibits(asked)], "summary", site.folder, texts=True
        ),
        compute=show_exhibits(compute_exhibits(asked), "summary", site.folder, texts=True),
        protocols=protocol_lines(asked),
    )


def _about(one: Asked) -> str:
    return f"Dataset {one.name}, fingerprint {one.fingerprint:.12}, comparability version {one.benchmark.version}."

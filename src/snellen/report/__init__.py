"""The report: one page on one or more runs, with a CSV file a table and an SVG file a plot beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from snellen.report.answers import Answers
    from snellen.report.runs import Asked

__all__ = ["KIND", "write_report"]

KIND = "snellen report"


def write_report(
    runs: Sequence[Path],
    out: Path,
    *,
    page_budget: int = 12_000_000,
    picture_width: int = 800,
    jobs: int | None = None,
) -> Path:
    """Write a report on `runs` to the folder `out`, and return the path of its `index.html`.

    The page needs no network. Its wrong answers and their pictures are inside while they make it no larger than about
    `page_budget` bytes, and it then needs no other file; pictures beyond are files in `images/`. Where the answers
    alone would take more than an eighth of it, they and all pictures are files, in `answers/` and `images/`, and the
    page itself grows by a few bytes an answer. Pictures inside are at most `picture_width` pixels wide, and made on
    `jobs` threads (all cores by default). Replies over their pictures are pages in `predictions/`. Tables are also in
    `tables/` as CSV, plots in `plots/` as SVG.

    Runs on different datasets are reported apart. A report made before is replaced; after an error `out` is what it
    was. Where a dataset's folder is gone the report is written without its questions' texts and pictures, and says
    so. Raises SnellenError for a folder that is no run, a damaged results table, two runs with the same reply, and an
    `out` that holds anything but a report.
    """
    from snellen.pages import replaced_folder
    from snellen.report.answers import Answers
    from snellen.report.items import write_items
    from snellen.report.predictions import write_predictions
    from snellen.report.runs import read_runs
    from snellen.report.site import Destination, Site
    from snellen.report.twins import write_twins

    asked = read_runs(runs)
    inputs = [*runs, *(one.dataset.path for one in asked if one.dataset)]
    with replaced_folder(out, KIND, inputs) as folder:
        answers = Answers.of(asked, folder, page_budget // 8)
        context = _context(asked, answers, folder)
        context["predictions"] = write_predictions(asked, folder, KIND)
        context["twins"] = write_twins(asked, folder, KIND)
        write_items(asked, Site(folder, [Destination("Report", "index.html")]))
        _write_page(folder, context, answers, page_budget, picture_width, jobs)
    return out / "index.html"


def _context(asked: "Sequence[Asked]", answers: "Answers", folder: Path) -> dict[str, Any]:
    from snellen.pages.showing import by_section, show_exhibits
    from snellen.report.extraction import extractor_exhibits
    from snellen.report.fresh import fresh_exhibits
    from snellen.report.summary import (
        compute_exhibits,
        floor_exhibits,
        heads,
        protocol_lines,
        summary_exhibits,
        warnings,
    )

    summary = show_exhibits([*summary_exhibits(asked), *extractor_exhibits(asked)], "summary", folder)
    compute = show_exhibits(compute_exhibits(asked), "summary", folder)
    benchmarks, plots = [], {}
    for one in asked:
        exhibits = [*one.benchmark.exhibits(one.results), *floor_exhibits(one), *fresh_exhibits(one)]
        shown = show_exhibits(exhibits, one.slug, folder)
        plots.update({exhibit["name"]: exhibit["specification"] for exhibit in shown if exhibit["kind"] == "plot"})
        about = f"Dataset {one.name}, fingerprint {one.fingerprint:.12}, comparability version {one.benchmark.version}."
        benchmarks.append({"anchor": one.slug, "label": one.label, "about": about, "sections": by_section(shown)})
    models = list(dict.fromkeys(model for one in asked for model in one.results["model"]))
    names = list(dict.fromkeys(one.label for one in asked))
    return {
        "title": " and ".join(dict.fromkeys(one.benchmark.title for one in asked)) + " report",
        "subtitle": f"{', '.join(models)} on {', '.join(names)}",
        "heads": heads(asked),
        "warnings": [*warnings(asked), *answers.warnings],
        "summary": summary,
        "compute": compute,
        "protocols": protocol_lines(asked),
        "benchmarks": benchmarks,
        "plots": plots,
        "wrong_note": _wrong_note(asked, len(answers)),
    }


def _wrong_note(asked: "Sequence[Asked]", wrong: int) -> str:
    from snellen.report.answers import is_scored

    scored = sum(int(is_scored(one).sum()) for one in asked)
    scorers = " or ".join(dict.fromkeys(one.benchmark.headline for one in asked))
    return (
        f"{wrong} of {scored} scored replies are wrong by the headline scorer ({scorers}). Open one to see its picture."
    )


def _write_page(
    folder: Path, context: dict[str, Any], answers: "Answers", budget: int, width: int, jobs: int | None
) -> None:
    from markupsafe import Markup

    from snellen import __version__
    from snellen.pages import inert_json, package_text, render_page
    from snellen.pages.showing import plot_library
    from snellen.report.pictures import Pictures

    bundle = plot_library()
    names: tuple[str, ...] = ("list.js", "parts.js", "drawing.js", "tables.js", "plots.js")
    shared = [package_text("snellen.pages", name) for name in names]
    names = ("marks.js", "answers.js")
    own = "\n".join([*shared, *(package_text("snellen.report", name) for name in names)])
    styles = [package_text("snellen.report", name) for name in ("marks.css", "report.css")]
    styles.insert(1, package_text("snellen.pages", "exhibits.css"))
    blocks: dict[str, Any] = {"plots": inert_json(context.pop("plots")), "answers": inert_json(answers.index)}
    inside = [bundle, *blocks.values(), *answers.parts.blocks]
    left = 0 if answers.parts.beside else max(0, budget - sum(len(block.encode()) for block in inside))
    pictures = Pictures(answers.pictures, folder, left, width, jobs)
    with (folder / "index.html").open("w", encoding="utf-8", newline="\n") as page:
        render_page(
            page,
            "snellen.report",
            "report.html",
            scripts=[bundle, own],
            parts=answers.parts.beside,
            kind=KIND,
            version=__version__,
            report_style=Markup("").join(styles),
            pictures=pictures,
            faulty_pictures=pictures.faulty,
            answer_parts=answers.parts.blocks,
            **context,
            **blocks,
        )

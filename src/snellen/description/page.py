"""The page of a description: tables and figures, each also as a file to put into a paper, and the sheet of examples."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snellen.dataset import Dataset
from snellen.description.answers import answer_frame, answer_points, margin_frame, place_frame
from snellen.description.census import Census
from snellen.description.latex import latex_table
from snellen.description.plots import answer_plot, category_plot, margin_plot
from snellen.description.statistics import category_counts, property_counts, statistics
from snellen.exhibits import Exhibit, Plot, Table
from snellen.published.counts import PublishedCounts

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["KIND", "write_page"]

KIND = "snellen description"
_LARGEST_PLOT = 20_000
"""So many different answers a plot shows; with more it would say nothing and take minutes."""

_STATISTICS = "Statistics"
_ANSWERS = "Answers"
_PUBLISHED = " Published numbers stand beside the set's own, with = where they agree."
_NAMES = (
    " In questions: the values of the column property that a row covers. The paper counts 23 properties; some have "
    "several names here (its mean is asked for as data mean, function mean and peak location), and phase shift is not "
    "in its table. Function mean is filed under Stationary Points in the column category, as published."
)
_ANSWER_NOTE = (
    "Effective: so many equally frequent answers would be as hard to guess; most common and its share in percent: what "
    "a guesser that knows the set would score. p uniform: a χ² test, in so many bins, of whether answers are uniform "
    "between the lowest and the highest; small where they are not."
)
_MARGIN_NOTE = (
    "The margin of a question is the smallest displacement, in pixels, of the marks that its answer needs that changes "
    "the answer. p5 and p95 are quantiles."
)

_MARKS = " A count with = is the published set's; ≠ stands before the published count."


def write_page(
    dataset: Dataset,
    census: Census,
    expected: PublishedCounts | None,
    headline: Sequence[str],
    out: Path,
    *,
    examples: int,
    seed: int,
) -> Path:
    """See `snellen.description.write_description`; `headline` are the lines under the title."""
    from snellen import __version__
    from snellen.description.sheet import write_sheet
    from snellen.pages import inert_json, package_text, render_page, replaced_folder
    from snellen.pages.showing import by_section, plot_library, show_exhibits

    with replaced_folder(out, KIND, [dataset.path]) as folder:
        exhibits = list(_exhibits(dataset, census, expected))
        shown = show_exhibits(exhibits, "set", folder)
        for exhibit, view in zip(exhibits, shown, strict=True):
            if isinstance(exhibit, Table):
                view["latex"] = _write_latex(exhibit, folder)
        sheet = write_sheet(dataset, folder, examples=examples, seed=seed)
        plots = {view["name"]: view["specification"] for view in shown if view["kind"] == "plot"}
        names = ("tables.js", "plots.js")
        script = "\n".join(package_text("snellen.pages", name) for name in names)
        with (folder / "index.html").open("w", encoding="utf-8", newline="\n") as page:
            render_page(
                page,
                "snellen.description",
                "description.html",
                scripts=[plot_library(), script],
                kind=KIND,
                version=__version__,
                title=f"{dataset.manifest.name}: description",
                headline=headline,
                sections=by_section(shown),
                exhibit_style=package_text("snellen.pages", "exhibits.css"),
                sheet=sheet,
                plots=inert_json(plots),
            )
    return out / "index.html"


def _exhibits(dataset: Dataset, census: Census, expected: PublishedCounts | None) -> Iterator[Exhibit]:
    manifest = dataset.manifest
    grab = manifest.benchmark == "grab"
    beside = _PUBLISHED if expected is not None and expected.questions else ""
    paper = "As Table {} of the paper." if grab else "The analogue of Table {} of the GRAB paper."
    tasks = list(dict.fromkeys(task for task, *_ in census.questions))
    yield Table(
        "statistics", "Statistics", _statistics(dataset, census, expected), paper.format(1) + beside, _STATISTICS
    )
    if census.questions:
        frame = _properties(dataset, census, expected)
        note = paper.format(2) + beside + (_NAMES if grab else "")
        yield Table("properties", "Categories and properties", frame, note, _STATISTICS)
        categories = category_counts(census, expected)
        note = ("As Figure 3 of the paper." if grab else "The analogue of Figure 3 of the GRAB paper.") + beside
        plot = category_plot(categories, tasks)
        yield Plot("categories-plot", "Questions by category", plot, note, _STATISTICS)
        frame = _categories(census, expected, tasks)
        yield Table("categories", "Questions by category and task", frame, note, _STATISTICS)
    yield from _answers(census, tasks)
    yield from _counts(census, expected)


def _counts(census: Census, expected: PublishedCounts | None) -> Iterator[Exhibit]:
    """The tables of counts as the console shows them, marks included."""
    import pandas as pd

    from snellen.description.counts import count_tables

    note = "Numbers of questions, or of charts where it says so." + (_MARKS if expected is not None else "")
    for number, (table, _) in enumerate(count_tables(census, expected), 1):
        columns = {
            str(column.header).replace("\n", ""): [str(cell) for cell in column.cells] for column in table.columns
        }
        title = f"Counts by {table.columns[0].header!s}"
        yield Table(f"counts-{number}", title, pd.DataFrame(columns), note, "Counts")


def _answers(census: Census, tasks: Sequence[str]) -> Iterator[Exhibit]:
    points = answer_points(census)
    if 0 < len(points) <= _LARGEST_PLOT:
        note = "Each different answer between the lowest and the highest of its property; size: how often."
        yield Plot("answers-plot", "How answers are spread", answer_plot(points, tasks), note, _ANSWERS)
    frame = answer_frame(census)
    if len(frame):
        formats = {**dict.fromkeys(("effective", "share"), "{:.1f}"), "p_uniform": "{:.3g}"}
        yield Table("answers", "Answers by property", frame, _ANSWER_NOTE, _ANSWERS, formats)
    places = place_frame(census)
    if len(places):
        note = "How often the right option stands in each place, extra tasks included; p uniform: χ², equal shares."
        title = "Where among its options the right one stands"
        yield Table("places", title, places, note, _ANSWERS, {"p_uniform": "{:.3g}"})
    margins = margin_frame(census)
    if len(margins):
        positive = margins[margins["p5"] > 0]
        if len(positive):
            yield Plot("margins-plot", "Margins", margin_plot(positive, tasks), _MARGIN_NOTE, "Margins")
        formats = dict.fromkeys(("lowest", "p5", "median", "p95", "highest"), "{:.2f}")
        yield Table("margins", "Margins by property, in pixels", margins, _MARGIN_NOTE, "Margins", formats)


def _statistics(dataset: Dataset, census: Census, expected: PublishedCounts | None) -> "pd.DataFrame":
    import pandas as pd

    lines = statistics(census, dataset.manifest, expected)
    rows = [
        {"statistic": line.name, "number": str(line.value), **_beside(line.value, line.published)} for line in lines
    ]
    return _trimmed(pd.DataFrame(rows))


def _properties(dataset: Dataset, census: Census, expected: PublishedCounts | None) -> "pd.DataFrame":
    import pandas as pd

    rows = [
        {
            "category": row.category,
            "property": row.property,
            "in_questions": ", ".join(row.names) or None,
            "number": row.questions,
            **_beside(row.questions, row.published),
        }
        for row in property_counts(census, dataset.manifest, expected)
    ]
    return _trimmed(pd.DataFrame(rows))


def _categories(census: Census, expected: PublishedCounts | None, tasks: Sequence[str]) -> "pd.DataFrame":
    import pandas as pd

    rows = [
        {
            "category": row.category,
            **{task: row.by_task.get(task, 0) for task in tasks},
            "number": row.questions,
            **_beside(row.questions, row.published),
        }
        for row in category_counts(census, expected)
    ]
    return _trimmed(pd.DataFrame(rows))


def _beside(here: int | str, there: int | None) -> dict[str, Any]:
    # Not `published`, which marks rows that are quoted.
    return {"in_the_paper": there, "same": None if there is None else "=" if here == there else "≠"}


def _trimmed(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Without the published columns where there is nothing in them."""
    if frame["in_the_paper"].isna().all():
        return frame.drop(columns=["in_the_paper", "same"])
    return frame.astype({"in_the_paper": "Int64"})


def _write_latex(table: Table, folder: Path) -> str:
    path = Path("latex", f"{table.name}.tex")
    (folder / "latex").mkdir(exist_ok=True)
    (folder / path).write_text(latex_table(table), encoding="utf-8")
    return path.as_posix()

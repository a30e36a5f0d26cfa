"""Where models fail: accuracy by everything that questions and charts differ in, and in what way replies are wrong."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from snellen.accuracy import accuracy_frame, headline_rows, interval_note, model_labels
from snellen.exhibits import Table
from snellen.report.kinds import KINDS, error_kinds
from snellen.report.links import items_link
from snellen.report.runs import Asked

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["facets_of", "failure_tables", "kind_table"]

_MOST_VALUES = 60
_FIRST = ("property", "category", "task", "complexity", "margin", "precision")
_MARGINS = (0.0, 2.0, 5.0, 10.0, 20.0, 50.0)
"""Where classes of margins begin, in pixels."""
_LEADS = " Scores lead to the items that were not right."


def facets_of(one: Asked) -> "dict[str, pd.Series[Any]]":
    """What the replies by the headline scorer can be told apart by: facet to values, in the order of pages.

    The common columns, then the benchmark's own; those with one value, and those with very many, are left out. Margins
    are in classes of pixels.
    """
    rows = _rows(one)
    found: dict[str, pd.Series[Any]] = {}
    for name in dict.fromkeys([*_FIRST, *one.benchmark.facets]):
        if name not in rows:
            continue
        values = rows[name].map(_margin_class) if name == "margin" else rows[name]
        values = values[values.notna()]
        if 1 < values.nunique() <= _MOST_VALUES and len(values):
            found[name] = values
    return found


def failure_tables(one: Asked, *, linked: bool) -> list[tuple[str, Table]]:
    """A table for each facet: its name for people, and a row a value with a column a model.

    Scores are in percent by the headline scorer, with 95% intervals and numbers of replies; where `linked` each leads
    to the items that were not right.
    """
    rows = _rows(one)
    found = []
    for name, values in facets_of(one).items():
        frame = accuracy_frame(rows.loc[values.index].assign(**{name: values}), [name], one.benchmark.headline)
        found.append((_label(name), _facet_table(one, name, frame, linked)))
    return found


def kind_table(one: Asked, *, linked: bool) -> Table:
    """How often each kind of reply occurs, a column a model: the count, and the share in percent."""
    import pandas as pd

    kinds, labels = error_kinds(one.results, one.benchmark), model_labels(one.results)
    counted: dict[tuple[str, str], int] = dict(pd.Series(zip(kinds, labels, strict=True)).value_counts().items())  # type: ignore[arg-type]
    models = [str(name) for name in dict.fromkeys(labels)]
    there = set(kinds)
    present = [kind for kind in KINDS if kind in there]
    frame = pd.DataFrame({"kind": present})
    links: dict[str, list[str | None]] = {}
    for model in models:
        column = [counted.get((kind, model), 0) for kind in present]
        frame[model] = column
        links[model] = [
            items_link(one.slug, model=model, kind=kind if len(present) > 1 else None) if linked and n else None
            for kind, n in zip(present, column, strict=True)
        ]
    frame["meaning"] = [KINDS[kind] for kind in present]
    title = "How replies end"
    totals = {model: sum(counted.get((kind, model), 0) for kind in present) for model in models}
    note = (
        f"Numbers of replies by kind, by {one.benchmark.headline}; what applies first in this order is the kind. "
        f"Replies: {', '.join(f'{model} {total:,}' for model, total in totals.items())}."
    )
    return Table("kinds", title, frame, note, formats=dict.fromkeys(models, "{:,}"), links=links, verbatim=models)


def _rows(one: Asked) -> "pd.DataFrame":
    rows = headline_rows(one.results)
    return rows[rows[one.benchmark.headline].notna() & (rows["outcome"] != "no_key")]


def _facet_table(one: Asked, name: str, frame: "pd.DataFrame", linked: bool) -> Table:
    import pandas as pd

    models = [str(model) for model in dict.fromkeys(frame["model"])]
    values = sorted(frame[name].unique(), key=_order)
    cells: dict[tuple[str, Any], Mapping[Any, Any]] = {
        (row["model"], row[name]): row for row in frame.to_dict("records")
    }
    columns: dict[str, Sequence[Any]] = {name: [_shown(value) for value in values]}
    formats: dict[str, str] = {}
    links: dict[str, list[str | None]] = {}
    for model in models:
        own = [cells.get((model, value)) for value in values]
        for end, source in (("", "accuracy"), ("_low", "low"), ("_high", "high"), ("_n", "n")):
            columns[f"{model}{end}"] = [float("nan") if row is None else float(row[source]) for row in own]
        formats[model] = "{:.1f}"
        # Classes of margins are ranges, which are no values to look for.
        links[model] = [
            items_link(one.slug, **{"model": model, name: _shown(value), one.benchmark.headline: ["wrong", "partly"]})
            if linked and row and row["accuracy"] < 100 and name != "margin"
            else None
            for value, row in zip(values, own, strict=True)
        ]
    note = (
        f"In percent by {one.benchmark.headline}, all tasks of the test set; below each the 95% interval and the "
        f"number of replies. {interval_note(frame)}{_LEADS if linked else ''}"
    )
    table = pd.DataFrame(columns).astype({f"{model}_n": "Int64" for model in models})
    return Table(
        f"by-{name}",
        f"Accuracy by {_label(name)}",
        table,
        note,
        formats=formats,
        links=links,
        heat=models,
        verbatim=models,
    )


def _label(name: str) -> str:
    return name.replace("_", " ")


def _margin_class(margin: Any) -> str | None:
    if margin is None or margin != margin:
        return None
    start = max((each for each in _MARGINS if each <= float(margin)), default=0.0)
    place = _MARGINS.index(start)
    if place + 1 == len(_MARGINS):
        return f"{start:.0f} px and more"
    return f"{start:.0f} to under {_MARGINS[place + 1]:.0f} px"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    number = float(value)
    return str(int(number)) if number.is_integer() else f"{number:g}"


def _order(value: Any) -> tuple[int, float, str]:
    if isinstance(value, str):
        digits = value.split(" ", 1)[0]
        if value.endswith(("px", "px and more")) and digits.isdigit():
            return (0, float(digits), value)
        return (1, 0.0, value.casefold())
    return (0, float(value), "")

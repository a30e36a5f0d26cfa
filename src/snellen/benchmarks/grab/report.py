"""The tables and plots of GRAB: what the paper shows of its models, of yours, with intervals and coverage."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from snellen.accuracy import FLOOR_MODELS, accuracy_frame, interval_note
from snellen.benchmarks.grab.report_complexity import complexity_exhibits
from snellen.benchmarks.grab.report_extraction import extraction_exhibits
from snellen.benchmarks.grab.report_formats import format_exhibits
from snellen.benchmarks.grab.report_ocr import ocr_exhibits
from snellen.benchmarks.grab.report_published import published_exhibits
from snellen.benchmarks.grab.report_redraws import redraw_exhibits
from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import interval_plot
from snellen.published import published_grab

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["exhibits"]

_TASKS = ("properties", "functions", "series", "transforms")
_ALL = "all tasks"
_EXACT = "Protocol: exact match, whitespace at both ends left out."
_COVERAGE = "n counts replies; answered, unparsed, refused and error add up to it, and what is not answered scores 0."
_FORMATS: Mapping[str, str] = dict.fromkeys(("accuracy", "low", "high"), "{:.1f}")
_PROTOCOLS = ("exact", "prefix", "tolerant")


def exhibits(results: "pd.DataFrame") -> list[Exhibit]:
    """The exhibits of one GRAB dataset, from the results table of one or more models on it.

    Overall and by task, category, property, precision and complexity by the headline scorer (exact match), then the
    three protocols side by side, and the published rows of the paper's Tables 3 and 4. Accuracies are in percent, with
    95% intervals clustered by `group_id` where groups repeat. A model's runs with different settings stay apart.
    To add an exhibit, yield one here.
    """
    if not results["exact"].notna().any():
        return []
    own = results[(results["format"] == "single-answer") & (results["redraw"] == 0)]
    found = list(_exhibits(own)) if len(own) else []
    for more in (format_exhibits, ocr_exhibits, redraw_exhibits):
        found += more(results)
    return found


def _exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    by_task = _with_all(results, "task", _TASKS, _ALL)
    yield from _pair(by_task, "overall", "Accuracy overall and by task", "Overall and by task", _floor_note(results))
    categories = _known(results["category"], list(published_grab().category_questions))
    yield from _breakdown(results, "category", categories, "Accuracy by category", "By category")
    properties = sorted(set(results["property"].dropna()), key=str.casefold)
    yield from _breakdown(results, "property", properties, "Accuracy by property", "By property")
    frame = accuracy_frame(results, ["task", "property"], "exact")
    yield Table("task-property", "Accuracy by task and property", frame, _note(frame), "By property", _FORMATS)
    steps = results.assign(precision=[_step(value) for value in results["precision"]])
    order = [
        name
        for name in ("one decimal (0.1)", "integer (1)", "nearest ten (10)", "other")
        if name in set(steps["precision"])
    ]
    yield from _breakdown(steps, "precision", order, "Accuracy by required precision", "By precision")
    yield from complexity_exhibits(results)
    yield from _protocols(results)
    yield from extraction_exhibits(results)
    yield from published_exhibits(
        accuracy_frame(results, [], "exact"), by_task, accuracy_frame(results, ["category"], "exact")
    )


def _pair(frame: "pd.DataFrame", name: str, title: str, section: str, extra: str = "") -> Iterator[Exhibit]:
    note = " ".join(part for part in (_note(frame), extra) if part)
    models = list(dict.fromkeys(frame["model"]))
    tasks = list(dict.fromkeys(frame["task"]))
    plot = interval_plot(frame, y="model", order=models, facet="task", facet_order=tasks)
    yield Plot(f"{name}-plot", title, plot, f"{_EXACT} Bars are 95% intervals.", section)
    yield Table(name, title, frame, note, section, _FORMATS)


def _breakdown(
    results: "pd.DataFrame", column: str, order: Sequence[str], title: str, section: str
) -> Iterator[Exhibit]:
    frame = _sorted(accuracy_frame(results, [column], "exact"), column, order)
    plot = interval_plot(frame, y=column, order=order)
    yield Plot(f"{column}-plot", title, plot, f"{_EXACT} Bars are 95% intervals.", section)
    yield Table(column, title, frame, _note(frame), section, _FORMATS)


def _protocols(results: "pd.DataFrame") -> Iterator[Exhibit]:
    import pandas as pd

    frames = {name: _with_all(results, "task", _TASKS, _ALL, name) for name in _PROTOCOLS}
    keys = ["model", "task"]
    wide = frames["exact"][[*keys, "n", "floor"]]
    for name, frame in frames.items():
        renamed = {"accuracy": name, "low": f"{name}_low", "high": f"{name}_high"}
        wide = wide.merge(frame.rename(columns=renamed)[[*keys, *renamed.values()]], on=keys, how="left")
    if results["parameters"].notna().any():
        share = _with_all(results, "task", _TASKS, _ALL, "parameters")
        renamed = {"accuracy": "parameters", "n": "equations"}
        wide = wide.merge(share.rename(columns=renamed)[[*keys, *renamed.values()]], on=keys, how="left")
        wide["equations"] = wide["equations"].fillna(0).astype(int)
    section, title = "Scoring protocols", "The three protocols side by side"
    note = (
        "The same replies in percent, with 95% intervals: exact is equality once whitespace at both ends is left out; "
        "prefix is what the paper's released snippet computes, equality of the first characters only, so that the "
        "key 1 accepts 12; tolerant accepts the same value however it is written. n counts replies. Parameters is the "
        "share of parameters that are right, over the equation questions alone, whose number stands beside it."
    )
    total = pd.concat([frame.assign(protocol=name) for name, frame in frames.items()])
    total = total[total["task"] == _ALL]
    plot = interval_plot(total, y="protocol", order=_PROTOCOLS)
    yield Plot("protocols-plot", title, plot, "All tasks together. Bars are 95% intervals.", section)
    percent = [column for column in wide.columns if column not in (*keys, "n", "floor", "equations")]
    yield Table("protocols", title, wide, note, section, dict.fromkeys(percent, "{:.1f}"))


def _with_all(
    results: "pd.DataFrame", column: str, order: Sequence[str], label: str, scorer: str = "exact"
) -> "pd.DataFrame":
    """The accuracy frame by a column, with rows over all its values together in front."""
    import pandas as pd

    overall = accuracy_frame(results, [], scorer)
    overall.insert(1, column, label)
    parts = [overall, accuracy_frame(results, [column], scorer)]
    return _sorted(pd.concat(parts, ignore_index=True), column, [label, *_known(results[column], order)])


def _sorted(frame: "pd.DataFrame", column: str, order: Sequence[str]) -> "pd.DataFrame":
    """Rows by the given order of a column's values; within one value models stay in their order."""
    place = {value: number for number, value in enumerate(order)}
    keys = frame[column].map(place).fillna(len(place))
    return frame.loc[keys.sort_values(kind="stable").index].reset_index(drop=True)


def _known(values: "pd.Series[str]", order: Sequence[str]) -> list[str]:
    """The values that occur, in the given order, then those that it does not have."""
    found = set(values.dropna())
    return [value for value in order if value in found] + sorted(found - set(order))


def _step(precision: float) -> str:
    return {0.1: "one decimal (0.1)", 1.0: "integer (1)", 10.0: "nearest ten (10)"}.get(precision, "other")


def _note(frame: "pd.DataFrame") -> str:
    return f"{_EXACT} {interval_note(frame)} {_COVERAGE}"


def _floor_note(results: "pd.DataFrame") -> str:
    if results["model"].isin(FLOOR_MODELS).any():
        return "Rows marked as floor are of readers that see no picture: no score means anything below them."
    return (
        "No floor is among these runs: `snellen eval DATASET --model snellen/blind` adds one, of a reader without eyes."
    )

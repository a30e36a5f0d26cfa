"""Accuracy by complexity, as Figure 6 of the paper, its trend, and integer against one-decimal questions."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.accuracy import accuracy_frame, interval_note
from snellen.benchmarks.grab.complexity import ALL, TASKS, covariate_frame, fitted_trends, precision_frame, trend_frame
from snellen.benchmarks.grab.report_complexity_plots import difference_plot, panel_plot, trend_plot
from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import condition_plot

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["complexity_exhibits"]

_SECTION = "By complexity"
_EXACT = "Protocol: exact match, whitespace at both ends left out."
_COVERAGE = "n counts replies; answered, unparsed, refused and error add up to it, and what is not answered scores 0."
_ABOUT = (
    "Complexity is the number of functions or series beyond the first, or of operations; the Properties task has "
    "none and is left out, as in the paper."
)
_TREND_NOTE = (
    "Logistic regression of right or wrong on complexity: the odds ratio is per level (below 1: worse as complexity "
    "grows), p is Wald's, errors clustered by group; likelihood p takes replies for independent. Over all three tasks "
    "the task is in the fit. Margin: the logarithm of the question's margin in pixels is in it; precision: "
    "whether one decimal is asked. At first, at last and change are the accuracies, in percent, that the fit "
    "predicts at the lowest and highest of the levels over these questions, and the difference in percentage points, "
    "with 95% intervals. Levels 0–3 and 4–9 apart: the paper saw accuracy fall up to 3 and then stay. A task in which "
    "a model gets all or none right is left out of the fit and counted in the predictions."
)
_COVARIATES_NOTE = (
    "From the fits with margin and precision: odds ratios, with 95% intervals, at the same complexity and, over all "
    "three tasks, the same task. Margin in pixels, per doubling: above 1, questions that forgive larger misreadings "
    "are answered more often. One decimal against integer: below 1, decimals are harder."
)
_PRECISION_NOTE = (
    "Difference: one-decimal less integer questions, in percentage points, with Newcombe's 95% interval from the two. "
    "The two kinds are different questions; with complexity, task and margin held fixed, see the odds ratios of one "
    "decimal in “What margin and precision do”. A published remark: decimals proved much harder (4.6)."
)
_PERCENT = dict.fromkeys(("accuracy", "low", "high"), "{:.1f}")


def complexity_exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    """The panels of Figure 6, the accuracies behind them, the fitted trends, and the comparison of precisions.

    Rows of the Functions, Series and Transforms tasks that have a complexity and a score count; nothing without any.
    Floors stand in the last columns of the panels.
    """
    graded = results[results["complexity"].notna() & results["task"].isin(TASKS) & results["exact"].notna()]
    if graded.empty:
        return
    graded = graded.assign(complexity=graded["complexity"].astype(int))
    yield from _panels(graded)
    yield from _trends(graded)
    yield from _precision(graded)


def _panels(graded: "pd.DataFrame") -> Iterator[Exhibit]:
    overall = accuracy_frame(graded, ["complexity"], "exact")
    by_task = accuracy_frame(graded, ["task", "complexity"], "exact")
    by_task = by_task.assign(_place=by_task["task"].map({task: place for place, task in enumerate(TASKS)}))
    by_task = by_task.sort_values("_place", kind="stable").drop(columns="_place").reset_index(drop=True)
    each = sorted(set(overall["n"]))
    counts = f"{each[0]} replies" if len(each) == 1 else f"{each[0]} to {each[-1]} replies"
    note = (
        f"{_EXACT} Above: all three tasks, {counts} a point. Below: each task. Shades are 95% intervals. {_ABOUT} "
        "As Figure 6 of the paper."
    )
    yield Plot("complexity-plot", "Accuracy by complexity", panel_plot(overall, by_task), note, _SECTION)
    about = f"{_EXACT} {interval_note(overall)} {_COVERAGE} {_ABOUT}"
    yield Table("complexity", "Accuracy by complexity", overall, about, _SECTION, _PERCENT)
    about = f"{_EXACT} {interval_note(by_task)} {_COVERAGE} {_ABOUT}"
    yield Table("complexity-task", "Accuracy by complexity and task", by_task, about, _SECTION, _PERCENT)


def _trends(graded: "pd.DataFrame") -> Iterator[Exhibit]:
    fits = fitted_trends(graded)
    trends = trend_frame(graded, fits)
    title = "The trend in complexity"
    if trends["odds_ratio"].notna().any():
        unseen = sorted(set(trends["model"]) - set(trends.loc[trends["odds_ratio"].notna(), "model"]))
        missing = f" No trend can be fitted for {', '.join(unseen)}: none right, or all." if unseen else ""
        drawn = "Odds ratios per level of complexity with 95% intervals, on a logarithmic scale; left of 1: worse."
        yield Plot("complexity-trend-plot", title, trend_plot(_marked(trends)), drawn + missing, _SECTION)
    formats = {
        **dict.fromkeys(("odds_ratio", "low", "high"), "{:.3f}"),
        **dict.fromkeys(("p", "likelihood_p"), "{:.3g}"),
        **{f"{name}{end}": "{:.1f}" for name in ("at_first", "at_last", "change") for end in ("", "_low", "_high")},
    }
    yield Table("complexity-trend", title, trends, _TREND_NOTE, _SECTION, formats)
    covariates = covariate_frame(graded, fits)
    if len(covariates):
        title = "What margin and precision do"
        formats = {**dict.fromkeys(("odds_ratio", "low", "high"), "{:.3f}"), "p": "{:.3g}"}
        yield Table("complexity-covariates", title, covariates, _COVARIATES_NOTE, _SECTION, formats)


def _marked(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Floors called so, for plots that tell models by name alone."""
    names = [
        f"{model} (floor)" if floor else model for model, floor in zip(frame["model"], frame["floor"], strict=True)
    ]
    return frame.assign(model=names)


def _precision(graded: "pd.DataFrame") -> Iterator[Exhibit]:
    import pandas as pd

    frame = precision_frame(graded)
    if frame.empty:
        return
    named = _marked(frame)
    models, tasks = list(dict.fromkeys(named["model"])), [task for task in (ALL, *TASKS) if task in set(frame["task"])]
    parts = []
    for kind, name in (("integer", "integer"), ("decimal", "one decimal")):
        renamed = {f"{kind}_n": "n", kind: "accuracy", f"{kind}_low": "low", f"{kind}_high": "high", "task": "panel"}
        kept = named.drop(columns=["low", "high"]).rename(columns=renamed)
        parts.append(kept[["panel", "model", "n", "accuracy", "low", "high"]].assign(condition=name, kind="measured"))
    conditions = ("integer", "one decimal")
    plot = condition_plot(pd.concat(parts, ignore_index=True), models=models, conditions=conditions, panels=tasks)
    title = "Integer against one-decimal questions"
    plot = {**plot, "columns": 2, "spec": {**plot["spec"], "width": 320}} if "spec" in plot else plot
    yield Plot("complexity-precision-plot", title, plot, f"{_EXACT} Bars are 95% intervals.", _SECTION)
    gap = difference_plot(named, models=models, panels=tasks)
    note = (
        "One-decimal less integer questions, in percentage points, with 95% intervals; left of 0: decimals are harder."
    )
    yield Plot("complexity-precision-difference-plot", f"{title}: difference", gap, note, _SECTION)
    percent = [f"{name}{end}" for name in ("integer", "decimal") for end in ("", "_low", "_high")]
    formats = dict.fromkeys([*percent, "difference", "low", "high"], "{:.1f}")
    yield Table("complexity-precision", title, frame, f"{_EXACT} {_PRECISION_NOTE}", _SECTION, formats)

"""Trends of accuracy in complexity, model by model: logistic fits, with margin and precision or without."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snellen.accuracy import FLOOR_MODELS, accuracy_frame, model_labels
from snellen.trends import Estimate, LogisticTrend, Term, difference_interval, logistic_trend

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ALL",
    "FITS",
    "PARTS",
    "TASKS",
    "FittedTrend",
    "covariate_frame",
    "fitted_trends",
    "precision_frame",
    "trend_frame",
]

TASKS = ("functions", "series", "transforms")
"""The tasks that have levels of complexity, from 0 to 9."""

ALL = "all three tasks"

FITS: Mapping[str, tuple[str, ...]] = {
    "complexity alone": (),
    "with margin": ("margin",),
    "with margin and precision": ("margin", "one decimal"),
}
"""Fits by name, with what is in them beside complexity and, over all three tasks, the task."""

PARTS = ((0, 9), (0, 3), (4, 9))
"""Levels that a trend is fitted to: all, and the two parts that the paper tells apart (4.6)."""


FittedTrend = tuple[Mapping[str, Any], tuple[str, ...], LogisticTrend]
"""What a fit is of (model, task, levels, fit, floor), the covariates in it, and what was found."""


def trend_frame(graded: "pd.DataFrame", trends: Sequence[FittedTrend] | None = None) -> "pd.DataFrame":
    """The trends of a results table whose rows all have a complexity, by model, task, levels and fit.

    Over all levels each fit of `FITS`, all three tasks together (with the task in the fit) and each; over the two parts
    of `PARTS` all three tasks together without covariates; `trends` are those, where they are there already. Columns:
    model, task, levels, fit, n, right, fitted (replies in the fit) and groups (of these), odds_ratio with low and high
    (per level, 95%), p (Wald's, clustered by group), likelihood_p, at_first and at_last (percent that the fit predicts
    at the ends of the levels) and change (percentage points), each with `_low` and `_high`, method, about, floor. What
    `snellen.trends.logistic_trend` says of fits holds.
    """
    import pandas as pd

    rows = []
    for given, _, trend in fitted_trends(graded) if trends is None else trends:
        about = dict(given)
        numbers = {"n": trend.n, "right": trend.right, "fitted": trend.fitted, "groups": trend.groups}
        level = {**_term(trend.level), "likelihood_p": trend.likelihood_p}
        predicted: dict[str, float] = {}
        for name, found in (("at_first", trend.first), ("at_last", trend.last), ("change", trend.change)):
            predicted |= _percent(name, found)
        said = [trend.note, f"left out: {', '.join(trend.left_out)}" if trend.left_out else ""]
        method = {"likelihood": "maximum likelihood", "penalised": "penalised (Firth)", "none": "none"}[trend.method]
        note = "; ".join(filter(None, said)) or None
        floor = about.pop("floor")
        rows.append({**about, **numbers, **level, **predicted, "method": method, "about": note, "floor": floor})
    return pd.DataFrame(rows)


def covariate_frame(graded: "pd.DataFrame", trends: Sequence[FittedTrend] | None = None) -> "pd.DataFrame":
    """What margin and precision do to the odds of being right at the same complexity, from the same fits.

    Columns: model, task, fit, term (margin, per doubling; one decimal against integer), n, odds_ratio with low and
    high, p, floor. Terms that a fit left out are not there.
    """
    import pandas as pd

    named = {"margin": "margin, per doubling", "one decimal": "one decimal against integer"}
    rows = [
        {
            **{name: about[name] for name in ("model", "task", "fit")},
            "term": named[name],
            "n": trend.n,
            **_term(term),
            "floor": about["floor"],
        }
        for about, names, trend in (fitted_trends(graded) if trends is None else trends)
        for name in names
        if (term := (trend.covariates or {}).get(name)) is not None
    ]
    columns = ["model", "task", "fit", "term", "n", "odds_ratio", "low", "high", "p", "floor"]
    return pd.DataFrame(rows, columns=columns)


def precision_frame(graded: "pd.DataFrame") -> "pd.DataFrame":
    """Integer against one-decimal questions, in percent, by model and task: n, accuracy and interval, and difference.

    Columns: model, task, then for `integer` and `decimal` the number `_n`, the accuracy, its `_low` and `_high`, then
    `difference` (decimal less integer, percentage points) with `low` and `high` (`difference_interval`), and floor.
    Only tasks that have both kinds are in it.
    """
    import pandas as pd

    kinds = {1.0: "integer", 0.1: "decimal"}
    there = graded[graded["precision"].isin(list(kinds))]
    there = there.assign(kind=[kinds[value] for value in there["precision"]])
    rows = []
    for task in (ALL, *TASKS):
        own = there if task == ALL else there[there["task"] == task]
        if own["kind"].nunique() < 2:
            continue
        frame = accuracy_frame(own, ["kind"], "exact").set_index(["model", "kind"])
        for model in dict.fromkeys(frame.index.get_level_values(0)):
            row: dict[str, Any] = {"model": model, "task": task}
            found = []
            for kind in kinds.values():
                if (model, kind) not in frame.index:
                    break
                cell: Any = frame.loc[(model, kind)]
                row |= {f"{kind}_n": int(cell["n"]), kind: cell["accuracy"]}
                row |= {f"{kind}_low": cell["low"], f"{kind}_high": cell["high"]}
                found.append(Estimate(*(float(cell[name]) / 100 for name in ("accuracy", "low", "high"))))
            if len(found) < 2:
                continue
            gap = difference_interval(*found)
            row |= {"difference": 100 * gap.value, "low": 100 * gap.low, "high": 100 * gap.high}
            rows.append({**row, "floor": bool(frame["floor"][model].iloc[0])})
    return pd.DataFrame(rows)


def fitted_trends(graded: "pd.DataFrame") -> list[FittedTrend]:
    """All fits of a results table: what each is of, the covariates in it, and the trend. They take most of the time."""
    return list(_trends(graded))


def _trends(graded: "pd.DataFrame") -> Iterator[FittedTrend]:
    scored = graded[graded["exact"].notna()]
    scored = scored.assign(model=model_labels(graded), _floor=scored["model"].isin(FLOOR_MODELS))
    tasks = [task for task in TASKS if task in set(scored["task"])]
    for model, own in scored.groupby("model", sort=False):
        floor = bool(own["_floor"].iloc[0])
        about = {"model": str(model), "floor": floor}
        for task in [ALL, *tasks] if len(tasks) > 1 else tasks:
            rows = own if task == ALL else own[own["task"] == task]
            for fit, names in FITS.items():
                if not names or rows["margin"].notna().any():
                    yield {**about, "task": task, "levels": "0–9", "fit": fit}, names, _fitted(rows, names, PARTS[0])
        for low, high in PARTS[1:]:
            rows = own[own["complexity"].between(low, high)]
            labels = {"task": ALL, "levels": f"{low}–{high}", "fit": next(iter(FITS))}
            yield {**about, **labels}, (), _fitted(rows, (), (low, high))


def _fitted(rows: "pd.DataFrame", names: tuple[str, ...], ends: tuple[int, int]) -> LogisticTrend:
    if names:
        rows = rows[rows["margin"].notna() & (rows["margin"] > 0) & rows["precision"].isin([1.0, 0.1])]
    with np.errstate(divide="ignore"):
        margin = np.log2(rows["margin"].to_numpy(dtype=np.float64, na_value=np.nan))
    values = {"margin": margin, "one decimal": (rows["precision"] == 0.1).to_numpy(dtype=np.float64)}
    return logistic_trend(
        rows["exact"].to_numpy(dtype=np.float64),
        rows["complexity"].to_numpy(dtype=np.float64),
        rows["group_id"].to_numpy(dtype=str),
        factor=rows["task"].to_numpy(dtype=object),
        covariates={name: values[name] for name in names},
        ends=ends,
    )


def _term(term: Term) -> dict[str, float]:
    return {"odds_ratio": term.odds_ratio, "low": term.low, "high": term.high, "p": term.p}


def _percent(name: str, found: Estimate) -> dict[str, float]:
    return {name: 100 * found.value, f"{name}_low": 100 * found.low, f"{name}_high": 100 * found.high}

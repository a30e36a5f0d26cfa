"""Two results tables compared, model by model and task by task."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from snellen.comparison.mantel_haenszel import MantelHaenszel, mantel_haenszel
from snellen.comparison.records import Compared, StratumRecord
from snellen.comparison.strata import merge_strata, strata_of
from snellen.comparison.stratified import Difference, Sample, stratified_difference
from snellen.statistics import detectable_gap, power_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["compare_results"]

_CONDITION = ["model", "strategy", "n_examples"]
_SHOWN = 6


def compare_results(
    first: "pd.DataFrame", second: "pd.DataFrame", scorer: str, facets: Sequence[str], gap: float
) -> list[Compared]:
    """The stratified difference between two results tables, each condition's over all tasks and then by task.

    Rows without a score are left out. A condition is a model with a strategy and a number of examples; those that one
    table lacks are left out, and so are tasks. With one task there is no row for all. See
    `snellen.comparison.stratified_difference` for the figures, `strata_of` and `merge_strata` for the strata.
    """
    one, other = (frame[frame[scorer].notna()] for frame in (first, second))
    found = []
    for condition, rows in one.groupby(_CONDITION, sort=False):
        fresh = other[(other[_CONDITION] == list(condition)).all(axis=1)]
        tasks = [task for task in dict.fromkeys(rows["task"]) if (fresh["task"] == task).any()]
        for task in (None, *tasks) if len(tasks) > 1 else tasks:
            parts = [frame[frame["task"].isin(tasks if task is None else [task])] for frame in (rows, fresh)]
            if len(tasks) and all(len(part) for part in parts):
                about = dict(zip(_CONDITION, condition, strict=True))
                found.append(_compared(parts[0], parts[1], scorer, facets, gap, task, about))
    return found


def _compared(
    rows: "pd.DataFrame",
    fresh: "pd.DataFrame",
    scorer: str,
    facets: Sequence[str],
    gap: float,
    task: str | None,
    about: dict[str, Any],
) -> Compared:
    keys, fresh_keys, columns = strata_of(rows, fresh, facets)
    groups = [[str(group) for group in frame["group_id"]] for frame in (rows, fresh)]
    block_of = merge_strata(_sizes((keys, fresh_keys), groups))
    samples = [
        Sample(frame[scorer].to_numpy(dtype=np.float64), [block_of[key] for key in own], names)
        for frame, own, names in zip((rows, fresh), (keys, fresh_keys), groups, strict=True)
    ]
    found = stratified_difference(samples[0], samples[1])
    error = _error_for_power(found)
    second = _second_method(samples, len(found.strata)) if found.interval == "newcombe" else None
    return Compared(
        **about,
        task=task,
        scorer=scorer,
        n=len(rows),
        fresh_n=len(fresh),
        score=found.means[0],
        fresh_score=found.means[1],
        difference=found.difference,
        low=_known(found.low),
        high=_known(found.high),
        standard_error=_known(found.standard_error),
        degrees=_known(found.degrees),
        p=_known(found.p),
        interval=found.interval,
        gap=gap,
        power=_known(power_of(gap, error)),
        smallest_gap=_known(detectable_gap(error)),
        mantel_haenszel=_known(second.difference) if second else None,
        mantel_haenszel_low=_known(second.low) if second else None,
        mantel_haenszel_high=_known(second.high) if second else None,
        mantel_haenszel_p=_known(second.p) if second else None,
        stratified_by=columns,
        strata=list(_strata(found, block_of)),
    )


def _sizes(keys: Sequence[Sequence[Any]], groups: Sequence[Sequence[str]]) -> dict[Any, tuple[int, int]]:
    members: list[dict[Any, set[str]]] = [{}, {}]
    for side in (0, 1):
        for key, group in zip(keys[side], groups[side], strict=True):
            members[side].setdefault(key, set()).add(group)
    return {key: (len(members[0].get(key, ())), len(members[1].get(key, ()))) for key in {*members[0], *members[1]}}


def _error_for_power(found: Difference) -> float:
    """The standard error, or the one that the interval's width implies, whichever is larger.

    Near 0 and 1 a few right or wrong answers make the first too small, and power would be promised that is not there.
    """
    if not isfinite(found.low):
        return found.standard_error
    implied = (found.high - found.low) / 2 / 1.959963984540054
    return max(found.standard_error, implied) if isfinite(found.standard_error) else implied


def _second_method(samples: Sequence[Sample], blocks: int) -> MantelHaenszel:
    right, n = [], []
    for sample in samples:
        strata = np.asarray(sample.strata)
        right.append(np.bincount(strata, weights=np.asarray(sample.scores, dtype=np.float64), minlength=blocks))
        n.append(np.bincount(strata, minlength=blocks))
    return mantel_haenszel(right[0], n[0], right[1], n[1])


def _strata(found: Difference, block_of: dict[Any, int]) -> Iterator[StratumRecord]:
    names: dict[int, list[str]] = {}
    for key, block in block_of.items():
        names.setdefault(block, []).append(", ".join(str(value) for value in key if value != "") or "all")
    for block, one in enumerate(found.strata):
        own = names[block]
        more = f" and {len(own) - _SHOWN} more" if len(own) > _SHOWN else ""
        yield StratumRecord(
            name="; ".join(own[:_SHOWN]) + more,
            weight=one.weight,
            n=one.n[0],
            fresh_n=one.n[1],
            score=_known(one.means[0]),
            fresh_score=_known(one.means[1]),
        )


def _known(value: float) -> float | None:
    return float(value) if isfinite(value) else None

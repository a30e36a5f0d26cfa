"""Whether a model's answers on one chart agree, and what is wrong with the replies in which nothing can be read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from snellen.benchmarks.biy.keys import TASKS
from snellen.benchmarks.biy.measures import consistent
from snellen.benchmarks.biy.replies import FAULTS, Reading
from snellen.statistics import accuracy_by

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SUBJECTS", "consistency", "fault_counts"]

SUBJECTS = {
    subject: tuple(name for name, task in TASKS.items() if task.subject == subject)
    for subject in dict.fromkeys(task.subject for task in TASKS.values())
}
"""The tasks whose answers on one chart should have the same number."""


def consistency(rows: "pd.DataFrame", by: Sequence[str], reading: Reading = "released") -> "pd.DataFrame":
    """How often the answers on one chart give the same number, right or not, in percent, by subject.

    Charts of one model, condition and repeat of which all the subject's tasks were asked. `paper` is over those to
    which all replies are valid (`n`; the paper's section 2.3.1), `strict` over all of them (`charts`), a chart with an
    invalid reply not being consistent; each with `_low` and `_high`, clustered by group. `by` may name model,
    condition, floor, and columns of the chart such as design.
    """
    import pandas as pd

    identity = list(dict.fromkeys([*by, "model", "condition", "n_examples", "repeat", "settings", "chart_id"]))
    identity = [name for name in identity if name in rows]
    parts = []
    for subject, tasks in SUBJECTS.items():
        there = rows[rows["task"].isin(tasks)]
        if set(tasks) - set(there["task"]):
            continue
        valid = (there[f"{reading}_valid"] == 1).to_numpy(dtype=bool, na_value=False)
        numbers = there[f"{reading}_number"].to_numpy(dtype=np.float64, na_value=np.nan)
        there = there.assign(_number=np.where(valid, numbers, np.nan), _asked=1)
        grouped = there.set_index([*identity, "group_id", "task"])[["_number", "_asked"]]
        wide = grouped[~grouped.index.duplicated()].unstack("task")
        wide = wide[(wide["_asked"].to_numpy(dtype=np.float64) == 1).all(axis=1)]
        same = consistent(*(wide["_number"][task].to_numpy(dtype=np.float64) for task in tasks))
        charts = wide.index.to_frame(index=False).assign(outcome="answered", paper=same, strict=np.nan_to_num(same))
        frames = []
        for protocol, count in (("paper", "n"), ("strict", "charts")):
            frame = accuracy_by(charts, by, protocol).rename(columns={"n": count, "score": protocol})
            frame = frame.rename(columns={"low": f"{protocol}_low", "high": f"{protocol}_high"})
            percent = [protocol, f"{protocol}_low", f"{protocol}_high"]
            frame[percent] = 100 * frame[percent].astype(float)
            frames.append(frame[[*by, count, *percent]])
        beside = frames[0].merge(frames[1], on=list(by), validate="one_to_one") if by else pd.concat(frames, axis=1)
        beside.insert(len(by), "subject", subject)
        parts.append(beside)
    if not parts:
        return pd.DataFrame(columns=[*by, "subject", "n", "paper", "charts", "strict"])
    return pd.concat(parts, ignore_index=True)


def fault_counts(
    rows: "pd.DataFrame", by: Sequence[str], readings: Sequence[Reading] = ("released", "exact", "lenient")
) -> "pd.DataFrame":
    """How many replies each reading finds invalid, by what is wrong with them.

    Columns: those of `by`, `reading`, `replies`, `invalid`, then a column a kind of fault, in the order of
    `replies.FAULTS`, of those that occur; `no reply` is for questions that nobody answered. Kinds add up to `invalid`.
    """
    import pandas as pd

    parts = []
    for reading in readings:
        valid = (rows[f"{reading}_valid"] == 1).to_numpy(dtype=bool, na_value=False)
        fault = rows[f"{reading}_fault"].astype("object")
        fault = fault.where(fault.notna(), "other").mask(rows["outcome"] == "error", "no reply")
        marked = rows.assign(_fault=fault.where(~valid, ""), reading=reading)
        keys = [*by, "reading"]
        table = marked.groupby([*keys, "_fault"], observed=True, dropna=False).size().unstack(fill_value=0)
        parts.append(table.reset_index())
    frame = pd.concat(parts, ignore_index=True)
    kinds = [kind for kind in (*FAULTS, "other", "no reply") if kind in frame]
    frame[kinds] = frame[kinds].fillna(0).astype(int)
    right = frame[""].fillna(0).astype(int) if "" in frame else 0
    frame["invalid"] = frame[kinds].sum(axis=1)
    frame["replies"] = frame["invalid"] + right
    return frame[[*by, "reading", "replies", "invalid", *kinds]]

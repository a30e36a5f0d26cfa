"""How consistent the answers to one question are over its drawings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from snellen.accuracy import FLOOR_MODELS, model_labels
from snellen.benchmarks.grab.redraw_agreement import (
    chance_corrected,
    expected_by_luck,
    pair_agreement,
    question_correlation,
    ratio_interval,
    same_everywhere,
    wrong_pairs,
)
from snellen.exhibits import Exhibit, Plot, Table

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["redraw_exhibits"]

_SECTION = "Other drawings"
_SUFFIX = "-redrawn"
_TASKS = ("properties", "functions", "series", "transforms")
_ALL = "all tasks"
_RIGHT = ("right on all", "right on some", "right on none")
_KEY = ("source_id", "repeat")


def redraw_exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    """Accuracy on the first drawings and on the others, how often answers agree, and what of it is luck.

    A question counts where a model was asked it on every drawing that it was asked any question on: its first and at
    least one other; the notes say how many were not. Rows are by model and task. Nothing where no run has other
    drawings.
    """
    single = results[(results["format"] == "single-answer") & results["exact"].notna()]
    if not (single["redraw"] > 0).any():
        return
    single = single.assign(model=model_labels(single), task=single["task"].str.removesuffix(_SUFFIX))
    agreement, rights, left_out = [], [], 0
    for model, own in single.groupby("model", sort=False):
        drawn, dropped = _by_question(own)
        left_out += dropped
        if drawn is None:
            continue
        floor = bool(own["model"].str.startswith(FLOOR_MODELS).all())
        tasks = [task for task in _TASKS if (drawn.tasks == task).any()]
        for task in (_ALL, *tasks) if len(tasks) > 1 else tasks:
            part = drawn if task == _ALL else drawn.of(task)
            questions, drawings = part.right.shape
            row = {"model": model, "task": task, "questions": questions, "drawings": drawings}
            agreement.append({**row, **_agreement(part), "floor": floor})
            rights.append({**row, **_rights(part), "floor": floor})
    if agreement:
        yield from _tables(agreement, rights, left_out)


@dataclass(frozen=True)
class _Drawn:
    """Questions asked on every drawing: values and rights of shape (questions, drawings), the original first."""

    values: "NDArray[np.int64]"
    right: "NDArray[np.float64]"
    tasks: "NDArray[np.object_]"
    strata: "NDArray[np.object_]"
    groups: "NDArray[np.object_]"

    def of(self, task: str) -> "_Drawn":
        """Those of one task alone."""
        own = self.tasks == task
        return _Drawn(self.values[own], self.right[own], self.tasks[own], self.strata[own], self.groups[own])


def _by_question(results: "pd.DataFrame") -> tuple[_Drawn | None, int]:
    """The questions (each repeat is one) asked on every drawing, None where there are none; how many were not."""
    import numpy as np
    import pandas as pd

    rows = results.drop_duplicates([*_KEY, "redraw"])
    answered = rows["parsed"].notna() & (rows["outcome"] == "answered")
    rows = rows.assign(value=pd.factorize(rows["parsed"].where(answered))[0])
    rights = rows.pivot_table(index=list(_KEY), columns="redraw", values="exact", aggfunc="first")
    if 0 not in rights.columns or len(rights.columns) < 2:
        return None, len(rights)
    asked = rights.notna().all(axis=1)
    rights = rights[asked]
    if rights.empty:
        return None, len(asked)
    values = rows.pivot_table(index=list(_KEY), columns="redraw", values="value", aggfunc="first").loc[rights.index]
    about = rows.drop_duplicates(list(_KEY)).set_index(list(_KEY)).loc[rights.index]
    names = zip(about["task"], about["property"], about["precision"], strict=True)
    strata = [f"{task}/{name}/{step}" for task, name, step in names]
    drawn = _Drawn(
        values.to_numpy(dtype="int64"),
        rights.to_numpy(dtype="float64"),
        np.array(about["task"].tolist(), dtype=object),
        np.array(strata, dtype=object),
        np.array([str(group) for group in about["group_id"]], dtype=object),
    )
    return drawn, int((~asked).sum())


def _agreement(part: _Drawn) -> dict[str, float]:
    import numpy as np

    values, right, groups = part.values, part.right, part.groups
    ones = np.ones(len(right))
    difference = right[:, 1:].mean(axis=1) - right[:, 0]
    # A difference runs from -1 to 1: brought to 0..1, so that the ratio's cut at both ends is right for it.
    shifted = ratio_interval((1 + difference) / 2, ones, groups)
    same = ratio_interval(same_everywhere(values), ones, groups)
    pairs = ratio_interval(pair_agreement(values), ones, groups)
    wrong = ratio_interval(*wrong_pairs(values, right), groups)
    return {
        "original": 100 * float(right[:, 0].mean()),
        "redrawn": 100 * float(right[:, 1:].mean()),
        "difference": 100 * (2 * shifted[0] - 1),
        "difference_low": 100 * (2 * shifted[1] - 1),
        "difference_high": 100 * (2 * shifted[2] - 1),
        "same_on_all": 100 * same[0],
        "same_low": 100 * same[1],
        "same_high": 100 * same[2],
        "pairs_agree": 100 * pairs[0],
        "pairs_low": 100 * pairs[1],
        "pairs_high": 100 * pairs[2],
        "wrong_pairs_agree": 100 * wrong[0],
        "beyond_chance": chance_corrected(values, part.strata),
    }


def _rights(part: _Drawn) -> dict[str, float]:
    import numpy as np

    right, groups = part.right, part.groups
    everywhere, nowhere = right.min(axis=1) == 1, right.max(axis=1) == 0
    luck = expected_by_luck(right, part.strata)
    found = ratio_interval(everywhere, np.ones(len(right)), groups)
    return {
        "right_on_all": 100 * found[0],
        "right_on_all_low": 100 * found[1],
        "right_on_all_high": 100 * found[2],
        "right_on_some": 100 * float((~everywhere & ~nowhere).mean()),
        "right_on_none": 100 * float(nowhere.mean()),
        **{f"luck_{name.rsplit(' ', 1)[1]}": 100 * share for name, share in zip(_RIGHT, luck, strict=True)},
        "question_correlation": question_correlation(right),
    }


def _tables(agreement: list[dict[str, Any]], rights: list[dict[str, Any]], left_out: int) -> Iterator[Exhibit]:
    import pandas as pd

    missing = f" {left_out} questions were not asked on all drawings and are left out." if left_out else ""
    first, second = pd.DataFrame(agreement), pd.DataFrame(rights)
    percent = [name for name in first.columns if name not in ("model", "task", "questions", "drawings", "floor")]
    note = (
        "The same questions on several drawings of the same data, exact match, in percent. Difference: others less "
        "original, paired by question. Same on all: every drawing got the same value. Pairs agree: of all pairs of "
        "drawings, those with the same value; wrong pairs: of those with two wrong answers. A reply without a value "
        "agrees with nothing, not even with another such reply. Beyond chance: (agreement − chance)/(1 − chance), "
        "chance being how often replies to two different questions of one property and precision agree; 0 is none, "
        f"1 is full, a dash where it has no value. Intervals are 95%, Student's t, clustered by group.{missing}"
    )
    formats = {**dict.fromkeys(percent, "{:.1f}"), "beyond_chance": "{:.2f}"}
    rows = second.columns.difference(["model", "task", "questions", "drawings", "floor"])
    about = (
        "Shares of the questions, in percent. Luck: the same shares if every drawing of a question were right with "
        "the probability that its property has, whatever the question (a mixture of binomials; properties with fewer "
        "than ten questions together). More questions right on all, and on none, than by luck means that right answers "
        "belong to questions, and not to drawings. Question correlation: of being right on two drawings of one "
        "question; 0 is luck, 1 is that looks do not matter at all."
    )
    yield Plot("redraws-plot", "Right on all, some or no drawings", _plot(second), about, _SECTION)
    yield Table("redraws", "Answers over the drawings of a question", first, note, _SECTION, formats)
    shown = {**dict.fromkeys(rows, "{:.1f}"), "question_correlation": "{:.2f}"}
    yield Table("redraws-right", "Right on all, some or no drawings", second, about, _SECTION, shown)


def _plot(rights: "pd.DataFrame") -> Mapping[str, Any]:
    """Stacked bars by model and task: what was found above what luck would give."""
    bars = []
    for row in rights.to_dict("records"):
        for name in _RIGHT:
            ending = name.rsplit(" ", 1)[1]
            for what, share in (("found", row[f"right_on_{ending}"]), ("by luck", row[f"luck_{ending}"])):
                bars.append(
                    {
                        "model": row["model"],
                        "task": row["task"],
                        "what": what,
                        "right": name,
                        "order": _RIGHT.index(name),
                        "share": round(share, 4),
                    }
                )
    tasks = list(dict.fromkeys(rights["task"]))
    colours = {"domain": list(_RIGHT), "range": ["#009e73", "#e69f00", "#8a8f94"]}
    return {
        "data": {"values": bars},
        "facet": {"field": "task", "type": "nominal", "sort": tasks, "title": None},
        "columns": 3,
        "spec": {
            "width": 240,
            "height": {"step": 12},
            "mark": {"type": "bar"},
            "encoding": {
                "y": {"field": "model", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 200}},
                "yOffset": {"field": "what", "type": "nominal", "sort": ["found", "by luck"]},
                "x": {
                    "field": "share",
                    "type": "quantitative",
                    "title": "questions (%)",
                    "scale": {"domain": [0, 100], "nice": False},
                },
                "color": {
                    "field": "right",
                    "type": "nominal",
                    "scale": colours,
                    "legend": {"orient": "top", "title": None, "symbolOpacity": 1},
                },
                "opacity": {
                    "field": "what",
                    "type": "nominal",
                    "scale": {"domain": ["found", "by luck"], "range": [1, 0.45]},
                    "legend": {"orient": "top", "title": None},
                },
                "order": {"field": "order", "type": "quantitative"},
                "tooltip": [
                    *({"field": name, "type": "nominal"} for name in ("model", "task", "what", "right")),
                    {"field": "share", "type": "quantitative", "format": ".1f", "title": "questions (%)"},
                ],
            },
        },
    }

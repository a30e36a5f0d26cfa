"""What the chart's design does to the scores: by design, and as odds ratios of counting right."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from snellen.benchmarks.biy.analysis import (
    COUNTS,
    REFERENCE,
    DesignEffects,
    adjusted_design_effects,
    both_protocols,
    counted_scores,
    design_cells,
    design_effects,
    in_order,
)
from snellen.benchmarks.biy.report_scores import PROTOCOL_NOTE, TASK_NAMES, percent
from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import forest_plot
from snellen.published import published_biy

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["design_exhibits"]

_SECTION = "Chart designs"
_ALONE = "design alone, as in the paper"
_ADJUSTED = "with model and strategy, clustered by group"
_PUBLISHED = "published, design alone"
_NOTE = (
    "Logistic regression of right counts on design; odds ratios against the design “default”, with 95% intervals. "
    "Alone: the paper's model, every reply as though independent. Adjusted: model and strategy are in it, and errors "
    "are clustered by group, since charts of one sample and samples of one seed are not independent. p is Wald's, p "
    "(Holm) corrected for the number of designs tested. Paper: invalid replies dropped; strict: they are wrong."
)
_FEW_GROUPS = 40


def design_exhibits(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    """Scores by design, and for the two counting tasks the regressions as a forest plot and in two tables."""
    there = rows[rows["design"].notna()]
    if there["design"].nunique() < 2:
        return
    by_design = in_order(both_protocols(there, ["task", "model", "condition", "design"]))
    formats = percent("paper", "strict", "non_empty", "valid")
    yield from _regressions(there)
    title = "Accuracy and recall by design"
    yield Table("designs", title, by_design, f"In percent. {PROTOCOL_NOTE}", _SECTION, formats)


def _regressions(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    import pandas as pd

    fits: list[tuple[str, str, str, DesignEffects]] = []
    for task in COUNTS:
        counting = rows[rows["task"] == task]
        for protocol in ("paper", "strict"):
            right = counted_scores(counting, "strict", "released", protocol)
            marked = counting.assign(_right=right)
            for fit, effects in (
                (_ALONE, design_effects(design_cells(marked, "_right"))),
                (_ADJUSTED, adjusted_design_effects(marked, "_right")),
            ):
                if effects is not None:
                    fits.append((task, protocol, fit, effects))
    if not fits:
        return
    published = _published()
    if any(task == "cluster_count" for task, *_ in fits):
        fits.append(("cluster_count", "paper", _PUBLISHED, published))
    fits.sort(key=lambda each: (COUNTS.index(each[0]), each[1], (_PUBLISHED, _ALONE, _ADJUSTED).index(each[2])))
    terms = pd.concat([_terms(*each) for each in fits], ignore_index=True)
    tested = terms[terms["design"] != REFERENCE]
    panels = list(dict.fromkeys(tested["panel"]))
    order = [REFERENCE, *(row.design for row in published_biy().designs if row.design != REFERENCE)]
    order += sorted(set(tested["design"]) - set(order))
    kept = [name for name in order if name in set(tested["design"])]
    names = [name for name in (_PUBLISHED, _ALONE, _ADJUSTED) if name in set(tested["fit"])]
    drawn = tested[["panel", "design", "fit", "odds_ratio", "low", "high", "p", "p_holm", "accuracy", "n"]]
    note = _NOTE + _groups_note([effects for *_, effects in fits])
    title = "Effects of designs on counting"
    yield Plot("design-effects-plot", title, forest_plot(drawn, order=kept, fits=names, panels=panels), note, _SECTION)
    digits = {
        **dict.fromkeys(("accuracy", "difference"), "{:.2f}"),
        **dict.fromkeys(("odds_ratio", "low", "high"), "{:.3f}"),
        **dict.fromkeys(("p", "p_holm"), "{:.4f}"),
    }
    about = f"{_NOTE} Accuracy in percent, difference from the reference in percentage points."
    table = terms.drop(columns="panel")
    yield Table("design-effects", "Effects of designs on counting: odds ratios", table, about, _SECTION, digits)
    yield Table("design-fits", "The regressions", _fits(fits), _FITS_NOTE, _SECTION, _FITS_FORMATS)


_FITS_NOTE = (
    "Log-likelihoods with and without the designs, McFadden's pseudo-R² and the likelihood-ratio test (independent "
    "replies). Joint p: the F test that no design matters, by the clustered errors; a dash where there are no more "
    "groups than designs. Left out: what is always right or always wrong, and says nothing of designs."
)
_FITS_FORMATS = {
    **dict.fromkeys(("log_likelihood", "null_log_likelihood"), "{:.1f}"),
    "pseudo_r2": "{:.6f}",
    "likelihood_ratio": "{:.2f}",
    **dict.fromkeys(("p", "joint_p"), "{:.3g}"),
}


def _fits(fits: list[tuple[str, str, str, DesignEffects]]) -> "pd.DataFrame":
    import pandas as pd

    rows = [
        {
            "task": task,
            "protocol": protocol,
            "fit": fit,
            "replies": effects.replies,
            "groups": effects.groups,
            "log_likelihood": effects.log_likelihood,
            "null_log_likelihood": effects.null_log_likelihood,
            "pseudo_r2": effects.pseudo_r2,
            "likelihood_ratio": effects.likelihood_ratio,
            "degrees": effects.degrees,
            "p": effects.p,
            "joint_p": effects.joint_p,
            "left_out": ", ".join(effects.left_out) or None,
            "published": fit == _PUBLISHED,
        }
        for task, protocol, fit, effects in fits
    ]
    return pd.DataFrame(rows).astype({"groups": "Int64", "joint_p": "float64"})


def _terms(task: str, protocol: str, fit: str, effects: DesignEffects) -> "pd.DataFrame":
    frame = effects.terms.copy()
    for place, (name, value) in enumerate({"task": task, "protocol": protocol, "fit": fit}.items()):
        frame.insert(place, name, value)
    panel = f"{TASK_NAMES[task]} · {protocol}"
    return frame.assign(panel=panel, published=fit == _PUBLISHED)


def _published() -> DesignEffects:
    import pandas as pd

    cells = [{"design": row.design, "n": row.counted, "k": row.right} for row in published_biy().designs]
    effects = design_effects(pd.DataFrame(cells))
    assert effects is not None, "the published designs have a reference"
    return effects


def _groups_note(fits: list[DesignEffects]) -> str:
    groups = [effects.groups for effects in fits if effects.groups is not None]
    if not groups or np.min(groups) >= _FEW_GROUPS:
        return ""
    return (
        f" There are only {min(groups)} groups: with few of them clustered errors are too small, and p-values too; "
        "datasets whose samples are independent have more."
    )

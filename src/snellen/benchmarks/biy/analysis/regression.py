"""Does the chart's design change how often a count is right? Logistic regressions with one design as the reference."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["REFERENCE", "DesignEffects", "adjusted_design_effects", "design_cells", "design_effects"]

REFERENCE = "default"

_TOLERANCE = 1e-10
_MOST_STEPS = 200
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class DesignEffects:
    """A logistic regression of right or wrong on design.

    `terms` has a row a design, the reference first: n and right (replies), accuracy (percent), difference from the
    reference in percentage points, odds_ratio with low and high (95%), p (Wald's, two-sided) and p_holm (Holm's, for
    the number of designs that are tested). A design in which all replies are right, or all wrong, has no finite
    estimate: its odds ratio is infinite or 0, and it has no interval and no p.

    `log_likelihood` and `null_log_likelihood` are with and without the designs; `pseudo_r2` is McFadden's, 1 minus
    their ratio; `likelihood_ratio` is twice their difference, `p` that of χ² with `degrees` of freedom. With `groups`
    (None where errors are not clustered) `joint_p` is that of the F test that no design matters, by the clustered
    covariance; None where there are no more groups than designs. `left_out` names levels of other factors in which all
    replies are right or all wrong; they say nothing about designs.
    """

    terms: "pd.DataFrame"
    reference: str
    replies: int
    log_likelihood: float
    null_log_likelihood: float
    degrees: int
    p: float
    groups: int | None = None
    joint_p: float | None = None
    left_out: tuple[str, ...] = ()

    @property
    def pseudo_r2(self) -> float:
        """McFadden's pseudo-R²."""
        return 1 - self.log_likelihood / self.null_log_likelihood

    @property
    def likelihood_ratio(self) -> float:
        """The statistic of the likelihood-ratio test."""
        return 2 * (self.log_likelihood - self.null_log_likelihood)


def design_cells(rows: "pd.DataFrame", correct: str, by: Sequence[str] = ()) -> "pd.DataFrame":
    """Replies by design: columns of `by`, `design`, `n` (with a value in column `correct`) and `k` (right ones)."""
    there = rows[rows[correct].notna() & rows["design"].notna()]
    grouped = there.groupby([*by, "design"], observed=True)[correct]
    return grouped.agg(n="count", k="sum").reset_index().astype({"n": "int64", "k": "int64"})


def design_effects(cells: "pd.DataFrame", reference: str = REFERENCE) -> DesignEffects | None:
    """The paper's regression (section 2.3.3): right or wrong on design alone, every reply as though independent.

    `cells` has `design`, `n` and `k`, replies and right ones, in any number of rows a design. Wald's tests use the
    normal distribution. None where there is nothing to compare: no reference, fewer than two designs, or a reference in
    which all replies are right or all wrong.
    """
    sums = cells.groupby("design", observed=True)[["n", "k"]].sum()
    sums = sums[sums["n"] > 0]
    rows = sums.loc[sums.index.repeat(2)].reset_index()
    rows["y"] = np.tile([1.0, 0.0], len(sums))
    rows["weight"] = np.where(rows["y"] == 1, rows["k"], rows["n"] - rows["k"]).astype(np.float64)
    return _effects(rows[rows["weight"] > 0].reset_index(drop=True), (), reference, None)


def adjusted_design_effects(
    rows: "pd.DataFrame",
    correct: str,
    factors: Sequence[str] = ("model", "condition"),
    reference: str = REFERENCE,
    groups: str | None = "group_id",
) -> DesignEffects | None:
    """The same with other factors in the model, and errors clustered by group: one row a reply.

    `correct` names the column with 1, 0, or nothing (not counted). `factors` are columns with an effect each, the same
    in every design; those with one value are passed over. Charts of one sample are repeated measures, and so are
    samples of one seed: with `groups` the covariance is the sandwich by group, times G/(G − 1) · (n − 1)/(n − k), and
    Wald's tests use Student's t with G − 1 degrees of freedom (Liang and Zeger, Biometrika 73 (1986) 13–22; Cameron
    and Miller, Journal of Human Resources 50 (2015) 317–372). The likelihood-ratio test, which is against the factors
    without designs, knows nothing of groups. None as in `design_effects`, and with fewer than two groups.
    """
    there = rows[rows[correct].notna() & rows["design"].notna()]
    there = there.assign(y=there[correct].astype(float), weight=1.0).reset_index(drop=True)
    return _effects(there, [name for name in factors if there[name].nunique() > 1], reference, groups)


def _effects(rows: "pd.DataFrame", factors: Sequence[str], reference: str, groups: str | None) -> DesignEffects | None:
    from scipy.stats import chi2

    counts = _counts(rows, "design")
    kept, left_out = _estimable(rows, ["design", *factors])
    names = [name for name in sorted(set(kept["design"])) if name != reference]
    if reference not in set(kept["design"]) or not names:
        return None
    designs = _indicators(kept["design"], names)
    others = [_indicators(kept[name], sorted(set(kept[name].astype(str)))[1:]) for name in factors]
    without = np.column_stack([np.ones(len(kept)), *others])
    codes = None if groups is None else np.unique(kept[groups].astype(str), return_inverse=True)[1]
    if codes is not None and codes.max() < 1:
        return None
    columns = np.column_stack([designs, without])
    alike = np.asarray(kept.groupby(["y", "design", *factors], observed=True).ngroup(), dtype=np.int64)
    fit, null = _fit(kept, columns, alike), _fit(kept, without, alike)
    if codes is not None:
        fit = _clustered_fit(kept, columns, codes, fit.params)
    degrees = int(np.linalg.matrix_rank(np.column_stack([designs, without])) - np.linalg.matrix_rank(without))
    statistic = max(2 * (fit.llf - null.llf), 0.0)
    return DesignEffects(
        terms=_terms(counts, names, fit, reference),
        reference=reference,
        replies=int(rows["weight"].sum()),
        log_likelihood=float(fit.llf),
        null_log_likelihood=float(null.llf),
        degrees=degrees,
        p=float(chi2.sf(statistic, degrees)),
        groups=None if codes is None else int(codes.max()) + 1,
        joint_p=None if codes is None else _joint(fit, len(names), int(codes.max()) + 1),
        left_out=tuple(f"{column} {level}" for column, level in left_out if column != "design"),
    )


def _estimable(rows: "pd.DataFrame", columns: Sequence[str]) -> "tuple[pd.DataFrame, list[tuple[str, str]]]":
    """The rows without levels that predict right or wrong perfectly, until there are none, and those levels.

    Their likelihood is 1 in the limit, whatever the other estimates are: without them the log-likelihood is the same.
    """
    dropped: list[tuple[str, str]] = []
    while True:
        for column in columns:
            counts = _counts(rows, column)
            perfect = counts.index[(counts["right"] == 0) | (counts["right"] == counts["n"])]
            if len(perfect):
                dropped += [(column, str(level)) for level in perfect]
                rows = rows[~rows[column].isin(perfect)]
                break
        else:
            return rows.reset_index(drop=True), dropped


def _counts(rows: "pd.DataFrame", column: str) -> "pd.DataFrame":
    weighed = rows.assign(n=rows["weight"], right=rows["weight"] * rows["y"])
    return weighed.groupby(column, observed=True)[["n", "right"]].sum()


def _indicators(values: "pd.Series[Any]", names: Sequence[str]) -> Floats:
    found = values.astype(str).to_numpy(dtype=object)
    return np.asarray(found[:, None] == np.array(names, dtype=object)[None, :], dtype=np.float64)


def _fit(rows: "pd.DataFrame", columns: Floats, alike: NDArray[np.int64]) -> Any:
    """The fit to rows that are independent; those of one number in `alike` are the same and are taken together."""
    from statsmodels.genmod.families import Binomial  # type: ignore[import-untyped]
    from statsmodels.genmod.generalized_linear_model import GLM  # type: ignore[import-untyped]

    _, first = np.unique(alike, return_index=True)
    y = rows["y"].to_numpy(dtype=np.float64)[first]
    counted = np.bincount(alike, rows["weight"].to_numpy(dtype=np.float64))
    return GLM(y, columns[first], family=Binomial(), freq_weights=counted).fit(maxiter=_MOST_STEPS, tol=_TOLERANCE)


def _clustered_fit(rows: "pd.DataFrame", columns: Floats, codes: NDArray[np.int64], start: Floats) -> Any:
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    model = GLM(rows["y"].to_numpy(dtype=np.float64), columns, family=Binomial())
    steps = {"maxiter": _MOST_STEPS, "tol": _TOLERANCE, "start_params": start}
    return model.fit(**steps, cov_type="cluster", cov_kwds={"groups": codes}, use_t=True)


def _joint(fit: Any, designs: int, groups: int) -> float | None:
    if groups <= designs:
        return None
    contrasts = np.eye(designs, len(fit.params))
    return float(fit.wald_test(contrasts, use_f=True, scalar=True).pvalue)


def _holm(p: Floats) -> Floats:
    """p-values for as many tests as there are, by Holm's step-down rule (Scand. J. Statist. 6 (1979) 65–70)."""
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * (len(p) - np.arange(len(p))))
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(stepped, 1.0)
    return corrected


def _terms(counts: "pd.DataFrame", names: Sequence[str], fit: Any, reference: str) -> "pd.DataFrame":
    import pandas as pd

    ends = np.asarray(fit.conf_int())
    p = np.asarray(fit.pvalues, dtype=np.float64)[: len(names)]
    corrected = _holm(p)
    estimates = {
        name: {
            "odds_ratio": float(np.exp(fit.params[place])),
            "low": float(np.exp(ends[place, 0])),
            "high": float(np.exp(ends[place, 1])),
            "p": float(p[place]),
            "p_holm": float(corrected[place]),
        }
        for place, name in enumerate(names)
    }
    sums: dict[str, tuple[float, float]] = {str(row[0]): (row[1], row[2]) for row in counts.itertuples()}
    base = 100 * sums[reference][1] / sums[reference][0]
    rows = []
    for design in [reference, *(name for name in sums if name != reference)]:
        n, right = sums[design]
        accuracy = 100 * right / n
        row: dict[str, Any] = {"design": design, "n": int(n), "right": int(right), "accuracy": accuracy}
        if design == reference:
            row |= {"difference": 0.0, "odds_ratio": 1.0}
        else:
            row["difference"] = accuracy - base
            row |= estimates.get(design) or {"odds_ratio": 0.0 if right == 0 else np.inf}
        rows.append(row)
    columns = ["design", "n", "right", "accuracy", "difference", "odds_ratio", "low", "high", "p", "p_holm"]
    return pd.DataFrame(rows, columns=columns)

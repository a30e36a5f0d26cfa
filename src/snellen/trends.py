"""Does a model get worse as questions get harder? A logistic regression of right or wrong on a level."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Estimate", "LogisticTrend", "Term", "difference_interval", "is_separated", "logistic_trend"]

Floats = NDArray[np.float64]
_TOLERANCE = 1e-10
_PENALISED_TOLERANCE = 1e-9
_MOST_STEPS = 200
_LONGEST_STEP = 5.0
_MOST_HALVINGS = 20
_NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval; ends are NaN where there is none."""

    value: float = _NAN
    low: float = _NAN
    high: float = _NAN


@dataclass(frozen=True, slots=True)
class Term:
    """What one more of something does to the odds of being right: their ratio, its interval, and p against 1."""

    odds_ratio: float = _NAN
    low: float = _NAN
    high: float = _NAN
    p: float = _NAN


@dataclass(frozen=True, slots=True)
class LogisticTrend:
    """A fitted trend. `n` replies, `right` of them right; `fitted` of them are in the fit, from `groups` groups.

    `level` is per level; `covariates` per unit of each. `likelihood_p` is that of the likelihood-ratio test against no
    trend, which takes replies for independent. `first` and `last` are the shares right that the fit predicts at the two
    ends, over the questions there are; `change` is from first to last. `method` is `likelihood`, `penalised` or `none`;
    `note` is what must be said of the fit, or empty. `left_out` names levels of the factor in which all replies are
    right or all wrong, and covariates that say nothing more.
    """

    n: int
    right: int
    groups: int
    method: Literal["likelihood", "penalised", "none"]
    fitted: int = 0
    note: str = ""
    level: Term = Term()
    covariates: Mapping[str, Term] | None = None
    likelihood_p: float = _NAN
    first: Estimate = Estimate()
    last: Estimate = Estimate()
    change: Estimate = Estimate()
    left_out: tuple[str, ...] = ()


def logistic_trend(
    right: ArrayLike,
    levels: ArrayLike,
    groups: ArrayLike,
    *,
    factor: ArrayLike | None = None,
    covariates: Mapping[str, ArrayLike] | None = None,
    ends: tuple[float, float] | None = None,
    confidence: float = 0.95,
) -> LogisticTrend:
    """Fit log(p/(1 − p)) = a + b·level + factor + covariates to replies that are right (1) or wrong (0).

    All arrays are of shape (n,): `right` of 0 and 1, `levels` and covariates of finite numbers, `groups` and `factor`
    of labels. The fit is by maximum likelihood; its covariance is the sandwich by group, times G/(G − 1) · (n − 1)/(n −
    k); intervals and Wald's p use Student's t with G − 1 degrees of freedom (Liang and Zeger, Biometrika 73 (1986)
    13–22; Cameron and Miller, Journal of Human Resources 50 (2015) 317–372). Predictions at `ends` (the lowest and
    highest level where None) are averages over all rows, by the delta method, those of single ends on the logit scale.

    A level of the factor in which all replies are right (or wrong) says nothing about the trend and is left out of the
    fit; it counts as right (or wrong) at both ends. Covariates that do not vary, or that follow from the rest, are left
    out. Where replies are separated, so that no maximum exists (Albert and Anderson, Biometrika 71 (1984) 1–10), the
    fit is Firth's, with profile intervals and a likelihood-ratio p of the penalised likelihood (Heinze and Schemper,
    Statistics in Medicine 21 (2002) 2409–2419), which knows nothing of groups, and predictions have no interval.
    With no reply right, or all, with one level or fewer than two groups nothing is fitted and `note` says why.
    Raises ValueError for arrays of different lengths and values that are not 0 or 1.

    The odds ratio of a table of two levels is the cross product of its cells, here (12/8)/(16/4):

    >>> fit = logistic_trend([1] * 16 + [0] * 4 + [1] * 12 + [0] * 8, [0] * 20 + [1] * 20, range(40))
    >>> round(fit.level.odds_ratio, 6), round(fit.first.value, 6), round(fit.change.value, 6)
    (0.375, 0.8, -0.2)
    """
    y, x = np.asarray(right, dtype=np.float64), np.asarray(levels, dtype=np.float64)
    labels = np.unique(np.asarray(groups), return_inverse=True)[1]
    kinds = np.zeros(y.shape, dtype=object) if factor is None else np.asarray(factor, dtype=object)
    others = {name: np.asarray(values, dtype=np.float64) for name, values in (covariates or {}).items()}
    if any(each.shape != y.shape for each in (x, labels, kinds, *others.values())):
        raise ValueError("right, levels, groups, factor and covariates must be of one length")
    if not np.isin(y, (0.0, 1.0)).all():
        raise ValueError("replies must be 0 or 1")
    counts: dict[str, Any] = {"n": y.size, "right": int(y.sum()), "groups": int(labels.max(initial=-1)) + 1}
    if counts["right"] in (0, y.size):
        note = "no replies" if not y.size else "none right" if counts["right"] == 0 else "all right"
        return LogisticTrend(**counts, method="none", note=f"{note}: no trend can be fitted")
    named = list(dict.fromkeys(kinds))
    fixed = [kind for kind in named if y[kinds == kind].min() == y[kinds == kind].max()]
    kept = ~np.isin(kinds, np.array(fixed, dtype=object)) if fixed else np.ones(y.shape, dtype=bool)
    if not kept.any() or np.unique(x[kept]).size < 2:
        return LogisticTrend(**counts, method="none", note="one level alone: no trend can be fitted")
    if np.unique(labels[kept]).size < 2:
        return LogisticTrend(**counts, method="none", note="one group alone: no trend can be fitted")
    design, names, dropped = _design(x[kept], kinds[kept], {name: values[kept] for name, values in others.items()})
    if "level" not in names:
        note = "levels follow from the factor: no trend can be fitted"
        return LogisticTrend(**counts, method="none", note=note)
    left_out = tuple(f"{kind} ({'none' if y[kinds == kind].max() == 0 else 'all'} right)" for kind in fixed)
    fit = _penalised if is_separated(design, y[kept]) else _likelihood
    reported = [place for place, name in enumerate(names) if name == "level" or name in others]
    found = fit(design, y[kept], labels[kept], confidence, reported)
    at = ends or (float(x.min()), float(x.max()))
    terms = dict(zip((names[place] for place in reported), found.terms, strict=True))
    return LogisticTrend(
        **{**counts, "groups": int(np.unique(labels[kept]).size)},
        method=found.method,
        fitted=int(kept.sum()),
        note=found.note,
        level=terms.pop("level"),
        covariates={name: terms[name] for name in others if name in terms},
        likelihood_p=found.likelihood_p,
        left_out=(*left_out, *dropped),
        **_predictions(found, design, at, y.size, float(y[~kept].sum())),
    )


def is_separated(design: ArrayLike, right: ArrayLike) -> bool:
    """Whether some combination of a design's columns (n, k) parts right (1) from wrong (0) replies, at least in part.

    Then no maximum of the logistic likelihood exists. By a linear program: is there a b with (2y − 1)·Xb ≥ 0 in
    every row and > 0 in some? (Konis, "Linear programming algorithms for detecting separated data in binary logistic
    regression models", thesis, Oxford, 2007.)

    >>> is_separated([[1, 0], [1, 1], [1, 2], [1, 3]], [0, 0, 1, 1]), is_separated([[1, 0], [1, 1], [1, 2]], [0, 1, 0])
    (True, False)
    """
    from scipy.optimize import linprog

    X, y = np.asarray(design, dtype=np.float64), np.asarray(right, dtype=np.float64)
    scale = np.abs(X).max(axis=0)
    signed = np.unique((2 * y - 1)[:, None] * (X / np.where(scale > 0, scale, 1.0)), axis=0)
    found = linprog(-signed.sum(axis=0), A_ub=-signed, b_ub=np.zeros(len(signed)), bounds=(-1, 1), method="highs")
    return bool(found.fun is not None and found.fun < -1e-7)


def difference_interval(first: Estimate, second: Estimate) -> Estimate:
    """The second of two independent proportions less the first, with its interval from theirs (shares from 0 to 1).

    With l and u the ends of the single intervals: d − √((p₂ − l₂)² + (u₁ − p₁)²) to d + √((u₂ − p₂)² + (p₁ − l₁)²),
    d = p₂ − p₁. With Wilson's intervals it is method 10 of Newcombe, Statistics in Medicine 17 (1998) 873–890.

    >>> from snellen.statistics import wilson_interval
    >>> ends = [map(float, wilson_interval(k, n)) for k, n in ((48, 80), (56, 70))]
    >>> found = difference_interval(Estimate(48 / 80, *ends[0]), Estimate(56 / 70, *ends[1]))
    >>> round(found.value, 4), round(found.low, 4), round(found.high, 4)
    (0.2, 0.0524, 0.3339)
    """
    value = second.value - first.value
    below = np.hypot(second.value - second.low, first.high - first.value)
    above = np.hypot(second.high - second.value, first.value - first.low)
    return Estimate(value, float(value - below), float(value + above))


@dataclass(frozen=True, slots=True)
class _Fit:
    method: Literal["likelihood", "penalised"]
    parameters: Floats
    terms: "Sequence[Term]"
    likelihood_p: float
    note: str = ""
    covariance: Floats | None = None
    quantile: float = _NAN


def _design(
    x: Floats, kinds: NDArray[Any], covariates: Mapping[str, Floats]
) -> tuple[Floats, list[str], tuple[str, ...]]:
    """The columns of the fit, level first, their names, and covariates that add nothing."""
    columns, names = [np.ones(x.size)], ["constant"]
    for kind in list(dict.fromkeys(kinds))[1:]:
        columns.append((kinds == kind).astype(np.float64))
        names.append(f"factor {kind}")
    dropped = []
    for name, values in {"level": x, **covariates}.items():
        if np.linalg.matrix_rank(np.column_stack([*columns, values])) > len(columns):
            columns.append(values)
            names.append(name)
        elif name != "level":
            dropped.append(f"{name} (says nothing more)")
    if "level" in names:
        place = names.index("level")
        names.insert(0, names.pop(place))
        columns.insert(0, columns.pop(place))
    return np.column_stack(columns), names, tuple(dropped)


def _likelihood(
    design: Floats, y: Floats, labels: NDArray[np.int64], confidence: float, reported: "Sequence[int]"
) -> _Fit:
    from scipy.stats import chi2, t
    from statsmodels.genmod.families import Binomial  # type: ignore[import-untyped]
    from statsmodels.genmod.generalized_linear_model import GLM  # type: ignore[import-untyped]

    steps = {"maxiter": _MOST_STEPS, "tol": _TOLERANCE}
    null = GLM(y, design[:, 1:], family=Binomial()).fit(**steps)
    codes = np.unique(labels, return_inverse=True)[1]
    model = GLM(y, design, family=Binomial())
    fit = model.fit(**steps, cov_type="cluster", cov_kwds={"groups": codes}, use_t=True)
    ends = np.exp(np.asarray(fit.conf_int(alpha=1 - confidence)))
    terms = [
        Term(float(np.exp(fit.params[place])), float(ends[place, 0]), float(ends[place, 1]), float(fit.pvalues[place]))
        for place in reported
    ]
    return _Fit(
        "likelihood",
        np.asarray(fit.params, dtype=np.float64),
        terms,
        float(chi2.sf(max(2 * (fit.llf - null.llf), 0.0), 1)),
        covariance=np.asarray(fit.cov_params(), dtype=np.float64),
        quantile=float(t.ppf((1 + confidence) / 2, codes.max())),
    )


def _penalised(design: Floats, y: Floats, _: NDArray[np.int64], confidence: float, reported: "Sequence[int]") -> _Fit:
    """Firth's fit: the likelihood times the root of the determinant of its information (Biometrika 80 (1993) 27–38)."""
    from scipy.optimize import brentq
    from scipy.stats import chi2

    # Columns of like size, so that steps are: the penalty changes by a constant alone.
    scale = np.abs(design).max(axis=0)
    scaled = design / scale
    best, top = _maximised(scaled, y, np.zeros(design.shape[1]), None)

    near = best.copy()

    def drop(value: float, place: int) -> float:
        near[place] = value
        near[:], height = _maximised(scaled, y, near, place)  # the last one is a good start for the next
        return 2 * (top - height)

    def end(place: int, sign: int) -> float:
        reach = 1.0
        while reach < 2**12:
            near[:] = best
            if drop(best[place] + sign * reach, place) >= wanted:
                low, high = sorted((best[place], best[place] + sign * reach))
                try:
                    return float(brentq(lambda value: drop(value, place) - wanted, low, high, xtol=1e-7))
                except ValueError:
                    pass  # from another start the likelihood is higher there: the end is further away
            reach *= 2
        return sign * float("inf")

    wanted = float(chi2.ppf(confidence, 1))
    terms = []
    for place in reported:
        low, high = (np.exp(end(place, sign) / scale[place]) for sign in (-1, 1))
        p = float(chi2.sf(max(drop(0.0, place), 0.0), 1))
        terms.append(Term(float(np.exp(best[place] / scale[place])), float(low), float(high), p))
    note = "right and wrong are separated: Firth's penalised fit, replies as though independent"
    return _Fit("penalised", best / scale, terms, terms[0].p, note)


def _maximised(design: Floats, y: Floats, start: Floats, held: int | None) -> tuple[Floats, float]:
    """Where the penalised likelihood is largest, one parameter held where it starts, and its logarithm there.

    By Fisher scoring on Firth's score, steps halved until the likelihood grows.
    """
    free = np.array([place for place in range(start.size) if place != held], dtype=np.int64)
    parameters = start.copy()
    fit, slope, information = _penalised_state(design, y, parameters)
    for _ in range(_MOST_STEPS if free.size else 0):
        step = np.linalg.lstsq(information[np.ix_(free, free)], slope[free], rcond=None)[0]
        step *= min(1.0, _LONGEST_STEP / max(float(np.abs(step).max()), 1e-300))
        if slope[free] @ step < _PENALISED_TOLERANCE:  # twice what is left to gain
            break
        for _ in range(_MOST_HALVINGS):
            tried = parameters.copy()
            tried[free] += step
            state = _penalised_state(design, y, tried)
            if state[0] > fit:
                break
            step /= 2
        else:
            break
        parameters, (fit, slope, information) = tried, state
    return parameters, fit


def _penalised_state(design: Floats, y: Floats, parameters: Floats) -> tuple[float, Floats, Floats]:
    """The penalised log likelihood, its slope, and Fisher's information."""
    linear = design @ parameters
    share = 1 / (1 + np.exp(-np.clip(linear, -500, 500)))
    root = np.sqrt(np.maximum(share * (1 - share), 1e-300))[:, None] * design
    q, r = np.linalg.qr(root)
    leverage = np.sum(q**2, axis=1)
    fit = np.sum(y * linear - np.logaddexp(0, linear)) + np.sum(np.log(np.maximum(np.abs(np.diag(r)), 1e-300)))
    slope = design.T @ (y - share + leverage * (0.5 - share))
    return float(fit), np.asarray(slope, dtype=np.float64), np.asarray(r.T @ r, dtype=np.float64)


def _predictions(fit: _Fit, design: Floats, ends: tuple[float, float], n: int, fixed: float) -> dict[str, Any]:
    """Mean shares right at both ends over all `n` rows, `fixed` of those outside the fit being right always."""
    means, slopes = [], []
    for level in ends:
        there = design.copy()
        there[:, 0] = level
        share = 1 / (1 + np.exp(-(there @ fit.parameters)))
        means.append((float(share.sum()) + fixed) / n)
        slopes.append((share * (1 - share)) @ there / n)
    change = means[1] - means[0]
    covariance = fit.covariance
    if covariance is None:
        return {"first": Estimate(means[0]), "last": Estimate(means[1]), "change": Estimate(change)}

    def reach(slope: Floats) -> float:
        return fit.quantile * float(np.sqrt(max(float(slope @ covariance @ slope), 0.0)))

    singles = []
    for mean, slope in zip(means, slopes, strict=True):
        logit, wide = np.log(mean / (1 - mean)), reach(slope) / (mean * (1 - mean))
        singles.append(Estimate(mean, *(float(1 / (1 + np.exp(-(logit + sign * wide)))) for sign in (-1, 1))))
    half = reach(slopes[1] - slopes[0])
    ends_of_change = max(change - half, -1.0), min(change + half, 1.0)
    return {"first": singles[0], "last": singles[1], "change": Estimate(change, *ends_of_change)}

"""How large a gap a comparison finds, and how surely."""

__all__ = ["detectable_gap", "power_of"]


def power_of(gap: float, standard_error: float, confidence: float = 0.95) -> float:
    """The probability that a two-sided test finds a true gap, by the normal approximation.

    Φ(gap/SE − z) + Φ(−gap/SE − z), z being the quantile at (1 + confidence)/2. Without a gap it is 1 − confidence.

    >>> round(power_of(0.05, 0.05 / 2.8016), 3)
    0.8
    """
    from scipy.stats import norm

    if not standard_error > 0:
        return float("nan")
    z, ratio = float(norm.ppf((1 + confidence) / 2)), gap / standard_error
    return float(norm.cdf(ratio - z) + norm.cdf(-ratio - z))


def detectable_gap(
    standard_error: float, power: float = 0.8, confidence: float = 0.95, degrees: float | None = None
) -> float:
    """The smallest gap that is found with the given power: (z at (1 + confidence)/2 + z at power) · SE.

    With `degrees` of freedom the quantiles are Student's, for a standard error from few groups. The wrong direction,
    whose share is below 10⁻⁵ at a power of 0.8, is left out. Source: Miller, "Adding error bars to evals" (2024),
    section 5, equation 9, has it solved for the number of questions.

    >>> round(detectable_gap(0.01), 4)
    0.028
    """
    from scipy.stats import norm, t

    shares = ((1 + confidence) / 2, power)
    quantiles = [float(norm.ppf(share) if degrees is None else t.ppf(share, degrees)) for share in shares]
    return sum(quantiles) * standard_error

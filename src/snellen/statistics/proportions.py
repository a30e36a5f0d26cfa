"""The interval of a proportion."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["wilson_interval"]


def wilson_interval(
    successes: ArrayLike, trials: ArrayLike, confidence: float = 0.95
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Wilson's score interval of a proportion, without continuity correction: (low, high), each of the broadcast shape.

    With p = successes/trials, n = trials and z the normal quantile at (1 + confidence)/2, the interval is (p + z²/2n
    ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n). Trials need not be whole (an effective size); without trials both ends are
    NaN. Within [0, 1] always, and exactly 0 (1) at no (only) successes. Raises ValueError where successes are
    negative or more than trials. Source: E. B. Wilson, JASA 22 (1927) 209–212; method 3 of Newcombe, Statistics in
    Medicine 17 (1998) 857–872.

    >>> low, high = wilson_interval(81, 263)
    >>> round(float(low), 4), round(float(high), 4)
    (0.2553, 0.3662)
    """
    from scipy.special import ndtri

    x, n = np.broadcast_arrays(np.asarray(successes, dtype=np.float64), np.asarray(trials, dtype=np.float64))
    if np.any((x < 0) | (x > n)):
        raise ValueError("successes must be from 0 to the number of trials")
    z = float(ndtri((1 + confidence) / 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        share = x / n
        centre = share + z**2 / (2 * n)
        reach = z * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
        low, high = (centre - reach) / (1 + z**2 / n), (centre + reach) / (1 + z**2 / n)
    # Rounding must not move the two ends that are known exactly.
    low, high = np.where((x == 0) & (n > 0), 0.0, low), np.where((x == n) & (n > 0), 1.0, high)
    return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

"""Points without a pattern: quasi-random sequences over the unit square."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["quasi_random"]


def quasi_random(rng: np.random.Generator, sequence: str, n: int) -> NDArray[np.float64]:
    """The first n points, shape (n, 2), of a scrambled sequence, "halton" or "sobol" (SciPy's `stats.qmc`)."""
    from scipy.stats import qmc

    engine = {"halton": qmc.Halton, "sobol": qmc.Sobol}[sequence]
    return np.asarray(engine(d=2, rng=rng).random(n))

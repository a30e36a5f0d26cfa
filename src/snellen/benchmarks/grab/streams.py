"""The random streams of GRAB's plan, each keyed by what is made."""

import numpy as np

__all__ = ["stream"]


def stream(seed: int, *names: object) -> np.random.Generator:
    """The random stream of whatever is named: the same for the same names, independent for others."""
    text = "/".join(str(name) for name in ("grab", *names))
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *text.encode()])))

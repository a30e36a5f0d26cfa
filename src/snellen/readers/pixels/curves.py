"""Curves in the plot, one a colour: traced, fitted by a family of functions, in the units of the axes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from snellen.readers.pixels.calibration import Axes
from snellen.readers.pixels.ends import visible_span
from snellen.readers.pixels.families import FAMILIES, Fitted, best_fit
from snellen.readers.pixels.picture import Floats
from snellen.readers.pixels.runs import stroke_samples
from snellen.readers.pixels.view import View

__all__ = ["Curve", "see_curves"]


@dataclass(frozen=True)
class Curve:
    """One curve, as a function of x in the axes' units over the span in which it is seen."""

    colour: tuple[int, int, int]
    fitted: Fitted
    axes: Axes
    left: int
    top: int
    start: float
    end: float
    """The ends of what is seen, in the units of the x axis, the lesser first."""

    def __call__(self, x: ArrayLike) -> Floats:
        """Values at x, any shape, beyond the ends too."""
        return self.axes.y.values(self.fitted(self.axes.x.pixels(x) - self.left) + self.top)

    def slope(self, x: ArrayLike) -> Floats:
        """First derivatives at x, any shape."""
        return np.asarray(
            self.fitted.slope(self.axes.x.pixels(x) - self.left) * self.axes.y.per_pixel / self.axes.x.per_pixel
        )


def see_curves(view: View, families: Sequence[str] = FAMILIES) -> list[Curve]:
    """The curves, in the order of how much of each is seen.

    Only the named families are tried. Colours in which no curve can be followed are left out. Raises UnreadableError
    where there are no axes.
    """
    return view.kept(f"curves {' '.join(families)}", lambda: _look(view, families))


def _look(view: View, families: Sequence[str]) -> list[Curve]:
    axes, drawn, inked = view.axes, view.drawn, view.inked
    samples = view.kept("samples", lambda: stroke_samples(inked, (drawn.ink.shape[0], drawn.ink.shape[1])))
    curves = []
    for index, traced in enumerate(samples):
        fitted = best_fit(traced.x, traced.y, families)
        span = fitted and visible_span(drawn, inked.colours, index, fitted, traced.width)
        if not fitted or not span:
            continue
        ends = sorted(axes.x.values(np.array(span) + drawn.left).tolist())
        red, green, blue = (round(part) for part in inked.colours[index].tolist())
        curves.append(Curve((red, green, blue), fitted, axes, drawn.left, drawn.top, ends[0], ends[1]))
    return curves

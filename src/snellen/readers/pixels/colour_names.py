"""What people call a colour."""

import colorsys
from collections.abc import Sequence

__all__ = ["colour_name"]

_HUES = (
    (15, "red"),
    (45, "orange"),
    (70, "yellow"),
    (165, "green"),
    (195, "cyan"),
    (255, "blue"),
    (290, "purple"),
    (345, "pink"),
    (360, "red"),
)
"""Up to which hue, in degrees, a colour has a name."""


def colour_name(colour: Sequence[float]) -> str:
    """The everyday name of an 8-bit RGB colour: a basic hue, brown, black, grey or white.

    >>> colour_name((122, 66, 54)), colour_name((31, 119, 180)), colour_name((110, 110, 110))
    ('brown', 'blue', 'grey')
    """
    hue, saturation, value = colorsys.rgb_to_hsv(*(part / 255 for part in colour))
    if saturation < 0.15:
        return "black" if value < 0.2 else "white" if value > 0.93 else "grey"
    if hue * 360 < 45 and value < 0.65:
        return "brown"
    return next(name for most, name in _HUES if hue * 360 <= most)

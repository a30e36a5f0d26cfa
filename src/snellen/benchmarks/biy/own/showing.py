"""Whether a drawn mark can be seen: its colours, how opaque they are, and what is behind it."""

import re
from collections.abc import Mapping

from PIL import ImageColor

__all__ = ["background", "fault_of"]

Colour = tuple[float, float, float, float]
"""Red, green, blue and opacity, from 0 to 1."""
_LEAST_CONTRAST = 0.05
"""The least difference from what is behind that counts as seen, in the channel where it is largest."""
_SMALLEST = 0.25
"""Units that a mark must reach from its point."""
_RGBA = re.compile(r"rgba?\(\s*([\d.]+)\s*,\s*([\d.]+)\s*,\s*([\d.]+)\s*(?:,\s*([\d.]+)(%?)\s*)?\)", re.IGNORECASE)
_PAGE = re.compile(r'<svg [^>]*>\s*<rect [^>]*?fill="([^"]*)"')
_VIEW = re.compile(r'<path class="background"([^>]*)/>')
_FILL = re.compile(r'\bfill="([^"]*)"')
_CURE = "write it as a CSS name, #4c78a8, rgb(…) or hsl(…)"


def background(drawing: str) -> Colour:
    """What is behind the marks in an SVG file by Vega: the plot's fill over the page's over white."""
    behind: Colour = (1.0, 1.0, 1.0, 1.0)
    view = _VIEW.search(drawing)
    fills = (_PAGE.search(drawing), _FILL.search(view[1]) if view else None)
    for fill in fills:
        colour = _colour(fill[1]) if fill else None
        if colour is not None:
            behind = _over(colour, behind)
    return behind


def fault_of(attributes: Mapping[str, str], reach: float, behind: Colour) -> str | None:
    """Why nobody sees a mark with these SVG attributes, as the end of a sentence; None where it is seen.

    `reach` is the farthest that it extends from its point, in units of the drawing.
    """
    if reach < _SMALLEST:
        return "is drawn with no size; give a larger size"
    try:
        whole = _share(attributes.get("opacity"))
        parts = [(attributes.get("fill", "none"), whole * _share(attributes.get("fill-opacity")))]
        width = float(attributes.get("stroke-width", 1))
        if width > 0:
            parts.append((attributes.get("stroke", "none"), whole * _share(attributes.get("stroke-opacity"))))
    except ValueError:
        return "has an opacity that is no number; give one from 0 to 1"
    contrast = 0.0
    for text, opacity in parts:
        if text.startswith("url("):
            contrast = max(contrast, opacity)  # a gradient
        elif text not in ("none", "transparent", ""):
            colour = _colour(text)
            if colour is None:
                return f"has the colour {text[:40]!r}, which is none; {_CURE}"
            shown = _over((*colour[:3], colour[3] * opacity), behind)
            contrast = max(contrast, *(abs(one - other) for one, other in zip(shown[:3], behind[:3], strict=True)))
    if contrast < _LEAST_CONTRAST:
        return "is not to be seen on its background; give it another colour, or more opacity"
    return None


def _share(text: str | None) -> float:
    return 1.0 if text is None else min(1.0, max(0.0, float(text)))


def _colour(text: str) -> Colour | None:
    """A CSS colour; None for what is none."""
    text = text.strip()
    if text in ("none", "transparent"):
        return 0.0, 0.0, 0.0, 0.0
    match = _RGBA.fullmatch(text)
    if match:
        red, green, blue = (min(255.0, float(match[place])) / 255 for place in (1, 2, 3))
        opacity = 1.0 if match[4] is None else float(match[4]) / (100 if match[5] else 1)
        return red, green, blue, min(1.0, opacity)
    try:
        channels = ImageColor.getrgb(text)
    except ValueError:
        return None
    return channels[0] / 255, channels[1] / 255, channels[2] / 255, (channels[3] / 255 if len(channels) > 3 else 1.0)


def _over(colour: Colour, behind: Colour) -> Colour:
    """A colour painted on an opaque one."""
    alpha = colour[3]
    red, green, blue = (alpha * one + (1 - alpha) * other for one, other in zip(colour[:3], behind[:3], strict=True))
    return red, green, blue, 1.0

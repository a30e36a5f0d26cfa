"""The marks of a Vega design: their outlines and colours as Vega writes them, painted on a picture by Agg.

Agg paints a thousand small shapes in a few milliseconds, where a rasteriser of SVG files, which gives each an element
of its own, takes some fifty. The shapes stand to a 256th of a pixel where they belong.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.path import Path

__all__ = ["MarkStyle", "mark_style", "paint"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MarkStyle:
    """A filled mark about the point that it stands for, in units of the specification, y downwards.

    A circle has a `radius`, any other shape `corners` of shape (n, 2). `reach` is how far it extends: left, top, right,
    bottom from the point.
    """

    color: str
    opacity: float
    radius: float | None
    corners: Floats
    reach: tuple[float, float, float, float]

    @cached_property
    def path(self) -> "Path":
        """The outline as Matplotlib has it, y upwards."""
        from matplotlib.path import Path
        from matplotlib.transforms import Affine2D

        if self.radius is not None:
            return Path.unit_circle().transformed(Affine2D().scale(self.radius))
        corners = self.corners * (1, -1)
        return Path(np.vstack([corners, corners[:1]]), closed=True)


def mark_style(outline: str, attributes: Mapping[str, str]) -> MarkStyle:
    """A mark from Vega's SVG: its path's data (straight lines, or a circle about the origin) and its attributes."""
    x = y = 0.0
    corners: list[tuple[float, float]] = []
    radius = None
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", outline):
        values = [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]
        match command:
            case "M" | "L":
                x, y = values
            case "h":
                x += values[0]
            case "v":
                y += values[0]
            case "A":
                radius = values[0]
                continue
            case "Z":
                continue
            case _:
                raise AssertionError(f"this release of Vega draws marks by {command!r}")
        corners.append((x, y))
    opacity = float(attributes.get("opacity", 1)) * float(attributes.get("fill-opacity", 1))
    places = np.array(corners)
    if radius is not None:
        reach = (radius, radius, radius, radius)
    else:
        (left, top), (right, bottom) = places.min(axis=0).tolist(), places.max(axis=0).tolist()
        reach = (-left, -top, right, bottom)
    return MarkStyle(attributes["fill"], opacity, radius, places, reach)


def paint(
    ground: NDArray[np.uint8],
    places: Floats,
    group: NDArray[np.int64],
    styles: Mapping[int, MarkStyle],
    scale: float,
) -> NDArray[np.uint8]:
    """A copy of the picture `ground` (height, width, 3) with a mark at each place in order.

    `places` has shape (n, 2) in pixels from the top left; `group` names each one's style; `scale` is the pixels of a
    unit of the styles.
    """
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.collections import PathCollection
    from matplotlib.colors import to_rgba
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D, IdentityTransform

    height, width, _ = ground.shape
    renderer: Any = RendererAgg(width, height, 72)  # type: ignore[no-untyped-call]
    picture = np.asarray(renderer.buffer_rgba())
    picture[:, :, :3] = ground
    picture[:, :, 3] = 255
    zoom = Affine2D().scale(scale)
    paths = {number: style.path.transformed(zoom) for number, style in styles.items()}
    colors = {number: to_rgba(style.color, style.opacity) for number, style in styles.items()}
    numbers = group.tolist()
    alike = len(styles) == 1
    marks = PathCollection(
        [paths[number] for number in (numbers[:1] if alike else numbers)],
        offsets=np.column_stack([places[:, 0], height - places[:, 1]]),
        offset_transform=IdentityTransform(),
        # With one path and one colour Matplotlib takes a shortcut that moves every mark to a whole pixel.
        facecolors=[colors[number] for number in (numbers[:1] * 2 if alike else numbers)],
        edgecolors="none",
        linewidths=0,
        antialiaseds=True,
        snap=False,
        path_effects=[],
    )
    marks.set_figure(Figure(dpi=72))
    marks.set_transform(IdentityTransform())
    marks.set_sketch_params(None)
    marks.draw(renderer)
    return cast("NDArray[np.uint8]", picture[:, :, :3].copy())

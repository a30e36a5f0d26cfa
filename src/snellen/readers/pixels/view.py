"""What was seen in a picture: computed once, when first asked for, and kept for further questions on it."""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from snellen.readers.pixels.calibration import Axes, read_axes
from snellen.readers.pixels.colours import Inked, find_colours
from snellen.readers.pixels.ground import Drawn, drawn_in
from snellen.readers.pixels.picture import Picture, UnreadableError, load_picture
from snellen.readers.pixels.plot_area import PlotArea, find_plot_area

__all__ = ["View", "view_of"]

T = TypeVar("T")

_MOST_VIEWS = 4
"""Kept at a time: pixels are large, and questions on one picture tend to follow one another."""


class View:
    """One picture and what has been seen in it so far.

    `kept` is how a stage of any benchmark stores what it found: under a name, computed once. One thread at a time
    looks at a picture.
    """

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._kept: dict[str, Any] = {}
        self._lock = threading.RLock()

    def kept(self, name: str, look: Callable[[], T]) -> T:
        """What `look` found, kept under `name`. An UnreadableError is kept too, and raised again."""
        with self._lock:
            if name not in self._kept:
                try:
                    self._kept[name] = look()
                except UnreadableError as error:
                    self._kept[name] = error
            found = self._kept[name]
        if isinstance(found, UnreadableError):
            raise found
        return cast(T, found)

    @property
    def plot(self) -> PlotArea:
        """The plot area. Raises UnreadableError where there is none."""

        def look() -> PlotArea:
            area = find_plot_area(self.picture)
            if area is None:
                raise UnreadableError("no axes")
            return area

        return self.kept("plot", look)

    @property
    def axes(self) -> Axes:
        """What the axes say. Raises UnreadableError where they cannot be read."""
        return self.kept("axes", lambda: read_axes(self.picture, self.plot))

    @property
    def drawn(self) -> Drawn:
        """What is drawn in the plot. Raises UnreadableError where there is no plot."""
        return self.kept("drawn", lambda: drawn_in(self.picture, self.plot))

    @property
    def inked(self) -> Inked:
        """The plot's ink by colour. Raises UnreadableError where there is no plot."""
        return self.kept("inked", lambda: find_colours(self.drawn))


_VIEWS: OrderedDict[bytes, View] = OrderedDict()
_LOCK = threading.Lock()


def view_of(path: Path) -> View:
    """The view of the picture in a file; the same one for the same bytes, as long as it is among the last few.

    Raises UnreadableError for a file that cannot be read as a picture.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableError("no file") from error
    key = hashlib.sha256(content).digest()
    with _LOCK:
        if key in _VIEWS:
            _VIEWS.move_to_end(key)
            return _VIEWS[key]
    view = View(load_picture(path))
    with _LOCK:
        _VIEWS[key] = view
        while len(_VIEWS) > _MOST_VIEWS:
            _VIEWS.popitem(last=False)
    return view

"""Matplotlib's own defaults, for the drawings of this benchmark alone and one at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

__all__ = ["matplotlib_defaults"]

_LOCK = threading.Lock()


@contextmanager
def matplotlib_defaults() -> Iterator[None]:
    """Matplotlib's own defaults for the time of the block, whatever the user has set.

    They are of the whole process, so one drawing waits for another.
    """
    import matplotlib

    # The backend is no matter of pixels here, and merely reading it can import a windowing toolkit.
    defaults = {key: value for key, value in matplotlib.rcParamsDefault.items() if not key.startswith("backend")}
    with _LOCK, matplotlib.rc_context(cast(Any, defaults)):
        yield

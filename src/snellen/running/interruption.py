"""Signals that ask a process to end, taken as Ctrl-C is."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["interruptible", "was_interrupted"]

_ENDING = ("SIGTERM", "SIGHUP")
_heard: list[int] = []


def was_interrupted() -> bool:
    """Whether one of these signals came since the last `interruptible` block began: what fails then fails of it."""
    return bool(_heard)


@contextmanager
def interruptible() -> Iterator[None]:
    """While the block runs, SIGTERM and SIGHUP do what SIGINT does: a run closes its journal and says how to go on.

    A signal that is ignored, as `nohup` has it, or that is handled already is left alone; so are all in another thread
    than the main one, which can take none.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _heard.clear()
    there = [number for name in _ENDING if (number := getattr(signal, name, None)) is not None]
    taken = [number for number in there if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 (the signature of a handler)
    _heard.append(number)
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as a script's background jobs have it
        raise KeyboardInterrupt
    signal.raise_signal(signal.SIGINT)

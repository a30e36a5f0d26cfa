"""Readers that think long, in processes of their own: one a core, so that the others do not wait for one."""

import multiprocessing
import os
import signal
import threading
import time
import weakref
import zlib
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import anyio.to_thread

from snellen.generation.workers import default_jobs, quiet_and_single
from snellen.messages import Image, Message, Reader
from snellen.readers import find_reader

__all__ = ["ReaderProcesses", "cpu_seconds"]

_taken = {"seconds": 0.0}


def cpu_seconds() -> float:
    """The CPU time of this process and of the readers' processes that it has asked, in seconds."""
    return time.process_time() + _taken["seconds"]


class ReaderProcesses:
    """A reader in `jobs` processes (the cores that this one may use), each started when it is first needed.

    Questions on one picture go to one process, which may keep what it saw. The processes leave Ctrl-C to this one and
    end when it does, however it ends.
    """

    def __init__(self, name: str, arguments: Mapping[str, Any], jobs: int | None = None) -> None:
        self._name = name
        self._arguments = dict(arguments)
        self._jobs = jobs or default_jobs()
        self._processes: dict[int, ProcessPoolExecutor] = {}
        weakref.finalize(self, _end, self._processes)

    async def read(self, messages: Sequence[Message]) -> str:
        """The reader's reply. Raises what the reader raises, and RuntimeError where its process was killed."""
        pictures = [part for message in messages for part in message.content if isinstance(part, Image)]
        place = zlib.crc32(str(pictures[-1].path).encode()) % self._jobs if pictures else 0
        reply = self._asked(place, messages)
        try:
            text, seconds = await anyio.to_thread.run_sync(reply.result, abandon_on_cancel=True)
        except BrokenProcessPool:
            self._processes.pop(place, None)
            raise RuntimeError(
                f"a process of {self._name} was killed, perhaps for want of memory; run the same command again."
            ) from None
        finally:
            reply.cancel()  # where this one was cancelled, nobody waits for it any more
        _taken["seconds"] += seconds
        return text

    def _asked(self, place: int, messages: Sequence[Message]) -> "Future[tuple[str, float]]":
        if place in self._processes:
            return self._processes[place].submit(_read, messages)
        spawn = multiprocessing.get_context("spawn")
        process = ProcessPoolExecutor(1, spawn, initializer=_begin, initargs=(self._name, self._arguments))
        self._processes[place] = process
        with quiet_and_single():  # the process starts with its first question
            return process.submit(_read, messages)


def _end(processes: Mapping[int, ProcessPoolExecutor]) -> None:
    for process in processes.values():
        process.shutdown(wait=False, cancel_futures=True)


_reader: list[Reader] = []
"""The reader of this process."""


def _begin(name: str, arguments: Mapping[str, Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _reader.append(find_reader(name, **arguments))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _read(messages: Sequence[Message]) -> tuple[str, float]:
    before = time.process_time()
    return _reader[-1](messages), time.process_time() - before

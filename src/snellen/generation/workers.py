"""Worker processes: jobs in, what each yields out, in whatever order it comes.

Workers are spawned (the same on every system, nothing inherited), have one numerical thread each, and leave
Ctrl-C to the parent. They end when the parent does, however it ends.
"""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from snellen.errors import SnellenError

__all__ = ["Workers", "default_jobs", "quiet_and_single"]

J = TypeVar("J")
E = TypeVar("E")

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def default_jobs() -> int:
    """How many workers to use where nothing is said: the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers(Generic[J, E]):
    """Runs `function` on many jobs in `jobs` processes.

    `function` is a module's own (it is pickled by name), takes one job and yields events. After `run`, `cpu_seconds`
    is the workers' CPU time and `peak_memory` the largest resident size of one worker in bytes (None where the system
    does not tell).
    """

    def __init__(self, function: Callable[[J], Iterator[E]], jobs: int | None = None) -> None:
        self._function = function
        self._jobs = jobs or default_jobs()
        self.cpu_seconds = 0.0
        self.peak_memory: int | None = None

    def run(self, jobs: Iterable[J], name: Callable[[J], str] = str) -> Generator[E, None, None]:
        """The events of all jobs; `name` says in an error which job it was.

        Raises what a job raised, with the worker's traceback as a note; SnellenError where a worker was killed. Jobs
        that are under way then are stopped, and so they are when the iterator is closed.
        """
        waiting = iter(jobs)
        workers: dict[Connection, _Worker[J]] = {}
        try:
            for job in waiting:
                worker = _start(self._function, job)
                workers[worker.connection] = worker
                worker.give(job)
                if len(workers) == self._jobs:
                    break
            busy = set(workers)
            while busy:
                for connection in wait(list(busy)):
                    worker = workers[connection]  # type: ignore[index]
                    match worker.receive(name):
                        case _Event(value):
                            yield value
                        case _Failure(error, text):
                            error.add_note(f"at work on {name(worker.job)}, in a worker:\n{text}")
                            raise error
                        case _Done(cpu_seconds, peak):
                            self.cpu_seconds += cpu_seconds
                            self.peak_memory = max(self.peak_memory or 0, peak) if peak is not None else None
                            try:
                                worker.give(next(waiting))
                            except StopIteration:
                                busy.discard(worker.connection)
                                worker.connection.close()
            for worker in workers.values():
                worker.process.join()
        finally:
            for worker in workers.values():
                worker.process.kill()
                worker.process.join()
                worker.connection.close()


@dataclass(frozen=True, slots=True)
class _Event:
    value: Any


@dataclass(frozen=True, slots=True)
class _Failure:
    error: Exception
    text: str


@dataclass(frozen=True, slots=True)
class _Done:
    cpu_seconds: float
    peak_memory: int | None


@dataclass(slots=True)
class _Worker(Generic[J]):
    process: BaseProcess
    connection: Connection
    job: J

    def give(self, job: J) -> None:
        self.job = job
        try:
            self.connection.send(job)
        except OSError:
            return  # it died; `receive` finds that out and says so

    def receive(self, name: Callable[[J], str]) -> "_Event | _Failure | _Done":
        try:
            message: _Event | _Failure | _Done = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            code = self.process.exitcode or 0
            how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"
            raise SnellenError(
                f"a worker {how} at work on {name(self.job)}, perhaps for want of memory; "
                "run the same command again, with fewer --jobs, to go on."
            ) from None
        return message


def _start(function: Callable[[J], Iterator[E]], job: J) -> _Worker[J]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(function, theirs), daemon=True)
    with quiet_and_single():
        process.start()
    theirs.close()
    return _Worker(process, ours, job)


@contextmanager
def quiet_and_single() -> Iterator[None]:
    """What a child takes over from its parent at the start: Ctrl-C ignored, one numerical thread."""
    in_main = threading.current_thread() is threading.main_thread()
    before = {variable: os.environ.get(variable) for variable in _ONE_THREAD}
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN) if in_main else None
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    try:
        yield
    finally:
        for variable, value in before.items():
            if value is None:
                del os.environ[variable]
            else:
                os.environ[variable] = value
        if in_main:
            signal.signal(signal.SIGINT, handler)


def _work(function: Callable[[J], Iterator[E]], connection: Connection) -> None:
    parent = multiprocessing.parent_process()
    told = 0.0
    try:
        while True:
            job = connection.recv()
            try:
                for value in function(job):
                    if parent is None or not parent.is_alive():
                        return
                    connection.send(_Event(value))
            except (BrokenPipeError, EOFError):
                return
            except Exception as error:
                connection.send(_failure(error))
                return
            used = time.process_time()
            connection.send(_Done(used - told, _peak_memory()))
            told = used
    except (EOFError, OSError):
        return  # the parent is gone


def _failure(error: Exception) -> _Failure:
    text = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # an exception that does not survive pickling keeps its words
        error = RuntimeError(f"{type(error).__name__}: {error}")
    return _Failure(error, text)


def _peak_memory() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

"""The journal of a run: each reply is on disk the moment it is there, so that a killed run loses none."""

import json
import os
import re
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self

from pydantic_core import from_json

from snellen.errors import SnellenError
from snellen.files import name_file
from snellen.replies import Reply, read_replies
from snellen.running.reader_processes import cpu_seconds

__all__ = [
    "Journal",
    "Request",
    "Taken",
    "append_line",
    "cut_torn_line",
    "locked",
    "open_journal",
    "read_journal",
]


_SURROGATE = re.compile("[\ud800-\udfff]")


class Request(NamedTuple):
    """What makes a reply of a run unique: the question, and how it was asked, and which repeat that was."""

    question_id: str
    strategy: str
    n_examples: int
    repeat: int

    @classmethod
    def of(cls, reply: Reply) -> Self:
        """What a reply is a reply to."""
        return cls(reply.question_id, reply.strategy, reply.n_examples, reply.repeat)


@dataclass(frozen=True, slots=True)
class Taken:
    """What a run has taken, over all its sessions: seconds on the clock, of CPU, and US dollars where known.

    `not_sent` are the settings that were asked for and not sent, as seen last; None where requests were not seen.
    """

    wall_seconds: float
    cpu_seconds: float
    cost: float | None
    started: datetime | None
    not_sent: list[str] | None = None


class Journal:
    """The open journal of one session of a run: `replies.jsonl`, and beside it `compute.jsonl`.

    One line a reply, in the form that `snellen score --replies` reads; written whole, at once and in order of arrival.
    """

    def __init__(self, folder: Path) -> None:
        self._replies = (folder / "replies.jsonl").open("ab", buffering=0)
        self._compute = (folder / "compute.jsonl").open("ab", buffering=0)
        self._session = f"{time.time_ns()}-{os.getpid()}"
        self._clock, self._cpu = time.monotonic(), cpu_seconds()
        self._cost: float | None = None
        self._started = datetime.now(UTC)
        self._beaten = 0.0
        self.answered = 0
        self.failed = 0
        self.failed_in_a_row = 0
        self._not_sent: list[str] | None = None
        self.last_error: str | None = None
        self.broken_off = False
        self._beat()

    def add(self, reply: Reply, *, is_own_fault: bool = False) -> None:
        """Write one reply, or what a request failed of; `is_own_fault` says that others would not fail of the same.

        Raises OSError where it can't be written, as on a full disk: the journal then is what it was before, and
        `broken_off`, for what is asked from here on would be lost.
        """
        said = asdict(reply)
        if reply.reasoning is None:
            del said["reasoning"]  # few models tell any
        line = json.dumps(said, ensure_ascii=False, separators=(",", ":")) + "\n"
        line = _SURROGATE.sub("\ufffd", line)  # half a pair, as a cut emoji leaves it, has no UTF-8
        try:
            append_line(self._replies, line)
        except OSError as error:
            self.broken_off = True
            self.last_error = f"{error.filename}: {(error.strerror or str(error)).lower()}"
            raise
        if reply.error is None:
            self.answered += 1
            self.failed_in_a_row = 0
        else:
            self.failed += 1
            self.failed_in_a_row = 0 if is_own_fault else self.failed_in_a_row + 1
            self.last_error = reply.error
        if reply.cost is not None:
            self._cost = (self._cost or 0.0) + reply.cost
        if reply.cost or time.monotonic() - self._beaten >= 1.0:
            self._beat()

    def break_off(self, trouble: str) -> None:
        """The rest is left for later, for this reason; one that was told before stays."""
        if not self.broken_off:
            self.last_error = trouble
        self.broken_off = True

    def note_not_sent(self, names: Collection[str]) -> None:
        """Note the settings that were asked for and that the provider was not sent."""
        self._not_sent = list(names)
        self._beat()

    def close(self) -> None:
        """Note what the session has taken, and close the files."""
        self._beat()
        self._replies.close()
        self._compute.close()

    def _beat(self) -> None:
        self._beaten = time.monotonic()
        taken = {
            "session": self._session,
            "wall_seconds": round(self._beaten - self._clock, 3),
            "cpu_seconds": round(cpu_seconds() - self._cpu, 3),
            "cost": self._cost,
            "started": self._started.isoformat(),
            "not_sent": self._not_sent,
        }
        with suppress(OSError):  # a figure less is no reason to lose a reply
            append_line(self._compute, json.dumps(taken) + "\n")


@contextmanager
def open_journal(folder: Path) -> Iterator[Journal]:
    """The journal of a run's folder, for one session."""
    journal = Journal(folder)
    try:
        yield journal
    finally:
        journal.close()


def read_journal(folder: Path) -> tuple[dict[Request, Reply], Taken]:
    """The replies of a run by what was asked, and what its sessions have taken so far.

    Of several lines for one request the last counts, and one with a reply before one with an error. A last line that a
    kill tore is cut off. Raises SnellenError for any other line that is not a reply.
    """
    for name in ("replies.jsonl", "compute.jsonl"):
        cut_torn_line(folder / name)
    replies: dict[Request, Reply] = {}
    path = folder / "replies.jsonl"
    for reply in read_replies(path, journal=True) if path.exists() else ():
        key = Request.of(reply)
        if reply.error is None or key not in replies or replies[key].error is not None:
            replies[key] = reply
    return replies, _taken(folder / "compute.jsonl")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a run's folder to this process. Raises SnellenError where another one has it."""
    try:
        import fcntl
    except ImportError:  # no such locks on Windows
        yield
        return
    with (folder / ".lock").open("ab") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SnellenError(f"{folder}: another process is at work on this run; wait for it to end.") from None
        yield


def append_line(handle: FileIO, line: str) -> None:
    """Append a line whole or not at all: half a line would make one with the next."""
    before = os.fstat(handle.fileno()).st_size
    rest = memoryview(line.encode())
    try:
        while rest:
            rest = rest[handle.write(rest) or 0 :]
    except OSError as error:
        os.ftruncate(handle.fileno(), before)
        name_file(error, Path(str(handle.name)))
        raise


def _taken(path: Path) -> Taken:
    """The last line of each session, added up; a line that is none is passed over, for nothing depends on it."""
    sessions: dict[str, Any] = {}
    not_sent: list[str] | None = None
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            taken = from_json(line)
            figures = float(taken["wall_seconds"]), float(taken["cpu_seconds"]), taken["cost"]
            sessions[str(taken["session"])] = (*figures, datetime.fromisoformat(taken["started"]))
            not_sent = not_sent if taken.get("not_sent") is None else list(map(str, taken["not_sent"]))
        except (ValueError, KeyError, TypeError):
            continue
    costs = [cost for _, _, cost, _ in sessions.values() if cost is not None]
    return Taken(
        wall_seconds=sum(wall for wall, _, _, _ in sessions.values()),
        cpu_seconds=sum(cpu for _, cpu, _, _ in sessions.values()),
        cost=sum(costs) if costs else None,
        started=min((started for _, _, _, started in sessions.values()), default=None),
        not_sent=not_sent,
    )


def cut_torn_line(path: Path) -> None:
    """Cut off a last line that a kill tore: one without a line break."""
    if not path.exists():
        return
    with path.open("rb+") as handle:
        end = handle.seek(0, os.SEEK_END)
        handle.truncate(_after_last_break(handle, end))


def _after_last_break(handle: BinaryIO, end: int) -> int:
    while end > 0:
        start = max(end - 65536, 0)
        handle.seek(start)
        found = handle.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0

"""The ledger of a run's batches: an SQLite file in which every step stands before it is taken.

What may cost money is written down first: a batch stands as `submitting`, with our mark for it, before the vendor
hears of it, and with the vendor's id as soon as that is known. So after a kill at any point what is `submitting` is
looked for in the vendor's list, and is never made a second time before it was.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from snellen.errors import SnellenError
from snellen.running.batch.vendors import Progress
from snellen.running.journal import Request

__all__ = ["IN_FLIGHT", "LEDGER", "Batch", "Entry", "Ledger", "in_flight", "is_batched", "open_ledger"]

LEDGER = "batch.sqlite"
"""The name of the file in a run's folder."""

IN_FLIGHT = ("submitting", "submitted", "ended")
"""States of batches that may have been paid for, and whose replies are still to come."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS batches (
    tag TEXT PRIMARY KEY,
    vendor TEXT NOT NULL,
    state TEXT NOT NULL CHECK (
        state IN ('prepared', 'submitting', 'submitted', 'ended', 'collected', 'rejected', 'abandoned')),
    vendor_id TEXT UNIQUE,
    endpoint TEXT NOT NULL,
    betas TEXT NOT NULL,
    file_id TEXT,
    requests INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    created TEXT NOT NULL,
    submitted TEXT,
    ended TEXT,
    status TEXT,
    total INTEGER, succeeded INTEGER, failed INTEGER,
    error TEXT
);
CREATE TABLE IF NOT EXISTS requests (
    id INTEGER PRIMARY KEY,
    question TEXT NOT NULL, strategy TEXT NOT NULL, n_examples INTEGER NOT NULL, repeat INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (
        state IN ('planned', 'in batch', 'answered', 'failed', 'retriable', 'expired', 'cancelled', 'lost')),
    custom_id TEXT,
    error TEXT,
    UNIQUE (question, strategy, n_examples, repeat)
);
CREATE TABLE IF NOT EXISTS entries (
    custom_id TEXT PRIMARY KEY,
    tag TEXT NOT NULL REFERENCES batches (tag) ON DELETE CASCADE,
    request INTEGER NOT NULL REFERENCES requests (id),
    sha256 TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entries_of_batches ON entries (tag);
CREATE INDEX IF NOT EXISTS requests_by_state ON requests (state);
CREATE TABLE IF NOT EXISTS replies (
    custom_id TEXT PRIMARY KEY REFERENCES entries (custom_id),
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    received TEXT NOT NULL
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A request in a batch: our id for it there, what is asked, and the SHA-256 of its body."""

    custom_id: str
    request: Request
    sha256: str


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch as the ledger has it. Times are in UTC."""

    tag: str
    vendor: str
    state: str
    vendor_id: str | None
    endpoint: str
    betas: str
    file_id: str | None
    requests: int
    bytes: int
    created: str
    submitted: str | None
    ended: str | None
    status: str | None
    total: int | None
    succeeded: int | None
    failed: int | None
    error: str | None


class Ledger:
    """The open ledger of a run. One process writes to it at a time: whoever holds the run's lock."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = sqlite3.connect(path, isolation_level=None)
        try:
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._connection.execute(f"PRAGMA {pragma}")
            self._connection.executescript(_SCHEMA)
        except sqlite3.DatabaseError:
            self._connection.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all that is written in it is there, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def prepare(self, batch: Batch, entries: Sequence[Entry]) -> None:
        """A batch that is about to be submitted, and the requests in it, which are `in batch` from here on."""
        with self.writing() as sql:
            sql.execute(f"INSERT INTO batches VALUES ({', '.join('?' * 17)})", _row(batch))
            for entry in entries:
                sql.execute(
                    "INSERT INTO requests (question, strategy, n_examples, repeat, state, custom_id) "
                    "VALUES (?, ?, ?, ?, 'in batch', ?) ON CONFLICT (question, strategy, n_examples, repeat) "
                    "DO UPDATE SET state = 'in batch', custom_id = excluded.custom_id, error = NULL",
                    (*entry.request, entry.custom_id),
                )
                sql.execute(
                    "INSERT INTO entries SELECT ?, ?, id, ? FROM requests "
                    "WHERE (question, strategy, n_examples, repeat) = (?, ?, ?, ?)",
                    (entry.custom_id, batch.tag, entry.sha256, *entry.request),
                )

    def dissolve(self, tag: str, error: str | None = None) -> None:
        """A batch of which nothing was sent, or nothing made: its requests are planned again."""
        with self.writing() as sql:
            self._release(sql, tag, "planned", error)
            sql.execute("DELETE FROM batches WHERE tag = ?", (tag,))

    def reject(self, tag: str, progress: Progress) -> None:
        """A batch that the vendor refused whole, before it did anything: its requests are planned again."""
        with self.writing() as sql:
            self._release(sql, tag, "planned", progress.error)
            sql.execute(
                "UPDATE batches SET state = 'rejected', status = ?, error = ?, ended = ? WHERE tag = ?",
                (progress.status, progress.error, _now(), tag),
            )

    def abandon(self, tag: str) -> None:
        """A batch of which it is not known whether it was made, given up: its requests may be paid for again."""
        with self.writing() as sql:
            self._release(sql, tag, "planned", None)
            sql.execute("UPDATE batches SET state = 'abandoned' WHERE tag = ?", (tag,))

    def update(self, tag: str, **values: str | int | None) -> None:
        """Set columns of a batch."""
        with self.writing() as sql:
            names = ", ".join(f"{name} = ?" for name in values)
            sql.execute(f"UPDATE batches SET {names} WHERE tag = ?", (*values.values(), tag))

    def add_replies(self, replies: Iterable[tuple[str, int, str]]) -> int:
        """Keep raw replies: custom id, HTTP status, body. The first of several is kept. Returns how many were new."""
        with self.writing() as sql:
            before = sql.total_changes
            sql.executemany(
                "INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?)", ((*reply, _now()) for reply in replies)
            )
            return sql.total_changes - before

    def set_states(self, states: Mapping[str, tuple[str, str | None]]) -> None:
        """Set the states of requests by their custom ids, with an error; one that was answered stays answered."""
        with self.writing() as sql:
            sql.executemany(
                "UPDATE requests SET state = ?, error = ? WHERE state != 'answered' "
                "AND id = (SELECT request FROM entries WHERE custom_id = ?)",
                ((state, error, custom_id) for custom_id, (state, error) in states.items()),
            )

    def plan_again(self, *states: str) -> int:
        """Make requests of some states planned ones. Returns how many."""
        with self.writing() as sql:
            marks = ", ".join("?" * len(states))
            return sql.execute(f"UPDATE requests SET state = 'planned' WHERE state IN ({marks})", states).rowcount

    def batches(self, *states: str) -> list[Batch]:
        """The batches in some states, all without any, oldest first."""
        where = f"WHERE state IN ({', '.join('?' * len(states))})" if states else ""
        rows = self._connection.execute(f"SELECT * FROM batches {where} ORDER BY created, rowid", states)
        return [Batch(*row) for row in rows]

    def counts(self) -> dict[str, int]:
        """How many requests are in each state."""
        return dict(self._connection.execute("SELECT state, count(*) FROM requests GROUP BY state"))

    def states(self) -> dict[Request, str]:
        """The state of each request."""
        rows = self._connection.execute("SELECT question, strategy, n_examples, repeat, state FROM requests")
        return {Request(*row[:4]): row[4] for row in rows}

    def entries(self, tag: str) -> dict[str, Request]:
        """The requests of a batch by their custom ids."""
        rows = self._connection.execute(
            "SELECT entries.custom_id, question, strategy, n_examples, repeat FROM entries "
            "JOIN requests ON requests.id = entries.request WHERE tag = ?",
            (tag,),
        )
        return {row[0]: Request(*row[1:]) for row in rows}

    def replied(self, tag: str) -> set[str]:
        """The custom ids of a batch whose replies are kept."""
        rows = self._connection.execute(
            "SELECT custom_id FROM replies JOIN entries USING (custom_id) WHERE tag = ?", (tag,)
        )
        return {row[0] for row in rows}

    def replies(self, tag: str | None = None) -> Iterator[tuple[str, Request, int, str]]:
        """Raw replies, of one batch or all: custom id, what was asked, HTTP status, body."""
        where, values = ("WHERE tag = ?", (tag,)) if tag else ("", ())
        rows = self._connection.execute(
            "SELECT replies.custom_id, question, strategy, n_examples, repeat, status, body FROM replies "
            "JOIN entries USING (custom_id) JOIN requests ON requests.id = entries.request " + where,
            values,
        )
        for row in rows:
            yield row[0], Request(*row[1:5]), row[5], row[6]

    def errors(self) -> list[tuple[str, str, int]]:
        """State, error and number of the requests that have one, the most frequent first."""
        rows = self._connection.execute(
            "SELECT state, error, count(*) AS n FROM requests WHERE error IS NOT NULL AND state != 'answered' "
            "GROUP BY state, error ORDER BY n DESC, error"
        )
        return list(rows)

    @staticmethod
    def _release(sql: sqlite3.Connection, tag: str, state: str, error: str | None) -> None:
        sql.execute(
            "UPDATE requests SET state = ?, error = ? WHERE state != 'answered' "
            "AND custom_id IN (SELECT custom_id FROM entries WHERE tag = ?)",
            (state, error, tag),
        )


@contextmanager
def open_ledger(folder: Path, *, new: bool = False) -> Iterator[Ledger]:
    """The ledger of a run's folder. Raises SnellenError for a damaged one, for one that is gone, and for none unless it
    may be `new`."""
    path = folder / LEDGER
    if not path.exists() and _is_lost(folder):
        raise SnellenError(
            f"{path} is gone, and what was submitted may still be answered and paid for; put the file back, or end the "
            "batches at the vendor's and give another folder with --out."
        )
    if not new and not path.exists():
        raise SnellenError(
            f"{folder} has no batches; submit some with snellen batch submit, or name the run with --out."
        )
    try:
        ledger = Ledger(path)
    except sqlite3.DatabaseError as error:
        raise SnellenError(f"{path}: {error}; restore the file, or give another folder with --out.") from None
    try:
        yield ledger
    finally:
        ledger.close()


def in_flight(folder: Path) -> int:
    """How many requests of a run's folder are in batches whose replies are still to come."""
    if not (folder / LEDGER).exists() and not _is_lost(folder):
        return 0
    with open_ledger(folder) as ledger:
        return ledger.counts().get("in batch", 0)


def is_batched(folder: Path) -> bool:
    """Whether requests of the run in a folder are or were in batches. Raises SnellenError where its ledger is gone."""
    if not (folder / LEDGER).exists() and not _is_lost(folder):
        return False
    with open_ledger(folder) as ledger:
        return bool(ledger.batches())


def _is_lost(folder: Path) -> bool:
    return (folder / "batches").is_dir() and not (folder / LEDGER).exists()


def _row(batch: Batch) -> tuple[Any, ...]:
    return tuple(getattr(batch, name) for name in Batch.__dataclass_fields__)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

"""Batches made, each once: what may cost money is in the ledger before it is asked for.

The order of steps for a batch: its file is written; the ledger has it as `prepared`; the file is uploaded; the ledger
has it as `submitting`; the vendor is asked to make it; the ledger has its id, as `submitted`. A kill before
`submitting` costs nothing. After it, the vendor's list of batches says whether the batch is there.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from snellen.errors import SnellenError
from snellen.running.batch.ledger import Batch, Ledger
from snellen.running.batch.planning import Part, requests_file
from snellen.running.batch.vendors import Created, Found, Vendor, VendorError

__all__ = ["LOOK_AFTER", "MOST_TRIES", "clear_up", "submit_part"]

LOOK_AFTER = (0.0, 5.0, 20.0)
"""Seconds before each look into the vendor's list for a batch whose creation nobody confirmed: lists may lag."""

MOST_TRIES = 4
"""How often a batch is asked for where the vendor says that it was not made."""

_LONGEST_WAIT = 120.0


def submit_part(ledger: Ledger, vendor: Vendor, part: Part) -> Batch:
    """Make a batch of a part, and return it as the ledger has it then.

    Raises SnellenError where the vendor refuses: its requests then are planned again. Where it is not known
    whether the batch was made, it stays `submitting`, and that is what is raised.
    """
    ledger.prepare(part.batch, part.entries)
    batch = part.batch
    try:
        file_id = vendor.upload(part.path, batch.tag)
    except VendorError as error:
        _drop(ledger, batch, part.path, str(error))
        raise SnellenError(f"{vendor.name} took no file of requests: {error}; {_AGAIN}") from None
    ledger.update(batch.tag, file_id=file_id)
    batch = replace(batch, file_id=file_id)
    for attempt in range(1, MOST_TRIES + 1):
        batch = replace(batch, state="submitting", submitted=_now())
        ledger.update(batch.tag, state="submitting", submitted=batch.submitted)
        try:
            return _submitted(ledger, vendor, batch, vendor.create(_created(batch, part.path)), part.path)
        except VendorError as error:
            if error.may_have_acted:
                found = _look(ledger, vendor, batch, part.path)
                if found.vendor_id:
                    return _submitted(ledger, vendor, batch, found.vendor_id, part.path)
                if found.maybe:
                    raise SnellenError(_uncertain(vendor, batch, found)) from None
            if attempt == MOST_TRIES or not (error.may_have_acted or error.status == 429):
                _drop(ledger, batch, part.path, str(error))
                raise SnellenError(f"{vendor.name} made no batch: {error}; {_AGAIN}") from None
            ledger.update(batch.tag, state="prepared")
            time.sleep(min(error.wait if error.wait is not None else 2.0**attempt, _LONGEST_WAIT))
    raise AssertionError("the last try returns or raises")


def clear_up(
    ledger: Ledger, vendor: Vendor, folder: Path, say: Callable[[str], None], *, resubmit: bool = False
) -> None:
    """Put right what a kill left: what was never sent is planned again, what was is looked for and taken up.

    With `resubmit`, batches that may have been made and can't be told yet are given up, and may be paid for twice.
    """
    for batch in ledger.batches("prepared"):
        _drop(ledger, batch, requests_file(folder, batch.tag), None)
    for batch in ledger.batches("submitting"):
        path = requests_file(folder, batch.tag)
        found = _look(ledger, vendor, batch, path)
        if found.vendor_id:
            _submitted(ledger, vendor, batch, found.vendor_id, path)
            say(f"Found {found.vendor_id} at {vendor.name}: {batch.requests:,} requests that were submitted.")
        elif not found.maybe:
            _drop(ledger, batch, path, None)
        elif resubmit:
            ledger.abandon(batch.tag)
            path.unlink(missing_ok=True)
            say(f"Gave up {batch.requests:,} requests that may be in {', '.join(found.maybe)}.")
        else:
            say(_uncertain(vendor, batch, found))
    for path in (folder / "batches").glob(".*.tmp"):
        path.unlink(missing_ok=True)


_AGAIN = "what is not in a batch stays planned, and submitting again takes it up."


def _look(ledger: Ledger, vendor: Vendor, batch: Batch, path: Path) -> Found:
    known = frozenset(other.vendor_id for other in ledger.batches() if other.vendor_id)
    found = Found(None)
    for wait in LOOK_AFTER:
        time.sleep(wait)
        try:
            found = vendor.find(_created(batch, path), known)
        except VendorError as error:
            raise SnellenError(
                f"{vendor.name} does not say whether it made a batch of {batch.requests:,} requests: {error}; nothing "
                "is sent twice: submit or poll again later."
            ) from None
        if found.vendor_id or found.maybe:
            break
    return found


def _created(batch: Batch, path: Path) -> Created:
    since = datetime.fromisoformat(batch.submitted or batch.created)
    return Created(batch.tag, path, batch.requests, batch.endpoint, batch.betas, batch.file_id, since)


def _submitted(ledger: Ledger, vendor: Vendor, batch: Batch, vendor_id: str, path: Path) -> Batch:
    ledger.update(batch.tag, state="submitted", vendor_id=vendor_id)
    if vendor.name != "vllm":
        path.unlink(missing_ok=True)
    return replace(batch, state="submitted", vendor_id=vendor_id)


def _drop(ledger: Ledger, batch: Batch, path: Path, error: str | None) -> None:
    ledger.dissolve(batch.tag, error)
    path.unlink(missing_ok=True)


def _uncertain(vendor: Vendor, batch: Batch, found: Found) -> str:
    return (
        f"{vendor.name} may have made a batch of {batch.requests:,} requests before the connection was lost: it may be "
        f"{', '.join(found.maybe)}, which is known once that has ended; poll until then, or submit --resubmit to send "
        "them again at the risk of paying twice."
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

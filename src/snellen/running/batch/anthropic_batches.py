"""Anthropic's Message Batches, through its own client: at half the price, within 24 hours.

Limits: 100,000 requests or 256 MB a batch (Message Batches guide, as of November 2026). A batch carries no mark of
ours: its list has ids, times and counts alone, and the custom ids of its requests are told once it has ended. So a
batch whose creation nobody confirmed is known for certain only then; until then it may be any of those of that size
and time.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import anthropic
import httpx2

from snellen.running.batch.stamping import Body
from snellen.running.batch.vendors import Created, Found, Limits, Progress, Result, VendorError, without_keys

__all__ = ["AnthropicBatches"]

_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_CLOCKS_DIFFER = timedelta(minutes=10)
_TAKES_AT_MOST = timedelta(hours=1)


class AnthropicBatches:
    """Batches at Anthropic, or at an address that speaks its API."""

    name = "anthropic"
    limits = Limits(requests=100_000, bytes=128_000_000)
    """Half of the bytes that it takes: a batch is one body, which is in memory while it is sent."""
    knows_tags = False

    def __init__(self, base_url: str | None, key: str) -> None:
        self._client = anthropic.Anthropic(base_url=base_url, api_key=key, max_retries=4)
        self._once = self._client.with_options(max_retries=0, timeout=1800.0)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def line(self, custom_id: str, body: Body) -> bytes:
        """A request as a line of the file, and as an item of the body that is sent."""
        return b'{"custom_id":%s,"params":%s}\n' % (json.dumps(custom_id).encode(), body.text)

    def upload(self, path: Path, tag: str) -> str | None:  # noqa: ARG002 (the protocol's)
        """Nothing: the requests are sent with the creation."""
        return None

    def create(self, batch: Created) -> str:
        """The batch made; beta features that its requests use are named in its header."""
        with batch.path.open("rb") as handle:
            requests: Any = [json.loads(line) for line in handle]
        with _told():
            made = self._once.messages.batches.create(
                requests=requests, extra_headers={"anthropic-beta": batch.betas} if batch.betas else None
            )
            return made.id

    def find(self, batch: Created, known: frozenset[str]) -> Found:
        """The batch by the custom ids of its results; of those still going on, which may be it by time and size."""
        maybe = []
        with _told():
            for there in self._client.messages.batches.list(limit=100):
                if there.created_at < batch.since - _CLOCKS_DIFFER:
                    break
                counts = there.request_counts
                total = counts.processing + counts.succeeded + counts.errored + counts.canceled + counts.expired
                is_near = there.created_at <= batch.since + _TAKES_AT_MOST + _CLOCKS_DIFFER
                if there.id in known or total != batch.requests or not is_near:
                    continue
                if there.processing_status != "ended":
                    maybe.append(there.id)
                elif self._first_custom_id(there.id).startswith(batch.tag):
                    return Found(there.id)
        return Found(None, tuple(maybe))

    def progress(self, vendor_id: str) -> Progress:
        """How far a batch is."""
        with _told():
            batch = self._client.messages.batches.retrieve(vendor_id)
        counts = batch.request_counts
        failed = counts.errored + counts.canceled + counts.expired
        return Progress(
            state="ended" if batch.processing_status == "ended" else "running",
            status=batch.processing_status,
            total=counts.processing + counts.succeeded + failed,
            succeeded=counts.succeeded,
            failed=failed,
        )

    def download(self, vendor_id: str, progress: Progress, path: Path) -> None:  # noqa: ARG002
        """The results as they are sent, one a line."""
        with _told(), path.open("wb") as handle:
            results = self._client.messages.batches.results(vendor_id)
            try:
                for piece in results.http_response.iter_bytes():
                    handle.write(piece)
            finally:
                results.close()

    def result(self, line: Mapping[str, Any]) -> Result:
        """A result by its type: succeeded, errored, expired or canceled."""
        name, result = line["custom_id"], line["result"]
        if not isinstance(name, str):
            raise TypeError("custom_id is no text")
        match result["type"]:
            case "succeeded":
                return Result(name, "replied", 200, result["message"])
            case "errored":
                error = result["error"]
                inner = error.get("error") or error
                return Result(name, "replied", _STATUS.get(inner.get("type"), 500), {"type": "error", "error": inner})
            case "expired":
                return Result(name, "expired")
            case "canceled":
                return Result(name, "cancelled")
            case other:
                raise ValueError(f"a result of type {other}")

    def cancel(self, vendor_id: str) -> None:
        """Ask for the batch to be cancelled; what is done by then is kept."""
        with _told():
            self._client.messages.batches.cancel(vendor_id)

    def _first_custom_id(self, vendor_id: str) -> str:
        results = self._client.messages.batches.results(vendor_id)
        try:
            return next((result.custom_id for result in results), "")
        finally:
            results.close()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except anthropic.APIStatusError as error:
        wait = error.response.headers.get("retry-after", "")
        raise VendorError(
            without_keys(f"{error.status_code} {_message(error)}"),
            error.status_code,
            float(wait) if wait.isdecimal() else None,
        ) from None
    except (anthropic.APIError, httpx2.HTTPError) as error:
        raise VendorError(without_keys(f"{type(error).__name__}: {error}")) from None


def _message(error: anthropic.APIStatusError) -> str:
    body = error.body
    if isinstance(body, dict) and isinstance(inner := body.get("error"), dict) and inner.get("message"):
        return str(inner["message"])
    return error.message

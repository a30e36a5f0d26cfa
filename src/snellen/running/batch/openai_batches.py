"""OpenAI's batch API, through its own client: an uploaded file of requests, at half the price, within 24 hours.

Limits: 50,000 requests and 200 MB a file (API reference of `POST /batches`, as of November 2026).
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import httpx2
import openai
from openai.types import Batch

from snellen.running.batch.stamping import Body
from snellen.running.batch.vendors import Created, Found, Limits, Progress, Result, VendorError, without_keys

__all__ = ["OpenAIBatches", "openai_line", "openai_result"]

_MARK = "snellen"
"""The name in a batch's metadata under which our mark for it stands."""


class OpenAIBatches:
    """Batches at OpenAI, or at an address that speaks its API."""

    name = "openai"
    limits = Limits(requests=50_000, bytes=200_000_000)
    knows_tags = True

    def __init__(self, base_url: str | None, key: str) -> None:
        self._client = openai.OpenAI(base_url=base_url, api_key=key, max_retries=4)
        self._once = self._client.with_options(max_retries=0)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def line(self, custom_id: str, body: Body) -> bytes:
        """A request as a line of the file."""
        return openai_line(custom_id, body)

    def upload(self, path: Path, tag: str) -> str | None:
        """The file uploaded; one uploaded twice costs nothing."""
        with _told(), path.open("rb") as handle:
            return self._client.files.create(file=(f"{tag}.jsonl", handle), purpose="batch").id

    def create(self, batch: Created) -> str:
        """The batch made, with our mark in its metadata."""
        with _told():
            made = self._once.batches.create(
                input_file_id=cast(str, batch.file_id),
                endpoint=cast(Any, batch.endpoint),
                completion_window="24h",
                metadata={_MARK: batch.tag},
            )
            return made.id

    def find(self, batch: Created, known: frozenset[str]) -> Found:
        """The batch with our mark, looked for among all newer than it can be."""
        with _told():
            for there in self._client.batches.list(limit=100):
                if there.id not in known and (there.metadata or {}).get(_MARK) == batch.tag:
                    return Found(there.id)
                if there.created_at < batch.since.timestamp() - 3600:
                    break
        return Found(None)

    def progress(self, vendor_id: str) -> Progress:
        """How far a batch is; `failed` is said of one whose file was refused, before anything was done."""
        with _told():
            batch = self._client.batches.retrieve(vendor_id)
        ended = batch.status in ("completed", "expired", "cancelled")
        counts = batch.request_counts
        return Progress(
            state="rejected" if batch.status == "failed" else "ended" if ended else "running",
            status=batch.status,
            total=counts.total if counts else None,
            succeeded=counts.completed if counts else None,
            failed=counts.failed if counts else None,
            files=tuple(name for name in (batch.output_file_id, batch.error_file_id) if name),
            error=_refusal(batch),
        )

    def download(self, vendor_id: str, progress: Progress, path: Path) -> None:  # noqa: ARG002
        """The file of replies and that of errors, one after the other."""
        with _told(), path.open("wb") as handle:
            for name in progress.files:
                with self._client.files.with_streaming_response.content(name) as response:
                    for piece in response.iter_bytes():
                        handle.write(piece)
                handle.write(b"\n")

    def result(self, line: Mapping[str, Any]) -> Result:
        """A line of either file."""
        return openai_result(line)

    def cancel(self, vendor_id: str) -> None:
        """Ask for the batch to be cancelled; what is done by then is kept."""
        with _told():
            self._client.batches.cancel(vendor_id)


def openai_line(custom_id: str, body: Body) -> bytes:
    """A request in the JSON Lines of OpenAI's batches, which vLLM takes too."""
    head = json.dumps({"custom_id": custom_id, "method": "POST", "url": body.endpoint}, separators=(",", ":"))
    return b'%s,"body":%s}\n' % (head[:-1].encode(), body.text)


def openai_result(line: Mapping[str, Any]) -> Result:
    """A line of results: a response with its status, or an error with a code."""
    name = line["custom_id"]
    if not isinstance(name, str):
        raise TypeError("custom_id is no text")
    response, error = line.get("response"), line.get("error") or {}
    if response is not None and (not error or response.get("body")):
        return Result(name, "replied", int(response.get("status_code") or 200), response["body"])
    code = str(error.get("code") or "no reason")
    if code == "batch_expired":
        return Result(name, "expired")
    if code in ("batch_cancelled", "batch_canceled"):
        return Result(name, "cancelled")
    return Result(name, "replied", int(code) if code.isdecimal() and len(code) == 3 else 500, {"error": error})


def _refusal(batch: Batch) -> str | None:
    if not batch.errors or not batch.errors.data:
        return None
    first = batch.errors.data[0]
    more = len(batch.errors.data) - 1
    where = f" (line {first.line})" if first.line else ""
    return without_keys(f"{first.code}: {first.message}{where}{f', and {more} more' if more else ''}")


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except openai.APIStatusError as error:
        wait = error.response.headers.get("retry-after", "")
        raise VendorError(
            without_keys(f"{error.status_code} {error.message}"),
            error.status_code,
            float(wait) if wait.isdecimal() else None,
        ) from None
    except (openai.APIError, httpx2.HTTPError) as error:
        raise VendorError(without_keys(f"{type(error).__name__}: {error}")) from None

"""Google's batch mode of the Gemini API, through its own client: an uploaded file of requests, at half the price.

Limits: a file of 2 GB; requests in the call itself are for less than 20 MB, and a file serves those too (Batch API
guide, as of November 2026). Google names no number of requests; 50,000 a batch keep a lost one small.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import httpx
import httpx2
from google import genai
from google.genai import errors, types

from snellen.running.batch.stamping import Body
from snellen.running.batch.vendors import (
    Created,
    Found,
    Limits,
    Progress,
    Result,
    VendorError,
    http_status_of,
    without_keys,
)

__all__ = ["GoogleBatches"]

_ENDED = {"JOB_STATE_SUCCEEDED", "JOB_STATE_PARTIALLY_SUCCEEDED", "JOB_STATE_CANCELLED", "JOB_STATE_EXPIRED"}
_AGAIN = types.HttpOptions(retry_options=types.HttpRetryOptions(attempts=5))


class GoogleBatches:
    """Batches of the Gemini API."""

    name = "google"
    limits = Limits(requests=50_000, bytes=2_000_000_000)
    knows_tags = True

    def __init__(self, model: str, base_url: str | None, key: str) -> None:
        self._model = model
        self._client = genai.Client(
            api_key=key, vertexai=False, http_options=types.HttpOptions(base_url=base_url, timeout=1_800_000)
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def line(self, custom_id: str, body: Body) -> bytes:
        """A request as a line of the file."""
        return b'{"key":%s,"request":%s}\n' % (json.dumps(custom_id).encode(), body.text)

    def upload(self, path: Path, tag: str) -> str | None:
        """The file uploaded; it is kept for two days, and one uploaded twice costs nothing."""
        with _told():
            config = types.UploadFileConfig(display_name=tag, mime_type="application/jsonl")
            return self._client.files.upload(file=path, config=config).name

    def create(self, batch: Created) -> str:
        """The batch made, with our mark as its display name."""
        with _told():
            made = self._client.batches.create(
                model=self._model,
                src=cast(str, batch.file_id),
                config=types.CreateBatchJobConfig(display_name=batch.tag),
            )
            return cast(str, made.name)

    def find(self, batch: Created, known: frozenset[str]) -> Found:
        """The batch with our display name, looked for among all newer than it can be."""
        with _told():
            config = types.ListBatchJobsConfig(page_size=100, http_options=_AGAIN)
            for there in self._client.batches.list(config=config):
                if there.name not in known and there.display_name == batch.tag:
                    return Found(there.name)
                if there.create_time and there.create_time < batch.since - timedelta(hours=1):
                    break
        return Found(None)

    def progress(self, vendor_id: str) -> Progress:
        """How far a batch is. Google counts nothing before the end."""
        with _told():
            job = self._client.batches.get(name=vendor_id, config=types.GetBatchJobConfig(http_options=_AGAIN))
        state = job.state.value if job.state else "JOB_STATE_UNSPECIFIED"
        stats = job.completion_stats
        return Progress(
            state="ended" if state in _ENDED else "rejected" if state == "JOB_STATE_FAILED" else "running",
            status=state.removeprefix("JOB_STATE_").lower(),
            succeeded=stats.successful_count if stats else None,
            failed=stats.failed_count if stats else None,
            files=(job.dest.file_name,) if job.dest and job.dest.file_name else (),
            error=without_keys(f"{job.error.message}") if job.error else None,
        )

    def download(self, vendor_id: str, progress: Progress, path: Path) -> None:  # noqa: ARG002
        """The file of results."""
        with _told():
            path.write_bytes(b"")
            for name in progress.files:
                self._client.files.download(
                    file=name, destination=path, config=types.DownloadFileConfig(http_options=_AGAIN)
                )

    def result(self, line: Mapping[str, Any]) -> Result:
        """A line of results: a response, or an error with a code of HTTP or gRPC."""
        name = line["key"]
        if not isinstance(name, str):
            raise TypeError("key is no text")
        if (response := line.get("response")) is not None:
            return Result(name, "replied", 200, response)
        error = line.get("error") or line["status"]
        status = http_status_of(error.get("code"))
        if status == 499:
            return Result(name, "cancelled")
        return Result(name, "replied", status, {"error": error})

    def cancel(self, vendor_id: str) -> None:
        """Ask for the batch to be cancelled."""
        with _told():
            self._client.batches.cancel(name=vendor_id, config=types.CancelBatchJobConfig(http_options=_AGAIN))


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except errors.APIError as error:
        raise VendorError(without_keys(f"{error.code} {error.message}"), error.code) from None
    except (httpx.HTTPError, httpx2.HTTPError, KeyError, ValueError) as error:  # the last two: a torn upload
        raise VendorError(without_keys(f"{type(error).__name__}: {error}")) from None

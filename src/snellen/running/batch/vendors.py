"""What the batch APIs have in common: limits, progress, results, errors, and who offers which."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Protocol

from pydantic import JsonValue

from snellen.errors import SnellenError
from snellen.running.batch.stamping import Body

__all__ = [
    "Created",
    "Found",
    "Limits",
    "Progress",
    "Result",
    "Vendor",
    "VendorError",
    "find_vendor",
    "http_status_of",
    "without_keys",
]


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one batch may hold: requests, and bytes of the file or body that carries them."""

    requests: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Created:
    """A batch that is to be made: our mark for it, the file of its requests and how many these are."""

    tag: str
    path: Path
    requests: int
    endpoint: str
    betas: str
    file_id: str | None
    since: datetime


@dataclass(frozen=True, slots=True)
class Found:
    """What a vendor's list of batches says of one of ours: which it is, or which it may be, once they have ended."""

    vendor_id: str | None
    maybe: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a batch is. `rejected` is one of which no request was or will be done."""

    state: Literal["running", "ended", "rejected"]
    status: str
    total: int | None = None
    succeeded: int | None = None
    failed: int | None = None
    files: tuple[str, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """One line of a batch's results: the HTTP status and body that a hosted request would have had, or why not."""

    custom_id: str
    outcome: Literal["replied", "expired", "cancelled"]
    status: int = 0
    body: JsonValue = None


class VendorError(Exception):
    """A vendor's API failed. `status` is its HTTP status, None where none arrived; `wait` is in seconds."""

    def __init__(self, message: str, status: int | None = None, wait: float | None = None) -> None:
        super().__init__(message)
        self.status, self.wait = status, wait

    @property
    def may_have_acted(self) -> bool:
        """Whether what was asked for may have been done all the same."""
        return self.status is None or self.status == 408 or self.status >= 500


class Vendor(Protocol):
    """A batch API. Methods raise VendorError; `create` asks once and never again by itself."""

    name: str
    limits: Limits
    knows_tags: bool
    """Whether a batch carries our mark for it in the list of batches."""

    def close(self) -> None:
        """Close the connections."""
        ...

    def line(self, custom_id: str, body: Body) -> bytes:
        """A request as a line of the file of requests, with its line break."""
        ...

    def upload(self, path: Path, tag: str) -> str | None:
        """The id of the uploaded file, None where the vendor takes none."""
        ...

    def create(self, batch: Created) -> str:
        """The id of the batch made."""
        ...

    def find(self, batch: Created, known: frozenset[str]) -> Found:
        """The batch in the vendor's list, if it was made; `known` are ids of others."""
        ...

    def progress(self, vendor_id: str) -> Progress:
        """How far a batch is."""
        ...

    def download(self, vendor_id: str, progress: Progress, path: Path) -> None:
        """Write the results of a batch that has ended to a file."""
        ...

    def result(self, line: Mapping[str, Any]) -> Result:
        """A line of results; KeyError, TypeError or ValueError for what is none."""
        ...

    def cancel(self, vendor_id: str) -> None:
        """Ask for a batch to be ended early."""
        ...


def find_vendor(model: str, arguments: Mapping[str, JsonValue], folder: Path) -> Vendor:
    """The batch API for a model, of a run in `folder`.

    Raises SnellenError for a model that has none, a missing package, a missing key, and a key among the arguments.
    """
    provider, _, name = model.partition("/")
    if provider not in ("openai", "anthropic", "google", "vllm") or not name:
        raise SnellenError(
            f"{model}: batches are of openai/…, anthropic/…, google/… and vllm/… models; ask others with snellen eval."
        )
    if "/" in name and provider != "vllm":
        raise SnellenError(f"{model}: batches go to the vendor's own API, not through a cloud; ask with snellen eval.")
    for argument in arguments:
        if argument in ("api_key", "auth_token"):
            raise SnellenError(f"-M {argument}: a batch takes its key from the environment alone; set it there.")
    base_url = arguments.get("base_url")
    address = None if base_url is None else str(base_url)
    try:
        return _vendor(provider, name, address, folder)
    except ImportError:
        extra = {"google": "google-genai"}.get(provider, provider)
        raise SnellenError(f"{model} needs a package that is not there; pip install {extra}.") from None


def _vendor(provider: str, name: str, address: str | None, folder: Path) -> Vendor:
    if provider == "openai":
        from snellen.running.batch.openai_batches import OpenAIBatches

        return OpenAIBatches(address or os.environ.get("OPENAI_BASE_URL"), _key("OPENAI_API_KEY"))
    if provider == "anthropic":
        from snellen.running.batch.anthropic_batches import AnthropicBatches

        return AnthropicBatches(address or os.environ.get("ANTHROPIC_BASE_URL"), _key("ANTHROPIC_API_KEY"))
    if provider == "google":
        from snellen.running.batch.google_batches import GoogleBatches

        key = _key("GOOGLE_API_KEY", "GEMINI_API_KEY")
        return GoogleBatches(name, address or os.environ.get("GOOGLE_BASE_URL"), key)
    from snellen.running.batch.vllm_batches import VllmBatches

    return VllmBatches(folder)


def _key(*variables: str) -> str:
    for variable in variables:
        if key := os.environ.get(variable):
            return key
    raise SnellenError(f"{variables[0]} is not set; put the key there, in the environment.")


_SECRET = re.compile("key|token|secret|password|credential", re.IGNORECASE)


def without_keys(text: str) -> str:
    """Text in one line without the keys that the environment holds, as vendors like to repeat them."""
    line = " ".join(text.split())
    for name, value in os.environ.items():
        if len(value) >= 8 and _SECRET.search(name):
            line = line.replace(value, "…")
    return line[:1000]


_OF_RPC = {1: 499, 3: 400, 4: 504, 5: 404, 7: 403, 8: 429, 9: 400, 10: 409, 12: 501, 13: 500, 14: 503, 16: 401}


def http_status_of(code: object) -> int:
    """The HTTP status of an error code, which may be one of gRPC's; 500 where it says nothing."""
    if not isinstance(code, int):
        return 500
    return code if code >= 100 else _OF_RPC.get(code, 500)

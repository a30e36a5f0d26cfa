"""`vllm run-batch`: a file of requests in OpenAI's form, answered on your own machine, and a file of replies."""

import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from snellen.running.batch.openai_batches import openai_line, openai_result
from snellen.running.batch.stamping import Body
from snellen.running.batch.vendors import Created, Found, Limits, Progress, Result

__all__ = ["VllmBatches", "replies_file", "run_batch_command"]


class VllmBatches:
    """Files for `vllm run-batch` in a run's folder: a batch ends when its file of replies is there or is given."""

    name = "vllm"
    limits = Limits(requests=50_000, bytes=2_000_000_000)
    knows_tags = True

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "batches"

    def close(self) -> None:
        """Nothing is open."""

    def line(self, custom_id: str, body: Body) -> bytes:
        """A request as a line of the file."""
        return openai_line(custom_id, body)

    def upload(self, path: Path, tag: str) -> str | None:  # noqa: ARG002 (the protocol's)
        """Nothing: the file stays where it is."""
        return None

    def create(self, batch: Created) -> str:
        """The name of the file of requests, which is all that there is of a batch."""
        return batch.path.name

    def find(self, batch: Created, known: frozenset[str]) -> Found:  # noqa: ARG002
        """The file of requests."""
        return Found(batch.path.name)

    def progress(self, vendor_id: str) -> Progress:
        """Whether the file of replies is there, which vLLM writes at the end."""
        if replies_file(self._folder / vendor_id).is_file():
            return Progress("ended", "answered")
        return Progress("running", "waits for vllm run-batch")

    def download(self, vendor_id: str, progress: Progress, path: Path) -> None:  # noqa: ARG002
        """The file of replies, copied."""
        shutil.copyfile(replies_file(self._folder / vendor_id), path)

    def result(self, line: Mapping[str, Any]) -> Result:
        """A line of the file of replies."""
        return openai_result(line)

    def cancel(self, vendor_id: str) -> None:
        """Nothing to tell anyone."""


def replies_file(requests: Path) -> Path:
    """Where the replies to a file of requests are looked for."""
    return requests.with_suffix(".replies.jsonl")


def run_batch_command(model: str, requests: Path) -> str:
    """The command that answers a file of requests, for a model of `vllm/…`."""
    name = model.removeprefix("vllm/")
    return shlex.join(["vllm", "run-batch", "-i", str(requests), "-o", str(replies_file(requests)), "--model", name])

"""`vllm run-batch`: a file of requests in OpenAI's form, answered on your own machine, and a file of replies."""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from snellen.errors import SnellenError
from snellen.running.batch.openai_batches import openai_line, openai_result
from snellen.running.batch.stamping import Body
from snellen.running.batch.vendors import Created, Found, Limits, Progress, Result

__all__ = ["VllmBatches", "run_batch_command"]


class VllmBatches:
    """Files for `vllm run-batch`, which has no service to ask: a batch ends when its file of replies is given."""

    name = "vllm"
    limits = Limits(requests=50_000, bytes=2_000_000_000)
    knows_tags = True

    def line(self, custom_id: str, body: Body) -> bytes:
        """A request as a line of the file."""
        return openai_line(custom_id, body)

    def upload(self, path: Path, tag: str) -> str | None:
        """Nothing: the file stays where it is."""
        return None

    def create(self, batch: Created) -> str:
        """The name of the file of requests, which is all that there is of a batch."""
        return batch.path.name

    def find(self, batch: Created, known: frozenset[str]) -> Found:
        """The file of requests."""
        return Found(batch.path.name)

    def progress(self, vendor_id: str) -> Progress:
        """A batch goes on until its replies are given with `collect --file`."""
        return Progress("running", "waits for collect --file")

    def download(self, vendor_id: str, progress: Progress, path: Path) -> None:
        """There is nothing to download."""
        raise SnellenError(f"{vendor_id}: name the file of replies with snellen batch collect --file.")

    def result(self, line: Mapping[str, Any]) -> Result:
        """A line of the file of replies."""
        return openai_result(line)

    def cancel(self, vendor_id: str) -> None:
        """Nothing to tell anyone."""


def run_batch_command(model: str, requests: Path, replies: Path) -> str:
    """The command that answers a file of requests."""
    return shlex.join(["vllm", "run-batch", "-i", str(requests), "-o", str(replies), "--model", model])

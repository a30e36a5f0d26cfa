"""A batched run on a small dataset, for tests that submit and collect."""

import json
from pathlib import Path
from typing import Any

from tests.running.batch_servers.vendors import Vendor

from snellen.dataset import Dataset
from snellen.running.batch.commands import collect_batches, poll_batches, submit_batches
from snellen.running.batch.ledger import open_ledger

__all__ = ["Run"]


class Run:
    """A run on a tiny dataset, and what its texts and ledger say."""

    def __init__(self, dataset: Dataset, folder: Path, vendor: Vendor, **asking: Any) -> None:
        self.dataset, self.folder, self.vendor = dataset, folder, vendor
        self.asking = {"limit": 4, **asking}
        self.texts = [question.text for question in dataset.questions()][: self.asking["limit"]]

    def submit(self, **options: Any) -> int:
        return submit_batches(self.dataset.path, out=self.folder, model=self.vendor.model, **{**self.asking, **options})

    def poll(self) -> int:
        return poll_batches(self.dataset.path, out=self.folder)

    def collect(self, **options: Any) -> int:
        return collect_batches(self.dataset.path, out=self.folder, **options)

    def states(self) -> list[str]:
        with open_ledger(self.folder) as ledger:
            states = ledger.states()
        order = [question.question_id for question in self.dataset.questions()]
        return [states[key] for key in sorted(states, key=lambda key: order.index(key.question_id))]

    def journal(self) -> list[dict[str, Any]]:
        path = self.folder / "replies.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

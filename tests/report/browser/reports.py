"""Reports of a tiny dataset, made once a module: scoring and writing take longer than looking."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from snellen.dataset import Dataset
from snellen.replies import Reply
from snellen.report.items import write_items
from snellen.report.runs import read_runs
from snellen.report.site import Destination, Site
from snellen.scoring import score_replies

__all__ = ["items_of", "run_of"]


def run_of(dataset: Dataset, folder: Path, model: str, replies: Mapping[int, Reply | str | None]) -> Path:
    """A run with right answers, but for the replies given by question number; None is one that never came."""

    def said() -> list[Reply]:
        found = []
        for number, question in enumerate(dataset.questions()):
            reply = replies.get(number, question.answer)
            if not isinstance(reply, Reply):
                reply = Reply(question.question_id, model, reply, error="timed out" if reply is None else None)
            found.append(reply)
        return found

    score_replies(dataset, said(), folder)
    return folder


def items_of(runs: Sequence[Path], folder: Path) -> Path:
    """The folder of a report that has pages of items alone."""
    folder.mkdir()
    write_items(read_runs(runs), Site(folder, [Destination("Overview", "index.html")]))
    return folder

"""Where each chart's questions stand in their file: a few bytes a question, however long the questions are."""

from array import array
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

import numpy as np

from snellen.dataset import Question, from_json_line
from snellen.errors import SnellenError

__all__ = ["QuestionPlaces"]


class QuestionPlaces:
    """The questions of a file by chart. Sixteen bytes are held for each, besides eight for the order.

    Every line is checked as the file is read, so that a faulty one is named before any work is done. Raises
    SnellenError for a line that is no question.
    """

    def __init__(self, path: Path) -> None:
        digests, offsets = array("Q"), array("Q")
        offset = 0
        with path.open("rb") as handle:
            for number, line in enumerate(handle, 1):
                if line.strip():
                    try:
                        digests.append(_digest(from_json_line(Question, line).chart_id))
                    except ValueError:
                        raise SnellenError(
                            f"{path}:{number}: not a question; restore the file or make the dataset again."
                        ) from None
                    offsets.append(offset)
                offset += len(line)
        unordered = np.frombuffer(digests, np.uint64) if digests else np.empty(0, np.uint64)
        order = np.argsort(unordered, kind="stable")
        self._digests = unordered[order]
        self._offsets = np.array(offsets, np.uint64)[order]

    def of(self, chart_id: str, handle: BinaryIO) -> list[Question]:
        """The questions on a chart in file order, from the file opened anew."""
        digest = np.uint64(_digest(chart_id))
        first, last = (int(np.searchsorted(self._digests, digest, side)) for side in ("left", "right"))
        found = []
        for offset in self._offsets[first:last]:
            handle.seek(int(offset))
            found.append(from_json_line(Question, handle.readline()))
        return [question for question in found if question.chart_id == chart_id]  # two ids may share a digest


def _digest(chart_id: str) -> int:
    return int.from_bytes(blake2b(chart_id.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")

"""A small table of learned answers, of every format that GRAB has."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from snellen.readers.knowledge import Asked, Knowledge, learn

ANSWERS: Mapping[tuple[str, str, float], Sequence[str]] = {
    ("What is x? Give your answer as an integer.", "number", 1.0): ["-9", "4", "4", "7"],
    ("What is r? Give your answer to 1 decimal place.", "number", 0.1): ["-0.8", "0.3", "0.3", "1.0"],
    ("Give your answer to the nearest 10.", "number", 10.0): ["-70", "120", "-70"],
    ("Give [x1, x2].", "list", 1.0): ["[-2, 3]", "[0, 1]", "[-2, 3]"],
    ("Write it as y = <m>x + <c>.", "equation", 1.0): ["y = 2x - 1", "y = -3x + 4", "y = 2x + 0"],
    ("y = <a>sin(<b>x + <c>) + <d>", "equation", 1.0): ["y = 1sin(-1x + 0) - 2", "y = 3sin(2x + 1) + 4"],
}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table learned from `ANSWERS`, as a file."""
    counts = Counter(
        Asked(text, answer, answer_type, precision)
        for (text, answer_type, precision), answers in ANSWERS.items()
        for answer in answers
    )
    knowledge = Knowledge(
        benchmark="grab",
        benchmark_version=1,
        preset="paper",
        seeds=[1001],
        command="snellen learn grab --seeds 1001",
        questions=counts.total(),
        templates=learn(counts),
    )
    path = tmp_path / "learned.json"
    path.write_text(knowledge.model_dump_json())
    return path

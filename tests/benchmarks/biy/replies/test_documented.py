"""The documentation's table of examples, and of kinds, is what happens."""

import json
import re
from pathlib import Path

import pytest

from snellen.benchmarks.biy.replies import FAULTS, READINGS, read_reply

PAGE = Path(__file__).parents[4] / "docs" / "biy-scoring.md"
ROW = re.compile(r"\| (`.*`) \| (\w+) \| (.*?) \| (.*?) \| (.*?) \|")
EXAMPLES = [match.groups() for line in PAGE.read_text(encoding="utf-8").splitlines() if (match := ROW.fullmatch(line))]


@pytest.mark.parametrize(("reply", "task", "released", "exact", "lenient"), EXAMPLES)
def test_examples(reply: str, task: str, released: str, exact: str, lenient: str) -> None:
    text = reply.strip("`") if not reply.startswith("` ") else reply[1:-1].strip()
    for reading, expected in zip(READINGS, (released, exact, lenient), strict=True):
        found = read_reply(task, text, reading)
        if expected in FAULTS:
            assert (found.value, found.fault) == (None, expected)
        else:
            value = json.loads(expected)
            assert found.value == ([tuple(each) for each in value] if isinstance(value, list) else value)


def test_there_are_many_and_every_kind_is_explained() -> None:
    assert len(EXAMPLES) > 30
    rows = re.findall(r"^\| `([a-z ]+)` \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert dict(rows) == FAULTS

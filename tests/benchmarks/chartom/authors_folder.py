"""The authors' layout, made by hand on disk."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.chartom.pictures import picture

__all__ = ["KEYS", "KINDS", "QUESTIONS", "as_csv", "made"]

QUESTIONS = {
    "bar1_honest": "How many times as many A as B?\n\nA) 1\nB) 2\nC) 3",
    "bar1_misleading": "How many times as many A as B?\n\nA) 1\nB) 2\nC) 3",
    "pie_a": "Rank cats, dogs and bats from largest to smallest.",
    "pie_b": "Rank cats, dogs and bats from largest to smallest.",
    "line7": "By how much did it grow?",
}
KEYS = [
    ("chart id", "answer type", "answer"),
    ("bar1_honest", " multiple choice", " B"),
    ("bar1_misleading", "MC", " B) 2"),
    ("pie_a", "rank", " ['dogs', 'cats', 'bats']"),
    ("pie_b", "rank", "[['dogs', 'cats', 'bats'], ['dogs', 'bats', 'cats']]"),
    ("line7", "free text", " 40%"),
]
KINDS = [
    ("chart id", "chart type", "planted manipulation"),
    ("bar1_honest", "bar", ""),
    ("bar1_misleading", "bar", "truncated y-axis"),
    ("pie_a", "pie", "none"),
    ("pie_b", "pie", " 3D effect"),
    ("line7", "line", "inverted y-axis"),
]


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def made(
    folder: Path,
    keys: Sequence[Sequence[str]] = KEYS,
    kinds: Sequence[Sequence[str]] = KINDS,
    questions: dict[str, str] = QUESTIONS,
    hmi: str | None = None,
) -> Path:
    """Write the folder; `hmi` is the text of a table of indices within it."""
    (folder / "FACT_questions").mkdir(parents=True)
    (folder / "chart_images").mkdir()
    for shade, (name, text) in enumerate(questions.items()):
        (folder / "FACT_questions" / f"{name}.txt").write_text(text)
        (folder / "chart_images" / f"{name}.png").write_bytes(picture(shade))
    (folder / "FACT_answer_keys.csv").write_text(as_csv(keys))
    (folder / "chart_manipulations.csv").write_text(as_csv(kinds))
    if hmi is not None:
        (folder / "HMI.csv").write_text(hmi)
    return folder

"""A CHARTOM dataset of four pairs of twins, made by hand: one a format, their keys and tempting answers known."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from snellen.benchmarks.chartom.ask import fact_text, mind_text
from snellen.dataset import Chart, Dataset, Question, Source, write_dataset

__all__ = ["HMI", "PAIRS", "question", "write_small"]

REGIONS = ["North", "South", "South East"]
PAIRS: Sequence[Mapping[str, Any]] = (
    {
        "format": "multiple choice",
        "manipulation": "truncated y-axis",
        "chart_type": "bar",
        "question": "B is how many times A?",
        "choices": ["4 times", "2 times", "3 times"],
        "answer": "2 times",
        "type": "choice",
        "data": {"tempting": ["4 times"]},
    },
    {
        "format": "free text",
        "manipulation": "wide y-axis range",
        "chart_type": "line",
        "question": "By how many percent did sales grow?",
        "answer": "40",
        "type": "number",
        "data": {"tempting": ["0"], "tolerance": 0.05, "kind": "percent"},
    },
    {
        "format": "ranking",
        "manipulation": "inverted colour scale",
        "chart_type": "map",
        "question": "How do the regions rank by rainfall?",
        "choices": REGIONS,
        "answer": json.dumps(["South East", "North", "South"]),
        "type": "ranking",
        "data": {
            "tempting": [json.dumps(["South", "North", "South East"])],
            "accepted": [json.dumps(["North", "South East", "South"])],
        },
        "ranked": "from largest to smallest",
    },
    {
        "format": "free text",
        "manipulation": "inverted y-axis",
        "chart_type": "line",
        "question": "What is the trend?",
        "answer": "increase",
        "type": "text",
        "data": {"tempting": ["decrease"]},
    },
)
HMI = {
    (0, False): 0.1,
    (0, True): 0.8,
    (1, False): 0.2,
    (1, True): 0.6,
    (2, False): 0.3,
    (2, True): 0.9,
    (3, False): 0.4,
    (3, True): None,
}
"""The people's value of each pair's honest and manipulated chart; one is not known."""


def question(number: int, task: str, *, manipulated: bool = False, **changes: Any) -> Question:
    """The question of a task on one chart of a pair."""
    pair = PAIRS[number]
    hmi, asked = (
        HMI[number, manipulated],
        (pair["question"], pair.get("choices", ()), pair["format"], pair.get("ranked", "")),
    )
    about: dict[str, Any] = {
        "question_id": f"{_chart(number, manipulated)}-{task}",
        "chart_id": _chart(number, manipulated),
        "benchmark": "chartom",
        "task": task,
        "category": pair["chart_type"],
        "property": pair["manipulation"],
        "choices": pair.get("choices"),
        "metadata": {
            "chart_type": pair["chart_type"],
            "manipulation": pair["manipulation"],
            "manipulated": manipulated,
            "format": pair["format"],
            "question": pair["question"],
        },
    }
    if task == "fact":
        about |= {
            "text": fact_text(*asked),
            "answer": pair["answer"],
            "answer_type": pair["type"],
            "answer_data": pair["data"],
        }
    else:
        data = {"hmi": hmi, "definition": "error-rate", "n": 50 if hmi is not None else None}
        about |= {
            "text": mind_text(*asked),
            "answer": None if hmi is None else str(hmi),
            "answer_type": "fraction",
            "answer_data": data,
        }
    return Question(**{**about, **changes})


def write_small(folder: Path) -> Dataset:
    """The dataset on disk, without pictures."""

    def records() -> Iterator[Source | Chart | Question]:
        for number, pair in enumerate(PAIRS):
            yield Source(source_id=f"pair-{number}", group_id=f"pair-{number}", kind=pair["chart_type"])
            for manipulated in (False, True):
                name, facts = _chart(number, manipulated), question(number, "fact", manipulated=manipulated)
                yield Chart(
                    chart_id=name,
                    source_id=f"pair-{number}",
                    file_name=f"{2 * number + manipulated:08x}.png",
                    width=100,
                    height=80,
                    metadata={**facts.metadata, "twin": _chart(number, not manipulated)},
                )
                yield facts
                yield question(number, "mind", manipulated=manipulated)

    about = {"name": "small", "benchmark": "chartom", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(folder, records(), about)
    return Dataset(folder)


def _chart(number: int, manipulated: bool) -> str:
    return f"pair-{number}-{'manipulated' if manipulated else 'honest'}"

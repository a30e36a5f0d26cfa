"""Two tasks that the paper plans and does not have: the relationship of the variables, and the shape of clusters.

They are asked of charts as large as the test set's, in its designs, of all samples; their split is `extra`, so that
nobody asks them who does not name them.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from pydantic import JsonValue

from snellen.benchmarks.biy.ask import MORE_PROMPTS
from snellen.benchmarks.biy.keys import Task, in_braces, question_on
from snellen.dataset import Chart, Question, Source

__all__ = ["WORDS", "facts_of", "more_questions_on", "word_of"]

WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "relationship": ("linear", "quadratic", "exponential", "none"),
        "cluster_shape": ("round", "diamond", "hexagon", "square", "star", "triangle"),
    }
)
"""The answers of each task."""

_TASKS = {
    "relationship": Task("variables", "relationship", "word"),
    "cluster_shape": Task("clusters", "shape", "word"),
}


def facts_of(source: Source) -> dict[str, JsonValue]:
    """What a chart's annotations repeat of its source: `relationship` and `cluster_shape`.

    `relationship` has a `kind` (one of `WORDS`, "none" where x and y are not functions of one another) and, unless that
    is "none", `coefficients`, `noise_level` and `noise_sd`; `cluster_shape` is the generator's name of it, null without
    clusters. Nothing where the source does not know: a user's own data.
    """
    parameters = source.parameters
    if "relationship" not in parameters:
        return {}
    return {
        "relationship": parameters["relationship"] or {"kind": "none"},
        "cluster_shape": parameters.get("cluster_shape"),
    }


def word_of(task: str, source: Source) -> str | None:
    """The answer of a task as one of its words; None where there is none to give."""
    facts: Mapping[str, Any] = facts_of(source)
    if task == "relationship":
        return str(facts["relationship"]["kind"]) if facts else None
    shape = facts.get("cluster_shape")
    return None if shape is None else str(shape).partition("_")[0]


def more_questions_on(chart: Chart, source: Source, split: Literal["example", "extra"]) -> tuple[Question, ...]:
    """The questions of both tasks on a chart, as far as they have an answer."""
    asked = []
    for name, task in _TASKS.items():
        word = word_of(name, source)
        if word is not None:
            asked.append(question_on(chart, split, name, task, MORE_PROMPTS[name], in_braces(word), {"word": word}))
    return tuple(asked)

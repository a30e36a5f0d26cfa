"""The scorers of Inspect AI that judge as the benchmarks do: one for each headline column of a results table."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import TaskState

from snellen.benchmark import Score as Judgement
from snellen.benchmark import find_benchmark
from snellen.dataset import Question
from snellen.replies import DECLINED
from snellen.running.outputs import stop_reason_of

__all__ = [
    "SCORERS",
    "exact",
    "fact",
    "fact_card",
    "hmi_error",
    "hmi_error_worst",
    "lenient",
    "misled",
    "paper",
    "prefix",
    "strict",
    "tolerant",
]

_MOST_AT_A_TIME = 256
_LATEST: dict[tuple[str, str, str], Judgement] = {}


def _metrics() -> list[Any]:
    """The mean and its standard error, clustered by the unit of independence, by task and over all questions."""
    return [
        grouped(mean(), "task"),
        grouped(stderr(cluster="group_id"), "task", name_template="{group_name} stderr", all_label="all stderr"),
    ]


def _scorer(column: str, benchmark: str) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score | None:  # noqa: ARG001 (Inspect's own signature)
        scored = _judged(benchmark, state)
        value = scored.columns.get(column)
        if value is None:
            return None
        return Score(value=value, answer=scored.parsed, metadata={"outcome": scored.outcome})

    return score


def _judged(benchmark: str, state: TaskState) -> Judgement:
    """What the benchmark says of a reply, once for all its scorers: they are asked one after another."""
    is_declined = stop_reason_of(state.output) in DECLINED
    text = "" if is_declined else state.output.completion
    key = (benchmark, state.uuid, text)
    if key not in _LATEST:
        question = Question.model_validate(state.metadata["question"])
        judged = find_benchmark(benchmark).score(question, text)
        _LATEST[key] = replace(judged, outcome="refused") if is_declined and judged.outcome != "no_key" else judged
        while len(_LATEST) > _MOST_AT_A_TIME:
            del _LATEST[next(iter(_LATEST))]
    return _LATEST[key]


@scorer(metrics=_metrics())
def exact(benchmark: str) -> Scorer:
    """The answer in the form that is asked for and nothing beside it, white space at both ends aside."""
    return _scorer("exact", benchmark)


@scorer(metrics=_metrics())
def prefix(benchmark: str) -> Scorer:
    """GRAB: the reply begins with the key, which is what the snippet released with GRAB computes."""
    return _scorer("prefix", benchmark)


@scorer(metrics=_metrics())
def tolerant(benchmark: str) -> Scorer:
    """GRAB: the reply has the value of the key, however it is written."""
    return _scorer("tolerant", benchmark)


@scorer(metrics=_metrics())
def strict(benchmark: str) -> Scorer:
    """BIY: the paper's reading and measure; an invalid reply is wrong."""
    return _scorer("strict", benchmark)


@scorer(metrics=_metrics())
def paper(benchmark: str) -> Scorer:
    """BIY: the paper's reading and measure; an invalid reply is left out, as in the paper."""
    return _scorer("paper", benchmark)


@scorer(metrics=_metrics())
def lenient(benchmark: str) -> Scorer:
    """BIY: the answer wherever it stands in the reply and however it is written."""
    return _scorer("lenient", benchmark)


@scorer(metrics=_metrics())
def fact(benchmark: str) -> Scorer:
    """CHARTOM: the answer to a FACT question is right, however it is written."""
    return _scorer("fact", benchmark)


@scorer(metrics=_metrics())
def fact_card(benchmark: str) -> Scorer:
    """CHARTOM: the reply to a FACT question is the key, character by character."""
    return _scorer("fact_card", benchmark)


@scorer(metrics=_metrics())
def misled(benchmark: str) -> Scorer:
    """CHARTOM: the answer to a FACT question is the one that the manipulation invites; lower is better."""
    return _scorer("misled", benchmark)


@scorer(metrics=_metrics())
def hmi_error(benchmark: str) -> Scorer:
    """CHARTOM: how far a MIND prediction that can be read is from what people did; lower is better."""
    return _scorer("hmi_error", benchmark)


@scorer(metrics=_metrics())
def hmi_error_worst(benchmark: str) -> Scorer:
    """CHARTOM: the same, with the largest possible error where no prediction can be read; lower is better."""
    return _scorer("hmi_error_worst", benchmark)


SCORERS: dict[str, Callable[[str], Scorer]] = {
    "exact": exact,
    "prefix": prefix,
    "tolerant": tolerant,
    "strict": strict,
    "paper": paper,
    "lenient": lenient,
    "fact": fact,
    "fact_card": fact_card,
    "misled": misled,
    "hmi_error": hmi_error,
    "hmi_error_worst": hmi_error_worst,
}
"""Column of the results table → what makes its scorer for a benchmark."""

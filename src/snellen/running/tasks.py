"""A dataset as a task of Inspect AI: samples, solver, scorers."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
)
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import Solver, TaskState, generate

from snellen.benchmark import Benchmark, find_benchmark
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.messages import Message, Text

__all__ = ["SCORERS", "dataset_task", "exact", "generation_settings", "grab", "prefix", "tolerant"]

STRATEGY, N_EXAMPLES = "zero-shot", 0


@task
def grab(dataset: str, limit: int | None = None, seed: int = 0) -> Task:
    """GRAB: `inspect eval snellen/grab -T dataset=DIR --model …`.

    `dataset` is a folder that `snellen generate grab` or `snellen import grab` made, `limit` keeps the first questions,
    `seed` is sent to the model. Few-shot examples are not asked. Raises SnellenError where the folder is no GRAB
    dataset or an edited one, and for a limit or a seed that is none.
    """
    for name, value, least in (("limit", limit, 1), ("seed", seed, None)):
        if value is not None and (type(value) is not int or (least is not None and value < least)):
            kind = "a whole number" if least is None else f"a whole number from {least}"
            raise SnellenError(f"-T {name}={value}: {name} is {kind}; leave it out for the default.")
    opened = Dataset(dataset)
    opened.refuse_edited_questions()
    if opened.manifest.benchmark != "grab":
        raise SnellenError(f"{dataset} is a dataset of {opened.manifest.benchmark}, not of grab; name its own task.")
    questions = (question for question in opened.questions() if question.split == "test")
    return dataset_task(opened, list(islice(questions, limit)), seed=seed)


def dataset_task(
    dataset: Dataset, questions: Sequence[Question], *, seed: int, solver: Solver | None = None, **metadata: Any
) -> Task:
    """The task that asks `questions` of `dataset`; `solver` is `generate()` unless another is given.

    Raises SnellenError where a picture is not on disk, and for an image-less dataset.
    """
    benchmark = find_benchmark(dataset.manifest.benchmark)
    return Task(
        dataset=MemoryDataset(list(_samples(dataset, benchmark, questions)), name=dataset.manifest.name),
        solver=solver or generate(tool_calls="none"),
        scorer=[make(benchmark.name) for name, make in SCORERS.items() if name in benchmark.score_columns],
        config=generation_settings(seed),
        name=benchmark.name,
        version=benchmark.version,
        metadata={
            "dataset": str(dataset.path),
            "fingerprint": dataset.manifest.fingerprints.dataset,
            "strategy": STRATEGY,
            "n_examples": N_EXAMPLES,
            **metadata,
        },
    )


def generation_settings(seed: int) -> GenerateConfig:
    """As greedy as a provider allows: temperature 0, top-k 1, and a seed; Inspect sends those that it takes."""
    return GenerateConfig(temperature=0.0, top_k=1, seed=seed)


def _samples(dataset: Dataset, benchmark: Benchmark, questions: Iterable[Question]) -> Iterable[Sample]:
    if dataset.manifest.counts.images == 0:
        raise SnellenError(
            f"{dataset.path} has no pictures to show; make it without --no-images, or import it with --images."
        )
    for question in questions:
        chart = dataset.chart(question.chart_id)
        yield Sample(
            id=question.question_id,
            input=[_to_inspect(turn) for turn in benchmark.messages(dataset, question, STRATEGY, N_EXAMPLES)],
            target=question.answer or "",
            metadata={
                "task": question.task,
                "category": question.category,
                "property": question.property,
                "complexity": question.complexity,
                "precision": question.precision,
                "group_id": dataset.source(chart.source_id).group_id,
                "question": question.model_dump(mode="json", exclude_none=True),
            },
        )


def _to_inspect(message: Message) -> ChatMessage:
    content: list[Content] = [
        ContentText(text=part.text) if isinstance(part, Text) else ContentImage(image=_existing(part.path))
        for part in message.content
    ]
    return ChatMessageUser(content=content) if message.role == "user" else ChatMessageAssistant(content=content)


def _existing(path: Path) -> str:
    if not path.is_file():
        raise SnellenError(f"{path}: no such picture; complete the dataset with the command that made it.")
    return str(path.resolve())


def _metrics() -> list[Any]:
    """The mean and its standard error, clustered by the unit of independence, by task and over all questions."""
    return [
        grouped(mean(), "task"),
        grouped(stderr(cluster="group_id"), "task", name_template="{group_name} stderr", all_label="all stderr"),
    ]


def _scorer(column: str, benchmark: str) -> Scorer:
    judge = find_benchmark(benchmark)

    async def score(state: TaskState, target: Target) -> Score | None:  # noqa: ARG001 (Inspect's own signature)
        question = Question.model_validate(state.metadata["question"])
        scored = judge.score(question, state.output.completion)
        value = scored.columns.get(column)
        if value is None:
            return None
        return Score(value=value, answer=scored.parsed, metadata={"outcome": scored.outcome})

    return score


@scorer(metrics=_metrics())
def exact(benchmark: str) -> Scorer:
    """The reply is the key, white space at both ends aside. The headline."""
    return _scorer("exact", benchmark)


@scorer(metrics=_metrics())
def prefix(benchmark: str) -> Scorer:
    """The reply begins with the key: what the snippet released with GRAB computes."""
    return _scorer("prefix", benchmark)


@scorer(metrics=_metrics())
def tolerant(benchmark: str) -> Scorer:
    """The reply has the value of the key, however it is written."""
    return _scorer("tolerant", benchmark)


SCORERS: dict[str, Callable[[str], Scorer]] = {"exact": exact, "prefix": prefix, "tolerant": tolerant}
"""Column of the results table → what makes its scorer for a benchmark."""

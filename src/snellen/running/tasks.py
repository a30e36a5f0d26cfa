"""A dataset as a task of Inspect AI: samples, solver, scorers."""

import base64
import mimetypes
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import click
from inspect_ai import Task
from inspect_ai import task as inspect_task
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
from inspect_ai.solver import Solver, generate

from snellen.benchmark import Benchmark, find_benchmark
from snellen.catalogue import GenerationSettings
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.messages import Message, Text
from snellen.running.outputs import settings_of
from snellen.running.scorers import SCORERS
from snellen.running.selection import Prompting, prompt_ways, refuse_without_pictures, select_questions

ImageDetail = Literal["auto", "low", "high", "original"]

__all__ = [
    "LARGEST_LOG",
    "MOST_PICTURES",
    "PICTURE_SETTINGS",
    "asked_settings",
    "biy",
    "chartom",
    "dataset_task",
    "generation_settings",
    "grab",
    "picture_settings",
    "pictures_shown",
    "to_inspect",
    "with_pictures_read",
]

LARGEST_LOG = 10_000
"""Samples in one of Inspect's logs: reading a larger one takes minutes and gigabytes."""
MOST_PICTURES = 2_000
"""Pictures shown in one go up to which the logs hold them too."""

PICTURE_SETTINGS = ("image_detail", "media_resolution")
"""The settings of a generation that say how finely pictures are looked at."""


@inspect_task
def grab(dataset: str, task: str | list[str] | None = None, limit: int | None = None, seed: int = 0) -> Task:
    """GRAB: `inspect eval snellen/grab -T dataset=DIR --model …`.

    `dataset` is a folder that `snellen generate grab` or `snellen import grab` made, `task` keeps the questions of one
    task or of several, `limit` the first questions, `seed` is sent to the model. Few-shot examples are not asked.
    Raises SnellenError where the folder is no GRAB dataset or an edited one, and for a task, a limit or a seed that is
    none.
    """
    return _task_of("grab", dataset, task=task, limit=limit, seed=seed)


@inspect_task
def biy(
    dataset: str,
    task: str | list[str] | None = None,
    strategy: str = "zero-shot",
    designs: str | list[str] | None = None,
    n_examples: int | None = None,
    limit: int | None = None,
    seed: int = 0,
) -> Task:
    """BIY: `inspect eval snellen/biy -T dataset=DIR -T task=cluster_count -T strategy=few-shot --model …`.

    `dataset` is a folder that `snellen generate biy` made, `task` keeps the questions of one task or of several (by
    default the paper's five; others that the dataset has are asked where they are named), `designs` those on charts of
    some designs, `limit` the first questions. `strategy` is zero-shot, one-shot or few-shot, which shows `n_examples`
    (0 to 6, by default 6). `seed` is sent to the model. Raises SnellenError where the folder is no BIY dataset or an
    edited one, where it has too few examples or more than 10,000 questions, and for a value that is none.
    """
    if n_examples is not None and type(n_examples) is not int:
        raise SnellenError(f"-T n_examples={n_examples}: n_examples is a whole number; leave it out for the default.")
    ways = prompt_ways(strategy, n_examples)
    if len(ways) > 1:
        raise SnellenError(f"-T strategy={strategy}: Inspect asks in one way at a time; `snellen eval` takes several.")
    return _task_of("biy", dataset, task=task, designs=designs, prompting=ways[0], limit=limit, seed=seed)


@inspect_task
def chartom(dataset: str, task: str | list[str] | None = None, limit: int | None = None, seed: int = 0) -> Task:
    """CHARTOM: `inspect eval snellen/chartom -T dataset=DIR -T task=fact --model …`.

    `dataset` is a folder that `snellen generate chartom`, `snellen import chartom` or `snellen import calvi` made,
    `task` keeps the questions of one task, fact or mind, `limit` the first questions, `seed` is sent to the model.
    Raises SnellenError where the folder is no CHARTOM dataset or an edited one, and for a task, a limit or a seed that
    is none.
    """
    return _task_of("chartom", dataset, task=task, limit=limit, seed=seed)


def dataset_task(
    dataset: Dataset,
    questions: Sequence[Question],
    *,
    seed: int,
    prompting: Prompting = Prompting("zero-shot", 0),  # noqa: B008 (immutable)
    solver: Solver | None = None,
    generation: GenerationSettings = GenerationSettings(),  # noqa: B008 (immutable)
    **metadata: Any,
) -> Task:
    """The task that asks `questions` of `dataset`; `solver` is `generate()` unless another is given.

    Pictures stand in it as the paths of their files, which Inspect opens when a question is asked; those of examples,
    of which there are few and which are shown again and again, are in it themselves, read and encoded once. Raises
    SnellenError where one is not on disk, for an image-less dataset, and for a way of asking that the benchmark does
    not have.
    """
    benchmark = find_benchmark(dataset.manifest.benchmark)
    return Task(
        dataset=MemoryDataset(
            list(_samples(dataset, benchmark, questions, prompting, generation.image_detail or "auto")),
            name=dataset.manifest.name,
        ),
        solver=solver or generate(tool_calls="none"),
        scorer=[SCORERS[name](benchmark.name) for name in benchmark.score_columns if name in SCORERS],
        config=generation_settings(seed, generation),
        name=benchmark.name,
        version=benchmark.version,
        metadata={
            "dataset": str(dataset.path),
            "fingerprint": dataset.manifest.fingerprints.dataset,
            "strategy": prompting.strategy,
            "n_examples": prompting.n_examples,
            **picture_settings(generation),
            **metadata,
        },
    )


def generation_settings(
    seed: int,
    generation: GenerationSettings = GenerationSettings(),  # noqa: B008 (immutable)
) -> GenerateConfig:
    """Inspect's settings of a generation, without those of the pictures; it sends what a provider takes.

    By default as greedy as a provider allows: temperature 0, top-k 1, and a seed.
    """
    told = generation.told()
    return GenerateConfig(seed=seed, **{name: told[name] for name in told if name not in PICTURE_SETTINGS})


def asked_settings(seed: int, generation: GenerationSettings, model_args: Mapping[str, Any]) -> dict[str, Any]:
    """What a reply is made with, as its `settings` tell it: the generation, the pictures, and `model_args`."""
    return settings_of(generation_settings(seed, generation), model_args) | picture_settings(generation)


def picture_settings(generation: GenerationSettings) -> dict[str, str]:
    """The settings of the pictures that are asked for; Inspect's settings of a generation have no place for them."""
    told = generation.told()
    return {name: told[name] for name in PICTURE_SETTINGS if name in told}


def pictures_shown(questions: int, prompting: Prompting) -> int:
    """How many pictures a model is shown with so many questions, those of examples at each anew."""
    return questions * (1 + prompting.n_examples)


def to_inspect(message: Message, detail: ImageDetail = "auto", *, inline: bool = False) -> ChatMessage:
    """A turn as Inspect takes it, pictures by the paths of their files, or `inline`, read now and once.

    Raises SnellenError where a picture is not there.
    """
    show = _read if inline else _existing
    content: list[Content] = [
        ContentText(text=part.text) if isinstance(part, Text) else ContentImage(image=show(part.path), detail=detail)
        for part in message.content
    ]
    return ChatMessageUser(content=content) if message.role == "user" else ChatMessageAssistant(content=content)


def with_pictures_read(most: int = 64) -> Callable[[ChatMessage], ChatMessage]:
    """A function from a turn with pictures by their paths to one with the pictures themselves.

    Several questions in a row are about one picture, which is read and encoded once: the `most` that were used last
    are kept. What is in a turn already is left as it is. The function raises OSError for a file that can't be read.
    """
    read = lru_cache(maxsize=most)(_read_file)

    def show(message: ChatMessage) -> ChatMessage:
        if isinstance(message.content, str):
            return message
        content = [
            part.model_copy(update={"image": read(part.image)})
            if isinstance(part, ContentImage) and not part.image.startswith("data:")
            else part
            for part in message.content
        ]
        return message.model_copy(update={"content": content})

    return show


def _task_of(
    name: str,
    folder: str,
    *,
    task: str | Sequence[str] | None,
    limit: int | None,
    seed: int,
    designs: str | Sequence[str] | None = None,
    prompting: Prompting = Prompting("zero-shot", 0),  # noqa: B008 (immutable)
) -> Task:
    for option, value, least in (("limit", limit, 1), ("seed", seed, None)):
        if value is not None and (type(value) is not int or (least is not None and value < least)):
            kind = "a whole number" if least is None else f"a whole number from {least}"
            raise SnellenError(f"-T {option}={value}: {option} is {kind}; leave it out for the default.")
    dataset = Dataset(folder)
    dataset.refuse_edited_questions()
    if dataset.manifest.benchmark != name:
        raise SnellenError(f"{folder} is a dataset of {dataset.manifest.benchmark}, not of {name}; name its own task.")
    questions = select_questions(dataset, find_benchmark(name), tasks=task, designs=designs)[:limit]
    if len(questions) > LARGEST_LOG:
        raise SnellenError(
            f"{len(questions):,} questions are too many for one log of Inspect; name tasks or a limit of at most "
            f"{LARGEST_LOG:,}, or ask with `snellen eval`, which makes several logs."
        )
    if pictures_shown(len(questions), prompting) > MOST_PICTURES:
        shown = f"{pictures_shown(len(questions), prompting):,} pictures"
        click.echo(f"Note: {shown} are shown; --no-log-images keeps them out of the log.", err=True)
    return dataset_task(dataset, questions, seed=seed, prompting=prompting)


def _samples(
    dataset: Dataset, benchmark: Benchmark, questions: Iterable[Question], prompting: Prompting, detail: ImageDetail
) -> Iterable[Sample]:
    refuse_without_pictures(dataset)
    groups: dict[str, str] = {}
    examples: dict[Message, ChatMessage] = {}  # one object each: they are most of a few-shot task
    for question in questions:
        source_id = dataset.chart(question.chart_id).source_id
        if source_id not in groups:
            groups[source_id] = dataset.source(source_id).group_id
        *before, asked = benchmark.messages(dataset, question, *prompting)
        for turn in before:
            if turn not in examples:
                examples[turn] = to_inspect(turn, detail, inline=True)
        yield Sample(
            id=question.question_id,
            input=[*(examples[turn] for turn in before), to_inspect(asked, detail)],
            target=question.answer or "",
            metadata={
                "task": question.task,
                "category": question.category,
                "property": question.property,
                "complexity": question.complexity,
                "precision": question.precision,
                "group_id": groups[source_id],
                "question": question.model_dump(mode="json", exclude_none=True),
            },
        )


def _existing(path: Path) -> str:
    if not path.is_file():
        raise SnellenError(f"{path}: no such picture; complete the dataset with the command that made it.")
    return str(path.resolve())


def _read(path: Path) -> str:
    return _read_file(_existing(path))


def _read_file(path: str) -> str:
    kind = mimetypes.guess_type(path)[0] or "image/png"
    return f"data:{kind};base64,{base64.b64encode(Path(path).read_bytes()).decode()}"

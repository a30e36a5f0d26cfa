"""How BIY is asked: the paper's five prompts, and the conversations that they stand in."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.messages import Image, Message, Text

__all__ = ["MORE_PROMPTS", "MOST_EXAMPLES", "PROMPTS", "STRATEGIES", "ask", "template"]

_NORMALIZED = "where (0, 0) is the top-left corner and (1000, 1000) is the bottom-right corner of the image"

PROMPTS: Mapping[str, str] = MappingProxyType(
    {
        "cluster_count": (
            "How many clusters are there in the scatterplot? Answer with a number in curly brackets, e.g., {4}."
        ),
        "cluster_bboxes": (
            "Detect all clusters in the scatterplot. For each detected cluster, provide its bounding box in normalized "
            f"coordinates (x1, y1, x2, y2), {_NORMALIZED}. "
            'Answer with a JSON object, e.g., {"clusters": [[200, 30, 300, 50]]}.'
        ),
        "cluster_points": (
            "Identify each cluster in the scatterplot. For each, provide its center point in normalized coordinates "
            f"(x, y), {_NORMALIZED}. "
            'Answer with a JSON object, e.g., {"cluster_centers": [[250, 40], [700, 500]]}.'
        ),
        "outlier_count": (
            "How many outliers are there in the scatterplot? Answer with a number in curly brackets, e.g., {3}."
        ),
        "outlier_points": (
            "Identify each outlier in the scatterplot. For each, provide its location in normalized coordinates "
            f"(x, y), {_NORMALIZED}. "
            'Answer with a JSON object, e.g., {"outliers": [[150, 900], [820, 150]]}.'
        ),
    }
)
"""The prompt of each task, word for word those of the paper's section 2.2, under the released names."""

MORE_PROMPTS: Mapping[str, str] = MappingProxyType(
    {
        "relationship": (
            "How are the two variables in the scatterplot related: linear, quadratic, exponential, or none of these? "
            "Answer with one word in curly brackets, e.g., {linear}."
        ),
        "cluster_shape": (
            "What shape do the clusters in the scatterplot have, apart from being stretched: round, diamond, hexagon, "
            "square, star, or triangle? Answer with one word in curly brackets, e.g., {round}."
        ),
    }
)
"""The prompts of the tasks that the paper plans, in the form of its own."""

STRATEGIES = ("zero-shot", "one-shot", "few-shot")
MOST_EXAMPLES = 6


def ask(dataset: Dataset, question: Question, strategy: str = "zero-shot", n_examples: int = 0) -> list[Message]:
    """The conversation that asks `question`: turns of a picture and then the prompt, the last one the question's.

    Each example before it is a user turn and an assistant turn, whose text is the key in the form asked for; all are
    of the question's task. `zero-shot` has none; `one-shot` has one, the blobs without noise; `few-shot` the first
    `n_examples` (0 to 6; 0 is zero-shot under another name) in an order drawn by the dataset's seed. The pictures need
    not exist on disk. Raises SnellenError for another strategy or number, and where the dataset holds too few examples.
    """
    messages = []
    for example in _examples(dataset, question, strategy, n_examples):
        messages.append(_turn(dataset, example))
        messages.append(Message("assistant", (Text(example.answer or ""),)))
    return [*messages, _turn(dataset, question)]


def template(text: str) -> str:
    """A question's text: every question of a task has the same."""
    return text.strip()


def _turn(dataset: Dataset, question: Question) -> Message:
    return Message("user", (Image(dataset.image_path(dataset.chart(question.chart_id))), Text(question.text)))


def _examples(dataset: Dataset, question: Question, strategy: str, n_examples: int) -> list[Question]:
    wanted = {"zero-shot": (0, 0), "one-shot": (1, 1), "few-shot": (0, MOST_EXAMPLES)}.get(strategy)
    if wanted is None:
        raise SnellenError(f"BIY has no strategy {strategy!r}; it has {', '.join(STRATEGIES)}.")
    if not wanted[0] <= n_examples <= wanted[1]:
        number = str(wanted[0]) if wanted[0] == wanted[1] else f"{wanted[0]} to {wanted[1]}"
        raise SnellenError(f"{strategy} takes {number} examples, not {n_examples}.")
    if not n_examples:
        return []
    examples = _examples_of(dataset, question.task)
    if len(examples) < n_examples:
        raise SnellenError(
            f"{dataset.path} holds {len(examples)} examples for {question.task}, and {strategy} needs {n_examples}; "
            "make a dataset with --preset paper, fresh or lite, or ask zero-shot."
        )
    if strategy == "one-shot":
        return list(examples[:1])  # generators stand in the paper's order, so this is the one of blobs
    rng = np.random.default_rng([dataset.manifest.seed or 0, *b"biy/examples"])
    return [examples[int(i)] for i in rng.permutation(len(examples))[:n_examples]]


@lru_cache(maxsize=16)
def _examples_of(dataset: Dataset, task: str) -> tuple[Question, ...]:
    """The examples of a task; kept, since a run asks for the same ones thousands of times."""
    return tuple(each for name in dataset.manifest.examples if (each := dataset.question(name)).task == task)

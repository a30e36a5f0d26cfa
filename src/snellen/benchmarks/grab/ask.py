"""How GRAB asks: one user turn, the image and then the question. And what its questions have in common."""

import re

from snellen.benchmarks.grab.choice_wording import without_options
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.messages import Image, Message, Text

__all__ = ["ask", "template"]

_OPERATION_LINE = re.compile(r"^[ \t]*\d+\.[ \t][^\n]*(?:\n|\Z)", re.MULTILINE)
_QUOTED = re.compile(r'"[^"\n]*"')


def ask(dataset: Dataset, question: Question, strategy: str = "zero-shot", n_examples: int = 0) -> list[Message]:
    """The conversation that asks `question`: one user turn of the picture and the question's text, no system turn.

    The paper prompts so (section 4.2.2). The picture need not exist on disk. Raises SnellenError for a strategy other
    than `zero-shot`, for examples, and for a question whose chart the dataset does not have.
    """
    if strategy != "zero-shot" or n_examples != 0:
        raise SnellenError(
            "GRAB is asked zero-shot and without examples; leave other strategies and the number of examples out."
        )
    picture = Image(dataset.image_path(dataset.chart(question.chart_id)))
    return [Message("user", (picture, Text(question.text)))]


def template(text: str) -> str:
    """A question's text without its numbered list of operations (lines such as `1. reflection in the x-axis;`).

    It holds for the questions made here and for the published ones: the lists are all that varies between two
    questions of one kind. A question with options has the template of the one with a single answer
    (`snellen.benchmarks.grab.choice_wording`), so what is known of the answers to one is known of the other's. What
    stands between double quotes, as the name of a series does in questions on labels, is left out too.
    """
    return _QUOTED.sub('"…"', _OPERATION_LINE.sub("", without_options(text))).strip()

"""The reader that sees: answers from pixels and the question's words alone, by classical computer vision."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module

from snellen.errors import SnellenError
from snellen.messages import Image, Message, Reader, message_text
from snellen.readers.pixels.answer import Answer
from snellen.readers.pixels.picture import UnreadableError
from snellen.readers.pixels.view import View, view_of

__all__ = ["CANNOT_READ", "pixels_reader"]

CANNOT_READ = "I cannot read this picture."
"""The reply where the picture or the question is beyond this reader: a plain refusal, never a guess."""

_ANSWERERS = (
    "snellen.readers.pixels.grab_labels",
    "snellen.readers.pixels.grab",
    "snellen.readers.pixels.scatter",
    "snellen.readers.pixels.chartom",
)
"""Modules with `suits(text)`, whether a question's words are of their kind, and `answer(view, text)`, an `Answer`.

They are asked in this order. `answer` raises UnreadableError where the picture does not show what is asked for.
"""


def pixels_reader(explain: bool | str = False) -> Reader:
    """A reader that looks at the last turn's last picture and answers the last turn's question.

    It is given what any model is given, the messages, and reads nothing else: no metadata, no file name. With `explain`
    the reply opens with what it saw, as JSON between `<think>` and `</think>`, and the answer follows after an empty
    line (docs/pixels.md says what the JSON holds). What it cannot read it says so of (`CANNOT_READ`). Never raises on a
    picture or a question, whatever they are. Raises SnellenError where `explain` is neither true nor false.
    """
    if isinstance(explain, str) and explain.lower() in ("true", "false"):  # as Python writes them
        explain = explain.lower() == "true"
    if not isinstance(explain, bool):
        raise SnellenError(f"explain of snellen/pixels is true or false, not {explain!r}.")

    def read(messages: Sequence[Message]) -> str:
        answer = _answer(messages[-1])
        if not explain:
            return answer.text
        return f"<think>\n{json.dumps(answer.seen)}\n</think>\n\n{answer.text}"

    return read


def _answer(shown: Message) -> Answer:
    text = message_text(shown)
    pictures = [part for part in shown.content if isinstance(part, Image)]
    suits_and_answer = next((found for found in _answerers() if found[0](text)), None)
    if not pictures or suits_and_answer is None:
        return Answer(CANNOT_READ)
    import cv2

    _one_thread()
    try:
        return suits_and_answer[1](view_of(pictures[-1].path), text)
    except UnreadableError as error:
        return Answer(CANNOT_READ, {"unread": str(error)})
    except (ArithmeticError, LookupError, ValueError, cv2.error) as error:
        # A picture may hold anything. What a stage did not foresee is a refusal that says so, never an answer.
        return Answer(CANNOT_READ, {"unread": f"unforeseen: {type(error).__name__}"})


@cache
def _answerers() -> list[tuple[Callable[[str], bool], Callable[[View, str], Answer]]]:
    modules = [import_module(name) for name in _ANSWERERS]
    return [(module.suits, module.answer) for module in modules]


@cache
def _one_thread() -> None:
    """One picture at a time on one core: whoever wants more runs more processes."""
    import cv2

    cv2.setNumThreads(1)

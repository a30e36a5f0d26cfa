"""What the question-only readers know: for each template of a question, which answers it had in other datasets.

An answer is held as its shape, the text with every number replaced by a slot, and the span of each slot's values:
`[-2, 3]` has the shape `[{}, {}]` and `y = 2x - 1` the shape `y = {}x {+}`, where `{+}` is written with its sign and a
space. So numbers, lists and equations of any form are known and drawn in one way.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from snellen.dataset import Question, describe_validation_error
from snellen.errors import SnellenError

__all__ = [
    "Asked",
    "Form",
    "Knowledge",
    "Learned",
    "Span",
    "count_asked",
    "learn",
    "load_knowledge",
    "shape_of",
    "shipped_knowledge",
]

_NUMBER = re.compile(r"(?<![\w^.])(?:[+-] ?)?\d+(?:\.\d+)?")
_WORD = re.compile(r"\w+|[^\w\s]")


class Span(BaseModel):
    """The values seen in one slot: the least, the greatest, and whether zero was among them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    low: float
    high: float
    zero: bool


class Form(BaseModel):
    """One shape that answers to a template have, in `count` of its questions, with the span of each slot."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    shape: str
    count: int = Field(ge=1)
    slots: list[Span]


class Learned(BaseModel):
    """What is known of one template: its most common answer, in `count` of `n` questions, and the most common shape.

    `forms` has all shapes, most common first, where there are several: words, or lists of several lengths. An
    equation's signs make no shape.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    answer: str
    count: int = Field(ge=1)
    n: int = Field(ge=1)
    answer_type: str
    precision: float | None
    shape: str
    slots: list[Span]
    forms: list[Form] = Field(default_factory=list)


class Knowledge(BaseModel):
    """A table of templates with where it comes from; `command` makes it again."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int = 1
    benchmark: str
    benchmark_version: int
    preset: str | None
    seeds: list[int]
    command: str
    questions: int
    templates: dict[str, Learned]

    def find(self, template: str) -> Learned | None:
        """What is known of that template, or None."""
        return self.templates.get(template)

    def nearest(self, template: str) -> tuple[float, str, Learned] | None:
        """The known template that is most like an unknown one: likeness, text, and what is known of it.

        Likeness is the share of words in common (Jaccard's index of the two sets of words and signs, 0 to 1); of equals
        the first in alphabetical order. None where nothing is known.
        """
        words = set(_WORD.findall(template.lower()))
        best: tuple[float, str, Learned] | None = None
        for text in sorted(self.templates):
            others = set(_WORD.findall(text.lower()))
            likeness = len(words & others) / max(len(words | others), 1)
            if best is None or likeness > best[0]:
                best = (likeness, text, self.templates[text])
        return best


class Asked(NamedTuple):
    """One question as it is learned from: its template, its key, and the format of its answer."""

    template: str
    answer: str
    answer_type: str
    precision: float | None

    @classmethod
    def of(cls, question: Question, template: str) -> "Asked | None":
        """A question and its template; None where it has no key."""
        if question.answer is None:
            return None
        return cls(template, question.answer, question.answer_type, question.precision)


def count_asked(questions: Iterable[Asked | None]) -> Counter[Asked]:
    """How often each was asked; questions without a key are left out."""
    return Counter(asked for asked in questions if asked is not None)


def learn(counts: Mapping[Asked, int]) -> dict[str, Learned]:
    """What many questions, each with how often it was asked, teach of each template.

    Of several answers that are equally common the shortest is taken, of those the first in alphabetical order; the same
    for shapes. Templates come in alphabetical order.
    """
    by_template: dict[str, Counter[Asked]] = {}
    for asked, number in counts.items():
        by_template.setdefault(asked.template, Counter())[asked] += number
    return {template: _learned(by_template[template]) for template in sorted(by_template)}


def shape_of(answer: str) -> tuple[str, list[float]]:
    """An answer's shape, and the values of its slots in order: `y = 2x - 1` gives `y = {}x {+}` and `[2.0, -1.0]`."""
    values: list[float] = []

    def slot(match: re.Match[str]) -> str:
        values.append(float(match[0].replace(" ", "")))
        return "{+}" if match[0][1:2] == " " else "{}"

    return _NUMBER.sub(slot, answer), values


def shipped_knowledge() -> list[Knowledge]:
    """The tables that come with the package, in order of their benchmarks' names."""
    folder = files("snellen.readers") / "tables"
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".json")] if folder.is_dir() else []
    return [_parsed(entry.read_bytes(), entry.name) for entry in sorted(found, key=lambda entry: entry.name)]


def load_knowledge(path: Path) -> Knowledge:
    """A table from a file. Raises SnellenError where it cannot be read or is not one."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise SnellenError(f"{path}: {error.strerror}; make the table with `snellen learn`.") from None
    return _parsed(text, str(path))


def _parsed(text: bytes, name: str) -> Knowledge:
    try:
        return Knowledge.model_validate_json(text)
    except ValidationError as error:
        raise SnellenError(
            f"{name}: not a table of learned answers: {describe_validation_error(error)}; make it with `snellen learn`."
        ) from None


def _learned(asked: Counter[Asked]) -> Learned:
    answers: Counter[str] = Counter()
    shapes: Counter[str] = Counter()
    formats: Counter[tuple[str, float | None]] = Counter()
    values: dict[str, list[list[float]]] = {}
    for question, number in asked.items():
        shape, numbers = shape_of(question.answer)
        answers[question.answer] += number
        shapes[shape] += number
        formats[question.answer_type, question.precision] += number
        values.setdefault(shape, []).append(numbers)
    answer, shape = _most_common(answers), _most_common(shapes)
    answer_type, precision = min(formats, key=lambda form: (-formats[form], str(form)))
    several = len(shapes) > 1 and answer_type != "equation"
    ranked = sorted(shapes, key=lambda text: (-shapes[text], len(text), text)) if several else []
    return Learned(
        answer=answer,
        count=answers[answer],
        n=answers.total(),
        answer_type=answer_type,
        precision=precision,
        shape=shape,
        slots=_spans(values[shape]),
        forms=[Form(shape=each, count=shapes[each], slots=_spans(values[each])) for each in ranked],
    )


def _spans(rows: Sequence[Sequence[float]]) -> list[Span]:
    """Of each place in the rows, which are equally long."""
    columns = zip(*rows, strict=True)
    return [Span(low=min(column), high=max(column), zero=0.0 in column) for column in columns]


def _most_common(counter: Counter[str]) -> str:
    return min(counter, key=lambda text: (-counter[text], len(text), text))

"""How CHARTOM is asked: the prompts of its two tasks, and the one turn that they stand in."""

import re
from collections.abc import Sequence

from snellen.benchmarks.chartom.subjects import named_subjects
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.messages import Image, Message, Text

__all__ = ["FORMATS", "MIND_SENTENCE", "ask", "fact_text", "mind_text", "option_letter", "template"]

FORMATS = ("multiple choice", "free text", "ranking")
"""How a FACT question is answered."""

MIND_SENTENCE = (
    "What fraction of typical university students do you predict will be misled by the chart when answering the "
    "question? First, give your prediction as a decimal number between 0 and 1, then justify your prediction in words."
)
"""What a MIND prompt asks, word for word as the paper has it."""

_FORMS = {
    "multiple choice": "Answer with the letter of the right option and nothing else.",
    "free text": "Answer with the number or the words that are asked for and nothing else.",
    "ranking": (
        "Answer with a JSON list of all of them in that order, each once and written as it is here, and nothing else."
    ),
}
_OPTIONS = re.compile(r"(?:^[A-Z]\. .*\n?)+", re.MULTILINE)
_ITEMS = re.compile(r"^(Rank these[^:\n]*: )(.*)\.$", re.MULTILINE)
_NUMBER = re.compile(r"(?<!\w)[-\u2212]?\d+(?:[.,]\d+)*")


def fact_text(question: str, options: Sequence[str], answer_format: str, ranked: str = "") -> str:
    """The prompt of a FACT question: the question, its options, and the form of the answer, a paragraph each.

    `answer_format` is one of `FORMATS`. Options of multiple choice are lettered, a line each; those of a ranking are
    the items, in one line that also says what it runs from and to (`ranked`, as "from largest to smallest"); free text
    has none. Raises ValueError for another format, and for more than 26 options.

    >>> print(fact_text("Is A larger than B?", ["Yes", "No"], "multiple choice"))
    Is A larger than B?
    <BLANKLINE>
    A. Yes
    B. No
    <BLANKLINE>
    Answer with the letter of the right option and nothing else.
    """
    return "\n\n".join([*_asked(question, options, answer_format, ranked), _FORMS[answer_format]])


def mind_text(question: str, options: Sequence[str], answer_format: str, ranked: str = "") -> str:
    """The prompt of a MIND question: the FACT question with its options, then the paper's sentence.

    Arguments and errors are those of `fact_text`; the form of the FACT question's answer is left out.

    >>> mind_text("How many?", [], "free text").splitlines()[0]
    'How many?'
    """
    return "\n\n".join([*_asked(question, options, answer_format, ranked), MIND_SENTENCE])


def option_letter(place: int) -> str:
    """The letter of the option at a place: 0 is A. Raises ValueError from 26 on."""
    if not 0 <= place < 26:
        raise ValueError(f"there is no letter for option {place + 1}")
    return chr(ord("A") + place)


def ask(dataset: Dataset, question: Question, strategy: str = "zero-shot", n_examples: int = 0) -> list[Message]:
    """The conversation that asks `question`: one user turn of the picture and the question's text, no system turn.

    The picture need not exist on disk. Raises SnellenError for a strategy other than `zero-shot`, for examples, and for
    a question whose chart the dataset does not have.
    """
    if strategy != "zero-shot" or n_examples != 0:
        raise SnellenError(
            "CHARTOM is asked zero-shot and without examples; leave other strategies and the number of examples out."
        )
    picture = Image(dataset.image_path(dataset.chart(question.chart_id)))
    return [Message("user", (picture, Text(question.text)))]


def template(text: str) -> str:
    """A prompt without numbers, options, items and Snellen's own subjects: what questions of one kind have in common.

    >>> one, other = (fact_text("By 3?", options, "multiple choice") for options in (["Yes", "No"], ["No", "Yes"]))
    >>> template(one) == template(other.replace("3", "4.5"))
    True
    """
    plain = _ITEMS.sub(r"\1….", _OPTIONS.sub("(options)\n", text))
    return _NUMBER.sub("#", named_subjects().sub("…", plain)).strip()


def _asked(question: str, options: Sequence[str], answer_format: str, ranked: str) -> list[str]:
    if answer_format not in FORMATS:
        raise ValueError(f"{answer_format!r} is none of {', '.join(FORMATS)}")
    question = question.strip()
    if answer_format == "free text" or not options:
        return [question]
    if answer_format == "ranking":
        return [question, f"Rank these{f' {ranked.strip()}' if ranked.strip() else ''}: {', '.join(options)}."]
    return [question, "\n".join(f"{option_letter(place)}. {option}" for place, option in enumerate(options))]

"""What a run asks and how: the questions it takes, the strategies, and the numbers of examples."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from snellen.benchmark import Benchmark
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError

__all__ = [
    "MOST_EXAMPLES",
    "Prompting",
    "prompt_ways",
    "refuse_without_pictures",
    "select_questions",
    "split_names",
]

_USUAL_EXAMPLES = {"one-shot": 1, "few-shot": 6}
MOST_EXAMPLES = 64
"""The largest number of examples that is taken for one; a benchmark's own limit may be lower."""

_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


class Prompting(NamedTuple):
    """A way of asking: the strategy, and the number of examples before the question."""

    strategy: str
    n_examples: int

    def __str__(self) -> str:
        return self.strategy if self.n_examples == _USUAL_EXAMPLES.get(self.strategy, 0) else " ".join(map(str, self))


def prompt_ways(strategies: str | Sequence[str] | None, n_examples: str | int | None = None) -> list[Prompting]:
    """The ways of asking that strategies and numbers of examples make, in their order; by default zero-shot alone.

    `strategies` are names or their list with commas. `n_examples` is for few-shot: a number, or several as `0,2,4`
    or `0-6`; by default it is 6. Each number is a way of its own. Raises SnellenError for what is no number, and for
    numbers without few-shot. Which strategies there are is for the benchmark to say.
    """
    names = split_names(strategies, "the strategies") or ["zero-shot"]
    usual = {name: [_USUAL_EXAMPLES.get(name, 0)] for name in names}
    if n_examples is not None:
        numbers = _numbers(str(n_examples))
        if "few-shot" in names:
            usual["few-shot"] = numbers
        elif any(each != numbers for each in usual.values()):
            raise SnellenError(
                f"{n_examples} examples: only few-shot takes their number; name that strategy, or leave the number out."
            )
    return [Prompting(name, number) for name in names for number in usual[name]]


def refuse_without_pictures(dataset: Dataset) -> None:
    """Raise SnellenError for a dataset whose charts nobody can be shown."""
    if dataset.manifest.counts.images == 0:
        raise SnellenError(
            f"{dataset.path} has no pictures to show; make it without --no-images, or import it with --images."
        )


def select_questions(
    dataset: Dataset,
    benchmark: Benchmark,
    *,
    tasks: str | Sequence[str] | None = None,
    designs: str | Sequence[str] | None = None,
) -> list[Question]:
    """The questions of the test set in dataset order, of `tasks` and on charts of `designs` alone.

    Tasks that a dataset has beyond the benchmark's own (its split `extra`) are taken where they are named, and only
    then; the name `all` stands for every task there is. Examples are never among the questions. Raises SnellenError for
    a task or a design that the dataset does not have, for designs where the benchmark knows none, and where nothing is
    left.
    """
    wanted = split_names(tasks, "the tasks")
    shown = split_names(designs, "the designs")
    there: dict[str, None] = {}
    chosen = []
    for question in dataset.questions():
        if question.split not in ("test", "extra"):
            continue
        there.setdefault(question.task)
        if "all" in wanted or (question.task in wanted if wanted else question.split == "test"):
            chosen.append(question)
    for name in wanted:
        if name not in there and name != "all":
            raise SnellenError(f"{dataset.path} has no questions of the task {name!r}; it has {', '.join(there)}.")
    if shown:
        chosen = _on_designs(dataset, benchmark, chosen, shown)
    if not chosen:
        said = "no such questions" if wanted or shown else "no question of the test set"
        raise SnellenError(f"{dataset.path} has {said}; name tasks of it: {', '.join(there) or 'it has none'}.")
    return chosen


def split_names(text: str | Sequence[str] | None, what: str) -> list[str]:
    """Names without repeats, from their list with commas or one that is split; none for None.

    Raises SnellenError, which says `what` they should be, for text that holds none.
    """
    if text is None:
        return []
    parts: Iterable[str] = text.split(",") if isinstance(text, str) else map(str, text)
    names = list(dict.fromkeys(name for part in parts if (name := part.strip())))
    if not names:
        raise SnellenError(f"{text!r} names none of {what}; leave it out for the default.")
    return names


def _on_designs(
    dataset: Dataset, benchmark: Benchmark, questions: Sequence[Question], designs: Sequence[str]
) -> list[Question]:
    if "design" not in benchmark.facets:
        raise SnellenError(f"the charts of {benchmark.title} are of no design; leave the designs out.")
    first = {question.chart_id: question for question in questions}
    design_of = {
        chart.chart_id: str(benchmark.facet_values(first[chart.chart_id], chart, None)["design"])
        for chart in dataset.charts()
        if chart.chart_id in first
    }
    there = list(dict.fromkeys(design_of.values()))
    for name in designs:
        if name not in there:
            raise SnellenError(f"{dataset.path} asks of no chart in the design {name!r}; it has {', '.join(there)}.")
    return [question for question in questions if design_of.get(question.chart_id) in designs]


def _numbers(text: str) -> list[int]:
    numbers: dict[int, None] = {}
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not first <= last <= MOST_EXAMPLES:
            raise SnellenError(
                f"{text!r} is no number of examples: write one, or several as 0,2,4 or 0-6, none above {MOST_EXAMPLES}."
            )
        numbers.update(dict.fromkeys(range(first, last + 1)))
    return list(numbers)

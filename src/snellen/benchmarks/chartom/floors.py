"""What answers that look at nothing score on a CHARTOM dataset, and how far people's values are from themselves."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snellen.benchmarks.chartom.ask import option_letter
from snellen.benchmarks.chartom.measures import group_medians, label_noise
from snellen.benchmarks.chartom.score import hmi_of, score_many
from snellen.dataset import Dataset, Question

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["NOISE", "floors", "mind_predictions"]

NOISE = "sampling noise of the people's values"
"""The name of the row that is no answer: the error that a perfect one is expected to have."""


def floors(dataset: Dataset) -> "pd.DataFrame | None":
    """The score of each trivial answer to the dataset's questions with a key, replies scored as any others are.

    Columns: task, answer (its name), charts (all, honest or manipulated), n, score (FACT accuracy), misled_score (the
    share misled, of questions with a tempting answer), mae (MIND). Shares are from 0 to 1; NaN where there is nothing.
    FACT answers are: the first option always, or the items of a ranking as they are listed; the most common letter;
    nothing; the tempting answer. MIND answers are those of `mind_predictions`, and below them stands what the people's
    values are expected to be off by sampling alone (`label_noise`). Of a task's answers those come first that do best
    on all charts; the noise is last. Where no question has a key there are none.
    """
    import pandas as pd

    questions = {"fact": list[Question](), "mind": list[Question]()}
    for question in dataset.questions():
        if question.split == "test" and question.answer is not None and question.task in questions:
            questions[question.task].append(question)
    minds = [question for question in questions["mind"] if hmi_of(question) is not None]
    rows = [*_best_first(_fact_rows(questions["fact"]), "score", -1), *_best_first(_mind_rows(minds), "mae", 1)]
    names = ["task", "answer", "charts", "n", "score", "misled_score", "mae"]
    return pd.DataFrame(rows, columns=names) if rows else None


def mind_predictions(people: Sequence[float], manipulated: Sequence[float]) -> dict[str, list[float]]:
    """The predictions that look at nothing, by name, from the people's values and whether charts are manipulated.

    0.5; the best constant, which is the median of the values; the medians of the honest and of the manipulated charts;
    1 for manipulated ones and 0 for honest ones. The second and third know the values they are held against: nobody
    who does not can be sure of so little error. Where it is not known of a chart (NaN) whether it is manipulated,
    only the constants are there.

    >>> found = mind_predictions([0.1, 0.2, 0.9], [0, 0, 1])
    >>> found["the best constant"], found["1 for manipulated, 0 for honest"]
    ([0.2, 0.2, 0.2], [0.0, 0.0, 1.0])
    """
    n = len(people)
    found = {"always 0.5": [0.5] * n}
    if n:
        found["the best constant"] = [float(np.median(people))] * n
    if n and np.isfinite(np.asarray(manipulated, dtype=np.float64)).all():
        found["medians of honest and of manipulated"] = group_medians(people, manipulated).tolist()
        found["1 for manipulated, 0 for honest"] = [float(kind) for kind in manipulated]
    return found


def _best_first(rows: Iterable[dict[str, Any]], measure: str, sign: int) -> list[dict[str, Any]]:
    """Rows by answer, each one's together: in increasing order of `sign` times its measure on all charts."""
    found = list(rows)
    on_all = {row["answer"]: sign * row[measure] for row in found if row["charts"] == "all"}
    # A row that is no answer stands below them; without people's numbers on all charts it is there for none.
    return sorted(found, key=lambda row: (row["answer"] == NOISE, on_all.get(row["answer"], 0.0)))


def _fact_rows(questions: Sequence[Question]) -> Iterator[dict[str, Any]]:
    if not questions:
        return
    kinds = np.array([_manipulated(question) for question in questions])
    for name, replies in _fact_answers(questions):
        scores = score_many(questions, replies)
        right, misled = (np.array(scores.columns[column], dtype=np.float64) for column in ("fact", "misled"))
        for charts, there in _parts(kinds):
            row = {"task": "fact", "answer": name, "charts": charts, "n": int(there.sum())}
            yield row | {"score": _mean(right[there]), "misled_score": _mean(misled[there]), "mae": float("nan")}


def _fact_answers(questions: Sequence[Question]) -> Iterator[tuple[str, list[str]]]:
    places = Counter(
        question.choices.index(question.answer)
        for question in questions
        if _has_options(question) and question.choices and question.answer in question.choices
    )
    yield "always the first option", [_first(question) for question in questions]
    if places:
        letter = option_letter(min(places, key=lambda place: (-places[place], place)))
        answers = [letter if _has_options(question) else "" for question in questions]
        yield f"always {letter}", answers
    yield "nothing", [""] * len(questions)
    if any(tempting := [_tempting(question) for question in questions]):
        yield "always the tempting answer", tempting


def _mind_rows(questions: Sequence[Question]) -> Iterator[dict[str, Any]]:
    if not questions:
        return
    people = [value for question in questions if (value := hmi_of(question)) is not None]
    kinds = np.array([_manipulated(question) for question in questions])
    errors = {
        name: np.array(
            score_many(questions, [repr(value) for value in values]).columns["hmi_error_worst"], dtype=np.float64
        )
        for name, values in mind_predictions(people, kinds.tolist()).items()
    }
    numbers = np.array([_people(question) for question in questions])
    for name in (*errors, NOISE):
        for charts, there in _parts(kinds):
            noise = label_noise(np.array(people)[there], numbers[there])
            n = int(np.isfinite(numbers[there]).sum()) if name == NOISE else int(there.sum())
            if n:
                mae = noise if name == NOISE else _mean(errors[name][there])
                row = {"task": "mind", "answer": name, "charts": charts, "n": n}
                yield row | {"score": float("nan"), "misled_score": float("nan"), "mae": mae}


def _parts(kinds: Any) -> Iterator[tuple[str, Any]]:
    yield "all", np.ones(len(kinds), dtype=bool)
    for kind, name in enumerate(("honest", "manipulated")):
        if (kinds == kind).any():
            yield name, kinds == kind


def _has_options(question: Question) -> bool:
    return bool(question.choices) and question.answer_type != "ranking"


def _first(question: Question) -> str:
    if not question.choices:
        return ""
    return "A" if _has_options(question) else "\n".join(question.choices)


def _tempting(question: Question) -> str:
    listed = (question.answer_data or {}).get("tempting")
    return str(listed[0]) if isinstance(listed, list) and listed else ""


def _people(question: Question) -> float:
    number = (question.answer_data or {}).get("n")
    return float(number) if isinstance(number, int) else float("nan")


def _manipulated(question: Question) -> float:
    kind = question.metadata.get("manipulated")
    return float(bool(kind)) if kind is not None else float("nan")


def _mean(values: Any) -> float:
    there = values[np.isfinite(values)]
    return float(there.mean()) if len(there) else float("nan")

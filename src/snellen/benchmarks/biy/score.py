"""What replies to BIY questions score: three readings, each measured, many replies at a time."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmark import Outcome, Score, Scores
from snellen.benchmarks.biy.keys import TASKS
from snellen.benchmarks.biy.measures import (
    count_correct,
    count_error,
    lengths,
    many_box_measures,
    many_point_measures,
    plot_tolerance,
)
from snellen.benchmarks.biy.more_tasks import WORDS
from snellen.benchmarks.biy.replies import READINGS, Reading, Reply, many_to_pixels, read_all
from snellen.benchmarks.biy.replies.words import Word, read_word
from snellen.benchmarks.biy.score_columns import (
    IOUS,
    MEASURED_READINGS,
    NOTE_COLUMNS,
    PIXELS,
    PLOT_PARTS,
    SCORE_COLUMNS,
)
from snellen.benchmarks.biy.score_keys import WIDTHS, Key, key_to_score
from snellen.benchmarks.biy.score_writing import written
from snellen.dataset import Question

__all__ = ["score", "score_many"]

Floats = NDArray[np.float64]
Columns = dict[str, Floats]
Read = Mapping[Reading, Reply | Word]


def score(question: Question, reply: str) -> Score:
    """What one reply scores: see `score_many`. Never raises, whatever the reply."""
    return score_many([question], [reply])[0]


def score_many(questions: Sequence[Question], replies: Sequence[str]) -> Scores:
    """What each reply scores to its question. Never raises, whatever the replies; in time linear in their length.

    The columns are those of `SCORE_COLUMNS`. A reply's value is whether a count or a word is right, the recall at
    IoU 0.75 of boxes, and the recall at 10 pixels of points. `strict`, the headline, and `paper` are the value by the
    reading of the paper's code: 0, or None, where the reply is invalid. `exact` and `lenient` are it by those readings,
    invalid replies 0. For each reading R, `R_valid` is 1 or 0. For R in `MEASURED_READINGS`, None where R is invalid:
    `R_number`, the count or how many boxes or points there are; `R_error`, how far a count is off; for boxes
    `R_precision_T`, `R_recall_T`, `R_f1_T` and `R_mean_iou_T` with T in `IOUS`; for points the first three with T in
    `PIXELS` and `PLOT_PARTS`. What does not apply is None.

    In the released reading predictions and targets are truncated to whole pixels, in the two others neither is.
    `parsed` is what the lenient reading found, in the form asked for, and the outcome is by that reading; the notes are
    the faults of the three. A question without a key, or without the size of its image where that is needed, has none
    of it: the outcome is `no_key`.
    """
    n = len(replies)
    parsed: list[str | None] = [None] * n
    outcomes: list[Outcome] = ["no_key"] * n
    columns = {name: np.full(n, np.nan) for name in SCORE_COLUMNS}
    notes: dict[str, list[str | None]] = {name: [None] * n for name in NOTE_COLUMNS}
    asked: dict[str, list[tuple[int, Key]]] = {}
    for place, question in enumerate(questions):
        key = key_to_score(question)
        if key is not None:
            asked.setdefault(question.task, []).append((place, key))
    for task, there in asked.items():
        places = [place for place, _ in there]
        reads = _read_many(task, [replies[place] for place in places])
        for name, values in _measured(task, [key for _, key in there], reads).items():
            columns[name][places] = values
        for place, read in zip(places, reads, strict=True):
            lenient = read["lenient"]
            if lenient.value is not None:
                parsed[place], outcomes[place] = written(task, lenient.value), "answered"
            else:
                outcomes[place] = "refused" if lenient.fault == "refusal" else "unparsed"
            for reading in READINGS:
                notes[f"{reading}_fault"][place] = read[reading].fault
    return Scores(parsed, outcomes, columns, notes)


def _read_many(task: str, texts: Sequence[str]) -> list[Read]:
    """All readings of each text; a text that occurs again is not read again."""
    known = dict[str, Read]()
    for text in texts:
        if text not in known:
            known[text] = read_word(task, text) if task in WORDS else read_all(task, text)
    return [known[text] for text in texts]


def _measured(task: str, keys: Sequence[Key], reads: Sequence[Read]) -> Columns:
    """The columns that apply to a task's replies."""
    columns = {
        f"{reading}_valid": np.array([read[reading].value is not None for read in reads], dtype=np.float64)
        for reading in READINGS
    }
    values = {reading: [read[reading].value for read in reads] for reading in READINGS}
    if task in WORDS:
        right = {
            reading: np.array([value == key.answer for value, key in zip(found, keys, strict=True)], dtype=np.float64)
            for reading, found in values.items()
        }
    elif TASKS[task].answer_type == "count":
        right = _counts(keys, values, columns)
    else:
        right = _places(task, keys, values, columns)
    for reading in READINGS:
        right[reading] = np.where(columns[f"{reading}_valid"] == 1, right[reading], np.nan)
    zero = {reading: np.nan_to_num(found) for reading, found in right.items()}
    summary = {"strict": zero["released"], "paper": right["released"], "exact": zero["exact"]}
    return {**columns, **summary, "lenient": zero["lenient"]}


def _counts(keys: Sequence[Key], values: Mapping[Reading, list[Any]], columns: Columns) -> dict[Reading, Floats]:
    answers: list[Any] = [key.answer for key in keys]
    true, right = np.array(answers, dtype=np.float64), dict[Reading, Floats]()
    for reading, found in values.items():
        counts = np.array([np.nan if value is None else value for value in found], dtype=np.float64)
        right[reading] = count_correct(counts, true)
        if reading in MEASURED_READINGS:
            columns |= {f"{reading}_number": counts, f"{reading}_error": count_error(counts, true)}
    return right


def _places(
    task: str, keys: Sequence[Key], values: Mapping[Reading, list[Any]], columns: Columns
) -> dict[Reading, Floats]:
    """Measures of boxes or points into `columns`; each reading's recall at the narrowest threshold out."""
    boxes, right = TASKS[task].answer_type == "boxes", dict[Reading, Floats]()
    first = f"recall_{next(iter(IOUS if boxes else PIXELS))}"
    for reading in MEASURED_READINGS:
        found = _thresholds(task, keys, values[reading], truncate=reading == "released")
        columns[f"{reading}_number"] = lengths(values[reading])
        columns |= {f"{reading}_{name}": column for name, column in found.items()}
        right[reading] = found[first]
    # What is exact is mostly lenient too, the very same value; else it is measured for itself.
    same = np.array([one is other for one, other in zip(values["exact"], values["lenient"], strict=True)])
    right["exact"] = right["lenient"].copy()
    if not same.all():
        others = np.flatnonzero(~same)
        differing = [values["exact"][place] for place in others]
        right["exact"][others] = _thresholds(task, [keys[int(place)] for place in others], differing, truncate=False)[
            first
        ]
    return right


def _thresholds(task: str, keys: Sequence[Key], values: Sequence[Any], *, truncate: bool) -> Columns:
    """Every measure at every threshold, NaN where the reply is invalid or the size of the plot is not known."""
    answer_type = TASKS[task].answer_type
    boxes = answer_type == "boxes"
    names = ("precision", "recall", "f1", "mean_iou") if boxes else ("precision", "recall", "f1")
    thresholds = IOUS if boxes else (*PIXELS, *PLOT_PARTS)
    columns = {f"{name}_{threshold}": np.full(len(keys), np.nan) for threshold in thresholds for name in names}
    valid = [place for place, value in enumerate(values) if value is not None]
    sizes, plots = (np.array(list(pairs)).reshape(-1, 2) for pairs in _sizes([keys[place] for place in valid]))
    found = many_to_pixels([values[place] for place in valid], sizes, truncate, WIDTHS[answer_type])
    targets: list[Any] = [keys[place].answer for place in valid]
    if truncate:
        targets = [np.trunc(each) for each in targets]
    for threshold in thresholds:
        places = np.array(valid, dtype=np.int64)
        if boxes:
            measured = many_box_measures(targets, found, iou=IOUS[threshold])
        elif threshold in PIXELS:
            measured = many_point_measures(targets, found, distance=PIXELS[threshold])
        else:
            known = np.flatnonzero(np.isfinite(plots[:, 0]))
            reach = plot_tolerance(plots[known, 0], plots[known, 1], 1 / PLOT_PARTS[threshold])
            measured = many_point_measures(
                [targets[place] for place in known], [found[place] for place in known], distance=reach
            )
            places = places[known]
        for name in names:
            columns[f"{name}_{threshold}"][places] = getattr(measured, name)
    return columns


def _sizes(keys: Sequence[Key]) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    return [key.size for key in keys], [key.plot for key in keys]

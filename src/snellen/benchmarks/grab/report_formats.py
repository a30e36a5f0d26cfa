"""Single answers beside multiple choice, as Table 5 of the paper."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.accuracy import FLOOR_MODELS, accuracy_frame, interval_note, model_labels
from snellen.benchmarks.grab.choice_wording import LETTERS
from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import condition_plot
from snellen.published import published_grab
from snellen.statistics import paired_difference, wilson_interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["format_exhibits"]

_SECTION = "Question format"
_TASKS = ("properties", "functions", "series", "transforms")
_ALL = "all tasks"
_FORMATS = {"single answer": "single-answer", "multiple choice": "multiple-choice"}
_RUN = ["label", "repeat"]
"""What a pair of replies has in common beside the chart."""
_PERCENT = (
    *("single_answer", "single_answer_low", "single_answer_high"),
    *("multiple_choice", "multiple_choice_low", "multiple_choice_high"),
    *("difference", "low", "high"),
)


def format_exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    """Accuracy with a single answer and with five options, their paired difference, and which options tempt.

    By task, Properties first as in the paper; then beside the rows of Table 5, by the position of the key, and by what
    the chosen wrong option is. Nothing where no question has five options (format `multiple-choice`).
    """
    choices = results[results["format"] == "multiple-choice"]
    if not choices["exact"].notna().any():
        return
    single = results[(results["format"] == "single-answer") & (results["redraw"] == 0)]
    frame = _compared(single, choices)
    note = (
        "Protocol: exact match, in percent; with options the letter or the text of the right one; single answer n and "
        "multiple choice n count replies. The difference is multiple choice less single answer on the same charts, n "
        "pairs of replies (none where one format was not asked), with its 95% interval (Student's t, clustered by "
        "group; where no reply differs it reaches as "
        f"far as the share of groups that differ can be). Chance is {_chance():.1f}%."
    )
    yield Plot("formats-plot", "Single answer and multiple choice", _plot(frame), f"{note} Dashed: chance.", _SECTION)
    percent = dict.fromkeys(_PERCENT, "{:.1f}")
    yield Table("formats", "Single answer and multiple choice", frame, note, _SECTION, percent)
    beside = _beside_published(frame)
    about = (
        "Properties task. Rows marked as published are quoted from the paper (Table 5) and are on its 660 questions; "
        "the other rows are on the dataset of this report: other questions and other options of the same make, so only "
        "differences well beyond the intervals mean anything."
    )
    yield Table("formats-published", "Beside Table 5", beside, about, _SECTION, percent)
    yield from _positions(choices)
    yield from _temptations(choices)


def _compared(single: "pd.DataFrame", choices: "pd.DataFrame") -> "pd.DataFrame":
    """By task and model: both accuracies with their intervals, and the paired difference with its own."""
    import pandas as pd

    both = pd.concat([single, choices], ignore_index=True)
    both = both.assign(label=model_labels(both), task=[str(task).removesuffix("-choice") for task in both["task"]])
    floors = dict(zip(both["label"], both["model"].isin(FLOOR_MODELS), strict=True))
    parts = []
    # As in the paper the Properties task is first; the others and all of them follow.
    for task in (*_TASKS, _ALL):
        rows = both if task == _ALL else both[both["task"] == task]
        if not (rows["format"] == "multiple-choice").any():
            continue
        wide = pd.DataFrame({"model": list(dict.fromkeys(rows["label"]))}).assign(task=task)
        for name, kind in _FORMATS.items():
            wide = wide.merge(_accuracies(rows[rows["format"] == kind], name.replace(" ", "_")), on="model", how="left")
        differences = [_difference(rows[rows["label"] == model]) for model in wide["model"]]
        parts.append(pd.concat([wide, pd.DataFrame(differences)], axis=1))
    frame = pd.concat(parts, ignore_index=True)
    return frame.assign(floor=[bool(floors[model]) for model in frame["model"]])


def _accuracies(rows: "pd.DataFrame", name: str) -> "pd.DataFrame":
    import pandas as pd

    named = {"n": f"{name}_n", "accuracy": name, "low": f"{name}_low", "high": f"{name}_high"}
    if rows.empty:
        return pd.DataFrame(columns=["model", *named.values()])
    plain = rows.assign(model=rows["label"], settings="", strategy="", n_examples=0)
    return accuracy_frame(plain, [], "exact").rename(columns=named)[["model", *named.values()]]


def _difference(rows: "pd.DataFrame") -> dict[str, float]:
    """The mean of multiple choice less single answer over the charts of one model that have both, with its interval."""
    keys = [*_RUN, "chart_id"]
    halves = [rows[(rows["format"] == kind) & rows["exact"].notna()] for kind in _FORMATS.values()]
    pairs = halves[0].merge(halves[1], on=keys, suffixes=("_single", "_choice"))
    if pairs.empty:
        return {"n": 0, **dict.fromkeys(("difference", "low", "high"), float("nan"))}
    choice, single = (pairs[name].to_numpy(dtype=float) for name in ("exact_choice", "exact_single"))
    found = paired_difference(choice, single, pairs["group_id_single"].astype(str).tolist(), adjusted=False)
    return {"n": found.n, "difference": 100 * found.difference, "low": 100 * found.low, "high": 100 * found.high}


def _plot(frame: "pd.DataFrame") -> dict[str, object]:
    import pandas as pd

    panels = list(dict.fromkeys(frame["task"]))
    rows = []
    for row in frame.to_dict("records"):
        for condition in _FORMATS:
            name = condition.replace(" ", "_")
            value = {"accuracy": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]}
            shared = {"panel": row["task"], "model": row["model"], "condition": condition, "n": row[f"{name}_n"]}
            if value["accuracy"] == value["accuracy"]:
                rows.append({**shared, **value, "kind": "measured"})
    for panel in panels:
        blank = {"model": None, "n": None, "low": None, "high": None}
        rows.append({"panel": panel, "condition": "chance", "accuracy": _chance(), **blank, "kind": "floor"})
    models = list(dict.fromkeys(frame["model"]))
    return condition_plot(pd.DataFrame(rows), models=models, conditions=list(_FORMATS), panels=panels)


def _beside_published(frame: "pd.DataFrame") -> "pd.DataFrame":
    import pandas as pd

    own = frame[frame["task"] == "properties"].drop(columns="task").assign(published=False)
    rows: list[dict[str, object]] = [
        {"model": "Random chance", "multiple_choice": _chance(), "floor": True, "published": True}
    ]
    for each in published_grab().models:
        if each.single_answer is None or each.multiple_choice is None:
            continue
        accuracies = {"single_answer": each.single_answer, "multiple_choice": each.multiple_choice}
        change = round(each.multiple_choice - each.single_answer, 1)
        questions = published_grab().task_questions["properties"]
        counts = dict.fromkeys(("single_answer_n", "multiple_choice_n", "n"), questions)
        rows.append({"model": each.model, **counts, **accuracies, "difference": change, "published": True})
    published = pd.DataFrame(rows)
    published["floor"] = [value is True for value in published["floor"]]
    columns = list(own.columns)
    records = [*own.to_dict("records"), *published.reindex(columns=columns).to_dict("records")]
    return pd.DataFrame(records, columns=columns)


def _positions(choices: "pd.DataFrame") -> Iterator[Exhibit]:
    placed = choices[choices["key_letter"].notna()]
    if placed.empty:
        return
    frame = accuracy_frame(placed, ["key_letter"], "exact")
    chosen = _letters_chosen(placed)
    frame = frame.merge(chosen, on=["model", "key_letter"], how="left")
    note = (
        f"{interval_note(frame)} Accuracy by the letter of the key, over all tasks, and how often that letter was "
        "chosen, in percent of all questions: who prefers a letter shows it here. Keys are spread evenly over the "
        "letters, by chance."
    )
    percent = dict.fromkeys(("accuracy", "low", "high", "chosen"), "{:.1f}")
    yield Table("choice-positions", "Accuracy by the position of the key", frame, note, _SECTION, percent)


def _letters_chosen(placed: "pd.DataFrame") -> "pd.DataFrame":
    import pandas as pd

    labelled = placed.assign(model=model_labels(placed))
    rows = []
    for model, group in labelled.groupby("model", sort=False):
        for letter in LETTERS:
            share = 100 * float((group["chosen_letter"] == letter).sum()) / len(group)
            rows.append({"model": str(model), "key_letter": letter, "chosen": share})
    return pd.DataFrame(rows)


def _temptations(choices: "pd.DataFrame") -> Iterator[Exhibit]:
    import pandas as pd

    offering = choices[choices["distractors"].notna()]
    if offering.empty:
        return
    labelled = offering.assign(model=model_labels(offering))
    rows = []
    for model, group in labelled.groupby("model", sort=False):
        floor = bool(offering.loc[group.index, "model"].isin(FLOOR_MODELS).any())
        offered = pd.Series([name for text in group["distractors"] for name in str(text).split("; ")]).value_counts()
        taken = group["misreading"].value_counts()
        for name, count in offered.items():
            chosen = int(taken.get(name, 0))
            rows.append(_tempted(str(model), str(name), int(count), chosen, floor))
    frame = pd.DataFrame(rows)
    frame = frame.sort_values(["model", "rate", "offered"], ascending=[True, False, False], kind="stable")
    note = (
        "What the wrong options are, how many of each kind were offered, how many of these were chosen, and the "
        "share in percent with Wilson's 95% interval (options of one question are taken as independent). An option "
        f"that is no likelier than the others is chosen in {_chance():.0f}%."
    )
    percent = dict.fromkeys(("rate", "low", "high"), "{:.1f}")
    yield Table("choice-misreadings", "Which wrong options tempt", frame, note, _SECTION, percent)


def _tempted(model: str, name: str, offered: int, chosen: int, floor: bool) -> dict[str, object]:
    low, high = wilson_interval(min(chosen, offered), offered)
    return {
        "model": model,
        "misreading": name,
        "offered": offered,
        "chosen": chosen,
        "rate": 100 * chosen / offered,
        "low": 100 * float(low),
        "high": 100 * float(high),
        "floor": floor,
    }


def _chance() -> float:
    return published_grab().chance["multiple_choice"]

"""Accuracy by evaluation protocol, as Figure 5 of the paper: exact match of replies, and of what models extract."""

from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING

from snellen.accuracy import accuracy_frame, interval_note, interval_sentence, model_labels
from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import difference_plot
from snellen.results import NO_ANSWER, UNREADABLE
from snellen.statistics import accuracy_by, paired_difference

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["extraction_exhibits"]

_SECTION = "Answers extracted by a model"
_ALL = "all tasks"
_TASKS = ("properties", "functions", "series", "transforms")
_EXACT = "exact match"
_PROTOCOLS: Mapping[str, str] = {
    "exact": _EXACT,
    "extracted_small": "small extractor, then exact match",
    "extracted_large": "large extractor, then exact match",
    "judged": "judge that is shown the key",
}
_NOTES = {"extracted_small": "extraction_small", "extracted_large": "extraction_large", "judged": "verdict"}
_REFERENCES: Mapping[str, str] = {
    "tolerant": "tolerant exact match",
    **{name: label for name, label in _PROTOCOLS.items() if name != "judged"},
}
_WHO = "The table of extractors under Summary names the models."


def extraction_exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    """The protocols side by side, with differences to exact match, as in Figure 5; and the judge against its betters.

    Nothing where no reply was read by another model. Models of which none was are left out.
    """
    present = [name for name in _PROTOCOLS if results[name].notna().any()]
    if present in ([], ["exact"]):
        return
    labels = model_labels(results)
    read = results[[name for name in present if name != "exact"]].notna().any(axis=1)
    results = results[labels.isin(set(labels[read]))]
    frame = _protocol_frame(results, present)
    overall, by_task = frame[frame["task"] == _ALL], frame[frame["task"] != _ALL]
    models, names = list(dict.fromkeys(frame["model"])), [_PROTOCOLS[name] for name in present]
    about = (
        "The same replies by exact match alone, and by exact match of the answer that another model found in them. "
        "Bars are 95% intervals; figures beside them are differences to exact match, in points."
    )
    title = "Accuracy by evaluation protocol"
    yield Plot("extraction-plot", title, _plotted(overall, models, names), f"{about} {_WHO}", _SECTION)
    tasks = [task for task in _TASKS if task in set(by_task["task"])]
    tasks += sorted(set(by_task["task"]) - set(tasks))
    if len(tasks) > 1:
        plot = _plotted(by_task, models, names, facet="task", facet_order=tasks)
        yield Plot("extraction-task-plot", f"{title} and task", plot, f"{about} {_WHO}", _SECTION)
    note = (
        f"In percent. {interval_note(frame)} A difference is of the same replies, in points, with its 95% interval by "
        "Student\u2019s t, clustered by group; where no reply differs, it reaches as far as the share of groups that "
        "could, by Wilson\u2019s interval. No answer: the extractor found none, which scores 0. Unreadable: what it "
        f"wrote is not of the form asked for, which scores 0. Failed: nobody answered it, which has no score. {_WHO}"
    )
    yield Table("extraction", title, frame, note, _SECTION, _formats(frame))
    if "judged" in present:
        yield _judge_table(results, [name for name in _REFERENCES if name in {*present, "tolerant"}])


def _protocol_frame(results: "pd.DataFrame", present: Sequence[str]) -> "pd.DataFrame":
    import pandas as pd

    labels, parts = model_labels(results), []
    for name in present:
        overall = accuracy_frame(results, [], name)
        overall.insert(1, "task", _ALL)
        part = pd.concat([overall, accuracy_frame(results, ["task"], name)], ignore_index=True)
        part.insert(2, "protocol", _PROTOCOLS[name])
        extra: list[tuple[float, ...]] = []
        for model, task in zip(part["model"], part["task"], strict=True):
            rows = results[(labels == model) & ((results["task"] == task) | (task == _ALL))]
            extra.append(_compared(rows, name))
        named = ["difference", "difference_low", "difference_high", "no_answer", "unreadable", "failed"]
        part[named] = pd.DataFrame(extra, columns=named, index=part.index)
        parts.append(part)
    frame = pd.concat(parts, ignore_index=True)
    tasks = [_ALL, *_TASKS, *sorted(set(frame["task"]) - {_ALL, *_TASKS})]
    places = {
        "model": {model: place for place, model in enumerate(dict.fromkeys(labels))},
        "task": {task: place for place, task in enumerate(tasks)},
        "protocol": {label: place for place, label in enumerate(_PROTOCOLS.values())},
    }
    frame = frame.sort_values(["task", "model", "protocol"], key=lambda column: column.map(places[str(column.name)]))
    counts = ["no_answer", "unreadable", "failed"]
    order = ["model", "task", "protocol", "n", "accuracy", "low", "high", *named[:3], *counts, "interval", "floor"]
    return frame[order].astype(dict.fromkeys(counts, "Int64")).reset_index(drop=True)


def _compared(rows: "pd.DataFrame", name: str) -> tuple[float, ...]:
    """Difference to exact match with its interval in points, and how often there was no answer, or none to read."""
    nothing = float("nan")
    if name == "exact":
        return (nothing,) * 6
    found = paired_difference(
        rows[name].to_numpy(float, na_value=nothing),
        rows["exact"].to_numpy(float, na_value=nothing),
        rows["group_id"].astype(str),
        adjusted=False,
    )
    notes = rows.loc[rows[name].notna(), _NOTES[name]].fillna("")
    counts = (
        float((notes == NO_ANSWER).sum()) if name != "judged" else nothing,
        float(notes.str.startswith(UNREADABLE).sum()),
        float((rows[name].isna() & rows["exact"].notna()).sum()),
    )
    return (100 * found.difference, 100 * found.low, 100 * found.high, *counts)


def _plotted(
    frame: "pd.DataFrame",
    models: Sequence[str],
    names: Sequence[str],
    facet: str | None = None,
    facet_order: Sequence[str] = (),
) -> Mapping[str, object]:
    labels = ["" if isnan(value) else f"{value:+.1f}".replace("-", "\u2212") for value in frame["difference"]]
    shown = frame.rename(columns={"protocol": "condition"}).assign(label=labels)
    return difference_plot(shown, order=models, conditions=names, facet=facet, facet_order=facet_order)


def _judge_table(results: "pd.DataFrame", references: Sequence[str]) -> Table:
    import pandas as pd

    scored = results.assign(model=model_labels(results))
    scored = scored[scored["judged"].notna() & ~scored["verdict"].fillna("").str.startswith(UNREADABLE)]
    parts, kinds = [], []
    for name in references:
        own = scored[scored[name].notna()]
        columns = {"agreement": own.assign(_score=(own["judged"] == own[name]).astype(float))}
        columns["false_accept"] = own[own[name] != 1].assign(_score=own["judged"])
        columns["false_reject"] = own[own[name] == 1].assign(_score=1 - own["judged"])
        part = pd.DataFrame({"model": list(dict.fromkeys(scored["model"]))})
        part["against"] = _REFERENCES[name]
        for column, rows in columns.items():
            frame = accuracy_by(rows, ["model"], "_score")
            kinds += list(frame["interval"])
            frame = frame.assign(**{each: 100 * frame[each] for each in ("score", "low", "high")})
            frame["model"] = frame["model"].astype("object")  # of no rows it would be of numbers
            renamed = {"score": column, "low": f"{column}_low", "high": f"{column}_high", "n": f"{column}_n"}
            part = part.merge(frame.rename(columns=renamed)[["model", *renamed.values()]], on="model", how="left")
        parts.append(part)
    frame = pd.concat(parts, ignore_index=True).rename(
        columns={"agreement_n": "n", "false_accept_n": "wrong", "false_reject_n": "right"}
    )
    frame["wrong"], frame["right"] = (frame[name].fillna(0).astype(int) for name in ("wrong", "right"))
    order = ["model", "against", "n", *_ends("agreement"), "wrong", *_ends("false_accept"), "right"]
    frame = frame[[*order, *_ends("false_reject")]]
    percent = [name for column in ("agreement", "false_accept", "false_reject") for name in _ends(column)]
    note = (
        "How often the judge, who is shown the key, agrees with scoring by rule, in percent. False accept: of the "
        "replies that are wrong by it, how many the judge calls right; false reject: of those that are right by it, "
        "how many the judge calls wrong. Verdicts that cannot be read are left out here and count as wrong above. "
        "The tolerant match reads bare values alone: of talkative replies, go by the extractors. "
        f"The paper found such judges unreliable (section 4.5). {interval_sentence(kinds)} {_WHO}"
    )
    return Table("judge", "The judge against scoring by rule", frame, note, _SECTION, dict.fromkeys(percent, "{:.1f}"))


def _ends(name: str) -> list[str]:
    return [name, f"{name}_low", f"{name}_high"]


def _formats(frame: "pd.DataFrame") -> Mapping[str, str]:
    signed = [name for name in frame.columns if str(name).startswith("difference")]
    return {**dict.fromkeys(("accuracy", "low", "high"), "{:.1f}"), **dict.fromkeys(signed, "{:+.1f}")}

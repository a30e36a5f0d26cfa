"""The leaderboard of a dataset: models by tasks under each protocol, with floors, published rows, tokens and cost."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from snellen.accuracy import accuracy_frame, headline_rows, interval_note
from snellen.exhibits import PublishedScore, RanksModels, ScoringProtocol, Table
from snellen.report.floors import Floors
from snellen.report.runs import Asked

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ALL", "leaderboards", "protocols_of", "usage_frame"]

ALL = "all_tasks"
"""The column over all tasks of the test set."""

_ENDS = ("low", "high", "n")
_USAGE = {
    "input_tokens_a_question": "{:,.0f}",
    "output_tokens_a_question": "{:,.0f}",
    "cost_a_question": "${:.2g}",
    "seconds_a_question": "{:.2g}",
}


def protocols_of(one: Asked) -> list[ScoringProtocol]:
    """The protocols that have scores in the results, headline first."""
    if isinstance(one.benchmark, RanksModels):
        known: Sequence[ScoringProtocol] = one.benchmark.protocols
    else:
        known = [ScoringProtocol(name, name, "") for name in one.benchmark.summary_columns]
    return [each for each in known if one.results[each.column].notna().any()]


def leaderboards(one: Asked, floors: Floors) -> list[tuple[ScoringProtocol, Table]]:
    """A table for each protocol: a row a model, the best first, then floors, then published rows, the best first too.

    Columns of each task and of all: the score (percent, or the error), its 95% interval (`…_low`, `…_high`) and the
    number of replies (`…_n`). Behind them means a question: tokens, cost in US dollars, seconds, where they are known.
    """
    usage = usage_frame(headline_rows(one.results), one.benchmark.headline)
    return [(each, _table(one, each, floors, usage)) for each in protocols_of(one)]


def usage_frame(results: "pd.DataFrame", scorer: str) -> "pd.DataFrame":
    """What a question takes of each model, on average: tokens, US dollars and seconds, `…_a_question`.

    Means are over the replies where the value is known (`snellen.leaderboard.condition_frame`); a column of which
    nothing is known is left out.
    """
    from snellen.leaderboard import condition_frame

    frame = condition_frame(results, scorer)
    names = [name for name in _USAGE if frame[name].notna().any()]
    return frame[["label", *names]].rename(columns={"label": "model"})


def _table(one: Asked, protocol: ScoringProtocol, floors: Floors, usage: "pd.DataFrame") -> Table:
    import pandas as pd

    own = headline_rows(one.results)
    own = own[own[protocol.column].notna()]
    beyond = one.results.drop(index=own.index)
    beyond = beyond[beyond[protocol.column].notna() & ~beyond["task"].isin(set(own["task"]))]
    frames = [accuracy_frame(own, [], protocol.column).assign(task=ALL)] if len(own) else []
    frames += [accuracy_frame(rows, ["task"], protocol.column) for rows in (own, beyond) if len(rows)]
    scores = pd.concat(frames, ignore_index=True)
    tasks = [str(task) for task in dict.fromkeys(scores["task"])]
    if len(tasks) == 2 and tasks[0] == ALL:
        tasks = [ALL]
    divided = 100 if protocol.kind == "error" else 1
    rows = _measured(scores, tasks, divided)
    best = -1 if protocol.kind == "error" else 1
    rows.sort(key=lambda row: (row["floor"], *_place(row.get(tasks[0]), best)))
    quoted = [*_floor_rows(one, protocol, floors, tasks), *_published(one, protocol, tasks, best)]
    known = [name for name in usage.columns if name != "model"]
    columns = ["model", *(name for task in tasks for name in (task, *(f"{task}_{end}" for end in _ENDS)))]
    frame = pd.DataFrame([*rows, *quoted], columns=[*columns, "floor", "published"])
    frame = frame.astype(dict.fromkeys(columns[1:], "float64") | {f"{task}_n": "Int64" for task in tasks})
    frame = frame.astype({"floor": bool, "published": bool}).merge(usage, on="model", how="left")
    frame = frame[[*columns, *known, "floor", "published"]]
    digits = "{:.3f}" if protocol.kind == "error" else "{:.1f}"
    formats = {name: digits for name in columns[1:] if not name.endswith("_n")}
    formats |= {name: _USAGE[name] for name in known}
    heat = [] if protocol.kind == "error" else tasks
    note = _note(protocol, scores, tasks, known, bool(quoted))
    title = f"{one.label}: {protocol.label}"
    return Table(f"leaderboard-{protocol.column}", title, frame, note, formats=formats, heat=heat)


def _measured(scores: "pd.DataFrame", tasks: Sequence[str], divided: float) -> list[dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    for record in scores[scores["task"].isin(tasks)].to_dict("records"):
        row = rows.setdefault(record["model"], {"model": record["model"], "floor": record["floor"], "published": False})
        score, low, high = (float(record[name]) / divided for name in ("accuracy", "low", "high"))
        row |= _cell(str(record["task"]), score, low, high, int(record["n"]))
    return list(rows.values())


def _cell(task: str, score: float, low: float | None, high: float | None, n: int | None) -> dict[str, Any]:
    return {task: score, f"{task}_low": low, f"{task}_high": high, f"{task}_n": n}


def _floor_rows(
    one: Asked, protocol: ScoringProtocol, floors: Floors, tasks: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Floors that nobody has run here, worked out from the dataset, and the best answer that looks at nothing."""
    run = {str(model).removeprefix("snellen/") for model in one.results["model"].unique()}
    if protocol.column != one.benchmark.headline:
        return
    for name, floor in floors.readers.items():
        # One that has learned on this very dataset is no floor of it; it stands on the benchmark's page.
        if floor is None or name in (*run, "in-sample"):
            continue
        row: dict[str, Any] = {"model": f"{name}, worked out", "floor": True, "published": False}
        for task, hits in {ALL: floor.total, **floor.by_task}.items():
            if hits.n and task in tasks:
                row |= _cell(task, 100 * hits.headline, 100 * hits.low, 100 * hits.high, hits.n)
        yield row
    if floors.trivial is None:
        return
    best = floors.trivial[floors.trivial["score"].notna()].drop_duplicates("task")
    row = {"model": "best constant answer a task", "floor": True, "published": False}
    for record in best.to_dict("records"):
        if record["task"] in tasks:
            row |= _cell(record["task"], 100 * record["score"], None, None, record.get("n"))
    if len(row) > 3:
        yield row


def _published(one: Asked, protocol: ScoringProtocol, tasks: Sequence[str], best: int) -> list[dict[str, Any]]:
    scores: Sequence[PublishedScore] = (
        one.benchmark.published_scores() if isinstance(one.benchmark, RanksModels) else ()
    )
    factor = 1 if protocol.kind == "error" else 100
    rows: dict[str, dict[str, Any]] = {}
    for each in scores:
        task = each.task or ALL
        if each.column != protocol.column or task not in tasks:
            continue
        row = rows.setdefault(each.model, {"model": each.model, "floor": False, "published": True})
        low, high = (None if end is None else factor * end for end in (each.low, each.high))
        row |= _cell(task, factor * each.score, low, high, each.n)
    first = next((task for task in tasks if any(task in row for row in rows.values())), ALL)
    return sorted(rows.values(), key=lambda row: _place(row.get(first), best))


def _place(score: float | None, best: int) -> tuple[bool, float]:
    """A key to sort by: the best first, what is not known last."""
    unknown = score is None or score != score
    return (unknown, 0.0 if score is None or unknown else -best * score)


def _note(
    protocol: ScoringProtocol, scores: "pd.DataFrame", tasks: Sequence[str], known: Sequence[str], quoted: bool
) -> str:
    parts = [f"Protocol {protocol.label} (column {protocol.column}): {protocol.note}" if protocol.note else ""]
    unit = "Mean errors" if protocol.kind == "error" else "In percent"
    parts.append(f"{unit}; below each the 95% interval and the number of replies. {interval_note(scores)}")
    if ALL in tasks and len(tasks) > 1:
        parts.append("All tasks are those of the test set; tasks beyond it have columns of their own.")
    if quoted:
        parts.append(
            "Published rows are quoted: they are of the original questions, not of this dataset. Floors see no picture."
        )
    if known:
        parts.append("What a question takes is a mean over the replies of which it is known.")
    absent = [name.removesuffix("_a_question").replace("_", " ") for name in _USAGE if name not in known]
    if absent:
        parts.append(f"Not known of these runs: {', '.join(absent)}.")
    return " ".join(part for part in parts if part)

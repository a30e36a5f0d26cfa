"""The floors of a dataset: what readers that see no picture score on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snellen.accuracy import interval_sentence, share_columns
from snellen.benchmark import Benchmark, find_benchmark
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.readers.blind import recalling
from snellen.readers.chance import chance_reader
from snellen.readers.knowledge import Asked, Knowledge, count_asked, learn, load_knowledge, shipped_knowledge
from snellen.readers.offered import answer_in_form, offer_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Floor", "Hits", "floor_columns", "floors_of", "print_floors"]

_WIDTH = 120
"""Columns that the tables need; a narrower terminal breaks their lines, and no figure is cut off."""

_TRIVIAL_ANSWERS = 2
"""Answers to a task in the table of trivial ones, where they are measured by a share."""


@dataclass(frozen=True, slots=True)
class Hits:
    """What replies to `n` questions score: means of two scorers, shares from 0 to 1.

    `headline` is by the benchmark's headline, and `low` and `high` its 95% interval, made as `interval` says (one of
    `snellen.statistics.accuracy_by`, which knows scores that are fractions, and charts that belong together). `second`
    is by the column after it in the benchmark's summaries, over the replies that it gives a score; NaN where it gives
    none. For GRAB these are exact match and the paper's snippet, for BIY the strict protocol and the paper's.
    """

    n: int
    headline: float
    second: float
    low: float
    high: float
    interval: str


@dataclass(frozen=True, slots=True)
class Floor:
    """One floor over a dataset: in total, by task, and by task and property."""

    total: Hits
    by_task: dict[str, Hits]
    by_property: dict[tuple[str, str], Hits]


def floors_of(dataset: Dataset, table: Path | None = None) -> dict[str, Floor | None]:
    """The floors of a dataset, by name.

    `blind` gives the most common answer of each template, learned on other seeds (None where there is no table for the
    benchmark, or where the dataset's own seed is among those it was learned on); `in-sample` the most common answer of
    each template in this very dataset; `chance` a drawn answer. `table` is one made by `snellen learn`; without it the
    tables that come with the package are used. Questions are those of the test set that have a key.
    Raises SnellenError for a table of another comparability version.
    """
    benchmark = find_benchmark(dataset.manifest.benchmark)
    questions = [each for each in dataset.questions() if each.answer is not None and each.split == "test"]
    groups = _groups(dataset, questions)
    own = learn(count_asked(Asked.of(question, benchmark.template(question.text)) for question in questions))
    floors: dict[str, Floor | None] = {"blind": None, "in-sample": None, "chance": None}

    def floor(reply: Callable[[Question], str]) -> Floor:
        return _floor(benchmark, questions, groups, [reply(question) for question in questions])

    floors["in-sample"] = floor(
        lambda question: answer_in_form(offer_of(question.text), own[benchmark.template(question.text)])
    )
    knowledge = _knowledge(dataset, table)
    if knowledge is None:
        return floors
    if not _saw(knowledge, dataset):
        recall = recalling([knowledge])
        floors["blind"] = floor(lambda question: answer_in_form(offer_of(question.text), recall(question.text)))
    chance = chance_reader(seed=0, table=table)
    floors["chance"] = floor(lambda question: chance(benchmark.messages(dataset, question, "zero-shot", 0)))
    return floors


def print_floors(path: Path, table: Path | None = None) -> None:
    """Print the floors of a dataset by task, and by property where the blind one is above 10%; then the trivial ones.

    Shares are percentages with 95% intervals. Properties are told apart where a task has several. Raises SnellenError
    as `floors_of` does, and where no question of the test set has a key.
    """
    from rich.console import Console
    from rich.table import Table

    dataset = Dataset(path)
    floors = floors_of(dataset, table)
    benchmark = find_benchmark(dataset.manifest.benchmark)
    headline, second = floor_columns(benchmark)
    console = Console(width=max(Console().width, _WIDTH))
    view = Table(title=f"{path}: floors, {headline} in % [95% interval], and {second}")
    for heading in ("task", "n", "blind", second, "in-sample", second, "chance", second):
        view.add_column(heading, justify="left" if heading == "task" else "right", no_wrap=True)
    present = [floor for floor in floors.values() if floor]
    if not present[0].total.n:
        raise SnellenError(f"{path}: no question of its test set has a key; there are no floors to speak of.")
    for task in [*present[0].by_task, None]:
        hits = [(floor.by_task[task] if task else floor.total) if floor else None for floor in floors.values()]
        n = next(hit.n for hit in hits if hit)
        view.add_row(task or "all", str(n), *(cell for hit in hits for cell in _cells(hit)), end_section=task is None)
    console.print(view)
    kinds = [hit.interval for floor in present for hit in (floor.total, *floor.by_task.values())]
    console.print(interval_sentence(kinds))
    console.print(_remark(dataset, table, floors))
    blind, sample = floors["blind"], floors["in-sample"]
    if blind and sample and len(blind.by_property) > len(blind.by_task):
        high = {key: hit for key, hit in blind.by_property.items() if hit.headline > 0.1}
        view = Table(title="properties on which blind is above 10%" if high else "blind is above 10% on no property")
        for heading in ("task", "property", "n", "blind", second, "in-sample", second):
            view.add_column(heading, no_wrap=True)
        for (task, name), hit in sorted(high.items()):
            view.add_row(task, name, str(hit.n), *_cells(hit), *_cells(sample.by_property[task, name]))
        console.print(view if high else view.title)
    if (trivial := benchmark.trivial_floors(dataset)) is not None:
        console.print(_trivial(trivial))


def floor_columns(benchmark: Benchmark) -> tuple[str, str]:
    """The two scorers of `Hits`: the headline and the summary column after it, or the headline again."""
    others = [name for name in benchmark.summary_columns if name != benchmark.headline]
    return benchmark.headline, others[0] if others else benchmark.headline


def _knowledge(dataset: Dataset, table: Path | None) -> Knowledge | None:
    name, version = dataset.manifest.benchmark, dataset.manifest.benchmark_version
    for knowledge in [load_knowledge(table)] if table is not None else shipped_knowledge():
        if knowledge.benchmark == name:
            if knowledge.benchmark_version != version:
                raise SnellenError(
                    f"{dataset.path} is of version {version} of {name}, and what blind has learned of version "
                    f"{knowledge.benchmark_version}; learn again: `{knowledge.command} --out FILE`."
                )
            return knowledge
    return None


def _saw(knowledge: Knowledge, dataset: Dataset) -> bool:
    return dataset.manifest.seed is not None and dataset.manifest.seed in knowledge.seeds


def _groups(dataset: Dataset, questions: Sequence[Question]) -> list[str]:
    """The `group_id` of each question's source; a chart without a source is a group of its own, as in results."""
    groups = {source.source_id: source.group_id for source in dataset.sources()}
    needed = {question.chart_id for question in questions}
    sources = {chart.chart_id: chart.source_id for chart in dataset.charts() if chart.chart_id in needed}
    names = [sources.get(question.chart_id, question.chart_id) for question in questions]
    return [groups.get(name, name) for name in names]


def _floor(benchmark: Benchmark, questions: Sequence[Question], groups: Sequence[str], replies: Sequence[str]) -> Floor:
    import numpy as np
    import pandas as pd

    found = benchmark.score_many(questions, replies)
    tasks_asked = [question.task for question in questions]
    about: dict[str, Any] = {
        "task": tasks_asked,
        "property": [question.property for question in questions],
        "group_id": list(groups),
        "outcome": list(found.outcomes),
    }
    scorers = floor_columns(benchmark)
    scores = {name: np.asarray(found.columns[name], dtype=np.float64) for name in scorers}
    frame = pd.DataFrame({**about, **scores})
    (total,) = _hits(frame, [], scorers).values()
    tasks, properties = _hits(frame, ["task"], scorers), _hits(frame, ["task", "property"], scorers)
    return Floor(
        total=total,
        by_task={task: tasks[(task,)] for task in dict.fromkeys(tasks_asked)},
        by_property={(str(task), str(name)): hits for (task, name), hits in properties.items()},
    )


def _hits(frame: "pd.DataFrame", by: Sequence[str], scorers: tuple[str, str]) -> dict[tuple[Any, ...], Hits]:
    from snellen.statistics import accuracy_by

    headline, second = (accuracy_by(frame, by, name) for name in scorers)
    return {
        tuple(row[key] for key in by): Hits(
            int(row["n"]),
            float(row["score"]),
            float(other),
            float(row["low"]),
            float(row["high"]),
            str(row["interval"]),
        )
        for row, other in zip(headline.to_dict("records"), second["score"], strict=True)
    }


def _trivial(frame: "pd.DataFrame") -> Any:
    """The best of the trivial answers to each task, as a table for the terminal; all of them where they have an error.

    An error has no floor that is 0 or a share that tells at once how good it is, and few answers are measured so.
    """
    from rich.table import Table

    joined = _joined(frame)
    place = joined.groupby("task", sort=False)["answer"].transform(lambda names: names.factorize()[0])
    by_error = joined["score"].isna().groupby(joined["task"]).transform("all")
    best = joined[(place < _TRIVIAL_ANSWERS) | by_error]
    title = "answers that look at nothing, the best of each task first (shares in %)"
    view = Table(title=title, title_justify="left", padding=(0, 0, 0, 1))
    for name in best.columns:
        words = any(isinstance(value, str) for value in best[name])
        view.add_column(str(name).replace("_", "\n"), justify="left" if words else "right", no_wrap=words)
    shares = share_columns(best)
    for row in best.to_dict("records"):
        decimals = 3 if isnan(row["score"]) else 2
        view.add_row(*(_shown(value, name in shares, decimals) for name, value in row.items()))
    return view


def _joined(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Rows that differ in nothing but the protocol as one row."""
    others = [name for name in frame.columns if name != "protocol"]
    if len(others) == len(frame.columns):
        return frame
    merged = frame.groupby(others, sort=False, dropna=False)["protocol"].agg(", ".join).reset_index()
    return merged[list(frame.columns)]


def _shown(value: Any, share: bool, decimals: int = 2) -> str:
    if not isinstance(value, float):
        return str(value)
    if isnan(value):
        return "–"
    if share:
        return f"{100 * value:.1f}"
    return f"{value:.0f}" if value.is_integer() else f"{value:.{decimals}f}"


def _cells(hits: Hits | None) -> tuple[str, str]:
    if hits is None or hits.n == 0:
        return "–", "–"
    share = f"{100 * hits.headline:.1f} [{100 * hits.low:.1f}, {100 * hits.high:.1f}]"
    return share, _shown(hits.second, share=True)


def _remark(dataset: Dataset, table: Path | None, floors: dict[str, Floor | None]) -> str:
    knowledge = _knowledge(dataset, table)
    if knowledge is None:
        return f"Nothing has been learned of {dataset.manifest.benchmark}: make a table with `snellen learn`."
    if floors["blind"] is None:
        return (
            f"No figure for blind: this dataset's seed, {dataset.manifest.seed}, is among those it was learned on; "
            "make the dataset with another seed."
        )
    return f"blind was learned on {knowledge.questions:,} questions of other seeds: `{knowledge.command}`."

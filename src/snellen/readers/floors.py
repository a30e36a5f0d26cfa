"""The floors of a dataset: what readers that see no picture score on it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from snellen.benchmark import Benchmark, find_benchmark
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.readers.blind import recalling
from snellen.readers.chance import chance_reader
from snellen.readers.knowledge import Asked, Knowledge, count_asked, learn, load_knowledge, shipped_knowledge

__all__ = ["Floor", "Hits", "floors_of", "print_floors"]

_WIDTH = 120
"""Columns that the tables need; a narrower terminal breaks their lines, and no figure is cut off."""


@dataclass(frozen=True, slots=True)
class Hits:
    """How many of `n` replies were right: by true exact match, and by the paper's snippet."""

    n: int
    exact: int
    prefix: int


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
    tables that come with the package are used. Questions without a key are left out.
    Raises SnellenError for a table of another comparability version.
    """
    benchmark = find_benchmark(dataset.manifest.benchmark)
    questions = [question for question in dataset.questions() if question.answer is not None]
    own = learn(count_asked(Asked.of(question, benchmark.template(question.text)) for question in questions))
    floors: dict[str, Floor | None] = {"blind": None, "in-sample": None, "chance": None}
    floors["in-sample"] = _floor(benchmark, questions, lambda question: own[benchmark.template(question.text)].answer)
    knowledge = _knowledge(dataset, table)
    if knowledge is None:
        return floors
    if not _saw(knowledge, dataset):
        recall = recalling([knowledge])
        floors["blind"] = _floor(
            benchmark, questions, lambda question: known.answer if (known := recall(question.text)) else ""
        )
    chance = chance_reader(seed=0, table=table)
    floors["chance"] = _floor(
        benchmark, questions, lambda question: chance(benchmark.messages(dataset, question, "zero-shot", 0))
    )
    return floors


def print_floors(path: Path, table: Path | None = None) -> None:
    """Print the floors of a dataset by task, and by property where the blind one is above 10%.

    Shares are percentages with 95% Wilson intervals. Raises SnellenError as `floors_of` does.
    """
    from rich.console import Console
    from rich.table import Table

    dataset = Dataset(path)
    floors = floors_of(dataset, table)
    console = Console(width=max(Console().width, _WIDTH))
    view = Table(title=f"{path}: floors, exact match in % [95% interval], and the paper's prefix match")
    for heading in ("task", "n", "blind", "prefix", "in-sample", "prefix", "chance", "prefix"):
        view.add_column(heading, justify="left" if heading == "task" else "right", no_wrap=True)
    present = [floor for floor in floors.values() if floor]
    for task in [*present[0].by_task, None]:
        hits = [(floor.by_task[task] if task else floor.total) if floor else None for floor in floors.values()]
        n = next(hit.n for hit in hits if hit)
        view.add_row(task or "all", str(n), *(cell for hit in hits for cell in _cells(hit)), end_section=task is None)
    console.print(view)
    console.print(_remark(dataset, table, floors))
    if (blind := floors["blind"]) and (sample := floors["in-sample"]):
        high = {key: hit for key, hit in blind.by_property.items() if hit.exact > 0.1 * hit.n}
        view = Table(title="properties on which blind is above 10%" if high else "blind is above 10% on no property")
        for heading in ("task", "property", "n", "blind", "prefix", "in-sample", "prefix"):
            view.add_column(heading, no_wrap=True)
        for (task, name), hit in sorted(high.items()):
            view.add_row(task, name, str(hit.n), *_cells(hit), *_cells(sample.by_property[task, name]))
        console.print(view if high else view.title)


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


def _floor(benchmark: Benchmark, questions: Iterable[Question], reply: Callable[[Question], str]) -> Floor:
    scores: dict[tuple[str, str], list[tuple[bool, bool]]] = {}
    for question in questions:
        columns = benchmark.score(question, reply(question)).columns
        hit = (columns["exact"] == 1.0, columns.get("prefix", columns["exact"]) == 1.0)
        scores.setdefault((question.task, question.property), []).append(hit)
    by_property = {key: _hits(values) for key, values in scores.items()}
    tasks = {task: [hit for key, values in scores.items() if key[0] == task for hit in values] for task, _ in scores}
    return Floor(
        total=_hits([hit for values in scores.values() for hit in values]),
        by_task={task: _hits(values) for task, values in tasks.items()},
        by_property=by_property,
    )


def _hits(values: list[tuple[bool, bool]]) -> Hits:
    return Hits(len(values), sum(exact for exact, _ in values), sum(prefix for _, prefix in values))


def _cells(hits: Hits | None) -> tuple[str, str]:
    from snellen.statistics import wilson_interval

    if hits is None or hits.n == 0:
        return "–", "–"
    low, high = (float(end) for end in wilson_interval(hits.exact, hits.n))
    share = f"{100 * hits.exact / hits.n:.1f} [{100 * low:.1f}, {100 * high:.1f}]"
    return share, f"{100 * hits.prefix / hits.n:.1f}"


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

"""A dataset's own statistics: for GRAB the paper's Tables 1 and 2 and its Figure 3, for any other what they come to."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from snellen.dataset import Manifest
from snellen.description.census import Census
from snellen.published.counts import PublishedCounts
from snellen.published.grab_tables import grab_property, grab_table_1, grab_table_2

__all__ = ["CategoryCount", "PropertyCount", "Statistic", "category_counts", "property_counts", "statistics"]

_STEPS = {10.0: "10s precision questions", 1.0: "Integer precision questions", 0.1: "1 d.p. precision questions"}


@dataclass(frozen=True, slots=True)
class Statistic:
    """One line of Table 1: a number or a text, and the published number where there is one."""

    name: str
    value: int | str
    published: int | None = None


@dataclass(frozen=True, slots=True)
class PropertyCount:
    """One line of Table 2: a property, the names it has in questions, how many ask for it, and the published number."""

    category: str
    property: str
    names: tuple[str, ...]
    questions: int
    published: int | None = None


@dataclass(frozen=True, slots=True)
class CategoryCount:
    """One bar of Figure 3: a category's questions by task, and the published sum."""

    category: str
    by_task: Mapping[str, int]
    published: int | None = None

    @property
    def questions(self) -> int:
        """How many in all."""
        return sum(self.by_task.values())


def statistics(census: Census, manifest: Manifest, expected: PublishedCounts | None) -> list[Statistic]:
    """Table 1: questions, tasks, properties, questions a task and a precision, then what the paper does not print.

    Published numbers stand beside where `expected` is given and has questions. Extra tasks are listed after the rest.
    """
    published = grab_table_1() if _is_grab(manifest) and expected is not None else {}
    tasks = _sums(census, 0)
    found: dict[str, int | str] = {"Questions": sum(census.questions.values()), "Tasks": len(tasks)}
    if _is_grab(manifest):
        rows = {row for _, _, name, _ in census.questions if (row := grab_property(name)) is not None}
        found["Graph properties"] = len(rows)
    else:
        found["Categories"] = len({category for _, category, _, _ in census.questions})
        found["Properties"] = len({name for _, _, name, _ in census.questions})
    found |= {_of_task(task): number for task, number in tasks.items()}
    steps = Counter[float | None]()
    for (*_, step), number in census.questions.items():
        steps[step] += number
    found |= {label: steps.pop(step) for step, label in _STEPS.items() if step in steps}
    found |= {f"Questions to {step:g}": number for step, number in steps.items() if step is not None}
    lines = [Statistic(name, value, published.get(name)) for name, value in found.items()]
    lines += [Statistic(name, value) for name, value in _beyond(census, manifest)]
    return lines


def property_counts(census: Census, manifest: Manifest, expected: PublishedCounts | None) -> list[PropertyCount]:
    """Table 2: for GRAB the paper's categories and 23 properties, and the names beyond them; else what questions say.

    A property of the paper can have several names in questions: its mean is asked for as `data mean`, `function mean`
    and `peak location`.
    """
    here, there = _by_name(census.questions), _by_name(expected.questions if expected else {})
    compared = bool(there) and _is_grab(manifest)
    rows = []
    if _is_grab(manifest):
        for row in grab_table_2():
            names = tuple(name for name in row.covers if name in here or name in there)
            total = sum(here.get(name, 0) for name in row.covers)
            beside = sum(there.get(name, 0) for name in row.covers) if compared else None
            rows.append(PropertyCount(row.category, row.name, names, total, beside))
    known = {name for row in rows for name in row.names}
    category_of = {name: category for _, category, name, _ in reversed(list(census.questions))}
    for name in [*here, *(name for name in there if name not in here)]:
        if name not in known:
            category = category_of.get(name, "–")
            label = f"{category} (not in Table 2)" if _is_grab(manifest) else category
            rows.append(
                PropertyCount(label, name, (name,), here.get(name, 0), there.get(name, 0) if compared else None)
            )
    return rows


def category_counts(census: Census, expected: PublishedCounts | None) -> list[CategoryCount]:
    """Figure 3: questions by category as filed, the largest first, each by task."""
    found: dict[str, Counter[str]] = {}
    for (task, category, _, _), number in census.questions.items():
        found.setdefault(category, Counter())[task] += number
    there = Counter[str]()
    for (_, category, _, _), number in (expected.questions if expected else {}).items():
        there[category] += number
    names = sorted({*found, *there}, key=lambda name: (-sum(found.get(name, Counter()).values()), name))
    return [CategoryCount(name, dict(found.get(name, {})), there[name] if there else None) for name in names]


def _beyond(census: Census, manifest: Manifest) -> Iterable[tuple[str, int | str]]:
    if census.without_key:
        yield "Questions without a key", census.without_key
    for split in dict.fromkeys(split for _, split in census.splits):
        if split not in ("test", "extra"):
            yield f"Questions of the split {split}", sum(n for key, n in census.splits.items() if key[1] == split)
    extra: Counter[str] = Counter()
    for (task, _), number in census.extra.items():
        extra[task] += number
    for task, number in extra.items():
        yield f"Extra task {task}: questions", number
    if _is_grab(manifest):
        yield "Names of properties", len({name for _, _, name, _ in census.questions})
    yield "Charts", manifest.counts.charts
    yield "Sources", manifest.counts.sources
    if census.sizes:
        yield "Width of pictures (pixels)", _span(width for width, _ in census.sizes)
        yield "Height of pictures (pixels)", _span(height for _, height in census.sizes)


def _span(values: Iterable[int]) -> str:
    found = sorted(set(values))
    return str(found[0]) if len(found) == 1 else f"{found[0]}–{found[-1]}"


def _of_task(task: str) -> str:
    return f"{task[:1].upper()}{task[1:]} questions"


def _sums(census: Census, place: int) -> dict[str, int]:
    sums = Counter[str]()
    for key, number in census.questions.items():
        sums[str(key[place])] += number
    return dict(sums)


def _by_name(counts: Mapping[tuple[str, str, str, float | None], int]) -> dict[str, int]:
    sums = Counter[str]()
    for (_, _, name, _), number in counts.items():
        sums[name] += number
    return dict(sums)


def _is_grab(manifest: Manifest) -> bool:
    return manifest.benchmark == "grab"

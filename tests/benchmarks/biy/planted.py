"""Synthetic replies to a BIY dataset with errors at known rates, and the figures that these rates come to.

As a program it makes replies to a dataset, scores them, and prints each planted rate beside the report's figure:
`python -m tests.benchmarks.biy.planted DATASET RUN`.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snellen.benchmarks.biy.report import exhibits
from snellen.dataset import Chart, Dataset, Question
from snellen.exhibits import Table
from snellen.replies import Reply
from snellen.results import read_results
from snellen.scoring import score_replies

__all__ = ["Check", "Planted", "checks", "planted_replies"]

_INVALID = (
    "The chart shows some groups of points.",
    "",
    "{",
    "I'm sorry, but I can't help with that.",
    '{"points": 3}',
)
_KEYS = {"cluster_bboxes": "clusters", "cluster_points": "cluster_centers", "outlier_points": "outliers"}


@dataclass(frozen=True)
class Planted:
    """The rates of errors: of counts that are one too many, of targets left out, of those that are not put where they
    are, and of replies that hold no answer. All are independent."""

    miscount: float = 0.2
    miss: float = 0.15
    shift: float = 0.1
    invalid: float = 0.12
    seed: int = 0


@dataclass(frozen=True)
class Check:
    """One figure: what it should come to, and what the report says, with its interval."""

    name: str
    planted: float
    value: float
    low: float
    high: float

    @property
    def within(self) -> bool:
        return self.low <= self.planted <= self.high

    @property
    def off(self) -> float:
        """How far from what was planted, in half widths of the interval."""
        return abs(self.value - self.planted) / max((self.high - self.low) / 2, 1e-12)


def planted_replies(dataset: Dataset, planted: Planted, model: str = "planted") -> Iterator[Reply]:
    """A reply to each of the test questions."""
    rng = np.random.default_rng(planted.seed)
    charts = {chart.chart_id: chart for chart in dataset.charts()}
    for question in dataset.questions():
        if question.split == "test":
            text = _reply(question, charts[question.chart_id], planted, rng)
            yield Reply(question.question_id, model, text)


def checks(dataset: Dataset, planted: Planted, tables: dict[str, Any]) -> list[Check]:
    """Every planted rate beside the figures of a report that tell it, in percent (mean absolute errors apart)."""
    true: dict[str, list[int]] = {}
    for question in dataset.questions():
        if question.split == "test" and question.answer_data:
            true.setdefault(question.task, []).append(_size(question))
    valid = 1 - planted.invalid
    hit = (1 - planted.miss) * (1 - planted.shift)
    found = []

    def check(name: str, expected: float, row: Any, column: str, ends: tuple[str, str] | None = None) -> None:
        low, high = ends or (f"{column}_low", f"{column}_high")
        found.append(Check(name, expected, float(row[column]), float(row[low]), float(row[high])))

    scores = tables["scores"].set_index(["task", "model"])
    precisions = {
        name: tables[f"located-{name}"].set_index(["task", "model", "threshold"]) for name in ("paper", "strict")
    }
    errors = tables["mae"].set_index(["task", "model"])
    validity = tables["valid-task"].set_index(["task", "model"])
    for task, sizes in true.items():
        row, n = scores.loc[(task, "planted")], np.array(sizes)
        check(f"{task}: valid", 100 * valid, validity.loc[(task, "planted")], "released")
        if task.endswith("_count"):
            right = 1 - planted.miscount
            check(f"{task}: mean error", planted.miscount, errors.loc[(task, "planted")], "mae", ("low", "high"))
            expected = precision = np.full(len(n), right)
        else:
            expected = np.where(n == 0, 1.0, hit)
            precision = np.where(n == 0, 1.0, (1 - planted.miss**n) * (1 - planted.shift))
            threshold = "IoU 0.75" if task == "cluster_bboxes" else "10 px"
            for protocol, factor in (("paper", 1.0), ("strict", valid)):
                one = precisions[protocol].loc[(task, "planted", threshold)]
                check(f"{task}: precision, {protocol}", 100 * factor * precision.mean(), one, "precision")
                check(f"{task}: recall, {protocol}", 100 * factor * expected.mean(), one, "recall")
        check(f"{task}: value, paper", 100 * expected.mean(), row, "paper")
        check(f"{task}: value, strict", 100 * valid * expected.mean(), row, "strict")
        check(f"{task}: value, strict, non-empty", 100 * valid * expected[n > 0].mean(), row, "non_empty")
    agreement = tables["consistency"].set_index("subject")
    for subject, task, lists in (("clusters", "cluster_count", 2), ("outliers", "outlier_count", 1)):
        same = (1 - planted.miscount) * (1 - planted.miss) ** (lists * np.array(true[task]))
        check(f"{subject}: consistent, paper", 100 * same.mean(), agreement.loc[subject], "paper")
        check(
            f"{subject}: consistent, strict", 100 * valid ** (lists + 1) * same.mean(), agreement.loc[subject], "strict"
        )
    return found


def _size(question: Question) -> int:
    data: Any = question.answer_data
    return int(data["count"]) if "count" in data else len(data["pixels"])


def _reply(question: Question, chart: Chart, planted: Planted, rng: np.random.Generator) -> str:
    if rng.random() < planted.invalid:
        return str(_INVALID[int(rng.integers(len(_INVALID)))])
    data: Any = question.answer_data
    if "count" in data:
        return f"{{{data['count'] + int(rng.random() < planted.miscount)}}}"
    size = np.array([chart.width, chart.height] * 2, dtype=np.float64)
    said = []
    for place in data["pixels"]:
        missed, shifted = rng.random() < planted.miss, rng.random() < planted.shift
        if not missed:
            pixels = _shifted(np.array(place), size) if shifted else np.array(place)
            said.append([int(each) for each in 1000 * pixels / size[: len(pixels)]])
    return json.dumps({_KEYS[question.task]: said})


def _shifted(place: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Off by six tenths of its width and height, or 45 pixels each way, towards the middle of the picture."""
    middle = (place[:2] + place[-2:]) / 2
    reach = np.array([45.0, 45.0]) if len(place) == 2 else 0.6 * (place[2:] - place[:2])
    step = np.where(middle > size[:2] / 2, -reach, reach)
    return np.asarray(place + np.tile(step, len(place) // 2), dtype=np.float64)


def _report(dataset: Dataset, planted: Planted, run: Path) -> list[Check]:
    score_replies(dataset, planted_replies(dataset, planted), run)
    results = read_results(run)
    tables = {exhibit.name: exhibit.frame for exhibit in exhibits(results) if isinstance(exhibit, Table)}
    return checks(dataset, planted, tables)


def main() -> None:
    found = _report(Dataset(Path(sys.argv[1])), Planted(), Path(sys.argv[2]))
    for each in found:
        mark = "" if each.within else f"  outside, {each.off:.2f} half widths"
        figures = f"planted {each.planted:7.2f}  report {each.value:7.2f} ({each.low:.2f} – {each.high:.2f})"
        print(f"{each.name:45} {figures}{mark}")
    print(f"{sum(each.within for each in found)} of {len(found)} within their 95% intervals")


if __name__ == "__main__":
    main()

"""Replies with errors at known rates: the report's figures give the rates back within their intervals."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.benchmarks.biy.planted import Check, Planted, checks, planted_replies

from snellen.benchmarks.biy.keys import questions_on
from snellen.benchmarks.biy.report import exhibits
from snellen.dataset import Chart, Dataset, Rectangle, Source, write_dataset
from snellen.exhibits import Table
from snellen.results import read_results
from snellen.scoring import score_replies

ROOT = Path(__file__).parents[3]


def _grid(folder: Path, samples: int, seed: int) -> Dataset:
    """A dataset of boxes and points in the cells of a grid, far from each other; a quarter of the charts are empty."""
    rng = np.random.default_rng(seed)
    records: list[Source | Chart] = []
    charts = []
    for number in range(samples):
        cells = rng.permutation(16)
        clusters, outliers = (0 if rng.random() < 0.25 else int(rng.integers(1, most)) for most in (7, 9))
        corners = [(60 + 150 * (cell % 4), 60 + 150 * (cell // 4)) for cell in cells.tolist()]
        boxes = [[x, y, x + 70.5, y + 60.25] for x, y in corners[:clusters]]
        name = f"sample-{number}"
        source = Source(source_id=name, group_id=name, kind="grid", parameters={"n_noise": 0})
        chart = Chart(
            chart_id=f"{name}+default+2",
            source_id=name,
            file_name=f"{name}.png",
            width=680,
            height=680,
            plot=Rectangle(left=40, top=20, width=600, height=600),
            annotations={
                "clusters": [
                    {"label": place, "n": 9, "box": box, "center": [box[0] + 35, box[1] + 30]}
                    for place, box in enumerate(boxes)
                ],
                "outliers": [[x + 0.75, y + 0.5] for x, y in corners[6 : 6 + outliers]],
            },
            metadata={"design": "default", "scale": 2.0, "generator": "grid"},
        )
        records.append(source)
        charts.append(chart)
    asked = [question for chart in charts for question in questions_on(chart, "test")]
    about = {"name": "grid", "benchmark": "biy", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(folder, [*records, *charts, *asked], about)
    return Dataset(folder)


def _checked(dataset: Dataset, planted: Planted, run: Path) -> list[Check]:
    score_replies(dataset, planted_replies(dataset, planted), run)
    shown = exhibits(read_results(run))
    return checks(dataset, planted, {exhibit.name: exhibit.frame for exhibit in shown if isinstance(exhibit, Table)})


@pytest.mark.slow
@pytest.mark.parametrize(
    "planted",
    [Planted(seed=1), Planted(miscount=0.5, miss=0.4, shift=0.3, invalid=0.3, seed=2)],
    ids=["few errors", "many errors"],
)
def test_planted_rates_come_back_within_their_intervals(planted: Planted, tmp_path: Path) -> None:
    found = _checked(_grid(tmp_path / "grid", 400, planted.seed), planted, tmp_path / "run")
    # Of 95% intervals some miss by chance; none by much.
    assert sum(each.within for each in found) >= 0.85 * len(found)
    assert max(each.off for each in found) < 2
    assert len(found) == 5 + 2 + 3 * 4 + 5 * 3 + 4


@pytest.mark.parametrize(
    ("planted", "factor"), [(Planted(0, 0, 0, 0), 1.0), (Planted(0, 0, 0, 1), 0.0)], ids=["perfect", "all invalid"]
)
def test_the_ends_come_back_exactly(planted: Planted, factor: float, tmp_path: Path) -> None:
    dataset = _grid(tmp_path / "grid", 30, 3)
    score_replies(dataset, planted_replies(dataset, planted), tmp_path / "run")
    tables = {e.name: e.frame for e in exhibits(read_results(tmp_path / "run")) if isinstance(e, Table)}
    scores = tables["scores"]
    assert scores.loc[~scores["floor"], "strict"].tolist() == [100 * factor] * 5


@pytest.mark.slow
def test_planted_rates_come_back_on_a_lite_dataset(tmp_path: Path) -> None:
    arguments = ["generate", "biy", "--preset", "lite", "--seed", "5", "--no-images", "--jobs", "1"]
    command = [sys.executable, "-m", "snellen", *arguments, "--out", str(tmp_path / "lite")]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
    found = _checked(Dataset(tmp_path / "lite"), Planted(), tmp_path / "run")
    assert sum(each.within for each in found) >= 0.85 * len(found)
    assert max(each.off for each in found) < 2

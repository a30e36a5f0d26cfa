"""Trivial answers on the paper's test set score what its composition says."""

from pathlib import Path

import pandas as pd
import pytest

from snellen.benchmarks.biy.floors import floors
from snellen.dataset import Dataset
from snellen.generation import generate_dataset


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    out: Path = tmp_path_factory.mktemp("biy") / "paper"
    only = "design=default,scale=2,generator=gaussian_blobs|gaussian_blobs_noise|single_gaussian_blob_outliers"
    generate_dataset("biy", preset="paper", seed=1, only=f"{only}|random|relationship", out=out, images=False)
    return floors(Dataset(out))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "answer", "share"),
    [
        # 65 of the 115 samples have no outlier; 7 random patterns and 8 relationships have no cluster; the 50 samples
        # with outliers have one cluster each.
        ("outlier_points", "always []", 65),
        ("outlier_count", "always 0", 65),
        ("cluster_bboxes", "always []", 15),
        ("cluster_points", "always []", 15),
        ("cluster_count", "always 1", 50),
    ],
)
def test_the_papers_floors(found: pd.DataFrame, task: str, answer: str, share: int) -> None:
    rows = found[(found["task"] == task) & (found["answer"] == answer)]
    assert sorted(rows["protocol"]) == ["paper", "strict"]
    assert set(rows["n"]) == {115}
    assert rows["score"].tolist() == pytest.approx([share / 115] * 2)
    if answer == "always []":
        assert rows["score_non_empty"].tolist() == [0, 0]
        assert rows["score_empty"].tolist() == [1, 1]

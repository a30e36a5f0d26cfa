"""The report shows what a run scores beside a fresh set, where the run has it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from snellen.comparison import Compared, FreshRecord, StratumRecord, write_fresh
from snellen.errors import SnellenError
from snellen.report.fresh import fresh_exhibits


def _record() -> FreshRecord:
    compared = Compared(
        model="provider/model",
        strategy="few-shot",
        n_examples=6,
        task=None,
        scorer="exact",
        n=500,
        fresh_n=500,
        score=0.25,
        fresh_score=0.2,
        difference=0.05,
        low=-0.002,
        high=0.102,
        standard_error=0.026,
        degrees=900.0,
        p=0.055,
        interval="newcombe",
        gap=0.05,
        power=0.48,
        smallest_gap=0.073,
        stratified_by=["task"],
        strata=[StratumRecord(name="all", weight=1.0, n=500, fresh_n=500, score=0.25, fresh_score=0.2)],
    )
    return FreshRecord(
        snellen="0",
        dataset="set",
        fingerprint="f" * 64,
        fresh_dataset="fresh",
        fresh_fingerprint="e" * 64,
        preset="lite",
        seed=7,
        drawn=True,
        sentences=["…"],
        comparisons=[compared],
    )


def _asked(run: Path, fingerprint: str = "f" * 64) -> Any:
    return SimpleNamespace(runs=[SimpleNamespace(path=run)], fingerprint=fingerprint)


def test_a_row_in_percent_with_its_power_and_the_caveat(tmp_path: Path) -> None:
    write_fresh(tmp_path, _record())
    (table,) = fresh_exhibits(_asked(tmp_path))
    row = table.frame.iloc[0]
    assert row["model"] == "provider/model (few-shot, 6 examples)"
    assert row["task"] == "all tasks"
    assert (row["score"], row["fresh_score"], row["difference"]) == pytest.approx((25.0, 20.0, 5.0))
    assert (row["low"], row["high"], row["power"], row["smallest_gap"]) == pytest.approx((-0.2, 10.2, 48.0, 7.3))
    assert "lite, seed 7" in table.note
    assert "does not say that it has not" in table.note


def test_nothing_without_a_comparison_or_with_one_of_another_set(tmp_path: Path) -> None:
    assert fresh_exhibits(_asked(tmp_path)) == []
    write_fresh(tmp_path, _record())
    assert fresh_exhibits(_asked(tmp_path, "0" * 64)) == []


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "fresh.json").write_text("{}")
    with pytest.raises(SnellenError, match=r"fresh\.json"):
        fresh_exhibits(_asked(tmp_path))

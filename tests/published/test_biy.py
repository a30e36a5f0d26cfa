"""The published figures on BIY against the paper's text, and against the published tables where they are here."""

import csv
from pathlib import Path

import pytest

from snellen.published import PublishedResult, published_biy

TABLES = Path(__file__).parents[2].parent / "shared" / "data" / "biy" / "published"
STRATEGIES = {"zero_shot": "zero-shot", "one_shot": "one-shot", "few_shot": "few-shot"}


def _result(task: str, model: str, strategy: str) -> PublishedResult:
    (row,) = (row for row in published_biy().of(task) if (row.model, row.strategy) == (model, strategy))
    return row


def test_what_the_paper_says_in_words() -> None:
    flash = [
        _result("outlier_count", "gemini-2.5-flash", each).figures["accuracy"] for each in ("one-shot", "few-shot")
    ]
    assert flash == pytest.approx([0.8667, 0.9049], abs=5e-5)
    assert _result("cluster_count", "o3-2025-04-16", "few-shot").figures["mae"] == pytest.approx(0.03, abs=0.005)
    worst = _result("cluster_count", "gemini-2.5-flash-lite-reasoning", "one-shot")
    assert worst.figures["mae"] == pytest.approx(1.46, abs=0.005)
    located = _result("outlier_points", "gemini-2.5-flash", "few-shot").figures
    assert located["recall_10px"] == pytest.approx(0.6501, abs=5e-5)
    # On charts with outliers it is 3.45 percent.
    assert located["found_recall_10px"] == pytest.approx(0.0345, abs=5e-5)
    assert _result("cluster_bboxes", "o3-2025-04-16", "few-shot").figures["recall_iou50"] == pytest.approx(
        0.5026, abs=5e-5
    )
    valid = [row.valid for row in published_biy().models]
    assert (min(valid), max(valid)) == pytest.approx((0.702, 0.9995), abs=5e-5)
    by_design = [row.valid for row in published_biy().designs]
    assert (min(by_design), max(by_design)) == pytest.approx((0.8917, 0.9266), abs=5e-5)
    agreeing = {
        (row.subject, row.model): row.consistent for row in published_biy().consistency if row.strategy == "zero-shot"
    }
    assert agreeing["clusters", "gpt-4.1-nano-2025-04-14"] == pytest.approx(0.2671, abs=5e-5)
    assert agreeing["outliers", "gpt-4.1-mini-2025-04-14"] == pytest.approx(0.2439, abs=5e-5)


def test_what_the_paper_says_of_designs() -> None:
    published = published_biy()
    shares = {row.design: 100 * row.right / row.counted for row in published.designs}
    for design, accuracy in published.regression.accuracy.items():
        assert shares[design] == pytest.approx(accuracy, abs=0.0051)
    best = _result("cluster_count", "o3-2025-04-16", "few-shot").by_design["accuracy"]
    designs = [row.design for row in published.designs]
    assert best[designs.index("default")] == pytest.approx(0.9913, abs=5e-5)
    assert best[designs.index("points_only")] == pytest.approx(0.9043, abs=5e-5)


def test_every_model_strategy_and_task_is_there() -> None:
    published = published_biy()
    keys = {(row.task, row.model, row.strategy) for row in published.results}
    assert len(keys) == len(published.results) == 5 * 10 * 3
    assert {row.model for row in published.results} == {row.model for row in published.models}
    assert {len(values) for row in published.results for values in row.by_design.values()} == {15}
    assert all(0 <= value <= 1 for row in published.results for name, value in row.figures.items() if name != "mae")
    assert published.name("gemini-2.5-flash") == "Flash"


@pytest.mark.skipif(not TABLES.is_dir(), reason="the published tables are not here")
@pytest.mark.parametrize(
    ("table", "task", "column", "figure"),
    [
        ("counting_accuracy", None, "accuracy", "accuracy"),
        ("counting_mae", None, "mae", "mae"),
        ("counting_accuracy_no_patterns", None, "is_zero", "empty"),
        ("detection_precision_recall", None, "mean_iou_0_75", "mean_iou_iou75"),
        ("detection_precision_recall_no_patterns", "cluster_bboxes", "is_empty", "empty"),
        ("identification_precision_recall", None, "precision_20", "precision_20px"),
        ("identification_precision_recall_with_outliers", None, "recall_10", "found_recall_10px"),
    ],
)
def test_tables_are_as_published(table: str, task: str | None, column: str, figure: str) -> None:
    with (TABLES / f"{table}.csv").open(encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            found = _result(task or row["prompt_id"], row["model"], STRATEGIES[row["prompt_strategy"]])
            assert found.figures[figure] == pytest.approx(float(row[column]), abs=1e-6)


@pytest.mark.skipif(not TABLES.is_dir(), reason="the published tables are not here")
@pytest.mark.parametrize(
    ("table", "task", "column", "figure"),
    [
        ("counting_accuracy_chart_design", None, "accuracy", "accuracy"),
        ("detection_precision_recall_chart_design", "cluster_bboxes", "recall_0_75", "recall_iou75"),
        ("identification_precision_recall_chart_design", None, "recall_10", "recall_10px"),
    ],
)
def test_tables_by_design_are_as_published(table: str, task: str | None, column: str, figure: str) -> None:
    designs = [row.design for row in published_biy().designs]
    with (TABLES / f"{table}.csv").open(encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            found = _result(task or row.get("prompt_id", ""), row["model"], STRATEGIES[row["prompt_strategy"]])
            value = found.by_design[figure][designs.index(row["chart_design"])]
            assert value == pytest.approx(float(row[column]), abs=6e-5)

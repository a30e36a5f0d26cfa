"""The results table and the run's record, written and read."""

from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.replies import Reply
from snellen.results import (
    KEY,
    Compute,
    DatasetRecord,
    RunRecord,
    read_results,
    read_run,
    results_schema,
    results_writer,
    write_run,
)
from snellen.scoring import score_replies


def _run(dataset: Dataset, run: Path, model: str = "m", repeat: int = 0) -> Path:
    replies = [Reply(question.question_id, model, "4", repeat=repeat) for question in dataset.questions()]
    score_replies(dataset, replies, run)
    return run


def test_the_schema_has_the_key_the_facets_and_the_scorers() -> None:
    benchmark = find_benchmark("grab")
    names = results_schema(benchmark).names
    assert set(KEY) | set(benchmark.facets) | set(benchmark.score_columns) <= set(names)
    assert len(names) == len(set(names))
    assert results_schema(benchmark).field("exact").type == pa.float64()


def test_a_table_that_breaks_off_leaves_the_old_one(tmp_path: Path, tiny_dataset: Dataset) -> None:
    run = _run(tiny_dataset, tmp_path / "run")
    before = (run / "results.parquet").read_bytes()
    with pytest.raises(RuntimeError, match="stop"), results_writer(run, find_benchmark("grab")):
        raise RuntimeError("stop")
    assert (run / "results.parquet").read_bytes() == before
    assert sorted(path.name for path in run.iterdir()) == ["results.parquet", "run.json"]


def test_a_run_is_read_by_folder_or_by_file(tmp_path: Path, tiny_dataset: Dataset) -> None:
    run = _run(tiny_dataset, tmp_path / "run")
    frame = read_results(run)
    assert len(frame) == 12
    pd.testing.assert_frame_equal(frame, read_results(run / "results.parquet"))
    pd.testing.assert_frame_equal(frame[["task", "exact"]], read_results(run, ["task", "exact"]))
    assert frame["complexity"].dtype == pd.Int64Dtype()
    assert frame["exact"].dtype == "float64"


def test_runs_are_put_together(tmp_path: Path, tiny_dataset: Dataset) -> None:
    runs = [_run(tiny_dataset, tmp_path / name, name) for name in ("a", "b")]
    assert read_results(runs)["model"].tolist() == ["a"] * 12 + ["b"] * 12
    assert read_results(runs, ["exact"]).columns.tolist() == ["exact"]


def test_facets_of_other_benchmarks_are_missing_values(tmp_path: Path, tiny_dataset: Dataset) -> None:
    runs = [_run(tiny_dataset, tmp_path / name, name) for name in ("a", "b")]
    table = pq.ParquetFile(runs[1] / "results.parquet").read()
    pq.write_table(
        table.drop_columns(["family"]).append_column("design", pa.array(["d"] * 12)), runs[1] / "results.parquet"
    )
    frame = read_results(runs)
    assert frame["design"].isna().tolist() == [True] * 12 + [False] * 12
    assert frame["family"].isna().tolist() == [False] * 12 + [True] * 12


def test_the_same_run_twice_is_refused(tmp_path: Path, tiny_dataset: Dataset) -> None:
    runs = [_run(tiny_dataset, tmp_path / name) for name in ("a", "b")]
    with pytest.raises(SnellenError, match=r"b/results\.parquet: holds a reply of 'm' to 'tiny-00-q'"):
        read_results(runs)
    repeats = [_run(tiny_dataset, tmp_path / str(repeat), repeat=repeat) for repeat in (0, 1)]
    assert len(read_results(repeats)) == 24


def test_what_is_no_results_table_is_refused(tmp_path: Path, tiny_dataset: Dataset) -> None:
    with pytest.raises(SnellenError, match="no run"):
        read_results([])
    with pytest.raises(SnellenError, match="no such file; name a folder"):
        read_results(tmp_path)
    run = _run(tiny_dataset, tmp_path / "run")
    table = run / "results.parquet"
    whole = table.read_bytes()
    for damaged in (b"", b"PAR1", whole[:-100], whole[len(whole) // 2 :]):
        table.write_bytes(damaged)
        with pytest.raises(SnellenError, match=r"results\.parquet: cannot be read"):
            read_results(run)
    pq.write_table(pa.table({"model": ["m"]}), table)
    with pytest.raises(SnellenError, match=r"results\.parquet: has no column"):
        read_results(run)


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    record = RunRecord(
        snellen="0",
        dataset=DatasetRecord(
            path="d", name="d", benchmark="grab", benchmark_version=1, preset=None, seed=None, fingerprint="f"
        ),
        questions=0,
        conditions=[],
        complete=True,
        started=datetime(2025, 1, 1, tzinfo=UTC),
        ended=datetime(2025, 1, 2, tzinfo=UTC),
        compute=Compute(cost=1.25),
    )
    write_run(tmp_path, record)
    assert read_run(tmp_path) == record
    with pytest.raises(SnellenError, match=r"run\.json: No such file"):
        read_run(tmp_path / "none")
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(SnellenError, match=r"run\.json: .*Field required; score"):
        read_run(tmp_path)

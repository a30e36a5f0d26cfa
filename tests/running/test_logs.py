"""Replies out of Inspect's logs are those of the run."""

import zipfile
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.results import read_results, read_run
from snellen.running.engine import evaluate_dataset
from snellen.running.logs import replies_from_logs, score_logs


def test_a_run_scored_from_its_logs_is_the_run(tiny_dataset: Dataset, tmp_path: Path, counting_file: Path) -> None:
    run = tmp_path / "run"
    failing = {"model": "counting/ok", "out": run, "limit": 4, "epochs": 2, "seed": 3, "model_args": ["fails=r?"]}
    assert evaluate_dataset(tiny_dataset.path, **failing) == 1  # type: ignore[arg-type]
    assert evaluate_dataset(tiny_dataset.path, **failing) == 1  # type: ignore[arg-type]
    score_logs(tiny_dataset.path, [run / "logs"], tmp_path / "from-logs")
    key = ["repeat", "question_id"]
    table = read_results(tmp_path / "from-logs")
    asked = table[table["error"] != "no reply"].drop(columns="error").sort_values(key, ignore_index=True)
    whole = read_results(run).drop(columns="error").sort_values(key, ignore_index=True)
    pd.testing.assert_frame_equal(asked, whole)
    assert len(table) == 2 * 5  # the whole of the one task that was begun
    assert read_run(tmp_path / "from-logs").duplicates.count == 0


def test_what_is_no_log_is_named(tmp_path: Path) -> None:
    path = tmp_path / "replies.eval"
    with pytest.raises(SnellenError, match=r"replies\.eval.*no such file"):
        list(replies_from_logs([path]))
    with pytest.raises(SnellenError, match="no Inspect log"):
        list(replies_from_logs([tmp_path]))


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=100), st.sampled_from([".eval", ".json", ""]))
def test_any_bytes_are_refused_as_no_log(tmp_path: Path, data: bytes, suffix: str) -> None:
    path = tmp_path / f"log{suffix}"
    path.write_bytes(data)
    with pytest.raises(SnellenError, match="log"):
        list(replies_from_logs([path]))


def test_a_damaged_log_is_named(tiny_dataset: Dataset, tmp_path: Path, counting_file: Path) -> None:
    evaluate_dataset(tiny_dataset.path, model="counting/ok", out=tmp_path / "run", limit=2)
    (log,) = (tmp_path / "run" / "logs").glob("*.eval")
    whole = log.read_bytes()
    with zipfile.ZipFile(log) as archive:
        samples = [part for part in archive.infolist() if part.filename.startswith(("samples/", "summaries"))]
    assert samples
    for part in samples:
        start = part.header_offset + 30 + len(part.filename)
        log.write_bytes(whole[:start] + bytes(part.compress_size) + whole[start + part.compress_size :])
        with pytest.raises(SnellenError, match=r"\.eval: cannot be read as a log"):
            list(replies_from_logs([log]))

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "snellen", "generate", "dummy", "--seed", "1", "--jobs", "2", "--out"]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def started_then(signal_number: int, out: Path, *, group: bool) -> subprocess.Popen[str]:
    """A run, given the signal as soon as a cell is finished and others are under way."""
    environment = {**os.environ, "DUMMY_SLEEP": "0.05"}
    run = subprocess.Popen(
        [*COMMAND, str(out)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not list((out / ".parts").glob("*.jsonl")):
        assert run.poll() is None
        time.sleep(0.01)
    if group:
        os.killpg(run.pid, signal_number)
    else:
        os.kill(run.pid, signal_number)
    return run


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("SIGINT", True),
        pytest.param("SIGINT", False, marks=pytest.mark.slow),
        ("SIGTERM", False),
        pytest.param("SIGKILL", False, marks=pytest.mark.slow),
        ("SIGKILL", True),
    ],
)
def test_a_run_that_was_stopped_is_completed_by_the_same_command(
    tmp_path: Path, dummy_benchmark: str, name: str, group: bool
) -> None:
    out, number = tmp_path / "out", signal.Signals[name]
    run = started_then(number, out, group=group)
    output, errors = run.communicate(timeout=60)
    assert not (out / "manifest.json").exists()
    if name == "SIGINT":
        assert run.returncode == 130
        assert errors.strip() == f"snellen: interrupted; the same command goes on where {out} stopped."
        assert output == ""
        assert not list(out.rglob("*.tmp"))
    else:
        assert run.returncode == -number
    subprocess.run([*COMMAND, str(out)], check=True, capture_output=True, timeout=60)
    subprocess.run([*COMMAND, str(tmp_path / "fresh")], check=True, capture_output=True, timeout=60)
    assert contents(out) == contents(tmp_path / "fresh")


def test_two_runs_do_not_share_a_folder(tmp_path: Path, dummy_benchmark: str) -> None:
    pytest.importorskip("fcntl")
    out = tmp_path / "out"
    run = started_then(signal.SIGSTOP, out, group=True)
    try:
        second = subprocess.run([*COMMAND, str(out)], capture_output=True, text=True, timeout=60)
        assert second.returncode == 2
        assert second.stderr.startswith(f"snellen: another process is at work in {out};")
    finally:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()


def test_a_disk_that_is_full_is_told_in_one_sentence(
    tmp_path: Path, dummy_benchmark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUMMY_FAULT", "disk:dots")
    run = subprocess.run([*COMMAND, str(tmp_path / "out")], capture_output=True, text=True, timeout=60)
    assert run.returncode == 2
    assert run.stderr == "snellen: some/file.png: no space left on device; mend that and run the same command again.\n"

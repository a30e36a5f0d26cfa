import errno
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from snellen import cli as command_line
from snellen.errors import SnellenError


def status(monkeypatch: pytest.MonkeyPatch, run: Callable[[], None]) -> int:
    """The exit status of a command that does `run`."""
    monkeypatch.setattr(command_line, "cli", click.Command("snellen", callback=run))
    monkeypatch.setattr(sys, "argv", ["snellen"])
    with pytest.raises(SystemExit) as stopped:
        command_line.main()
    code = stopped.value.code
    return 0 if code is None else int(code)


def raising(error: BaseException) -> Callable[[], None]:
    def run() -> None:
        raise error

    return run


def test_success_and_the_status_of_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    assert status(monkeypatch, lambda: None) == 0
    assert status(monkeypatch, lambda: sys.exit(1)) == 1


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (SnellenError("a.jsonl:3: not a reply; mend it."), 2, "snellen: a.jsonl:3: not a reply; mend it.\n"),
        (KeyboardInterrupt("stopped; go on."), 130, "\nsnellen: stopped; go on.\n"),
        (KeyboardInterrupt(), 130, "\nsnellen: interrupted.\n"),
        (
            PermissionError(errno.EACCES, "Permission denied", "out/x"),
            2,
            "snellen: out/x: permission denied; mend that and run the same command again.\n",
        ),
        (
            FileExistsError(errno.EEXIST, "File exists", "out"),
            2,
            "snellen: out: no folder, and none can be made here, since a file or a broken link is in the way; "
            "mend that and run the same command again.\n",
        ),
        (
            OSError(errno.ENOSPC, "No space left on device"),
            2,
            "snellen: no space left on device; mend that and run the same command again.\n",
        ),
    ],
)
def test_faults_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: BaseException, code: int, told: str
) -> None:
    assert status(monkeypatch, raising(error)) == code
    assert capsys.readouterr() == ("", told)


def test_a_defect_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line, "cli", click.Command("snellen", callback=raising(ZeroDivisionError())))
    monkeypatch.setattr(sys, "argv", ["snellen"])
    with pytest.raises(ZeroDivisionError):
        command_line.main()


def test_a_closed_pipe_is_no_fault(tmp_path: Path) -> None:
    code = """
import sys, click
from snellen import cli
cli.cli = click.Command("x", callback=lambda: click.echo("y" * 9_999_999))
sys.argv = ["x"]
cli.main()
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.wait()
    process.stderr.close()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "snellen", *arguments], capture_output=True, text=True, check=False)


def test_wrong_usage_and_version() -> None:
    version = run("--version")
    assert (version.returncode, version.stdout) == (0, "snellen, version 0.1.0\n")
    wrong = run("generate", "grab", "--seed", "one", "--out", "x")
    assert wrong.returncode == 2
    assert "Invalid value for '--seed'" in wrong.stderr
    unknown = run("generate", "grub", "--seed", "1", "--out", "x")
    assert unknown.returncode == 2
    assert unknown.stderr == "snellen: no benchmark named 'grub'; installed: biy, chartom, grab.\n"

"""The folder of a page: a fault of the disk names it, and nothing half made stays."""

import errno
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from snellen.pages import replaced_folder


@pytest.mark.parametrize("named", [None, "dataset/images/0.png"])
def test_a_full_disk_names_the_folder_that_is_written(tmp_path: Path, named: str | None) -> None:
    out = tmp_path / "out"

    def fill() -> None:
        with replaced_folder(out, "test page") as folder:
            (folder / "index.html").write_text("half a page")
            raise OSError(errno.ENOSPC, "No space left on device", named)

    with pytest.raises(OSError, match="No space left") as caught:
        fill()
    assert caught.value.filename == str(out)
    assert not list(tmp_path.iterdir())


WRITER = """
import sys, time
from pathlib import Path
from snellen.pages import folder
def wait(*_):
    print("here", flush=True)
    time.sleep(600)
out, moment = Path(sys.argv[1]), sys.argv[2]
if moment == "swapping":
    Path.rename = wait
with folder.replaced_folder(out, "test page") as fresh:
    (fresh / "index.html").write_text("half a page")
    if moment == "writing":
        wait()
"""


@contextmanager
def _stopped(out: Path, moment: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has come to this moment of writing `out`, and is killed at the end if not before."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(out), moment], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        yield process
        process.send_signal(signal.SIGKILL)


def _write(out: Path, text: str) -> None:
    with replaced_folder(out, "test page") as folder:
        (folder / "index.html").write_text(f'<meta name="generator" content="test page">{text}')


@pytest.mark.parametrize("moment", ["writing", "swapping"])
def test_what_a_killed_run_left_is_cleared_by_the_next(tmp_path: Path, moment: str) -> None:
    out = tmp_path / "a [page]"
    _write(out, "old")
    with _stopped(out, moment):
        pass
    assert len(list(tmp_path.iterdir())) == 2
    _write(out, "new")
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    assert "new" in (out / "index.html").read_text()


def test_a_page_that_was_being_swapped_is_back_after_a_run_that_fails(tmp_path: Path) -> None:
    out = tmp_path / "page"
    _write(out, "old")
    with _stopped(out, "swapping"):
        assert not out.exists()

    def fail() -> None:
        with replaced_folder(out, "test page"):
            raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        fail()
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    assert "old" in (out / "index.html").read_text()


def test_folders_of_others_and_of_runs_at_work_stay(tmp_path: Path) -> None:
    out = tmp_path / "page"
    others = {".page.abcdefgh.tmp", ".page2.snellen-abcdefgh.tmp", ".other.snellen-abcdefgh.tmp", ".page.old"}
    for name in others:
        (tmp_path / name).mkdir()
    with _stopped(out, "writing"):
        _write(out, "new")
        assert len(list(tmp_path.iterdir())) == len(others) + 2
    _write(out, "newer")
    assert {path.name for path in tmp_path.iterdir()} == others | {"page"}

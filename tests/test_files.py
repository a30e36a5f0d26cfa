"""Files written: whole or absent, and a fault of the disk names the file."""

import errno
from pathlib import Path

import pytest

from snellen.files import atomic_file, whole_folder


def test_a_full_disk_names_the_file_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("before")

    def fill() -> None:
        with atomic_file(path) as handle:
            handle.write("half")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left") as caught:
        fill()
    assert caught.value.filename == str(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]
    assert path.read_text() == "before"


def test_a_folder_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "out"
    (tmp_path / ".out.making.tmp").mkdir()
    (tmp_path / ".out.making.tmp" / "left").write_text("by a run that was killed")
    with whole_folder(out) as folder:
        folder.mkdir()
        (folder / "a").write_text("a")
        assert not out.exists()
    assert [path.name for path in out.iterdir()] == ["a"]
    with pytest.raises(FileExistsError):
        _make_twice(tmp_path / "other")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def _make_twice(out: Path) -> None:
    with whole_folder(out) as folder:
        folder.mkdir()
        folder.mkdir()


def test_a_folder_that_was_made_for_a_file_goes_with_it(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no"), atomic_file(tmp_path / "new" / "a"):
        raise ValueError("no")
    assert not (tmp_path / "new").exists()
    (tmp_path / "old").mkdir()
    with pytest.raises(ValueError, match="no"), atomic_file(tmp_path / "old" / "a"):
        raise ValueError("no")
    assert (tmp_path / "old").is_dir()

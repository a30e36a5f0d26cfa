"""Files written: whole or absent, and a fault of the disk names the file."""

import errno
from pathlib import Path

import pytest

from snellen.files import atomic_file


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

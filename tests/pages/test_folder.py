"""The folder of a page: a fault of the disk names it, and nothing half made stays."""

import errno
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

"""Files that are whole or absent: everything is written under a temporary name and renamed."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

__all__ = ["atomic_file", "name_file", "sha256_of", "whole_folder", "write_bytes", "write_text"]


@contextmanager
def atomic_file(path: Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Open a temporary file beside `path` and rename it to `path` when the block ends without an error.

    `mode` is "w" (UTF-8 text, line feeds as written) or "wb". After an error or a kill `path` is what it was before; a
    folder made for it is gone after an error.
    """
    is_new = not path.parent.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    encoding, newline = (None, None) if "b" in mode else ("utf-8", "\n")
    try:
        with os.fdopen(descriptor, mode, encoding=encoding, newline=newline) as handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if is_new:
            with suppress(OSError):  # something else may stand in it by now
                path.parent.rmdir()
        name_file(error, path)
        raise


@contextmanager
def whole_folder(out: Path) -> Iterator[Path]:
    """A hidden folder beside `out`, not yet made, that becomes `out` when the block ends without an error.

    `out` is absent or empty: whether it is, is the caller's to say. After an error or a kill it is what it was; what a
    killed run left is cleared away by the next for the same `out`.
    """
    target = Path(os.path.abspath(out))  # noqa: PTH100  ("." has no name, and a symbolic link stays one)
    under_way = target.with_name(f".{target.name}.making.tmp")
    shutil.rmtree(under_way, ignore_errors=True)
    try:
        yield under_way
        under_way.replace(target)
    finally:
        shutil.rmtree(under_way, ignore_errors=True)


def name_file(error: BaseException, path: Path) -> None:
    """Give an error of the system the file that it is about, where it names none, as for a full disk."""
    if isinstance(error, OSError) and error.strerror and error.filename is None:
        error.filename = str(path)


def write_bytes(path: Path, data: bytes) -> None:
    """Write `data` to `path`, whole or not at all."""
    with atomic_file(path, "wb") as handle:
        handle.write(data)


def write_text(path: Path, text: str) -> None:
    """Write `text` to `path` as UTF-8, whole or not at all."""
    with atomic_file(path) as handle:
        handle.write(text)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal; the file is read in pieces."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()

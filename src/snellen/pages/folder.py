"""An output folder that is whole or absent, and replaces only what Snellen itself wrote."""

import errno
import glob
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from snellen.errors import SnellenError
from snellen.files import name_file

__all__ = ["link_or_copy", "replaced_folder"]

_OWN = "snellen-"
"""What the names of our temporary folders hold, so that nobody else's is ever taken for one."""


@contextmanager
def replaced_folder(out: Path, kind: str, inputs: Iterable[Path] = ()) -> Iterator[Path]:
    """A new folder to write a page into, which becomes `out` when the block ends without an error.

    The page must hold a file `index.html` whose head says `<meta name="generator" content="KIND">`: a folder `out`
    with such a file is replaced. Raises SnellenError, before anything is written, where `out` is a file, holds
    anything else, or holds one of `inputs`. After an error `out` is what it was before. A run that is killed leaves
    hidden folders beside `out`, which the next run for `out` clears away.
    """
    target = Path(os.path.abspath(out))  # noqa: PTH100  (a symbolic link stays one)
    _clear_leftovers(target)
    _check(out, target, kind, inputs)
    target.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{target.name}.{_OWN}"
    fresh = Path(tempfile.mkdtemp(dir=target.parent, prefix=prefix, suffix=".tmp"))
    try:
        with _held(fresh):
            yield fresh
            fresh.chmod(0o755)
            if target.exists():
                _check(out, target, kind, inputs)
                retired = Path(tempfile.mkdtemp(dir=target.parent, prefix=prefix, suffix=".old"))
                os.replace(target.resolve(), retired)  # noqa: PTH105  (an empty folder is replaced)
                fresh.rename(target.resolve())
                shutil.rmtree(retired)
            else:
                fresh.rename(target)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            error.filename = None  # it may be that of a file that is copied, which has room enough
        name_file(error, out)
        raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def link_or_copy(source: Path, target: Path) -> bool:
    """Put a picture at `target` too, where nothing may be yet or the same file; False where it is no picture.

    A picture is what begins like PNG, JPEG or WebP: a link in a dataset from elsewhere can lead to any file of the
    user's, which has no place in a page that is passed on. A hard link where the file system allows one: the same
    bytes, no time, and it stays when a folder moves.
    """
    if target.exists():
        return True
    with source.open("rb") as handle:
        head = handle.read(12)
    if not head.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")) and (head[:4], head[8:]) != (b"RIFF", b"WEBP"):
        return False
    try:
        os.link(source.resolve(), target)
    except OSError:
        shutil.copyfile(source, target)
    return True


def _clear_leftovers(target: Path) -> None:
    """Remove what a killed run left; where it was killed between two renames, its predecessor's page comes back.

    While another run writes the same page, or where that cannot be known, nothing is touched.
    """
    pattern = f".{glob.escape(target.name)}.{_OWN}????????"
    left = [path for path in target.parent.glob(f"{pattern}.*") if path.suffix in (".tmp", ".old") and path.is_dir()]
    for path in left:
        with _held(path) as free:
            if not free:
                return
    for path in left:
        if path.suffix == ".old" and not target.exists() and any(path.iterdir()):
            path.rename(target.resolve())
        else:
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _held(folder: Path) -> Iterator[bool]:
    """The folder locked until the block or the process ends; False where another run holds it or nothing can."""
    descriptor = None
    try:
        import fcntl

        descriptor = os.open(folder, os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        held = True
    except (ImportError, OSError):
        held = False
    try:
        yield held
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _check(out: Path, target: Path, kind: str, inputs: Iterable[Path]) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise SnellenError(f"{out} is a file; name a folder for --out.")
    for path in inputs:
        if path.resolve().is_relative_to(target.resolve()):
            raise SnellenError(f"{out} holds {path}, which is read here; name another folder for --out.")
    if any(target.iterdir()) and not _written_by(target / "index.html", kind):
        raise SnellenError(f"{out} is not empty and not a {kind} made before; name another folder for --out.")


def _written_by(page: Path, kind: str) -> bool:
    try:
        with page.open("rb") as handle:
            return f'<meta name="generator" content="{kind}">'.encode() in handle.read(2048)
    except OSError:
        return False

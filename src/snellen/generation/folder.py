"""The folder under way: what it is being made with, who is at work in it, and what may be deleted from it."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from snellen import __version__
from snellen.dataset import Dataset, library_versions
from snellen.errors import SnellenError
from snellen.files import write_text
from snellen.generation.cells import PARTS, journalled_images

__all__ = ["Plan", "finish_folder", "open_folder", "remove_if_nothing_is_made", "remove_temporary_files"]

_FILES = ("manifest.json", "README.md", "sources.jsonl", "charts.jsonl", "questions.jsonl")
_TO_DELETE = "to-delete.images"
_LOCK = "lock"
_STATE = "state.json"


class Plan(BaseModel):
    """What a dataset is made with; the same plan gives the same bytes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    benchmark: str
    benchmark_version: int
    preset: str
    seed: int
    selection: dict[str, list[str]]
    options: dict[str, JsonValue] = Field(default_factory=dict)
    images: bool
    snellen: str = __version__
    libraries: dict[str, str]

    @classmethod
    def of(cls, **arguments: Any) -> "Plan":
        """A plan with the versions that are installed."""
        return cls(**arguments, libraries=library_versions())


@contextmanager
def open_folder(path: Path, plan: Plan, *, overwrite: bool) -> Iterator[bool]:
    """Make `path` ready for the plan and keep others out of it; gives False where the dataset is finished already.

    A folder that was begun with the same plan is gone on with. One that is finished, or was begun with another plan,
    is emptied of what Snellen wrote if `overwrite` says so. Raises SnellenError where the folder is not Snellen's,
    was made with another plan, or another process is at work in it.
    """
    _refuse_foreign(path)
    if not overwrite and _is_finished(path, plan):
        shutil.rmtree(path / PARTS, ignore_errors=True)
        yield False
        return
    _refuse_other_plan(path, plan, overwrite=overwrite)
    parts = path / PARTS
    parts.mkdir(parents=True, exist_ok=True)
    with _locked(parts / _LOCK, path):
        if (path / "manifest.json").exists() or _differences(_read_state(path), plan):
            _mark_for_deletion(path, plan)
        _delete_marked(path)
        write_text(parts / _STATE, plan.model_dump_json(indent=2) + "\n")
        remove_temporary_files(path)
        yield True


def finish_folder(path: Path) -> None:
    """Remove what only the making needed."""
    shutil.rmtree(path / PARTS, ignore_errors=True)  # a run that finds the folder finished removes it too


def remove_if_nothing_is_made(path: Path) -> None:
    """Remove a folder in which not one cell was finished, after a mistake of the user's that no resuming mends."""
    parts = path / PARTS
    if (path / "manifest.json").exists() or any(parts.glob("*.jsonl")):
        return
    for name in journalled_images(parts):
        (path / "images" / Path(name).name).unlink(missing_ok=True)
    shutil.rmtree(parts, ignore_errors=True)
    for folder in (path / "images", path):
        with suppress(OSError):  # there is something else in it
            folder.rmdir()


def remove_temporary_files(path: Path) -> None:
    """Remove the files that a killed process had begun and not renamed."""
    for folder in (path, path / PARTS, path / "images"):
        for stale in folder.glob(".*.tmp"):
            stale.unlink(missing_ok=True)


def _refuse_foreign(path: Path) -> None:
    if not path.exists():
        return
    if not path.is_dir():
        raise SnellenError(f"{path} is a file; name a folder to make with --out.")
    ours = (path / "manifest.json").is_file() or (path / PARTS).is_dir()
    if not ours and any(path.iterdir()):
        raise SnellenError(f"{path} is not empty and holds no dataset of Snellen's; name another folder with --out.")
    if (path / "manifest.json").is_file():
        Dataset(path)  # raises where it is the manifest of something else


def _is_finished(path: Path, plan: Plan) -> bool:
    if not (path / "manifest.json").is_file():
        return False
    manifest = Dataset(path).manifest
    made = {
        "benchmark": manifest.benchmark,
        "benchmark_version": manifest.benchmark_version,
        "preset": manifest.preset,
        "seed": manifest.seed,
        "selection": manifest.selection,
        "options": manifest.options,
        "images": manifest.counts.images > 0,
    }
    wanted = plan.model_dump(include=set(made))
    found = _told(made, wanted)
    if found:
        raise SnellenError(
            f"{path} holds a finished dataset made with {'; '.join(found)}; "
            "name another folder with --out, or replace it with --overwrite."
        )
    return True


def _refuse_other_plan(path: Path, plan: Plan, *, overwrite: bool) -> None:
    state = _read_state(path)
    found = _differences(state, plan)
    if found and not overwrite:
        raise SnellenError(
            f"{path} was begun with {'; '.join(found)}; "
            "go on with what it was begun with, name another folder with --out, or start again with --overwrite."
        )


def _read_state(path: Path) -> Mapping[str, Any] | None:
    try:
        return Plan.model_validate_json((path / PARTS / _STATE).read_bytes()).model_dump()
    except FileNotFoundError:
        return None
    except ValidationError:
        return {}


def _differences(state: Mapping[str, Any] | None, plan: Plan) -> list[str]:
    """What a folder was begun with that the plan has not, in words; nothing where it was not begun."""
    if state is None:
        return []
    if not state:
        return ["something that can't be read any more"]
    wanted = plan.model_dump()
    before, now = ({**values, **values["libraries"]} for values in (state, wanted))
    return _told({name: value for name, value in before.items() if name != "libraries"}, now)


def _told(before: Mapping[str, Any], now: Mapping[str, Any], within: str = "") -> list[str]:
    """What differs, each in a few words; of the options, which of them."""
    told = []
    for name in (*before, *(now.keys() - before.keys() - {"libraries"})):
        one, other = before.get(name), now.get(name)
        if one == other:
            continue
        if isinstance(one, dict) and isinstance(other, dict) and (name == "options" or within):
            told += _told(one, other, f"{within}{name}.")
        else:
            told.append(f"{within}{name} {_shown(one)}, not {_shown(other)}")
    return told


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ",".join(f"{field}={_joined(values)}" for field, values in value.items()) or "(all)"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    text = str(value)
    return text if len(text) <= 100 else f"{text[:100]}…"


def _joined(values: Any) -> str:
    text = "|".join(map(str, values)) if isinstance(values, list) else str(values)
    return text if len(text) <= 100 else f"{text[:100]}…"


def _mark_for_deletion(path: Path, plan: Plan) -> None:
    """List the pictures to delete, so that a deletion cut short is completed by the next run."""
    parts = path / PARTS
    names = dict.fromkeys(journalled_images(parts))
    if (path / "manifest.json").is_file():
        names |= dict.fromkeys(_listed_images(path))
    for old in parts.glob("*.jsonl"):
        old.unlink()
    write_text(parts / _TO_DELETE, "".join(f"{name}\n" for name in names))
    write_text(parts / _STATE, plan.model_dump_json(indent=2) + "\n")


def _listed_images(path: Path) -> Iterator[str]:
    try:
        for chart in Dataset(path).charts():
            yield chart.file_name
    except SnellenError as error:
        raise SnellenError(f"can't tell which pictures of {path} are Snellen's ({error}); delete the folder.") from None


def _delete_marked(path: Path) -> None:
    marked = path / PARTS / _TO_DELETE
    if not marked.is_file():
        return
    for name in _FILES:
        (path / name).unlink(missing_ok=True)
    for name in marked.read_text(encoding="utf-8").splitlines():
        (path / "images" / Path(name).name).unlink(missing_ok=True)
    for journal in (path / PARTS).glob("*.images"):
        if journal != marked:
            journal.unlink()
    marked.unlink()


@contextmanager
def _locked(lock: Path, path: Path) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # no such locks on this system: two runs at once then only do work twice
        yield
        return
    with lock.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SnellenError(f"another process is at work in {path}; wait for it to end or stop it.") from None
        yield

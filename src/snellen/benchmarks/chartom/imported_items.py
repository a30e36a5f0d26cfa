"""Charts made by others, with their questions and people's answers: from what was read to a dataset on disk."""

import hashlib
import io
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from snellen.benchmarks.chartom.ask import fact_text, mind_text
from snellen.dataset import Chart, Manifest, Question, Source, write_dataset
from snellen.errors import SnellenError
from snellen.files import whole_folder, write_bytes

__all__ = ["Item", "People", "UnusableError", "picture_of", "refuse_existing", "write_items"]

_EXTENSIONS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}
_LARGEST_PICTURE = 64 << 20


class UnusableError(Exception):
    """Why a row or a file can't be used, in words that follow its name."""


@dataclass(frozen=True, slots=True)
class People:
    """How many people a chart misled: the index, how it is defined, people asked and interval, where known."""

    hmi: float | None = None
    definition: str = "given"
    n: int | None = None
    low: float | None = None
    high: float | None = None

    def key(self) -> dict[str, Any]:
        """What a MIND question's `answer_data` holds."""
        return {"hmi": self.hmi, "definition": self.definition, "n": self.n, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Item:
    """One chart with its question. `twin` and `pair` are ids as `name` is; `manipulation` is that of the pair.

    `answer`, `accepted` and `tempting` are canonical: an option's text, a number or words, or a JSON list of labels.
    """

    name: str
    chart_type: str
    manipulation: str
    manipulated: bool
    question: str
    answer_format: str
    answer: str
    answer_type: str
    options: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    tempting: tuple[str, ...] = ()
    answer_about: Mapping[str, Any] = field(default_factory=dict)
    pair: str | None = None
    twin: str | None = None
    people: People = field(default_factory=People)
    picture: bytes = b""
    size: tuple[int, int] = (0, 0)
    extension: str = "png"
    original: Mapping[str, Any] = field(default_factory=dict)


def refuse_existing(out: Path, option: str = "--out") -> None:
    """Raise SnellenError where `out` is anything but absent or an empty folder; `option` is what a user named it by."""
    if out.is_symlink() or (out.exists() and (not out.is_dir() or any(out.iterdir()))):
        raise SnellenError(f"{out} exists already; name another folder with {option}, or delete it.")


def write_items(items: Iterable[Item], out: Path, prefix: str, about: Mapping[str, Any]) -> Manifest:
    """Write a CHARTOM dataset at `out`, whole or not at all: two questions a chart, one source a pair.

    Ids are `prefix-name`, those of questions with `-fact` and `-mind` behind it. Pictures are stored under opaque
    names. `about` holds the manifest's fields other than benchmark and version. Raises SnellenError where `out` exists.
    """
    from snellen.benchmarks.chartom import BENCHMARK

    refuse_existing(out)
    full = {"benchmark": BENCHMARK.name, "benchmark_version": BENCHMARK.version, "seed": None, **about}
    with whole_folder(out) as folder:
        return write_dataset(folder, _records(items, prefix, folder / "images"), full)


def picture_of(folder: Path, name: str) -> tuple[bytes, tuple[int, int], str]:
    """A picture inside a folder, decoded whole: its bytes, size, and the extension of its format.

    Raises UnusableError where there is none, where the name leaves the folder (links followed), and for no picture.
    """
    parts = PurePosixPath(name).parts
    inside = folder.resolve()
    if not name or "\0" in name or "\\" in name or not parts or PurePosixPath(name).is_absolute() or ".." in parts:
        raise UnusableError(f"the picture {name!r} is not a path inside {folder}")
    path = (folder / name).resolve()
    if not path.is_relative_to(inside):
        raise UnusableError(f"the picture {name!r} leaves {folder}")
    if not path.is_file():
        raise UnusableError(f"the picture {folder / name} does not exist")
    try:
        if path.stat().st_size > _LARGEST_PICTURE:
            raise UnusableError(f"the picture {folder / name} has over {_LARGEST_PICTURE >> 20} MB")
        picture = path.read_bytes()
    except OSError as error:
        raise UnusableError(
            f"the picture {folder / name} can't be read ({(error.strerror or 'unreadable').lower()})"
        ) from None
    return picture, *_inspected(picture, folder / name)


def _inspected(picture: bytes, path: Path) -> tuple[tuple[int, int], str]:
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a picture of too many pixels is only warned of
            with Image.open(io.BytesIO(picture), formats=tuple(_EXTENSIONS)) as opened:
                opened.load()
                return opened.size, _EXTENSIONS[str(opened.format)]
    except Exception as error:  # whatever a decoder makes of a damaged file is a fault of the file
        said = str(error).partition("\n")[0].partition(" <_io")[0] or type(error).__name__
        raise UnusableError(f"the picture {path} can't be decoded ({said})") from None


def _records(items: Iterable[Item], prefix: str, images: Path) -> Iterator[Source | Chart | Question]:
    pairs: set[str] = set()
    for item in items:
        pair = f"{prefix}-{item.pair or item.name}"
        if pair not in pairs:
            pairs.add(pair)
            yield Source(
                source_id=pair,
                group_id=pair,
                kind=item.chart_type,
                parameters={"manipulation": item.manipulation},
            )
        name = f"{prefix}-{item.name}"
        file_name = f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.{item.extension}"
        write_bytes(images / file_name, item.picture)
        shared: dict[str, Any] = {
            "chart_type": item.chart_type,
            "manipulation": item.manipulation,
            "manipulated": item.manipulated,
            "twin": None if item.twin is None else f"{prefix}-{item.twin}",
        }
        yield Chart(
            chart_id=name,
            source_id=pair,
            file_name=file_name,
            width=item.size[0],
            height=item.size[1],
            sha256=hashlib.sha256(item.picture).hexdigest(),
            metadata={**shared, "renderer": "file", **item.original},
        )
        asked: dict[str, Any] = {**shared, "format": item.answer_format, "question": item.question}
        yield from _questions(item, name, asked)


def _questions(item: Item, name: str, asked: Mapping[str, Any]) -> Iterator[Question]:
    common: dict[str, Any] = {
        "chart_id": name,
        "benchmark": "chartom",
        "category": item.chart_type,
        "property": item.manipulation,
        "choices": list(item.options) or None,
        "metadata": dict(asked),
    }
    yield Question(
        question_id=f"{name}-fact",
        task="fact",
        text=fact_text(item.question, item.options, item.answer_format),
        answer=item.answer,
        answer_type=item.answer_type,
        answer_data={"accepted": list(item.accepted), "tempting": list(item.tempting), **item.answer_about},
        **common,
    )
    hmi = item.people.hmi
    yield Question(
        question_id=f"{name}-mind",
        task="mind",
        text=mind_text(item.question, item.options, item.answer_format),
        answer=None if hmi is None else repr(float(hmi)),
        answer_type="fraction",
        answer_data=item.people.key(),
        **{**common, "metadata": {**asked, **({} if item.answer is None else {"fact_key": item.answer})}},
    )

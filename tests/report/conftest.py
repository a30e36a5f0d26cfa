"""Runs whose replies are chosen one by one, and pages as a browser's parser sees them."""

import json
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.parts import read_parts

from snellen.dataset import Dataset
from snellen.replies import Reply
from snellen.results import Compute
from snellen.scoring import score_replies

MakeRun = Callable[..., Path]


@pytest.fixture
def make_run(tmp_path: Path) -> MakeRun:
    """Makes a run on a dataset: right answers, but for the replies given by question number."""

    def make(
        dataset: Dataset,
        name: str,
        replies: Mapping[int, str | None],
        *,
        model: str = "",
        settings: Mapping[str, Any] | None = None,
        compute: Compute | None = None,
    ) -> Path:
        def said() -> list[Reply]:
            found = []
            for number, question in enumerate(dataset.questions()):
                text = replies.get(number, question.answer)
                error = "timed out" if text is None else None
                found.append(Reply(question.question_id, model or name, text, settings=settings or {}, error=error))
            return found

        folder = tmp_path / "runs" / name
        score_replies(dataset, said(), folder, compute=compute)
        return folder

    return make


def _listed(index: dict[str, Any], rows: list[dict[str, Any]], names: tuple[str, ...]) -> list[dict[str, Any]]:
    kinds = [dict(zip(names, index["kinds"][kind], strict=True)) for kind in index["rows"]]
    return [{**kind, **row} for kind, row in zip(kinds, rows, strict=True)]


@pytest.fixture
def read_page() -> Callable[[Path], "Page"]:
    """Reads a page of HTML."""
    return Page


class Page(HTMLParser):
    """Elements of a page: `scripts` that run, `data` by id, `links` (src and href), and `text` outside of both."""

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.path = path
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.blocks: dict[str, str] = {}
        self.links: list[str] = []
        self.comments: list[str] = []
        self.styles: list[str] = []
        self.text = ""
        self._open: tuple[str, str | None] | None = None
        self.feed(path.read_text(encoding="utf-8"))
        self.close()

    def data(self, name: str) -> Any:
        return json.loads(self.blocks[name])

    def predictions(self) -> list[dict[str, Any]]:
        """The replies of a page of predictions, likewise."""
        index = self.data("predictions-data")
        rows = [row for part in self._beside(index["folder"]) for row in part]
        return _listed(index, rows, ("run", "found", "facets"))

    def _beside(self, name: str) -> list[list[Any]]:
        folder = self.path.parent / name
        return read_parts(folder) if folder.exists() else []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        self.links += [value for name, value in attrs if name in ("src", "href") and value]
        if tag == "script" and attributes.get("type"):
            self._open = ("data", attributes["id"])
            self.blocks[str(attributes["id"])] = ""
        elif tag in ("script", "style"):
            self._open = (tag, None)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._open = None

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def handle_data(self, data: str) -> None:
        match self._open:
            case ("data", str(name)):
                self.blocks[name] += data
            case ("script", _):
                self.scripts.append(data)
            case ("style", _):
                self.styles.append(data)
            case _:
                self.text += data

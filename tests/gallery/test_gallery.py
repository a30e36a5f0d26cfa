"""The gallery: every picture with its questions and answers, inert and whole."""

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from snellen.dataset import Chart, Dataset, Question, Source, write_dataset
from snellen.errors import SnellenError
from snellen.gallery import write_gallery


class _Page(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.blocks: dict[str, str] = {}
        self.scripts = 0
        self.links: list[str] = []
        self._id: str | None = None
        self.feed(path.read_text(encoding="utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [value for key in ("src", "href") if (value := found.get(key))]
        if tag == "script":
            self._id = found.get("id")
            self.scripts += self._id is None

    def handle_endtag(self, tag: str) -> None:
        self._id = None

    def handle_data(self, data: str) -> None:
        if self._id:
            self.blocks[self._id] = self.blocks.get(self._id, "") + data

    @property
    def cards(self) -> list[dict[str, Any]]:
        cards: list[dict[str, Any]] = json.loads(self.blocks["cards"])
        return cards


def test_every_chart_has_a_card_with_its_picture_in_two_sizes(tiny_dataset: Dataset, tmp_path: Path) -> None:
    path = write_gallery(tiny_dataset.path, tmp_path / "gallery", thumbnail_width=60)
    cards = _Page(path).cards
    assert [card["chart"] for card in cards] == [chart.chart_id for chart in tiny_dataset.charts()]
    shutil.rmtree(tiny_dataset.path)
    for card in cards:
        with Image.open(path.parent / "images" / card["file"]) as full:
            assert full.size == (120, 100)
        with Image.open(path.parent / "thumbnails" / f"{card['file']}.webp") as small:
            assert small.size == (60, 50)
    (question,) = cards[2]["questions"]
    assert question["answer"] == "[-2, 3]"
    assert question["facets"]["task"] == "properties"
    assert question["facets"]["category"] == "Stationary Points"


def test_a_chart_with_several_questions_has_one_card(tiny_dataset: Dataset, tmp_path: Path) -> None:
    questions = list(tiny_dataset.questions())
    again = [question.replaced(question_id=f"{question.question_id}-again") for question in questions]
    _rewrite(tiny_dataset, [*questions, *reversed(again)])
    cards = _Page(write_gallery(tiny_dataset.path, tmp_path / "gallery")).cards
    assert len(cards) == 12
    assert [question["id"] for question in cards[0]["questions"]] == ["tiny-00-q", "tiny-00-q-again"]


def test_texts_are_inert(tiny_dataset: Dataset, tmp_path: Path) -> None:
    hostile = "</script><script>alert(1)</script><!-- \u2028 {{ 7 * 7 }}"
    questions = [question.replaced(text=hostile, answer=hostile) for question in tiny_dataset.questions()]
    _rewrite(tiny_dataset, questions)
    page = _Page(write_gallery(tiny_dataset.path, tmp_path / "gallery"))
    assert page.scripts == 1
    assert {question["text"] for card in page.cards for question in card["questions"]} == {hostile}
    assert not [link for link in page.links if re.match(r"(?:[a-z]+:)?//", link)]


def test_missing_and_damaged_pictures_are_cards_all_the_same(tiny_dataset: Dataset, tmp_path: Path) -> None:
    first, second = (tiny_dataset.path / "images" / f"{number:08x}.png" for number in range(2))
    first.unlink()
    second.write_bytes(second.read_bytes()[:60])
    path = write_gallery(tiny_dataset.path, tmp_path / "gallery")
    assert [card["fault"] for card in _Page(path).cards] == ["missing", "damaged", *[None] * 10]


def test_what_cannot_be_shown_is_told(tiny_dataset: Dataset, tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match="no such folder"):
        write_gallery(tmp_path / "none", tmp_path / "gallery")
    with pytest.raises(SnellenError, match="holds"):
        write_gallery(tiny_dataset.path, tmp_path)
    with tiny_dataset.questions_path.open("a", encoding="utf-8") as handle:
        handle.write("{}\n")
    with pytest.raises(SnellenError, match=r"questions\.jsonl:13"):
        write_gallery(tiny_dataset.path, tmp_path / "gallery")
    shutil.rmtree(tiny_dataset.path / "images")
    with pytest.raises(SnellenError, match="no pictures"):
        write_gallery(tiny_dataset.path, tmp_path / "gallery")
    assert not (tmp_path / "gallery").exists()


def test_a_gallery_replaces_a_gallery_and_nothing_else(tiny_dataset: Dataset, tmp_path: Path) -> None:
    out = tmp_path / "gallery"
    write_gallery(tiny_dataset.path, out)
    write_gallery(tiny_dataset.path, out)
    (out / "index.html").write_text("<p>something else</p>", encoding="utf-8")
    with pytest.raises(SnellenError, match="not empty"):
        write_gallery(tiny_dataset.path, out)


def _rewrite(dataset: Dataset, questions: list[Question]) -> None:
    records: list[Source | Chart | Question] = [*dataset.sources(), *dataset.charts(), *questions]
    about = {"name": "tiny", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(dataset.path, records, about)


def test_a_link_to_a_file_that_is_no_picture_stays_out(tiny_dataset: Dataset, tmp_path: Path) -> None:
    (tmp_path / "private").write_text("my password")
    first = tiny_dataset.path / "images" / f"{0:08x}.png"
    first.unlink()
    first.symlink_to(tmp_path / "private")
    path = write_gallery(tiny_dataset.path, tmp_path / "gallery")
    assert _Page(path).cards[0]["fault"] == "no picture"
    assert not (path.parent / "images" / first.name).exists()

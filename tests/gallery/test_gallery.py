"""The gallery: every picture with its questions and answers, inert and whole."""

import json
import re
import shutil
import tracemalloc
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.parts import read_parts

from snellen.dataset import Chart, Dataset, Question, Source, write_dataset
from snellen.errors import SnellenError
from snellen.gallery import catalogue, places, write_gallery


class _Page(HTMLParser):
    """`index.html` with its parts. `cards` have the form of a chart with its questions, everything looked up."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.blocks: dict[str, str] = {}
        self.scripts = 0
        self.links: list[str] = []
        self._id: str | None = None
        self.feed(path.read_text(encoding="utf-8"))
        self.close()
        self.parts = read_parts(path.parent / "cards")
        self.own: list[dict[str, Any]] = [own for part in self.parts for own in part]

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

    def block(self, name: str) -> Any:
        return json.loads(self.blocks[name])

    @property
    def cards(self) -> list[dict[str, Any]]:
        kinds, asks, texts = (self.block(name) for name in ("kinds", "asks", "texts"))
        cards = []
        for (chart, kind, numbers, *rest), own in zip(self.block("cards"), self.own, strict=True):
            source, ids = [*rest, None, None][:2]
            others = iter(ids or [])
            questions = []
            for number, answer in zip(numbers, own["answers"], strict=True):
                text, shared = asks[number]
                tail = shared["tail"]
                name = next(others) if tail is None else chart + tail
                questions.append({**shared, "id": name, "text": texts[text], "answer": answer})
            cards.append({"chart": chart, "source": source, **own, "kind": kinds[kind], "questions": questions})
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


def test_what_cards_share_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "PART", 4)
    data = _many(tmp_path / "many", 9)
    page = _Page(write_gallery(data.path, tmp_path / "gallery"))
    assert [len(part) for part in page.parts] == [4, 4, 1]
    assert page.block("texts") == ["How many?", "Where?"]
    assert len(page.block("asks")) == 2
    assert page.block("settings")["part"] == 4
    assert "Where?" not in "".join(path.read_text() for path in (tmp_path / "gallery" / "cards").iterdir())
    assert [card["chart"] for card in page.cards] == [chart.chart_id for chart in data.charts()]
    asked = [question["id"] for card in page.cards for question in card["questions"]]
    assert asked == [question.question_id for question in data.questions()]
    answers = [question["answer"] for card in page.cards for question in card["questions"]]
    assert answers == [question.answer for question in data.questions()]


def test_charts_are_filtered_by_generator_design_and_scale(tmp_path: Path) -> None:
    data = _many(tmp_path / "many", 3)
    page = _Page(write_gallery(data.path, tmp_path / "gallery"))
    assert [card["kind"] for card in page.cards] == [
        {"generator": "blobs", "design": "dark", "scale": scale} for scale in ("0.5", "1", "2")
    ]
    filters = {one["key"] for one in page.block("filters")}
    assert filters == {key for card in page.cards for one in card["questions"] for key in one["facets"]} | {
        *("generator", "design", "scale", "precision", "complexity", "format", "manipulated")
    }


def test_ids_that_do_not_begin_with_their_charts_are_kept(tiny_dataset: Dataset, tmp_path: Path) -> None:
    questions = [one.replaced(question_id=f"other-{number}") for number, one in enumerate(tiny_dataset.questions())]
    sources = {source.source_id: f"{source.source_id} of old" for source in tiny_dataset.sources()}
    records: list[Source | Chart | Question] = [
        *(source.model_copy(update={"source_id": sources[source.source_id]}) for source in tiny_dataset.sources()),
        *(chart.model_copy(update={"source_id": sources[chart.source_id]}) for chart in tiny_dataset.charts()),
        *questions,
    ]
    write_dataset(tiny_dataset.path, records, ABOUT)
    cards = _Page(write_gallery(tiny_dataset.path, tmp_path / "gallery")).cards
    assert [question["id"] for card in cards for question in card["questions"]] == [f"other-{n}" for n in range(12)]
    assert [card["source"] for card in cards] == list(sources.values())


def test_charts_whose_digests_are_equal_keep_their_own_questions(
    tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_gallery(tiny_dataset.path, tmp_path / "gallery")
    monkeypatch.setattr(places, "_digest", lambda _: 7)
    again = write_gallery(tiny_dataset.path, tmp_path / "again")
    assert _Page(again).cards == _Page(path).cards


def test_memory_grows_by_some_bytes_a_chart(tmp_path: Path) -> None:
    sets = {count: _many(tmp_path / str(count), count) for count in (700, 200)}
    peaks: dict[int, list[int]] = {count: [] for count in sets}
    # What is imported or cached once, and what other threads do meanwhile, can only add to a peak: the least of several
    # is the gallery's own, and the first of the larger set is there to have all of the former happen.
    for attempt in range(2):
        for count, data in sets.items():
            tracemalloc.start()
            try:
                write_gallery(data.path, tmp_path / f"gallery-{count}-{attempt}", jobs=1)
                peaks[count].append(tracemalloc.get_traced_memory()[1])
            finally:
                tracemalloc.stop()
    # The lines of a chart and its two questions take more than 1,000 bytes, and several times as many as objects.
    assert min(peaks[700]) - min(peaks[200]) < 500 * 400


HOSTILE = "</script><script>alert(1)</script><!-- \u2028 {{ 7 * 7 }} '); alert(1); (' \\' \\ \" ` ${7}"


def test_texts_are_inert(tiny_dataset: Dataset, tmp_path: Path) -> None:
    cluster = {"label": HOSTILE[:50], "n": 3, "box": [1.0, 2.0, 3.0, 4.0]}
    metadata = {"generator": HOSTILE, "design": HOSTILE, "scale": HOSTILE}
    names = {chart.chart_id: f"{HOSTILE} {chart.chart_id}" for chart in tiny_dataset.charts()}
    charts = [
        chart.model_copy(
            update={"chart_id": names[chart.chart_id], "annotations": {"clusters": [cluster]}, "metadata": metadata}
        )
        for chart in tiny_dataset.charts()
    ]
    questions = [
        one.replaced(chart_id=names[one.chart_id], text=HOSTILE, answer=HOSTILE, task=HOSTILE, choices=[HOSTILE])
        for one in tiny_dataset.questions()
    ]
    write_dataset(tiny_dataset.path, [*tiny_dataset.sources(), *charts, *questions], {**ABOUT, "name": HOSTILE})
    page = _Page(write_gallery(tiny_dataset.path, tmp_path / "gallery"))
    assert page.scripts == 1
    assert [card["chart"] for card in page.cards] == list(names.values())
    for card in page.cards:
        (question,) = card["questions"]
        assert {question["text"], question["answer"], *question["choices"], question["facets"]["task"]} == {HOSTILE}
        assert card["kind"] == metadata
        assert card["over"]["clusters"][0]["label"] == HOSTILE[:50]
    assert not [link for link in page.links if re.match(r"(?:[a-z]+:)?//", link)]


def test_missing_and_damaged_pictures_are_cards_all_the_same(tiny_dataset: Dataset, tmp_path: Path) -> None:
    first, second = (tiny_dataset.path / "images" / f"{number:08x}.png" for number in range(2))
    first.unlink()
    second.write_bytes(second.read_bytes()[:60])
    path = write_gallery(tiny_dataset.path, tmp_path / "gallery")
    assert [card.get("fault") for card in _Page(path).cards] == ["missing", "damaged", *[None] * 10]


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


ABOUT = {"name": "tiny", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}


def _rewrite(dataset: Dataset, questions: list[Question]) -> None:
    records: list[Source | Chart | Question] = [*dataset.sources(), *dataset.charts(), *questions]
    write_dataset(dataset.path, records, ABOUT)


def _many(folder: Path, count: int) -> Dataset:
    """Charts of one source with two questions each, whose pictures are missing."""

    def records() -> Iterator[Source | Chart | Question]:
        (folder / "images").mkdir(parents=True)
        yield Source(source_id="blobs", group_id="blobs", kind="blobs")
        cluster: dict[str, Any] = {"label": 0, "n": 9, "box": [10.0, 20.0, 30.0, 40.0], "center": [15.0, 25.0]}
        for number in range(count):
            name = f"blobs+{number}"
            yield Chart(
                chart_id=name,
                source_id="blobs",
                file_name=f"{number:020x}.png",
                width=300,
                height=300,
                sha256="0" * 64,
                annotations={"clusters": [cluster], "outliers": None},
                metadata={"generator": "blobs", "design": "dark", "scale": (0.5, 1, 2.0)[number % 3], "seed": [number]},
            )
            for task, text, answer in (
                ("count", "How many?", "{1}"),
                ("boxes", "Where?", f"{{[[1, 2, 3, {number}]]}}"),
            ):
                yield Question(
                    question_id=f"{name}-{task}",
                    chart_id=name,
                    benchmark="biy",
                    task=task,
                    category="clusters",
                    property=task,
                    text=text,
                    answer=answer,
                    answer_type=task,
                )

    write_dataset(folder, records(), ABOUT)
    return Dataset(folder)


def test_a_link_to_a_file_that_is_no_picture_stays_out(tiny_dataset: Dataset, tmp_path: Path) -> None:
    (tmp_path / "private").write_text("my password")
    first = tiny_dataset.path / "images" / f"{0:08x}.png"
    first.unlink()
    first.symlink_to(tmp_path / "private")
    path = write_gallery(tiny_dataset.path, tmp_path / "gallery")
    assert _Page(path).cards[0]["fault"] == "no picture"
    assert not (path.parent / "images" / first.name).exists()

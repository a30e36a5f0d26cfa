"""The page of a description, its files, and the sheet of examples."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from rich.console import Console

from snellen.dataset import Dataset, write_dataset
from snellen.description import describe_dataset, take_census, write_description
from snellen.description.latex import escaped, latex_table
from snellen.description.sheet import answer_text, chosen_examples, question_text
from snellen.description.typesetting import Card, draw_cards, wrapped
from snellen.errors import SnellenError
from snellen.exhibits import Table


def test_the_folder_holds_the_page_its_tables_and_the_sheet(tmp_path: Path, tiny_dataset: Dataset) -> None:
    out = tmp_path / "described"
    console = Console(width=110, record=True)
    describe_dataset(tiny_dataset.path, console, out, examples=2, seed=1)
    assert str(out / "index.html") in console.export_text()
    page = (out / "index.html").read_text()
    assert '<meta name="generator" content="snellen description">' in page
    assert not re.findall(r"(?:src|href)=\"https?:", page)
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    tables = ("statistics", "properties", "categories", "answers", "margins", "counts-1")
    assert {f"tables/set-{name}.csv" for name in tables} <= names
    assert {f"latex/{name}.tex" for name in tables} <= names
    assert {"plots/set-categories-plot.svg", "examples.pdf", "examples.png", "examples.csv"} <= names
    for name in re.findall(r'href="([^#"]+)"', page):
        assert name in names
    assert (out / "examples.pdf").read_bytes().startswith(b"%PDF-")
    with (out / "examples.csv").open(newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert [row["task"] for row in rows] == [name for name in _TASKS for _ in range(2)]
    assert len({row["question_id"] for row in rows}) == 8
    with Image.open(out / "examples.png") as sheet:
        assert sheet.width == 2760


_TASKS = ("properties", "functions", "series", "transforms")


def test_what_stood_there_is_replaced_or_left_whole(tmp_path: Path, tiny_dataset: Dataset) -> None:
    out = tmp_path / "described"
    census = take_census(tiny_dataset)
    write_description(tiny_dataset, census, out)
    before = (out / "examples.png").read_bytes()
    write_description(tiny_dataset, census, out)
    assert (out / "examples.png").read_bytes() == before
    for picture in (tiny_dataset.path / "images").iterdir():
        picture.write_bytes(b"no picture")
    with pytest.raises(SnellenError, match="missing or damaged"):
        write_description(tiny_dataset, census, out)
    assert (out / "examples.png").read_bytes() == before
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "mine.txt").write_text("mine")
    with pytest.raises(SnellenError, match="not empty"):
        write_description(tiny_dataset, census, taken)


def test_a_set_without_pictures_has_no_sheet(tmp_path: Path, tiny_dataset: Dataset) -> None:
    about = {"name": "n", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(tmp_path / "bare", list(tiny_dataset.questions()), about)
    bare = Dataset(tmp_path / "bare")
    page = write_description(bare, take_census(bare), tmp_path / "out").read_text()
    assert "The set has no pictures, so there is no sheet of examples; make it without --no-images." in page
    assert not (tmp_path / "out" / "examples.pdf").exists()


def test_examples_are_of_many_properties_and_the_seed_decides(tiny_dataset: Dataset) -> None:
    chosen = chosen_examples(tiny_dataset, 3, 0)
    assert [question.task for question in chosen] == ["properties"] * 3 + ["functions"] * 2 + ["series"] * 2 + [
        "transforms"
    ] * 3
    assert len({(question.task, question.property) for question in chosen}) == len(chosen)
    assert chosen == chosen_examples(tiny_dataset, 3, 0)
    picks = {tuple(question.question_id for question in chosen_examples(tiny_dataset, 1, seed)) for seed in range(12)}
    assert len(picks) > 1


def test_options_and_answers_are_shown_with_letters(tiny_dataset: Dataset) -> None:
    question = next(tiny_dataset.questions()).replaced(text="How many?", choices=["3", "4", "5"], answer="4")
    assert question_text(question) == "How many?\nA. 3\nB. 4\nC. 5"
    assert answer_text(question) == "B. 4"
    told = question.replaced(text="How many? A. 3 B. 4 C. 5")
    assert question_text(told) == told.text
    assert answer_text(question.replaced(choices=None, answer="[1, 2]")) == "[1, 2]"
    assert answer_text(question.replaced(answer=None)) == "not known"


@given(st.text(max_size=120), st.floats(0.4, 3))
@settings(max_examples=60)
def test_wrapping_loses_nothing_and_keeps_the_width(text: str, width: float) -> None:
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(line.strip() for line in lines)


def test_lines_fit_as_they_are_drawn() -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(dpi=400)
    canvas = FigureCanvasAgg(figure)
    text = "Find the largest fjord of Wałbrzych, in km² (x₁ ≤ 10_000 and $5 % of {all})." * 3
    for weight in ("normal", "bold"):
        for line in wrapped(text, 2.1, weight=weight):
            drawn = figure.text(
                0, 0, line, size=8.5, weight=weight, family=["STIXGeneral", "DejaVu Sans"], parse_math=False
            )
            renderer = canvas.get_renderer()  # type: ignore[no-untyped-call]
            assert drawn.get_window_extent(renderer).width / 400 <= 2.1 * 1.02


def test_cards_do_not_overlap_and_pictures_are_not_distorted(tmp_path: Path) -> None:
    """Pictures of one colour each: on the sheet each is a rectangle of its own proportions, with white around it."""
    colours = [(200, 0, 0), (0, 160, 0), (0, 0, 200), (200, 160, 0), (0, 160, 200)]
    sizes = [(1200, 900), (600, 1600), (2100, 900), (400, 400), (900, 1200)]
    cards = [
        Card("Title", Image.new("RGB", size, colour), "word " * 60, "1")
        for size, colour in zip(sizes, colours, strict=True)
    ]
    paths = draw_cards(cards, tmp_path / "sheet.pdf", tmp_path / "sheet.png")
    assert [path.name for path in paths] == ["sheet.png"]
    with Image.open(paths[0]) as sheet:
        pixels = np.asarray(sheet.convert("RGB")).astype(int)
    boxes = []
    for colour, (width, height) in zip(colours, sizes, strict=True):
        there = np.argwhere(np.abs(pixels - np.array(colour)).max(axis=2) < 8)
        (top, left), (bottom, right) = there.min(axis=0), there.max(axis=0)
        assert len(there) > 0.97 * (bottom - top + 1) * (right - left + 1)  # nothing is written over it
        assert (right - left) / (bottom - top) == pytest.approx(width / height, rel=0.02)
        boxes.append((left, top, right, bottom))
    for one in range(len(boxes)):
        for other in range(one):
            a, b = boxes[one], boxes[other]
            assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]
    assert (pixels[:, :4] > 200).all()
    assert (pixels[:, -4:] > 200).all()


def test_many_cards_take_pages(tmp_path: Path) -> None:
    cards = [Card("Title", Image.new("RGB", (80, 60)), "word " * 90, "1") for _ in range(14)]
    paths = draw_cards(cards, tmp_path / "sheet.pdf", tmp_path / "sheet.png")
    assert [path.name for path in paths[:2]] == ["sheet.png", "sheet-2.png"]
    assert len(re.findall(rb"/Type /Page\b", (tmp_path / "sheet.pdf").read_bytes())) == len(paths)
    for path in paths:
        with Image.open(path) as sheet:
            assert sheet.height <= 9.3 * 400 + 1


@given(st.text())
def test_escaped_text_holds_no_command_but_its_own(text: str) -> None:
    bare = re.sub(r"\\(?:text\w+|dots)\{\}|\\textsuperscript\{\d\}|\$\\?\w*-?\$|\\[&%$#_{}]", "", escaped(text))
    assert not set(bare) & set("\\&%$#_{}~^")


def test_latex_tables_have_booktabs_rules() -> None:
    import pandas as pd

    frame = pd.DataFrame({"category": ["A & B", "A & B", "C_1"], "n": [1, 2, 3], "share": [0.5, None, 12.25]})
    text = latex_table(Table("counts", "50% of it", frame, formats={"share": "{:.1f}"}))
    assert r"\caption{50\% of it}" in text
    assert r"\label{tab:counts}" in text
    lines = text.splitlines()
    start = lines.index(r"\midrule")
    assert lines[start - 2 : start] == [r"\toprule", r"Category & n & Share \\"]
    assert lines[start + 1 : start + 5] == [
        r"A \& B & 1 & 0.5 \\",
        r" & 2 & -- \\",
        r"C\_1 & 3 & 12.2 \\",
        r"\bottomrule",
    ]
    assert r"\begin{tabular}{lrr}" in text

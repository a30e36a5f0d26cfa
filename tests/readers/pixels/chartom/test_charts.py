"""Charts drawn by plain Matplotlib in looks of its own are read for what they say."""

import json
from pathlib import Path
from typing import Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from snellen.messages import Image, Message, Text
from snellen.readers.pixels import CANNOT_READ, pixels_reader

LETTER = "Answer with the letter of the right option and nothing else."
WORDS = "Answer with the number or the words that are asked for and nothing else."
LIST = "Answer with a JSON list of all of them in that order, each once and written as it is here, and nothing else."
PEOPLE = (
    "What fraction of typical university students do you predict will be misled by the chart when answering the "
    "question? First, give your prediction as a decimal number between 0 and 1, then justify your prediction in words."
)
NAMES, HEIGHTS = ["Robin", "Heron", "Wagtail", "Magpie"], [60.0, 90.0, 75.0, 45.0]
RATIO = f"How many times as large is the value of Heron as that of Robin?\n\n{WORDS}"
RANKED = f"Compare.\n\nRank these from largest to smallest value: Robin, Heron, Wagtail, Magpie.\n\n{LIST}"


def figure() -> tuple[Figure, Any]:
    drawn = Figure(figsize=(6.4, 4.8), dpi=110)
    FigureCanvasAgg(drawn)
    return drawn, drawn.add_subplot()


def read(drawn: Figure, path: Path, text: str) -> str:
    file = path / "chart.png"
    drawn.savefig(file)
    return pixels_reader()([Message("user", (Image(file), Text(text)))])


@pytest.mark.parametrize("look", ["from zero", "truncated", "inverted", "logarithmic"])
def test_bars_are_read_by_what_the_axis_says(look: str, tmp_path: Path) -> None:
    drawn, axes = figure()
    axes.bar(NAMES, HEIGHTS, color="teal", width=0.5)
    match look:
        case "truncated":
            axes.set_ylim(30, 100)
        case "inverted":
            axes.set_ylim(100, 0)
        case "logarithmic":
            axes.set_yscale("log")
            axes.set_ylim(10, 100)
            axes.set_yticks([10, 20, 50, 100], ["10", "20", "50", "100"])
            axes.set_yticks([], minor=True)
    assert float(read(drawn, tmp_path, RATIO)) == pytest.approx(1.5, abs=0.02)
    assert json.loads(read(drawn, tmp_path, RANKED)) == ["Heron", "Wagtail", "Robin", "Magpie"]


def test_printed_numbers_beat_lengths(tmp_path: Path) -> None:
    drawn, axes = figure()
    bars = axes.bar(NAMES, HEIGHTS, color="indianred", width=0.5)
    axes.bar_label(bars, ["80", "40", "20", "60"], padding=3)
    axes.set_ylim(0, 110)
    assert json.loads(read(drawn, tmp_path, RANKED)) == ["Robin", "Magpie", "Heron", "Wagtail"]
    assert "contradict" in read(drawn, tmp_path, f"Which is largest?\n\n{PEOPLE}")


def test_a_line_with_time_from_right_to_left_is_read_in_time(tmp_path: Path) -> None:
    drawn, axes = figure()
    axes.plot(["2008", "2006", "2004", "2002"], [20, 40, 60, 80], marker="o", color="darkgreen")
    axes.set_ylim(0, 100)
    options = "A. It rose\nB. It fell\nC. It first fell and then rose\nD. It first rose and then fell"
    text = f"How did the yield change from 2002 to 2008, in order of time?\n\n{options}\n\n{LETTER}"
    assert read(drawn, tmp_path, text) == "B"


def test_each_of_two_lines_is_read_on_the_axis_of_its_colour(tmp_path: Path) -> None:
    drawn, axes = figure()
    years = ["2001", "2002", "2003", "2004"]
    axes.plot(years, [40, 42, 38, 41], color="tab:blue", marker="o", label="Swans")
    axes.set_ylim(0, 50)
    axes.tick_params(axis="y", colors="tab:blue")
    other = axes.twinx()
    other.plot(years, [50, 60, 70, 60], color="tab:red", marker="o", label="Geese")
    other.set_ylim(0, 200)
    other.tick_params(axis="y", colors="tab:red")
    drawn.legend(loc="upper center", ncols=2, frameon=False)
    text = f"Swans and geese: which of the two was larger in 2003? Answer Swans or Geese.\n\n{WORDS}"
    assert read(drawn, tmp_path, text) == "Geese"


def test_a_pie_is_read_by_its_printed_shares(tmp_path: Path) -> None:
    drawn, axes = figure()
    axes.pie([45, 25, 20, 10], labels=["Ash 20%", "Beech 45%", "Larch 25%", "Maple 10%"], startangle=30)
    text = (
        f"Trees: compare the shares.\n\nRank these from largest to smallest share: Ash, Beech, Larch, Maple.\n\n{LIST}"
    )
    assert json.loads(read(drawn, tmp_path, text)) == ["Beech", "Larch", "Ash", "Maple"]


def test_named_points_are_read_on_a_logarithmic_axis(tmp_path: Path) -> None:
    drawn, axes = figure()
    axes.scatter([10, 30, 50, 70], [20, 200, 50, 500], color="purple")
    axes.set_yscale("log")
    axes.set_ylim(10, 1000)
    axes.set_xlim(0, 100)
    axes.set_yticks([10, 20, 50, 100, 200, 500, 1000], ["10", "20", "50", "100", "200", "500", "1000"])
    axes.set_yticks([], minor=True)
    for name, x, y in (("Kestrel", 30, 200), ("Osprey", 10, 20)):
        axes.annotate(name, (x, y), xytext=(8, 0), textcoords="offset points", va="center")
    text = f"How many times as large is the number of views of Kestrel as that of Osprey?\n\n{WORDS}"
    assert float(read(drawn, tmp_path, text)) == pytest.approx(10, rel=0.02)


def test_traits_that_mislead_raise_the_prediction(tmp_path: Path) -> None:
    plain, axes = figure()
    axes.bar(NAMES, HEIGHTS, color="teal")
    cut, cut_axes = figure()
    cut_axes.bar(NAMES, HEIGHTS, color="teal")
    cut_axes.set_ylim(40, 95)
    low, high = (read(drawn, tmp_path, f"Which is largest?\n\n{PEOPLE}") for drawn in (plain, cut))
    assert 0 <= float(low.split()[0]) < float(high.split()[0]) <= 1


def test_an_empty_page_is_refused(tmp_path: Path) -> None:
    drawn = Figure(figsize=(4, 3))
    FigureCanvasAgg(drawn)
    assert read(drawn, tmp_path, RATIO) == CANNOT_READ


YEARS = [2011, 2012, 2014, 2015, 2019, 2020]


@pytest.mark.parametrize("backwards", [False, True])
def test_years_are_read_by_what_the_row_below_says(backwards: bool, tmp_path: Path) -> None:
    drawn, axes = figure()
    values = [90.0, 80.0, 75.0, 50.0, 40.0, 25.0]
    places = range(5, -1, -1) if backwards else range(6)
    axes.plot(list(places), values, color="darkorange", marker="o", markersize=8)
    axes.set_xticks(list(places), [str(year) for year in YEARS])
    axes.set_ylim(0, 100)
    for name, at in (("B", 0), ("D", 2), ("A", 4)):
        axes.annotate(name, (list(places)[at], values[at]), (0, 9), textcoords="offset points", ha="center")
    order = f"Three points are marked. In which order were they measured?\n\nRank these from {{}}: A, B, D.\n\n{LIST}"
    options = "A. It rose\nB. It fell\nC. It first fell and then rose\nD. It first rose and then fell"
    course = f"How did the number of ferries change over the years shown?\n\n{options}\n\n{LETTER}"
    first = f"What was the number of ferries in the earliest of the marked years?\n\n{WORDS}"
    assert read(drawn, tmp_path, course) == "B"
    assert float(read(drawn, tmp_path, first)) == pytest.approx(90, abs=1)
    assert json.loads(read(drawn, tmp_path, order.format("earliest to latest"))) == ["B", "D", "A"]
    assert json.loads(read(drawn, tmp_path, order.format("latest to earliest"))) == ["A", "D", "B"]

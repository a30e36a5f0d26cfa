"""Titles, axis labels, units and legends, read with options to choose from."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from snellen.messages import Image, Message, Text
from snellen.readers import find_reader
from snellen.readers.pixels.colour_names import colour_name
from snellen.readers.pixels.marker_shapes import shape_name


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    """Lines with marks, a legend in the plot, a title and labels, in Matplotlib's own look."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 6), dpi=110)
    FigureCanvasAgg(figure)
    axes: Any = figure.add_subplot()
    x = np.linspace(0, 10, 9)
    axes.plot(x, 3 + x, "-s", color="#1f77b4", label="Upper meadow")
    axes.plot(x, 9 - 0.4 * x, "-o", color="#d62728", label="Long field")
    axes.plot(x, 1 + 0.2 * x, "-D", color="#2ca02c", label="Orchard")
    axes.set(title="Grass height against rainfall, 1987", xlabel="Rainfall (mm)", ylabel="Grass height / cm")
    axes.set_ylim(0, 20)
    axes.legend(loc="upper left", fontsize=12)
    path = tmp_path / "chart.png"
    figure.savefig(path)
    return path


def choice(question: str, options: Sequence[str]) -> str:
    lines = "\n".join(f"{letter}. {option}" for letter, option in zip("ABCDE", options, strict=False))
    return f"{question}\n\n{lines}\n\nReply with the letter of the right option alone."


ASKED: dict[str, tuple[str, Sequence[str], str]] = {
    "title": (
        "What is the title of this figure, letter by letter as it is printed?",
        [f"Grass {word} against rainfall, 19{year}" for word, year in (("heiqht", 87), ("height", 87), ("height", 78))],
        "B",
    ),
    "number": ("Which number stands in the title of this figure?", ["1981", "1978", "1987", "1997"], "C"),
    "label": (
        "What is the label of the vertical axis, letter by letter as it is printed?",
        ["Grass height / mm", "Rainfall (mm)", "Grass heiqht / cm", "Grass height / cm"],
        "D",
    ),
    "unit": ("Which unit does the label of the horizontal axis give?", ["cm", "in", "mm"], "C"),
    "variables": (
        "Which variable is on which axis of this figure?",
        ["horizontal: Grass height; vertical: Rainfall", "horizontal: Rainfall; vertical: Grass height"],
        "B",
    ),
    "colour": ("Which series of the legend is drawn in red?", ["Orchard", "Long field", "Upper meadow"], "B"),
    "marker": ("Which series of the legend is drawn with squares?", ["Orchard", "Long field", "Upper meadow"], "C"),
    "named": ('In which colour is the series "Orchard" drawn?', ["blue", "green", "red"], "B"),
    "entry": ("Which series is the second entry of the legend, counted from the top?", ["Long field", "Orchard"], "A"),
    "entries": ("How many series does the legend of this figure list?", ["2", "3", "4"], "B"),
}


@pytest.mark.parametrize("kind", ASKED)
def test_what_a_chart_says(chart: Path, kind: str) -> None:
    question, options, letter = ASKED[kind]
    read = find_reader("snellen/pixels")
    assert read([Message("user", (Image(chart), Text(choice(question, options))))]) == letter


def test_colours_have_the_names_that_people_give_them() -> None:
    named = {
        "red": ["#ff0000", "#c1121f"],
        "orange": ["#ff8c00", "#f58518"],
        "yellow": ["#ffe119"],
        "green": ["#008000", "#3cb44b"],
        "blue": ["#0000ff", "#4363d8", "#4c78a8"],
        "purple": ["#7b2cbf", "#9467bd"],
        "pink": ["#ff69b4", "#e377c2"],
        "brown": ["#8b4513", "#7a4a3a"],
        "grey": ["#808080", "#a9a9a9"],
        "black": ["#000000"],
    }
    for name, colours in named.items():
        for colour in colours:
            assert colour_name([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) == name, colour


def test_marks_have_the_names_of_their_shapes() -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    names = {"o": "circles", "s": "squares", "^": "triangles", "D": "diamonds", "P": "plus signs", "X": "crosses"}
    for marker, name in names.items():
        figure = Figure(figsize=(1, 1), dpi=60)
        canvas: Any = FigureCanvasAgg(figure)
        axes: Any = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.plot([0.5], [0.5], marker, color="black", markersize=22, markeredgewidth=0)
        canvas.draw()
        assert shape_name(np.asarray(canvas.buffer_rgba())[:, :, 0] < 128) == name

"""Titles, labels and legends in the picture: never cut, never over one another, a legend never over a mark."""

import io
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from PIL import Image

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab.draw import FONT_FILES, draw, draw_with_vertices, figure_of
from snellen.benchmarks.grab.looks import FONT_SIZES, GLYPH_WIDTHS, sampled_look
from snellen.benchmarks.grab.ocr import ocr_cells, plan_ocr_cell
from snellen.benchmarks.grab.ocr.layout import LegendText, labelled, with_legend
from snellen.benchmarks.grab.scene import Points, Scene
from snellen.benchmarks.grab.type_widths import text_width, wrapped

LONG = "Estimated temperature of solution as a function of the time since the storage of the second sample, sample 731"


@cache
def _plans() -> list[PlannedChart]:
    return [planned for cell in ocr_cells(24, extra=False) for planned in plan_ocr_cell(cell, 21)]


def _texts(scene: Scene) -> list[tuple[str, Bbox]]:
    """Every text of the drawn picture and where its ink is, origin at the bottom left."""
    figure = figure_of(scene)
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    artists = [each for each in figure.findobj(Text) if isinstance(each, Text) and each.get_visible()]
    return [(each.get_text(), each.get_window_extent(canvas.get_renderer())) for each in artists if each.get_text()]


def _assert_legible(scene: Scene) -> None:
    look, legend = scene.look, scene.legend
    texts = _texts(scene)
    for text, box in texts:
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= look.width, text
        assert box.y1 <= look.height, text
    labels = [box for text, box in texts if text in (look.title, look.x_label, look.y_label)]
    assert len(labels) == 3
    plot = Bbox([[look.plot.left, look.height - look.plot.bottom], [look.plot.right, look.height - look.plot.top]])
    for at, box in enumerate(labels):
        assert not box.overlaps(plot)
        assert not any(box.overlaps(other) for other in labels[:at])
    if legend is None:
        return
    frame = Bbox([[legend.box.left, look.height - legend.box.bottom], [legend.box.right, look.height - legend.box.top]])
    assert not any(frame.overlaps(box) for box in labels)
    names = {entry.name for entry in legend.entries} | {legend.heading}
    inside = [box for text, box in texts if text in names]
    assert len(inside) >= len(legend.entries)
    for at, box in enumerate(inside):
        assert frame.x0 <= box.x0 <= box.x1 <= frame.x1
        assert frame.y0 <= box.y0 <= box.y1 <= frame.y1
        assert not any(box.overlaps(other) for other in inside[:at])
    _, marks = draw_with_vertices(scene)
    for mark in marks:
        x, y = mark[:, 0], mark[:, 1]
        outside = (x < legend.box.left) | (x > legend.box.right) | (y < legend.box.top) | (y > legend.box.bottom)
        assert outside.all()


@pytest.mark.parametrize("number", range(24))
def test_planned_pictures_are_legible(number: int) -> None:
    _assert_legible(_plans()[number].scene)


@pytest.mark.parametrize("family", GLYPH_WIDTHS)
@pytest.mark.parametrize("font_size", [min(FONT_SIZES), max(FONT_SIZES)])
def test_long_texts_are_broken_into_lines_in_every_font(family: str, font_size: float) -> None:
    rng = np.random.default_rng(3)
    while (look := sampled_look(rng, (0, 20), (0, 90_000), y_label="y")).font_size != font_size or (
        look.font_family != family
    ):
        pass
    marks = tuple(
        Points(np.linspace(0, 20, 9), np.linspace(90_000 * at / 6, 90_000, 9), color)
        for at, color in enumerate(("#1f77b4", "#d62728", "#2a992a"))
    )
    grown = labelled(look, LONG, LONG, LONG)
    assert grown.plot.width == look.plot.width
    assert grown.plot.height == look.plot.height
    names = ("Sauvignon", "Nickel metal hydride batteries", "Wwwwwwwwww")
    grown, legend = with_legend(rng, grown, marks, LegendText("Heading", names))
    _assert_legible(Scene(grown, marks, legend))


def test_a_full_plot_has_its_legend_on_the_right() -> None:
    rng = np.random.default_rng(8)
    look = labelled(sampled_look(rng, (0, 10), (0, 10), y_label="y"), "Title", "x", "y")
    across, up = np.meshgrid(np.linspace(0, 10, 40), np.linspace(0, 10, 40))
    marks = (Points(across.ravel(), up.ravel(), "#1f77b4"),)
    grown, legend = with_legend(rng, look, marks, LegendText(None, ("All",)))
    assert legend.box.left > look.plot.right
    assert grown.width > look.width


def test_the_legend_has_each_marks_color_where_its_entry_says() -> None:
    planned = next(each for each in _plans() if each.scene.legend and isinstance(each.scene.marks[0], Points))
    scene = planned.scene
    with Image.open(io.BytesIO(draw(scene))) as picture:
        pixels = np.asarray(picture.convert("RGB")).astype(int)
    for entry in scene.legend.entries:
        color = [int(scene.marks[entry.mark].color[at : at + 2], 16) for at in (1, 3, 5)]
        piece = pixels[round(entry.middle) - 3 : round(entry.middle) + 3, round(entry.left) : round(entry.right)]
        assert (np.abs(piece - color).max(axis=-1) <= 8).any()


@pytest.mark.parametrize("family", GLYPH_WIDTHS)
def test_widths_are_those_of_the_fonts(family: str) -> None:
    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / FONT_FILES[family]
    canvas: Any = FigureCanvasAgg(Figure(dpi=72))
    renderer = canvas.get_renderer()
    font = FontProperties(fname=str(path), size=40)
    for text in ("Estimated oven temperature (°C)", "Wire resistance, µΩ", "0123456789 €$£ [mm²] / m³"):
        width, _, _ = renderer.get_text_width_height_descent(text, font, ismath=False)
        assert width / 40 <= text_width(text, family) <= 1.08 * width / 40


def test_wrapping_keeps_every_word_and_no_line_is_too_wide() -> None:
    text = wrapped(LONG, "DejaVu Sans", 20.0)
    assert text.replace("\n", " ") == LONG
    assert all(text_width(line, "DejaVu Sans") <= 20 for line in text.split("\n"))
    assert wrapped("Short", "DejaVu Sans", 20.0) == "Short"
    assert wrapped("Unbreakable", "DejaVu Sans", 1.0) == "Unbreakable"

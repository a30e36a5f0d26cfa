"""Cards with a picture, a text and an answer, set in columns on pages as wide as a paper's text."""

import string
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from PIL.Image import Image

__all__ = ["Card", "draw_cards", "wrapped"]

_DPI = 400
_WIDTH = 6.9
"""Inches: the text width of most papers, two columns of 3.33 and what is between them."""
_TALLEST = 9.3
_GAP = 0.24
_MARGIN = 0.04
_FAMILY = ("STIXGeneral", "DejaVu Sans")
"""Both come with Matplotlib, so a sheet is the same everywhere; the second has what the first lacks."""
_SIZE = 8.5
_LEADING = 1.22
_SMALL_SHEET = 4
_HIGHEST = {2: 2.75, 3: 2.1}
"""Inches that a picture may be high, by the number of columns."""


@dataclass(frozen=True)
class Card:
    """One example: a title, a picture, the question's text (lines break at line breaks too) and its answer."""

    title: str
    picture: "Image"
    text: str
    answer: str


@dataclass(frozen=True)
class _Set:
    """A card ready to be placed: its lines (text, whether bold), and the size of its picture in inches."""

    card: Card
    title: list[str]
    lines: list[tuple[str, str]]
    width: float
    height: float


def draw_cards(cards: Sequence[Card], pdf: Path, png: Path, columns: int | None = None) -> list[Path]:
    """Draw cards as a PDF of one page or more and a PNG file a page (NAME.png, NAME-2.png, …); return the PNG paths.

    `columns` is 2 or 3; None means two for up to four cards, else three. Cards of a row begin on one
    line: title, picture of its own proportions, then text; a page is as high as its rows need, and 9.3 inches at most
    where rows allow it. Texts are wrapped to their column by the widths of their letters; nothing in them is read as
    mathematics.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.backends.backend_pdf import FigureCanvasPdf, PdfPages

    columns = columns or (2 if len(cards) <= _SMALL_SHEET else 3)
    each = (_WIDTH - 2 * _MARGIN - _GAP * (columns - 1)) / columns
    ready = [_set(card, place, each, _HIGHEST[columns]) for place, card in enumerate(cards)]
    rows = [ready[start : start + columns] for start in range(0, len(ready), columns)]
    paths = []
    with rc_context({"pdf.fonttype": 42}), warnings.catch_warnings(), PdfPages(pdf, metadata=_METADATA) as pages:
        warnings.filterwarnings("ignore", message="Glyph")  # a letter that neither font has is an empty box
        for number, kept in enumerate(_pages(rows), 1):
            path = png if number == 1 else png.with_name(f"{png.stem}-{number}{png.suffix}")
            figure = _page(kept, each)
            FigureCanvasPdf(figure)
            pages.savefig(figure, dpi=_DPI)
            FigureCanvasAgg(figure)
            figure.savefig(path, format="png", dpi=_DPI, metadata={"Software": None})
            paths.append(path)
    return paths


_METADATA: dict[str, Any] = {"CreationDate": None, "ModDate": None, "Producer": None, "Creator": "Snellen"}


def wrapped(text: str, width: float, size: float = _SIZE, weight: str = "normal") -> list[str]:
    """Lines of text no wider than `width` inches in letters of `size` points; words too long for one are broken.

    Runs of white space become one space, empty lines go; line breaks stay.
    """
    lines = []
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split():
            tried = f"{line} {word}" if line else word
            if _inches(tried, size, weight) <= width:
                line = tried
                continue
            if line:
                lines.append(line)
            while _inches(word, size, weight) > width and len(word) > 1:
                kept = next((n for n in range(len(word) - 1, 1, -1) if _inches(word[:n], size, weight) <= width), 1)
                lines.append(word[:kept])
                word = word[kept:]
            line = word
        if line:
            lines.append(line)
    return lines


def _set(card: Card, place: int, column: float, highest: float) -> _Set:
    scale = min(column / card.picture.width, highest / card.picture.height)
    width, height = (max(round(size * scale * _DPI), 1) / _DPI for size in card.picture.size)
    letter = string.ascii_lowercase[place % 26] * (place // 26 + 1)
    lines = [(line, "normal") for line in wrapped(card.text, column)]
    lines += [(line, "bold") for line in wrapped(f"Answer: {card.answer}", column, weight="bold")]
    return _Set(card, wrapped(f"({letter}) {card.title}", column, weight="bold"), lines, width, height)


def _pages(rows: Sequence[list[_Set]]) -> Iterator[list[list[_Set]]]:
    kept: list[list[_Set]] = []
    used = 2 * _MARGIN
    for row in rows:
        height = _height(row) + (_GAP if kept else 0)
        if kept and used + height > _TALLEST:
            yield kept
            kept, used = [], 2 * _MARGIN
            height = _height(row)
        kept.append(row)
        used += height
    yield kept


_LINE = _SIZE * _LEADING / 72
_UNDER_TITLE = 0.05
_UNDER_PICTURE = 0.08


def _height(row: Sequence[_Set]) -> float:
    below = max(each.height + len(each.lines) * _LINE for each in row)
    return max(len(each.title) for each in row) * _LINE + _UNDER_TITLE + below + _UNDER_PICTURE


def _page(rows: Sequence[list[_Set]], column: float) -> "Figure":
    from matplotlib.figure import Figure

    high = sum(map(_height, rows)) + _GAP * (len(rows) - 1) + 2 * _MARGIN
    high = -(-high * _DPI // 1) / _DPI
    figure = Figure(figsize=(_WIDTH, high), dpi=_DPI, facecolor="white")
    top = _MARGIN
    for row in rows:
        titles = max(len(each.title) for each in row) * _LINE
        for place, each in enumerate(row):
            left = _MARGIN + place * (column + _GAP)
            for number, line in enumerate(each.title):
                _write(figure, left, top + number * _LINE, line, "bold", high)
            under = top + titles + _UNDER_TITLE
            _show(figure, each, left + (column - each.width) / 2, under, high)
            under += each.height + _UNDER_PICTURE
            for number, (line, weight) in enumerate(each.lines):
                _write(figure, left, under + number * _LINE, line, weight, high)
        top += _height(row) + _GAP
    return figure


def _write(figure: "Figure", left: float, top: float, line: str, weight: str, high: float) -> None:
    figure.text(
        left / _WIDTH,
        1 - (top + 0.8 * _LINE) / high,
        line,
        family=list(_FAMILY),
        size=_SIZE,
        weight=weight,
        va="baseline",
        ha="left",
        parse_math=False,
    )


def _show(figure: "Figure", each: _Set, left: float, top: float, high: float) -> None:
    """The picture at whole pixels of the PNG file, so that none is drawn twice."""
    import numpy as np
    from matplotlib.patches import Rectangle
    from PIL.Image import Resampling

    left, top = round(left * _DPI) / _DPI, round(top * _DPI) / _DPI
    width, height = each.width, each.height
    size = round(width * _DPI), round(height * _DPI)
    picture = each.card.picture
    if picture.width > size[0]:
        picture = picture.resize(size, Resampling.LANCZOS)
    place = (left / _WIDTH, 1 - (top + height) / high, width / _WIDTH, height / high)
    axes = figure.add_axes(place)
    axes.imshow(np.asarray(picture), interpolation="none", aspect="auto")
    axes.set_axis_off()
    frame = Rectangle(
        (0, 0), 1, 1, transform=axes.transAxes, fill=False, linewidth=0.5, edgecolor="0.75", clip_on=False
    )
    axes.add_patch(frame)


def _inches(text: str, size: float, weight: str) -> float:
    return sum(_advance(word, size, weight) for word in text.split(" ")) + text.count(" ") * _space(size, weight)


@cache
def _space(size: float, weight: str) -> float:
    return _advance("a a", size, weight) - _advance("aa", size, weight)


@cache
def _advance(word: str, size: float, weight: str) -> float:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    if not word:
        return 0.0
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        font = FontProperties(family=list(_FAMILY), size=size, weight=weight)
        return float(text_to_path.get_text_width_height_descent(word, font, False)[0]) / 72

"""Make the pictures of the README and of these pages anew: `python docs/make_images.py`."""

import contextlib
import io
import json
import re
import runpy
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from snellen.benchmarks.biy.annotations import annotations
from snellen.benchmarks.biy.designs import design
from snellen.benchmarks.biy.draw import draw
from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.own import Columns, own_design, read_points
from snellen.benchmarks.biy.samples import fresh_sample
from snellen.dataset import Dataset, Question
from snellen.generation import generate_dataset

__all__ = ["make_contact_sheet", "make_own_overlay", "make_scatterplots", "make_twins"]

_SHOWN = (
    ("properties", "Pearson correlation"),
    ("properties", "peak location"),
    ("functions", "period"),
    ("functions", "stationary point"),
    ("properties", "number of series"),
    ("series", "interquartile range"),
    ("series", "Spearman correlation"),
    ("transforms", "maximum"),
)
_SCATTERPLOTS = (
    ("gaussian_blobs+500_3_0_4", "default"),
    ("gaussian_blobs_noise+500_4_0_2", "dark"),
    ("single_gaussian_blob_outliers+a_0_005_0", "default"),
    ("shapes+star_a_4_1", "colors"),
    ("gaussian_blobs+1000_5_0_4", "random_colors"),
    ("single_gaussian_blob_outliers+b_0_003_90", "16_9"),
    ("shapes+triangle_right_b_3_1", "matplotlib"),
    ("relationship+quadratic_0_1", "half_opacity"),
)
_TWINS = ("c-1-01", "c-1-38", "c-1-49", "c-1-54")
_TILE = 400


def make_contact_sheet(path: Path) -> None:
    """Write eight charts of a small GRAB set as one picture, four in a row."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "grab"
        generate_dataset("grab", seed=20, out=out, preset="smoke")
        dataset = Dataset(out)
        found: dict[tuple[str, str], Question] = {}
        for question in dataset.questions():
            found.setdefault((question.task, question.property), question)
        sheet = Image.new("RGB", (4 * _TILE, 2 * _TILE), "white")
        for place, kind in enumerate(_SHOWN):
            with Image.open(dataset.image_path(dataset.chart(found[kind].chart_id))) as picture:
                tile = picture.convert("RGB")
                tile.thumbnail((_TILE - 16, _TILE - 16), Image.Resampling.LANCZOS)
            left, top = _TILE * (place % 4), _TILE * (place // 4)
            sheet.paste(tile, (left + (_TILE - tile.width) // 2, top + (_TILE - tile.height) // 2))
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def make_own_overlay(path: Path) -> None:
    """Write the example of `your-own-charts.md` with its annotations drawn over it, at scale 2."""
    page = Path(__file__).with_name("your-own-charts.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"```(python|json)\n(.*?)```", page, re.DOTALL)[:2])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "make_houses.py").write_text(blocks["python"], encoding="utf-8")
        (folder / "houses-log.json").write_text(blocks["json"], encoding="utf-8")
        with contextlib.chdir(folder):
            runpy.run_path("make_houses.py")
        own = own_design(folder / "houses-log.json")
        columns = Columns(own.x_field, own.y_field, "district", "unusual", extra=own.fields)
        points = read_points(folder / "houses.csv", columns)
    with Image.open(io.BytesIO(draw(points, own, [2.0])[2.0])) as drawn:
        picture = drawn.convert("RGB")
    pen = ImageDraw.Draw(picture)
    found = json.loads(json.dumps(annotations(points, layout(own, points, 2.0))))
    _draw_over(pen, found, "black")
    for cluster in found["clusters"]:
        _broken_rectangle(pen, cluster["box_with_marks"])
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def make_scatterplots(path: Path) -> None:
    """Write eight BIY charts with their annotations drawn over them as one picture, four in a row."""
    sheet = Image.new("RGB", (4 * _TILE, 2 * _TILE), "white")
    for place, (sample_id, name) in enumerate(_SCATTERPLOTS):
        sample, chosen = fresh_sample(20, sample_id), design(name)
        with Image.open(io.BytesIO(draw(sample, chosen, [2.0])[2.0])) as drawn:
            picture = drawn.convert("RGB")
        found = annotations(sample, layout(chosen, sample, 2.0))
        _draw_over(ImageDraw.Draw(picture), found, "#f7f7f7" if "dark" in name else "black")
        picture.thumbnail((_TILE - 16, _TILE - 16), Image.Resampling.LANCZOS)
        left, top = _TILE * (place % 4), _TILE * (place // 4)
        sheet.paste(picture, (left + (_TILE - picture.width) // 2, top + (_TILE - picture.height) // 2))
    sheet.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def make_twins(path: Path) -> None:
    """Write four pairs of CHARTOM as one picture, two pairs in a row: the honest chart, then the manipulated one."""
    from snellen.benchmarks.chartom import BENCHMARK

    gap, width = 8, 360
    tiles: dict[tuple[str, bool], Image.Image] = {}
    for cell in BENCHMARK.cells("paper", 1, {}):
        for planned in BENCHMARK.plan(cell, 1):
            if planned.source.source_id in _TWINS:
                with Image.open(io.BytesIO(BENCHMARK.draw(planned).image)) as drawn:
                    size = (width, round(drawn.height * width / drawn.width))
                    tile = drawn.convert("RGB").resize(size, Image.Resampling.LANCZOS)
                tiles[planned.source.source_id, bool(planned.chart.metadata["manipulated"])] = tile
    height = max(tile.height for tile in tiles.values())
    sheet = Image.new("RGB", (4 * width + 3 * gap, 2 * height + gap), "#dddddd")
    for place, key in enumerate((name, manipulated) for name in _TWINS for manipulated in (False, True)):
        left, top = (width + gap) * (place % 4), (height + gap) * (place // 4)
        sheet.paste(Image.new("RGB", (width, height), "white"), (left, top))
        sheet.paste(tiles[key], (left, top + (height - tiles[key].height) // 2))
    sheet.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def _draw_over(pen: ImageDraw.ImageDraw, found: dict[str, Any], ink: str) -> None:
    """Boxes, a cross at each centre, a ring about each outlier."""
    for cluster in found["clusters"]:
        pen.rectangle(cluster["box"], outline=ink, width=2)
        x, y = cluster["center"]
        pen.line([x - 12, y, x + 12, y], fill=ink, width=3)
        pen.line([x, y - 12, x, y + 12], fill=ink, width=3)
    for x, y in found["outliers"]:
        pen.ellipse([x - 22, y - 22, x + 22, y + 22], outline="#d00", width=3)


def _broken_rectangle(pen: ImageDraw.ImageDraw, box: list[float]) -> None:
    left, top, right, bottom = box
    for at in range(0, int(right - left), 12):
        for y in (top, bottom):
            pen.line([left + at, y, min(left + at + 6, right), y], fill="black")
    for at in range(0, int(bottom - top), 12):
        for x in (left, right):
            pen.line([x, top + at, x, min(top + at + 6, bottom)], fill="black")


if __name__ == "__main__":
    make_twins(Path(__file__).parent / "images" / "twins.png")
    make_scatterplots(Path(__file__).parent / "images" / "scatterplots.png")
    make_own_overlay(Path(__file__).parent / "images" / "your-own-overlay.png")
    make_contact_sheet(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "images" / "charts.png")

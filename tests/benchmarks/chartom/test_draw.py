"""Pictures: the same bytes everywhere, whole words, marks where the annotations have them."""

import dataclasses
import hashlib
import io
import subprocess
import sys
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from PIL import Image
from tests.benchmarks.chartom.planned import planned_pairs

from snellen.benchmark import PlannedChart
from snellen.benchmarks.chartom.draw import draw
from snellen.dataset import Chart

FIRSTS = [0, 1, 11, 32, 36, 40, 45, 49, 52]
"""Places of pairs: both renderers, icons, pies, a map."""

SCRIPT = """
import hashlib, sys
import matplotlib
matplotlib.rcParams["lines.linewidth"] = 9
matplotlib.rcParams["font.size"] = 30
from tests.benchmarks.chartom.planned import planned_pairs
from snellen.benchmarks.chartom.draw import draw
for place in map(int, sys.argv[1:]):
    for planned in planned_pairs(1)[place]:
        print(hashlib.sha256(draw(planned).image).hexdigest())
"""


def test_bytes_depend_on_neither_process_nor_settings() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, FIRSTS)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
    )
    here = [hashlib.sha256(draw(planned).image).hexdigest() for place in FIRSTS for planned in planned_pairs(1)[place]]
    assert run.stdout.split() == here
    assert len(set(here)) == 2 * len(FIRSTS)


@pytest.mark.parametrize("place", FIRSTS)
def test_pictures_are_as_large_as_recorded_and_hold_nothing_but_pixels(place: int) -> None:
    for planned in planned_pairs(1)[place]:
        with Image.open(io.BytesIO(draw(planned).image)) as picture:
            assert picture.format == "PNG"
            assert picture.size == (planned.chart.width, planned.chart.height)
            assert picture.info.keys() <= {"transparency"}


@cache
def _width(text: str, size: float) -> float:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    file = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    if not text.strip():
        return 0.0
    return float(TextPath((0, 0), text, prop=FontProperties(fname=str(file), size=size)).get_extents().width)


def _boxes(chart: Chart) -> list[tuple[str, float, float, float, float]]:
    """Text, left, top, right and bottom of every word of a chart, in the wider of the two fonts."""
    notes: Any = chart.annotations
    found = []

    def add(text: str, x: float, y: float, anchor: str, size: float) -> None:
        wide = _width(text, size)
        left = {"left": x, "center": x - wide / 2, "right": x - wide}[anchor]
        found.append((text, left, y - size / 2, left + wide, y + size / 2))

    for entry in notes["printed"]:
        if "anchor" in entry:
            add(entry["text"], entry["at"][0], entry["at"][1], entry["anchor"], 14)
        else:
            middle = chart.width / 2
            x, y = entry["at"]
            add(f" {entry['text']} ", x, y, "left" if x >= middle else "right", 14)
    assert chart.plot is not None or not notes.get("ticks")
    for name, ticks in notes.get("ticks", {}).items():
        assert chart.plot is not None
        for tick in ticks:
            match name:
                case "x":
                    add(tick["text"], tick["pixel"], chart.plot.bottom + 15, "center", 13)
                case "y":
                    add(tick["text"], chart.plot.left - 8, tick["pixel"], "right", 13)
                case _:
                    add(tick["text"], chart.plot.right + 8, tick["pixel"], "left", 13)
    lines = notes["title"].split("\n")
    for number, line in enumerate(lines):
        add(line, chart.width / 2, 30 + 22 * (number - (len(lines) - 1) / 2), "center", 17)
    return [box for box in found if box[0].strip()]


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 9))])
def test_words_neither_overlap_nor_leave_the_picture(seed: int) -> None:
    for pair in planned_pairs(seed):
        for planned in pair:
            if planned.chart.metadata["chart_type"] == "map":
                continue
            boxes = _boxes(planned.chart)
            for text, left, top, right, bottom in boxes:
                assert left >= 0, (planned.chart.chart_id, text)
                assert top >= 0, (planned.chart.chart_id, text)
                assert right <= planned.chart.width, (planned.chart.chart_id, text)
                assert bottom <= planned.chart.height, (planned.chart.chart_id, text)
            for one, other in combinations(boxes, 2):
                apart = one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] or other[4] <= one[2]
                assert apart, (planned.chart.chart_id, one[0], other[0])


def pixels(planned: PlannedChart) -> Any:
    with Image.open(io.BytesIO(draw(planned).image)) as picture:
        return np.asarray(picture.convert("RGB")).astype(int)


@pytest.mark.parametrize("place", [44, 45, 48, 49])
def test_slices_have_their_colours_and_their_tops_their_shares(place: int) -> None:
    for planned in planned_pairs(1)[place]:
        picture, marks = pixels(planned), planned.chart.annotations["marks"]
        assert isinstance(marks, list)
        shown = {}
        for mark in marks:
            assert isinstance(mark, dict)
            color = [int(str(mark["color"])[n : n + 2], 16) for n in (1, 3, 5)]
            shown[str(mark["label"])] = int((np.abs(picture - color).max(axis=-1) < 12).sum())
        share = dict(zip(planned.source.data["label"], planned.source.data["value"], strict=True))  # type: ignore[arg-type]
        whole = sum(shown.values())
        for name, area in shown.items():
            # Tops are sheared alike: their areas are as the shares, white edges and labels' halos aside.
            assert 100 * area / whole == pytest.approx(share[name], abs=1.2)


@pytest.mark.parametrize("place", [0, 1, 4, 7, 11, 23, 26, 27, 32, 33, 36, 37])
def test_gridlines_and_lines_are_where_the_annotations_have_them(place: int) -> None:
    for planned in planned_pairs(1)[place]:
        chart, picture = planned.chart, pixels(planned)
        notes: Any = chart.annotations
        assert chart.plot is not None
        column = round(chart.plot.left + 3)
        for name in {"y", "y2"} & notes["ticks"].keys():
            if name == "y" and "y2" in notes["ticks"]:
                continue  # one of two axes has the grid
            rows = [tick["pixel"] for tick in notes["ticks"][name]]
            for row in rows[1:-1]:
                near = picture[round(row) - 2 : round(row) + 3, column : column + 3]
                assert near.min() < 245, (chart.chart_id, name, row)
        for mark in notes["marks"]:
            if mark["shape"] == "point":
                color = [int(mark["color"][n : n + 2], 16) for n in (1, 3, 5)]
                x, y = mark["at"]
                assert np.abs(picture[round(y), round(x)] - color).max() < 24, (chart.chart_id, mark["label"])


@pytest.mark.parametrize("place", [1, 45, 52])
def test_squeezed_files_show_the_same(place: int) -> None:
    planned = planned_pairs(1)[place][1]
    small = dataclasses.replace(planned, scene=dataclasses.replace(planned.scene, optimize="max"))
    assert len(draw(small).image) < len(draw(planned).image)
    assert np.array_equal(pixels(small), pixels(planned))

"""Pictures of users' designs: ink where the annotation is, marks that fill their boxes, what is hidden."""

import hashlib
import io
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from tests.benchmarks.biy.own.specs import CASES, Case, scale, spec
from tests.benchmarks.biy.point_sets import isolated
from tests.test_typeface import doctored_font

from snellen.benchmarks.biy.annotations import annotations
from snellen.benchmarks.biy.designs import SCALES
from snellen.benchmarks.biy.draw import draw
from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.own import OwnPoints, from_spec
from snellen.errors import SnellenError

Z = {"zero": False}
LEGEND = {"color": {"field": "kind", "type": "nominal", "scale": {"range": ["#f80", "#0cf", "#f4f", "#8f8"]}}}
INKED: dict[str, dict[str, Any]] = {
    "log": spec(scale(type="log", nice=False), scale(type="log", base=2, nice=False), mark="circle"),
    "time": spec({"type": "temporal", "scale": {"nice": False}}, {"scale": Z}, mark="circle"),
    "pow": spec(scale(type="pow", exponent=2, zero=False), scale(type="sqrt", zero=False), mark="square"),
    "hollow": spec({"scale": Z}, {"scale": Z}, mark={"type": "point", "size": 60, "strokeWidth": 3}),
    "sized": spec(
        {"scale": Z},
        {"scale": Z},
        mark={"type": "circle", "opacity": 1},
        encoding={"size": {"field": "weight", "type": "quantitative", "legend": None, "scale": {"range": [20, 300]}}},
    ),
    "clipped": spec(scale(domain=[0, 10]), scale(domain=[0, 10]), mark={"type": "point", "filled": True, "clip": True}),
    "dark with a legend": spec({"scale": Z}, {"scale": Z}, encoding=LEGEND, background="#111", mark="circle"),
}


def points() -> OwnPoints:
    known = isolated()
    columns = {
        "kind": [f"kind {label}" for label in known.cluster.tolist()],  # type: ignore[union-attr]
        "weight": [1.0, 9.0, *np.linspace(1, 9, 12).tolist()],
    }
    return OwnPoints(known.x, known.y, known.cluster, known.outlier, columns=columns)


def decoded(data: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB")).astype(float)


@cache
def inked(name: str, shown: bool) -> dict[float, np.ndarray]:
    """The pictures with all marks, or with those of the twelve that are looked for moved to the first one's place."""
    every = points()
    x, y = every.x.copy(), every.y.copy()
    columns = {"kind": every.columns["kind"], "weight": [*every.columns["weight"]]}
    if not shown:
        x[2:], y[2:] = x[0], y[0]
    drawn = draw(OwnPoints(x, y, columns=columns), from_spec(name, INKED[name]), SCALES)
    return {scale: decoded(data) for scale, data in drawn.items()}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", INKED)
def test_ink_lies_where_the_annotation_is(name: str, scale: float) -> None:
    laid_out = layout(from_spec(name, INKED[name]), points(), scale)
    ink = np.abs(inked(name, True)[scale] - inked(name, False)[scale]).sum(axis=2)
    places = laid_out.to_pixels(points().x, points().y)
    across, down = np.meshgrid(np.arange(laid_out.width) + 0.5, np.arange(laid_out.height) + 0.5)
    offsets = across[..., None] - places[:, 0], down[..., None] - places[:, 1]
    owner = np.hypot(*offsets).argmin(axis=2)
    for index in range(2, len(places)):
        own = ink * (owner == index)
        centroid = np.array([(own * across).sum(), (own * down).sum()]) / own.sum()
        assert np.hypot(*(centroid - places[index])) < 0.75
        # The mark fills the box of its reach, and nothing lies outside of it.
        rows, columns = np.nonzero(own > 30)
        left, top, right, bottom = laid_out.reach[index]
        found = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])
        box = [*(places[index] - (left, top)), *(places[index] + (right, bottom))]
        assert np.abs(found - box).max() < 1.5


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.name == "sized and shaped"], ids=lambda case: case.name
)
def test_turned_and_shaped_marks_fill_their_boxes(case: Case) -> None:
    for index in (0, 7, 19):
        # One mark alone would be given another size, so the others are drawn fainter in both pictures.
        only = [1 if row == index else 0.35 for row in range(len(case.points.x))]
        own_spec = {**case.spec, "encoding": {**case.spec["encoding"]}}
        own_spec["encoding"]["opacity"] = {"field": "only", "type": "quantitative", "scale": None, "legend": None}
        pictures = [
            decoded(draw(case.points_with(only=shown), from_spec("one", own_spec), [2.0])[2.0])
            for shown in (only, [0.35] * len(only))
        ]
        laid_out = layout(from_spec("one", own_spec), case.points_with(only=only), 2.0)
        rows, columns = np.nonzero(np.abs(pictures[0] - pictures[1]).sum(axis=2) > 30)
        place, reach = laid_out.to_pixels(case.points.x, case.points.y)[index], laid_out.reach[index]
        found = [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
        np.testing.assert_allclose(found, [*(place - reach[:2]), *(place + reach[2:])], rtol=0, atol=1.5)


def test_a_clipped_point_is_not_in_the_annotations() -> None:
    x, y = np.array([0.0, 1, 2, 3, 4, 5, 30, 31]), np.array([0.0, 5, 2, 3, 1, 4, 2, 3])
    cluster, outlier = np.array([0, 0, 0, 1, 1, -1, 1, 2]), np.array([-1, 0, -1, -1, -1, -1, 0, -1])
    far = OwnPoints(x, y, cluster, outlier)
    clipped = spec(scale(domain=[0, 4]), scale(domain=[0, 5]), mark={"type": "point", "clip": True})
    laid_out = layout(from_spec("clipped", clipped), far, 1.0)
    found = annotations(far, laid_out)
    places = laid_out.to_pixels(x, y)
    assert [cluster["n"] for cluster in found["clusters"]] == [3, 2]
    assert found["clusters"][1]["box"] == pytest.approx([places[3, 0], places[3, 1], places[4, 0], places[4, 1]])
    assert found["outliers"] == [pytest.approx(places[1].tolist())]
    assert found["hidden"] == {"points": 3, "clusters": 1, "outliers": 1}
    unknown = annotations(OwnPoints(x, y), laid_out)
    assert unknown == {"clusters": None, "outliers": None, "hidden": {"points": 3, "clusters": None, "outliers": None}}
    # The same chart whose marks are not cut off grows to show them all.
    whole = spec(scale(domain=[0, 4]), scale(domain=[0, 5]))
    assert "hidden" not in annotations(far, layout(from_spec("whole", whole), far, 1.0))


def test_points_beyond_the_picture_are_hidden_too() -> None:
    x, y = np.array([0.0, 1, 2, 300]), np.array([0.0, 5, 2, 3])
    cut = spec(scale(domain=[0, 4]), autosize="none")
    laid_out = layout(from_spec("cut", cut), OwnPoints(x, y), 1.0)
    assert laid_out.visible is not None
    assert laid_out.visible.tolist() == [True, True, True, False]


def test_a_transparent_background_is_white() -> None:
    picture = decoded(draw(points(), from_spec("bare", spec(background="transparent")), [1.0])[1.0])
    assert picture[0, 0].tolist() == [255, 255, 255]


def test_the_largest_picture_is_stated() -> None:
    large = from_spec("large", spec(width=3000, height=50))
    assert layout(large, points(), 1.0).width > 3000
    with pytest.raises(SnellenError, match=r"at scale 2 is 6,\d+ × \d+ pixels"):
        draw(points(), large, [2.0])


SCRIPT = """
import hashlib
from tests.benchmarks.biy.own.specs import CASES
from snellen.benchmarks.biy.draw import draw
from snellen.benchmarks.biy.own import from_spec
for case in CASES:
    if case.name.startswith("time") or case.name in ("sized and shaped", "fitted with a title"):
        config = {"font": "Arial", "axis": {"labelFont": "Helvetica"}, "title": {"font": "Liberation Sans"}}
        design = from_spec(case.name, {**case.spec, "config": config})
        print(case.name, hashlib.sha256(draw(case.points, design, [1.0])[1.0]).hexdigest())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there are fonts read from a home that a test can choose")
def test_neither_fonts_nor_the_time_zone_of_the_machine_matter(tmp_path: Path) -> None:
    for family in ("Arial", "Helvetica", "Liberation Sans"):
        doctored_font(family, tmp_path / f"home/.local/share/fonts/{family}.ttf")
    outputs = []
    for home, zone in (("home", "Asia/Tokyo"), ("bare", "America/Los_Angeles")):
        (tmp_path / home).mkdir(exist_ok=True)
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "HOME": str(tmp_path / home), "TZ": zone, "PYTHONPATH": os.pathsep.join(sys.path)},
            cwd=Path(__file__).parents[4],
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        outputs.append(run.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") > 6


def test_the_same_points_give_the_same_bytes() -> None:
    design = from_spec("sized", INKED["sized"])
    once = draw(points(), design, [1.0])[1.0]
    assert (
        hashlib.sha256(draw(points(), from_spec("sized", design.spec), [1.0])[1.0]).digest()
        == hashlib.sha256(once).digest()
    )

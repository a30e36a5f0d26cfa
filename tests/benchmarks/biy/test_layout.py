"""Layouts against the published annotations, Vega's own scenegraph and Matplotlib's own transforms."""

import json
from typing import Any

import numpy as np
import pytest
from tests.benchmarks.biy.point_sets import SHARED, Points, chart_of, isolated, released, scattered

from snellen.benchmarks.biy.annotations import annotations
from snellen.benchmarks.biy.designs import DESIGNS, PAPER_DESIGNS, SCALES, Design
from snellen.benchmarks.biy.layout import layout
from snellen.errors import SnellenError
from snellen.typeface import registered_family

PUBLISHED = SHARED / "published_annotations.json"
VEGA_DESIGNS = [design for design in DESIGNS.values() if design.renderer == "vega"]
DATA = {
    "plain": scattered(1, 60),
    "large": scattered(2, 200, 3.7, 41_234.0),
    "small": scattered(3, 40, 2e-4, 900.0),
    "few": scattered(4, 5, 120.0, 1e6),
    "on the edge": Points(np.array([0.0, 10.0, 3.0, 10.0, 0.0]), np.array([0.0, 20.0, 20.0, 5.0, 1.0])),
}


def by_name(design: Design) -> str:
    return design.name


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published annotations are not at hand")
@pytest.mark.parametrize("design", PAPER_DESIGNS, ids=by_name)
def test_published_annotations_are_reproduced(design: Design) -> None:
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    points = released(SHARED / "samples" / f"{published['dataset_id']}.json")
    scale = float(published["scale_factor"])
    ours = annotations(points, layout(design, points, scale))
    theirs = published["designs"][design.name]

    def in_order(rows: list[list[float]]) -> np.ndarray:
        return np.array(sorted(rows, key=lambda row: np.round(row, 3).tolist()))

    boxes = in_order([cluster["box"] + cluster["center"] for cluster in ours["clusters"]])
    expected = in_order([box + center for box, center in zip(theirs["bboxes"], theirs["points"], strict=True)])
    np.testing.assert_allclose(boxes, expected, rtol=0, atol=1e-6)
    assert ours["outliers"] == []


def scenegraph_places(design: Design, points: Points) -> np.ndarray:
    """Where Vega puts every mark, all points given to it: shape (n, 2), at scale 1."""
    import vl_convert

    spec = {**design.spec, "data": {"values": points.rows()}}
    spec["config"] = {**spec.get("config", {}), "font": registered_family()}
    graph = vl_convert.vegalite_to_scenegraph(spec, vl_version="6.1")

    def symbols(node: dict[str, Any]) -> list[dict[str, Any]]:
        if node.get("marktype") == "symbol":
            return list(node["items"])
        return [found for item in node.get("items", []) for found in symbols(item)]

    return np.asarray(
        np.array([[item.get("x", 0), item.get("y", 0)] for item in symbols(graph["scenegraph"])]) + graph["origin"]
    )


@pytest.mark.parametrize("name", DATA)
@pytest.mark.parametrize("design", VEGA_DESIGNS, ids=by_name)
def test_every_point_lies_where_vega_puts_it(design: Design, name: str) -> None:
    points = DATA[name]
    expected = scenegraph_places(design, points)
    for scale in SCALES:
        laid_out = layout(design, points, scale)
        np.testing.assert_allclose(
            chart_of(laid_out).to_pixels(points.x, points.y), expected * scale, rtol=0, atol=1e-6
        )


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.exists(), reason="the released samples are not at hand")
@pytest.mark.parametrize("design", VEGA_DESIGNS, ids=by_name)
def test_every_point_of_the_released_samples_lies_where_vega_puts_it(design: Design) -> None:
    for path in sorted((SHARED / "samples").glob("*.json")):
        points = released(path)
        laid_out = layout(design, points, 1.0)
        places = laid_out.to_pixels(points.x, points.y)
        np.testing.assert_allclose(places, scenegraph_places(design, points), rtol=0, atol=1e-6, err_msg=path.stem)


@pytest.mark.parametrize("scale", SCALES)
def test_matplotlib_agrees_with_the_layout_in_closed_form(scale: float) -> None:
    from matplotlib import rc_context, rcParamsDefault
    from matplotlib.figure import Figure

    points = scattered(6, 50, 7.0, 300.0)
    defaults = {key: value for key, value in rcParamsDefault.items() if not key.startswith("backend")}
    with rc_context(defaults):
        figure = Figure(dpi=100 * scale)
        axes = figure.subplots()
        axes.scatter(points.x, points.y)
        figure.draw_without_rendering()
        places = axes.transData.transform(np.column_stack([points.x, points.y]))
        frame = axes.get_window_extent()
        width, height = figure.canvas.get_width_height()
    laid_out = layout(DESIGNS["matplotlib"], points, scale)
    assert (laid_out.width, laid_out.height) == (width, height)
    expected = np.column_stack([places[:, 0], height - places[:, 1]])
    np.testing.assert_allclose(laid_out.to_pixels(points.x, points.y), expected, rtol=0, atol=1e-6)
    plot = laid_out.plot
    np.testing.assert_allclose(
        [plot.left, plot.top, plot.right, plot.bottom],
        [frame.x0, height - frame.y1, frame.x1, height - frame.y0],
        rtol=0,
        atol=1e-6,
    )


@pytest.mark.parametrize("design", DESIGNS.values(), ids=by_name)
def test_layout_grows_with_the_scale(design: Design) -> None:
    points = isolated()
    one, two = layout(design, points, 1.0), layout(design, points, 2.0)
    np.testing.assert_allclose(two.to_pixels(points.x, points.y), 2 * one.to_pixels(points.x, points.y), rtol=1e-12)
    np.testing.assert_allclose(two.reach, 2 * one.reach)
    assert 0 <= two.width - 2 * one.width <= 1
    assert 0 <= two.height - 2 * one.height <= 1


@pytest.mark.parametrize(
    ("x", "y", "names"),
    [([], [], "x"), ([1.0, 1.0], [0.0, 1.0], "x"), ([0.0, 1.0], [2.0, 2.0], "y"), ([0.0, np.nan], [0.0, 1.0], "x")],
)
@pytest.mark.parametrize("name", ["default", "matplotlib"])
def test_points_without_extent_have_no_layout(name: str, x: list[float], y: list[float], names: str) -> None:
    with pytest.raises(SnellenError, match=f"differ in {names}"):
        layout(DESIGNS[name], Points(np.array(x), np.array(y)), 1.0)

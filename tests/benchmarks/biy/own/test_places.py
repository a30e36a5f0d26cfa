"""Users' designs: every mark of Vega's own scenegraph stands where the annotated axes have its point."""

from typing import Any

import numpy as np
import pytest
from tests.benchmarks.biy.own.specs import CASES, Case, scenegraph_marks
from tests.benchmarks.biy.point_sets import chart_of, scattered

from snellen.benchmarks.biy.annotations import annotations
from snellen.benchmarks.biy.designs import PAPER_DESIGNS, SCALES
from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.own import OwnPoints, from_spec
from snellen.dataset import Chart


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_point_lies_where_vega_puts_it(case: Case) -> None:
    design = from_spec(case.name, case.spec)
    origin, marks = scenegraph_marks(case)
    expected = np.array([[mark["x"], mark["y"]] for mark in marks]) + origin
    for scale in SCALES:
        laid_out = layout(design, case.points, scale)
        again = Chart.model_validate_json(chart_of(laid_out).model_dump_json())
        np.testing.assert_allclose(again.to_pixels(case.points.x, case.points.y), expected * scale, rtol=0, atol=1e-6)
        assert [axis.scale for axis in laid_out.axes] == [case.x_scale, case.y_scale]
        assert [axis.domain[0] < axis.domain[1] for axis in laid_out.axes] == [True, True]
        assert [axis.reversed for axis in laid_out.axes] == [case.x_reversed, case.y_reversed]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_design_is_made_again_of_its_own_specification(case: Case) -> None:
    once = from_spec(case.name, case.spec)
    again = from_spec(once.name, once.spec)
    assert again.spec == once.spec
    assert (again.x_field, again.y_field, again.fields) == (once.x_field, once.y_field, once.fields)
    one, two = layout(once, case.points, 1.0), layout(again, case.points, 1.0)
    assert (one.axes, one.plot, one.width, one.height) == (two.axes, two.plot, two.width, two.height)


def test_other_columns_can_be_put_on_the_axes() -> None:
    spec: dict[str, Any] = {
        "mark": "point",
        "encoding": {axis: {"field": axis, "type": "quantitative"} for axis in "xy"},
    }
    design = from_spec("other", spec, x="a.b [c]", y="d")
    assert (design.x_field, design.y_field, design.fields) == ("a.b [c]", "d", ())
    assert from_spec("other", design.spec).x_field == "a.b [c]"


@pytest.mark.parametrize("design", PAPER_DESIGNS, ids=lambda design: design.name)
def test_papers_designs_take_points_of_unknown_clusters(design: Any) -> None:
    known = scattered(31, 40)
    points = OwnPoints(known.x, known.y)
    found = annotations(points, layout(design, points, 1.0))
    assert found == {"clusters": None, "outliers": None}

"""What is drawn over a picture: in its pixels, unknown never as none, and nothing that has another form."""

import json
import math
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from snellen.dataset import Chart, Rectangle
from snellen.gallery.overlay import LAYERS, layers_of, overlay

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
PLACES = st.lists(st.floats(-1e6, 1e6) | st.integers() | ANY_JSON, min_size=1, max_size=5)
CLUSTERS = st.fixed_dictionaries(
    {}, optional={"label": ANY_JSON, "n": ANY_JSON, "box": PLACES, "center": PLACES, "box_with_marks": PLACES}
)


def test_places_are_those_of_the_annotations() -> None:
    cluster = {"label": 3, "n": 40, "box": [10, 20.126, 30, 40], "center": [15, 25], "box_with_marks": [8, 18, 32, 42]}
    found = overlay(_chart({"clusters": [cluster], "outliers": [[1.5, 2], [3, 4]]}, plot=(5, 6, 100, 200)))
    assert found == {
        "clusters": [
            {"label": "3", "n": 40, "boxes": [10, 20.13, 30, 40], "centres": [15, 25], "marks": [8, 18, 32, 42]}
        ],
        "outliers": [[1.5, 2], [3, 4]],
        "plot": [5, 6, 105, 206],
    }
    assert layers_of(found) == set(LAYERS)


def test_unknown_is_not_none() -> None:
    assert overlay(_chart({"clusters": None, "outliers": []})) == {"clusters": None, "outliers": []}
    assert overlay(_chart({"outliers": None})) == {"outliers": None}
    assert layers_of({"clusters": None, "outliers": []}) == set()


def test_charts_of_benchmarks_without_clusters_stay_as_they_are() -> None:
    assert overlay(_chart({})) is None
    assert overlay(_chart({"evidence": [{"kind": "peak", "pixel": [1, 2]}]}, plot=(5, 6, 100, 200))) is None


def test_a_cluster_may_have_a_name_and_a_box_alone() -> None:
    found = overlay(_chart({"clusters": [{"label": "setosa" * 20, "box": [1, 2, 3, 4]}]}))
    assert found == {"clusters": [{"label": ("setosa" * 20)[:60], "boxes": [1, 2, 3, 4]}]}
    assert layers_of(found) == {"boxes"}


@given(st.fixed_dictionaries({"clusters": st.lists(CLUSTERS, max_size=3) | ANY_JSON, "outliers": ANY_JSON}))
@example({"clusters": [{"box": [1, 2, 3, 10**400]}], "outliers": [[math.inf, 0]]})
def test_whatever_stands_in_annotations_nothing_else_is_drawn(annotations: dict[str, Any]) -> None:
    found = overlay(_chart(annotations)) or {}
    json.dumps(found, allow_nan=False)
    assert layers_of(found) <= set(LAYERS)
    for key in ("clusters", "outliers"):
        if annotations[key] is None:
            assert found[key] is None
        elif key in found:
            assert len(found[key]) == len(annotations[key])
    for cluster in found.get("clusters") or []:
        for layer, size in (("boxes", 4), ("centres", 2), ("marks", 4)):
            assert layer not in cluster or [type(value) in (int, float) for value in cluster[layer]] == [True] * size


def _chart(annotations: dict[str, Any], plot: tuple[float, float, float, float] | None = None) -> Chart:
    rectangle = None
    if plot:
        left, top, width, height = plot
        rectangle = Rectangle(left=left, top=top, width=width, height=height)
    chart = Chart(chart_id="c", source_id="c", file_name="c.png", width=300, height=300, plot=rectangle)
    return chart.model_copy(update={"annotations": annotations})

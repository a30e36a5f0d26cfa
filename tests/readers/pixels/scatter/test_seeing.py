"""Whole pictures in looks that no generator of this package draws."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tests.readers.pixels.scatter.drawing import Look, blob, picture

from snellen.readers.pixels.scatter import answer_seen, explain_scatter, perceive_scatter

LOOKS = {
    "red on white": Look(),
    "grey panel, white grid": Look(panel=(229, 229, 229), grid=(255, 255, 255), frame=None, colours=((30, 30, 30),)),
    "translucent on cream": Look(page=(250, 244, 230), panel=(250, 244, 230), opacity=0.5, grid=(225, 215, 200)),
    "bright on black": Look(page=(0, 0, 0), panel=(0, 0, 0), frame=(200, 200, 200), colours=((255, 230, 90),)),
    "squares": Look(shape="square", colours=((20, 120, 60),), opacity=0.8),
    "diamonds": Look(shape="diamond", colours=((120, 20, 160),)),
    "rings": Look(shape="ring", radius=6, colours=((0, 90, 180),)),
    "large": Look(width=900, height=700, radius=9, opacity=0.6),
    "small": Look(width=220, height=190, margin=25, radius=2.6),
    "no axes": Look(frame=None),
}


@pytest.mark.parametrize("name", LOOKS)
def test_clusters_are_counted_boxed_and_centred(name: str) -> None:
    look = LOOKS[name]
    rng = np.random.default_rng(5)
    unit = look.width / 420
    groups = [
        blob(rng, (center[0] * unit, center[1] * unit * look.height / look.width * 420 / 360), 11 * unit, 40)
        for center in ((110, 100), (300, 140), (190, 260))
    ]
    seen = perceive_scatter(picture(np.concatenate(groups), look))
    assert len(seen.grouping.boxes) == 3
    assert not seen.grouping.outlier.any()
    for group in groups:
        nearest = np.abs(seen.grouping.centers - group.mean(axis=0)).max(axis=1).argmin()
        np.testing.assert_allclose(seen.grouping.centers[nearest], group.mean(axis=0), atol=5 * unit)
        box = [*group.min(axis=0), *group.max(axis=0)]
        np.testing.assert_allclose(seen.grouping.boxes[nearest], box, atol=3)


@pytest.mark.parametrize("name", ["red on white", "translucent on cream", "bright on black", "squares", "rings"])
def test_outliers_are_found_beside_a_cluster(name: str) -> None:
    outliers = np.array([[70.0, 300.0], [350.2, 80.7], [340.0, 290.5]])
    points = np.concatenate([blob(np.random.default_rng(1), (170, 150), 16, 250), outliers])
    seen = perceive_scatter(picture(points, LOOKS[name]))
    found = seen.places[seen.grouping.outlier]
    assert len(seen.grouping.boxes) == 1
    assert len(found) == len(outliers)
    np.testing.assert_allclose(found[np.argsort(found[:, 0])], outliers[np.argsort(outliers[:, 0])], atol=0.6)


def test_colours_by_chance_make_no_difference() -> None:
    look = Look(colours=((200, 60, 40), (40, 90, 200), (60, 160, 60)), opacity=0.7)
    rng = np.random.default_rng(2)
    points = np.concatenate([blob(rng, center, 12, 60) for center in ((100, 110), (310, 250))])
    seen = perceive_scatter(picture(points, look, [int(each) for each in rng.integers(0, 3, len(points))]))
    assert len(seen.grouping.boxes) == 2


def test_scattered_marks_are_neither_clusters_nor_outliers() -> None:
    grid = np.stack(np.meshgrid(np.linspace(60, 360, 9), np.linspace(60, 300, 7)), axis=-1).reshape(-1, 2)
    points = grid + np.random.default_rng(3).uniform(-14, 14, grid.shape)
    seen = perceive_scatter(picture(points))
    assert len(seen.places) == len(points)
    assert len(seen.grouping.boxes) == 0
    assert not seen.grouping.outlier.any()
    assert seen.grouping.relationship == "none"


@pytest.mark.parametrize(
    ("kind", "height"),
    [
        ("linear", lambda u: 0.1 + 0.8 * u),
        ("quadratic", lambda u: 0.1 + 3.2 * (u - 0.5) ** 2),
        ("exponential", lambda u: 0.05 + 0.9 * np.exp(8 * (u - 1))),
    ],
)
def test_relationships_are_named(kind: str, height: object) -> None:
    assert callable(height)
    rng = np.random.default_rng(4)
    u = rng.uniform(0, 1, 80)
    points = np.column_stack([60 + 300 * u, 310 - 260 * height(u) + rng.normal(0, 3, 80)])
    seen = perceive_scatter(picture(points))
    assert seen.grouping.relationship == kind
    assert len(seen.grouping.boxes) == 0


@pytest.mark.parametrize("size", [(1, 1), (7, 40), (16, 16), (300, 400)])
@pytest.mark.parametrize("level", [0, 128, 255])
def test_in_a_blank_picture_nothing_is_seen(size: tuple[int, int], level: int) -> None:
    seen = perceive_scatter(np.full((*size, 3), level, dtype=np.uint8))
    assert len(seen.places) == len(seen.grouping.boxes) == 0
    assert answer_seen(seen, "How many clusters are there in the scatterplot?") == "{0}"
    assert explain_scatter(seen)["marks"] == []


def test_half_a_picture_is_read_as_far_as_it_goes() -> None:
    rng = np.random.default_rng(6)
    whole = picture(np.concatenate([blob(rng, center, 10, 40) for center in ((110, 100), (300, 250))]))
    whole[180:] = 0
    assert perceive_scatter(whole).size == (420, 360)


@settings(max_examples=25, deadline=None)
@given(arrays(np.uint8, st.tuples(st.integers(1, 40), st.integers(1, 40), st.just(3))))
def test_no_picture_is_too_much(pixels: np.ndarray) -> None:
    seen = perceive_scatter(pixels)
    assert np.isfinite(seen.places).all()
    assert len(seen.grouping.cluster) == len(seen.places)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 25), st.floats(1.5, 12), st.floats(0.1, 1.0))
def test_marks_anywhere_are_no_harm(seed: int, n: int, radius: float, opacity: float) -> None:
    rng = np.random.default_rng(seed)
    look = Look(width=int(rng.integers(60, 260)), height=int(rng.integers(60, 260)), margin=12)
    places = rng.uniform(-5, 265, (n, 2))
    seen = perceive_scatter(picture(places, Look(look.width, look.height, 12, radius=radius, opacity=opacity)))
    assert ((seen.places >= 0) & (seen.places <= seen.size)).all()

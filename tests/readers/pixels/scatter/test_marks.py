"""Marks one by one: size, opacity, places."""

import numpy as np
import pytest
from scipy.spatial import KDTree
from tests.readers.pixels.scatter.drawing import Bytes, Look, blob, picture

from snellen.readers.pixels.scatter.ground import find_ground
from snellen.readers.pixels.scatter.ink import find_ink
from snellen.readers.pixels.scatter.layers import find_layers
from snellen.readers.pixels.scatter.marks import Marks, find_marks
from snellen.readers.pixels.scatter.template import find_template, stamp


def _marks(pixels: Bytes) -> tuple[Marks, float, float]:
    ink = find_ink(pixels, find_ground(pixels))
    layers = find_layers(ink)
    template = find_template(ink, layers)
    return find_marks(ink, layers, template), template.radius, layers.opacity


@pytest.mark.parametrize("radius", [2.0, 4.5, 9.0])
@pytest.mark.parametrize("opacity", [0.4, 1.0])
def test_marks_that_stand_alone_are_placed_to_a_fraction_of_a_pixel(radius: float, opacity: float) -> None:
    grid = np.stack(np.meshgrid(np.arange(60, 360, 33), np.arange(60, 300, 31)), axis=-1).reshape(-1, 2)
    places = grid + np.random.default_rng(0).uniform(-4, 4, grid.shape)
    found, size, _ = _marks(picture(places, Look(radius=radius, opacity=opacity)))
    assert len(found.places) == len(places)
    assert np.max(KDTree(found.places).query(places)[0]) < 0.25
    assert size == pytest.approx(radius, abs=0.35)


@pytest.mark.parametrize("opacity", [0.35, 0.5, 0.7])
def test_overlapping_translucent_marks_are_told_apart_and_their_opacity_is_seen(opacity: float) -> None:
    rng = np.random.default_rng(1)
    places = np.concatenate([blob(rng, (200, 180), 22, 90), rng.uniform(60, 300, (20, 2))])
    found, _, seen = _marks(picture(places, Look(opacity=opacity)))
    assert seen == pytest.approx(opacity, abs=0.06)
    assert len(found.places) + len(found.crowd) > 0.85 * len(places)
    assert np.quantile(KDTree(found.places).query(places)[0], 0.8) < 2


@pytest.mark.parametrize("gap", [5.0, 6.5, 8.0])
def test_two_opaque_marks_that_overlap_are_two(gap: float) -> None:
    alone = np.array([[70.0, 70.0], [70.0, 200.0], [300.0, 80.0], [320.0, 280.0]])
    pair = np.array([[200.0, 180.0], [200.0 + gap, 180.0]])
    found, _, _ = _marks(picture(np.concatenate([alone, pair])))
    assert len(found.places) == 6
    assert np.max(KDTree(found.places).query(pair)[0]) < 1.2


@pytest.mark.parametrize("form", ["disc", "square"])
def test_a_stamp_covers_its_area(form: str) -> None:
    area = {"disc": np.pi * 25, "square": 100.0}[form]
    assert float(stamp(form, 5.0, 0.25, -0.4).sum()) == pytest.approx(area, rel=0.01)

"""Counting: as many marks as the answer says, none of them touching."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist, pdist

from snellen.benchmarks.grab.looks import to_pixels
from snellen.benchmarks.grab.plan.counting import points_recipe, series_count_recipe
from snellen.benchmarks.grab.plan.draft import Request
from snellen.benchmarks.grab.scene import Points


def _request(property_: str, target: float) -> Request:
    return Request("properties", property_, "data", 1.0, 0, target)


@pytest.mark.parametrize("n", [15, 40, 96])
def test_points_are_counted_and_do_not_merge(n: int) -> None:
    drawn = 0
    for seed in range(8):
        draft = points_recipe(np.random.default_rng(seed), _request("number of points", n))
        if draft is None:
            continue
        drawn += 1
        (mark,) = draft.scene.marks
        assert isinstance(mark, Points)
        assert draft.values == (n,)
        assert len(mark.x) == len(draft.evidence) == n
        nearest = pdist(to_pixels(draft.scene.look, mark.x, mark.y)).min()
        size = mark.size * draft.scene.look.dpi / 72
        assert draft.margin is not None
        assert 0.99 <= draft.margin <= (nearest - size) / 2 + 1e-6
        # Two marks that move towards each other by the margin are still two.
        assert nearest - 2 * draft.margin >= size - 1e-6
    assert drawn >= 6


@pytest.mark.parametrize("k", [1, 5, 12])
def test_series_are_counted_and_none_is_hidden(k: int) -> None:
    drawn = 0
    for seed in range(8):
        draft = series_count_recipe(np.random.default_rng(seed), _request("number of series", k))
        if draft is None:
            continue
        drawn += 1
        marks = [mark for mark in draft.scene.marks if isinstance(mark, Points)]
        assert draft.values == (k,)
        assert len(marks) == len({mark.color for mark in marks}) == k
        assert all(len(mark.x) >= 5 for mark in marks)
        assert draft.margin is not None
        assert draft.margin >= 0.99
        pixels = [to_pixels(draft.scene.look, mark.x, mark.y) for mark in marks]
        size = marks[0].size * draft.scene.look.dpi / 72
        assert size >= 6.99
        for i in range(k):
            for j in range(i):
                assert cdist(pixels[i], pixels[j]).min() >= size + 2 * draft.margin - 1e-6
    assert drawn >= 5


def test_a_target_near_a_whole_number_is_that_number() -> None:
    draft = points_recipe(np.random.default_rng(3), _request("number of points", 20.3))
    assert draft is not None
    assert draft.values == (20.0,)

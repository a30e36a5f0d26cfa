"""The page under the marks."""

import numpy as np
import pytest
from tests.readers.pixels.scatter.drawing import Look, blob, picture

from snellen.readers.pixels.scatter.ground import find_ground

LOOKS = [
    Look(grid=(220, 220, 220)),
    Look(panel=(234, 234, 242), grid=(255, 255, 255), frame=None),
    Look(page=(20, 20, 30), panel=(20, 20, 30), frame=(230, 230, 230), grid=(90, 90, 90), colours=((240, 200, 60),)),
]


@pytest.mark.parametrize("look", LOOKS)
def test_the_plot_is_found_and_the_ground_is_the_picture_without_marks(look: Look) -> None:
    rng = np.random.default_rng(0)
    points = np.concatenate([blob(rng, center, 12, 60) for center in ((120, 110), (300, 240))])
    ground, empty = find_ground(picture(points, look)), picture(np.zeros((0, 2)), look)
    left, top, right, bottom = look.plot
    assert np.abs(np.array([ground.left, ground.top, ground.right, ground.bottom]) - look.plot).max() <= 2
    assert ground.framed
    inside = slice(top + 3, bottom - 3), slice(left + 3, right - 3)
    # On a line a mark's edge can be taken for one of the line.
    np.testing.assert_allclose(ground.pixels[inside].astype(int), empty[inside].astype(int), atol=20)


def test_without_lines_the_whole_picture_is_the_plot() -> None:
    ground = find_ground(picture(blob(np.random.default_rng(1), (200, 180), 20, 50), Look(frame=None)))
    assert not ground.framed
    assert (ground.left, ground.top, ground.right, ground.bottom) == (0, 0, 420, 360)

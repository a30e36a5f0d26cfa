"""Draws a planned chart: one picture, losslessly small, with nothing in the file but pixels."""

from snellen.benchmark import Drawing, PlannedChart
from snellen.benchmarks.chartom.plan import Picture
from snellen.benchmarks.chartom.scene import MapPicture
from snellen.png import encode_small

__all__ = ["draw"]


def draw(planned: PlannedChart) -> Drawing:
    """The picture of a planned chart as a PNG file, the same bytes on any machine with the same libraries.

    A map's annotations come with its drawing; those of other charts stand in the plan.
    """
    picture: Picture = planned.scene
    if isinstance(picture.scene, MapPicture):
        from snellen.benchmarks.chartom.maps import draw_map

        return Drawing(*draw_map(picture.scene.scene, picture.scene.area))
    from snellen.benchmarks.chartom.drawing import pixels_of

    pixels = pixels_of(picture.scene)
    assert pixels.shape == (picture.scene.height, picture.scene.width, 3), "the picture has not the size of its scene"
    return Drawing(encode_small(pixels, picture.optimize))

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

        image, found = draw_map(picture.scene.scene, picture.scene.area)
        return Drawing(image if picture.optimize == "fast" else _squeezed(image), found)
    from snellen.benchmarks.chartom.drawing import pixels_of

    pixels = pixels_of(picture.scene)
    assert pixels.shape == (picture.scene.height, picture.scene.width, 3), "the picture has not the size of its scene"
    return Drawing(encode_small(pixels, picture.optimize))


def _squeezed(image: bytes) -> bytes:
    """The same pixels in fewer bytes."""
    import io

    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(image)) as picture:
        return encode_small(np.asarray(picture.convert("RGB")), "max")

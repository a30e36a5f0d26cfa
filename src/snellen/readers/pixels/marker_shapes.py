"""What people call the shape of a mark."""

import numpy as np

from snellen.readers.pixels.picture import Mask

__all__ = ["shape_name"]

_SIDE = 33


def shape_name(mask: Mask) -> str:
    """The shape that a mark's pixels have most in common with.

    One of circles, squares, triangles, diamonds, plus signs, crosses.
    """
    import cv2

    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    cut = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].astype(np.float32)
    seen = cv2.resize(cut, (_SIDE, _SIDE), interpolation=cv2.INTER_LINEAR) >= 0.5
    shapes = _shapes()
    return max(shapes, key=lambda name: float((seen & shapes[name]).sum() / max(1, (seen | shapes[name]).sum())))


def _shapes() -> dict[str, Mask]:
    v, u = (np.indices((_SIDE, _SIDE)) - _SIDE // 2) / (_SIDE / 2)
    across, down = np.abs(u), np.abs(v)
    turned_u, turned_v = (u + v) / 2**0.5, (u - v) / 2**0.5
    # A cross that fills its square has arms that end in its corners.
    arm = np.minimum(np.abs(turned_u), np.abs(turned_v))
    return {
        "circles": u**2 + v**2 <= 1,
        "squares": across <= 1,
        "triangles": across <= (v + 1) / 2,
        "diamonds": across + down <= 1,
        "plus signs": np.minimum(across, down) <= 1 / 3,
        "crosses": arm <= 0.36,
    }

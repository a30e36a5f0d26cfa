"""Small pictures for tests of imports."""

import io

from PIL import Image

__all__ = ["picture"]


def picture(shade: int = 0) -> bytes:
    """A PNG file of 30 by 20 pixels in one colour."""
    buffer = io.BytesIO()
    Image.new("RGB", (30, 20), (shade % 256, 0, 0)).save(buffer, "PNG")
    return buffer.getvalue()

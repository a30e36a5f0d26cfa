"""Pictures made small enough for a page: WebP, in parallel, a few at a time."""

import io
import os
import warnings
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from snellen.pages.quick_png import open_plain_png

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["Shrunken", "shrink", "shrink_all"]

_QUALITY = 78
_METHOD = 1
_TALLEST = 4
_NEAR = 0.9
_FORMATS = ("PNG", "JPEG", "WEBP")
"""What datasets hold. Pillow reads others too, some of which start programs."""


@dataclass(frozen=True, slots=True)
class Shrunken:
    """A picture made small: its WebP bytes and its size in pixels, or why there is none."""

    data: bytes
    width: int = 0
    height: int = 0
    fault: str | None = None


def shrink(path: Path, width: int) -> Shrunken:
    """A picture at most `width` pixels wide (never enlarged) as WebP on white.

    Never raises for what is on disk: `fault` says "missing", or "damaged" for a file that is cut short or is no picture
    of a format that datasets hold (PNG, JPEG, WebP).
    """
    from PIL import Image

    if not path.is_file():
        return Shrunken(b"", fault="missing")
    try:
        picture = open_plain_png(path)
        if picture is None:
            with Image.open(path, formats=_FORMATS) as opened:
                picture = _on_white(opened)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return Shrunken(b"", fault="damaged")
    factor = -(-picture.width // width)
    if factor > 1 and picture.width / factor >= _NEAR * width and picture.height / factor <= width * _TALLEST:
        # A whole factor that comes near enough takes a third of the time.
        picture = picture.reduce(factor)
    else:
        picture.thumbnail((width, width * _TALLEST), Image.Resampling.HAMMING, reducing_gap=1.0)
    buffer = io.BytesIO()
    picture.save(buffer, "WEBP", quality=_QUALITY, method=_METHOD)
    return Shrunken(buffer.getvalue(), picture.width, picture.height)


def shrink_all(paths: Iterable[Path], width: int, jobs: int | None = None) -> Generator[Shrunken, None, None]:
    """`shrink` over many paths, in their order, on `jobs` threads (all cores by default).

    Pillow decodes and encodes outside the interpreter's lock. Memory is flat: a few pictures are held at a time, and
    one so large that Pillow warns of it counts as damaged.
    """
    from PIL import Image

    workers = jobs or os.cpu_count() or 1
    waiting: deque[Future[Shrunken]] = deque()
    with (
        warnings.catch_warnings(),  # around the pool: the filters are the process's, not a thread's
        ThreadPoolExecutor(workers, thread_name_prefix="snellen-picture") as pool,
    ):
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            for path in paths:
                waiting.append(pool.submit(shrink, path, width))
                if len(waiting) > 3 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _on_white(opened: "Image") -> "Image":
    from PIL import Image as Pillow

    if opened.mode in ("RGBA", "LA", "PA") or "transparency" in opened.info:
        layer = opened.convert("RGBA")
        ground = Pillow.new("RGBA", layer.size, "white")
        ground.alpha_composite(layer)
        return ground.convert("RGB")
    if opened.mode == "RGB":
        opened.load()
        return opened
    return opened.convert("RGB")

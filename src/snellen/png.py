"""PNG files from pixels, without metadata: `encode` for speed, `encode_small` for few bytes.

The format is that of the PNG specification, third edition (W3C, 2025). `encode` writes 8-bit RGB, every row filtered
by Up and deflated by zlib-ng. The filter Up takes from each byte the one above
it, which leaves mostly zeros of a plot (white ground, steep strokes). Rows go through in bands that fit in the
processor's cache, so an encoder takes a megabyte beside the pixels and the file.
"""

import struct
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["Effort", "encode", "encode_small"]

Pixels = NDArray[np.uint8]
Effort = Literal["fast", "max"]

RGB, PALETTE = 2, 3
UP = 2
LEVEL = 2
"""Of zlib-ng. On plots, level 3 gains 2 % of the bytes for 70 % more time, level 1 loses 30 % for 10 % less."""
BAND_BYTES = 1 << 19


def encode(pixels: Pixels) -> bytes:
    """A PNG file of opaque pixels: shape (height, width, 3), or (height, width, 4) with an alpha of 255 everywhere.

    The same pixels give the same bytes, with the same version of zlib-ng. Raises ValueError for another shape or type,
    or where a pixel is not opaque.
    """
    from zlib_ng import zlib_ng

    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] not in (3, 4) or 0 in pixels.shape:
        raise ValueError(f"pixels are 8-bit RGB or RGBA, not {pixels.dtype} of shape {pixels.shape}")
    pixels = np.ascontiguousarray(pixels)
    height, width, channels = pixels.shape
    packed = channels == 4 and _overlapping_writes_are_in_order()
    step = max(1, BAND_BYTES // (width * channels))
    compressor = zlib_ng.compressobj(LEVEL, zlib_ng.DEFLATED, zlib_ng.MAX_WBITS, 9)
    differences = np.empty((step, width, channels), dtype=np.uint8)
    parts = []
    for start in range(0, height, step):
        band = pixels[start : start + step]
        if channels == 4 and not _is_opaque(band):
            raise ValueError(f"a pixel of rows {start} to {start + len(band) - 1} is not opaque")
        np.subtract(band[1:], band[:-1], out=differences[1 : len(band)])
        np.subtract(band[0], pixels[start - 1] if start else np.uint8(0), out=differences[0])
        parts.append(compressor.compress(_rows(differences[: len(band)], packed)))
    parts.append(compressor.flush())
    return _file(width, height, 8, RGB, b"", b"".join(parts))


def encode_small(pixels: Pixels, effort: Effort = "fast") -> bytes:
    """A PNG file of opaque pixels of shape (height, width, 3) in few bytes, pixel for pixel the same.

    Up to 256 colours become a palette, in 1, 2, 4 or 8 bits a pixel. Rows are not filtered: drawings repeat themselves,
    and deflate finds that best in the colours themselves. `fast` deflates by zlib-ng's highest level; `max` by
    libdeflate's, at many times the time. The same pixels give the same bytes with the same versions of the two.
    Raises ValueError for another shape or type.
    """
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3 or 0 in pixels.shape:
        raise ValueError(f"pixels are 8-bit RGB, not {pixels.dtype} of shape {pixels.shape}")
    height, width, _ = pixels.shape
    palette, indices = _palette(pixels)
    if palette is None:
        depth, color_type, colors, body = 8, RGB, b"", np.ascontiguousarray(pixels).reshape(height, -1)
    else:
        depth = next(bits for bits in (1, 2, 4, 8) if len(palette) <= 1 << bits)
        color_type, colors, body = PALETTE, palette.tobytes(), _packed_bits(indices, depth)
    rows = np.zeros((height, 1 + body.shape[1]), dtype=np.uint8)  # the first byte of a row says: no filter
    rows[:, 1:] = body
    return _file(width, height, depth, color_type, colors, _deflated(rows.tobytes(), effort))


def _palette(pixels: Pixels) -> tuple[Pixels | None, Pixels]:
    """The colours, shape (n, 3), and each pixel's place among them; None where there are more than 256."""
    height, width, _ = pixels.shape
    words = np.zeros(height * width, dtype=np.uint32)
    for channel in range(3):
        words |= pixels[:, :, channel].reshape(-1).astype(np.uint32) << np.uint32(16 - 8 * channel)
    starts = np.flatnonzero(np.concatenate(([True], words[1:] != words[:-1])))
    colors, places = np.unique(words[starts], return_inverse=True)
    if len(colors) > 256:
        return None, np.empty(0, dtype=np.uint8)
    lengths = np.diff(np.append(starts, len(words)))
    indices = np.repeat(places.astype(np.uint8), lengths).reshape(height, width)
    return np.stack([colors >> 16, colors >> 8 & 255, colors & 255], axis=1).astype(np.uint8), indices


def _packed_bits(indices: Pixels, depth: int) -> Pixels:
    """Rows of indices of `depth` bits, the leftmost pixel in the highest bits of a byte."""
    if depth == 8:
        return indices
    each = 8 // depth
    height, width = indices.shape
    padded = np.zeros((height, -(-width // each) * each), dtype=np.uint8)
    padded[:, :width] = indices
    parts = padded.reshape(height, -1, each) << np.arange(8 - depth, -1, -depth, dtype=np.uint8)
    packed: Pixels = np.bitwise_or.reduce(parts, axis=2)
    return packed


def _deflated(data: bytes, effort: Effort) -> bytes:
    if effort == "max":
        import deflate

        return bytes(deflate.zlib_compress(data, 12))
    from zlib_ng import zlib_ng

    compressor = zlib_ng.compressobj(9, zlib_ng.DEFLATED, zlib_ng.MAX_WBITS, 9)
    return bytes(compressor.compress(data) + compressor.flush())


def _file(width: int, height: int, depth: int, color_type: int, palette: bytes, deflated: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, depth, color_type, 0, 0, 0)
    chunks = [(b"IHDR", header), *([(b"PLTE", palette)] if palette else []), (b"IDAT", deflated), (b"IEND", b"")]
    return b"".join((b"\x89PNG\r\n\x1a\n", *(part for kind, data in chunks for part in _chunk(kind, data))))


def _is_opaque(band: Pixels) -> bool:
    # A quarter of the bytes, looked at as whole pixels: the bitwise and of all of them keeps an alpha of 255.
    return bool(np.bitwise_and.reduce(band.reshape(-1).view(np.uint32)).tobytes()[3] == 255)


def _rows(differences: Pixels, packed: bool) -> Pixels:
    """Rows as they are compressed: a byte that names the filter, then three bytes a pixel."""
    height, width, _ = differences.shape
    row = 1 + 3 * width
    buffer = np.empty(height * row + 1, dtype=np.uint8)
    if packed:
        # Pixels of four bytes are laid three bytes apart, each over the alpha of its left neighbour; the alpha of the
        # last in a row falls on the next row's first byte, which is set below. Far quicker than taking the colours out.
        target: NDArray[np.uint32] = np.ndarray((height, width), np.uint32, buffer, offset=1, strides=(row, 3))
        np.copyto(target, differences.reshape(-1).view(np.uint32).reshape(height, width))
    else:
        body = np.ndarray((height, width, 3), np.uint8, buffer, offset=1, strides=(row, 3, 1))
        np.copyto(body, differences[:, :, :3])
    buffer[0 : height * row : row] = UP
    return buffer[: height * row]


@lru_cache(maxsize=1)
def _overlapping_writes_are_in_order() -> bool:
    """Whether this NumPy copies element after element, on which the quick way depends without a promise of NumPy's."""
    sample = np.random.default_rng(0).integers(0, 256, (7, 1031, 4), dtype=np.uint8)
    return bool(np.array_equal(_rows(sample, packed=True), _rows(sample, packed=False)))


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    from zlib_ng import zlib_ng

    return struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib_ng.crc32(data, zlib_ng.crc32(kind)))

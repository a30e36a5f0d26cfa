"""The encoder against Pillow's decoder, and against the PNG specification read byte by byte."""

import io
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from snellen import png
from snellen.png import Effort, encode, encode_small

EFFORTS: list[Effort] = ["fast", "max"]


def pixels_of(seed: int, height: int, width: int, channels: int, noise: float) -> np.ndarray:
    rng = np.random.default_rng(seed)
    pixels = np.full((height, width, channels), 255, dtype=np.uint8)
    where = rng.random((height, width)) < noise
    pixels[where, :3] = rng.integers(0, 256, (int(where.sum()), 3), dtype=np.uint8)
    return pixels


def decoded(data: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        assert image.mode == "RGB"
        return np.asarray(image)


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    assert data[:8] == bytes([137, 80, 78, 71, 13, 10, 26, 10])
    found, at = [], 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length) == (zlib.crc32(kind + body),)
        found.append((kind, body))
        at += length + 12
    return found


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    height=st.integers(1, 40),
    width=st.integers(1, 70),
    channels=st.sampled_from([3, 4]),
    noise=st.sampled_from([0.0, 0.02, 0.5, 1.0]),
)
def test_what_is_encoded_is_decoded(seed: int, height: int, width: int, channels: int, noise: float) -> None:
    pixels = pixels_of(seed, height, width, channels, noise)
    np.testing.assert_array_equal(decoded(encode(pixels)), pixels[:, :, :3])


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 5000), (5000, 1), (900, 1300), (2, 200_000)])
@pytest.mark.parametrize("channels", [3, 4])
def test_pictures_of_several_bands_and_of_rows_longer_than_a_band(height: int, width: int, channels: int) -> None:
    pixels = pixels_of(7, height, width, channels, 0.3)
    np.testing.assert_array_equal(decoded(encode(pixels)), pixels[:, :, :3])


def test_colours_alone_decide_the_bytes() -> None:
    pixels = pixels_of(3, 700, 900, 4, 0.1)
    assert encode(pixels) == encode(np.ascontiguousarray(pixels[:, :, :3]))
    assert encode(pixels) == encode(np.asfortranarray(pixels))
    assert encode(pixels[::-1][::-1]) == encode(pixels)


def test_without_quick_copies_the_file_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = pixels_of(4, 700, 900, 4, 0.1)
    expected = encode(pixels)
    monkeypatch.setattr(png, "_overlapping_writes_are_in_order", lambda: False)
    assert encode(pixels) == expected


def test_a_file_has_three_chunks_and_names_the_filter_of_each_row() -> None:
    pixels = pixels_of(5, 33, 21, 4, 0.4)
    (header, size), (data, body), (end, nothing) = chunks(encode(pixels))
    assert (header, data, end, nothing) == (b"IHDR", b"IDAT", b"IEND", b"")
    assert struct.unpack(">IIBBBBB", size) == (21, 33, 8, 2, 0, 0, 0)
    rows = np.frombuffer(zlib.decompress(body), dtype=np.uint8).reshape(33, 1 + 3 * 21)
    assert set(rows[:, 0]) == {2}
    undone = np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8).reshape(33, 21, 3)
    np.testing.assert_array_equal(undone, pixels[:, :, :3])


def test_a_transparent_pixel_is_refused_wherever_it_is() -> None:
    for place in ((0, 0), (1199, 899), (600, 450)):
        pixels = pixels_of(6, 1200, 900, 4, 0.0)
        pixels[(*place, 3)] = 254
        with pytest.raises(ValueError, match="not opaque"):
            encode(pixels)


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((4, 4), dtype=np.uint8),
        np.zeros((4, 4, 2), dtype=np.uint8),
        np.zeros((0, 4, 3), dtype=np.uint8),
        np.zeros((4, 4, 3), dtype=np.uint16),
    ],
)
def test_other_arrays_are_refused(pixels: np.ndarray) -> None:
    with pytest.raises(ValueError, match="8-bit RGB"):
        encode(pixels)


def of_colors(seed: int, height: int, width: int, count: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    palette = np.unique(rng.integers(0, 256, (4 * count, 3), dtype=np.uint8), axis=0)[:count]
    indices = rng.integers(0, len(palette), (height, width))
    indices.flat[: len(palette)] = np.arange(len(palette))[: height * width]
    return palette[indices]


@settings(max_examples=80, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    height=st.integers(1, 40),
    width=st.integers(1, 70),
    count=st.sampled_from([1, 2, 3, 4, 5, 16, 17, 255, 256, 257, 400]),
    effort=st.sampled_from(EFFORTS),
)
def test_what_is_encoded_small_is_decoded(seed: int, height: int, width: int, count: int, effort: Effort) -> None:
    pixels = of_colors(seed, height, width, count)
    data = encode_small(pixels, effort)
    with Image.open(io.BytesIO(data)) as image:
        np.testing.assert_array_equal(np.asarray(image.convert("RGB")), pixels)
    assert [kind for kind, _ in chunks(data) if kind != b"PLTE"] == [b"IHDR", b"IDAT", b"IEND"]


@pytest.mark.parametrize(("count", "depth"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)])
def test_few_colors_become_a_palette_of_the_fewest_bits(count: int, depth: int) -> None:
    pixels = of_colors(3, 30, 41, count)
    found = dict(chunks(encode_small(pixels)))
    assert found[b"IHDR"] == struct.pack(">IIBBBBB", 41, 30, depth, 3, 0, 0, 0)
    assert len(found[b"PLTE"]) == 3 * count


def test_more_than_256_colors_stay_colors() -> None:
    found = dict(chunks(encode_small(of_colors(4, 30, 41, 257))))
    assert found[b"IHDR"] == struct.pack(">IIBBBBB", 41, 30, 8, 2, 0, 0, 0)
    assert b"PLTE" not in found


@pytest.mark.parametrize("shape", [(0, 3, 3), (3, 0, 3), (4, 4), (4, 4, 4), (4, 4, 1)])
def test_other_shapes_are_not_encoded_small(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="8-bit RGB"):
        encode_small(np.zeros(shape, dtype=np.uint8))

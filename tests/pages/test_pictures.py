"""Small pictures: of the right size, in order, faults told and never raised."""

import io
import warnings
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from zlib_ng import zlib_ng

from snellen.pages import link_or_copy, shrink, shrink_all
from snellen.pages.quick_png import open_plain_png


def _noise(width: int, height: int, channels: int = 3) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(width * height).integers(0, 256, (height, width, channels), dtype=np.uint8)


def _png(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], filters: bytes) -> bytes:
    """A PNG file written here from the standard, a filter type a row."""
    height, width, _ = pixels.shape
    before = np.vstack([np.zeros((1, width, 3), np.uint8), pixels[:-1]])
    rows = [
        bytes([kind]) + (pixels[row] - before[row] if kind == 2 else pixels[row]).tobytes()
        for row, kind in enumerate(filters)
    ]

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib_ng.crc32(kind + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    body = zlib_ng.compress(b"".join(rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def test_a_picture_is_made_small_and_never_large(tmp_path: Path) -> None:
    Image.fromarray(_noise(300, 200)).save(tmp_path / "a.png")
    small = shrink(tmp_path / "a.png", 100)
    with Image.open(io.BytesIO(small.data)) as image:
        assert (image.format, image.size) == ("WEBP", (100, 67))
    assert (small.width, small.height) == (100, 67)
    assert shrink(tmp_path / "a.png", 1000).width == 300


def test_transparent_pixels_are_shown_on_white(tmp_path: Path) -> None:
    Image.new("RGBA", (50, 50), (200, 0, 0, 0)).save(tmp_path / "a.png")
    with Image.open(io.BytesIO(shrink(tmp_path / "a.png", 50).data)) as image:
        assert np.asarray(image.convert("RGB")).min() > 250


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "I;16"])
def test_pictures_of_all_modes_are_taken(tmp_path: Path, mode: str) -> None:
    Image.new(mode, (20, 10)).save(tmp_path / "a.png")
    assert shrink(tmp_path / "a.png", 20).fault is None


def test_faults_are_told(tmp_path: Path) -> None:
    assert shrink(tmp_path / "none.png", 10).fault == "missing"
    Image.fromarray(_noise(300, 200)).save(tmp_path / "whole.png")
    data = (tmp_path / "whole.png").read_bytes()
    for name, content in {"cut": data[: len(data) // 2], "empty": b"", "text": b"no picture"}.items():
        (tmp_path / name).write_bytes(content)
        assert shrink(tmp_path / name, 10).fault == "damaged"


def test_many_pictures_come_in_order(tmp_path: Path) -> None:
    paths = []
    for width in range(10, 40):
        Image.new("RGB", (width, 10)).save(tmp_path / f"{width}.png")
        paths.append(tmp_path / f"{width}.png")
    assert [picture.width for picture in shrink_all(paths, 100, jobs=3)] == list(range(10, 40))


@pytest.mark.parametrize("filters", [bytes([2] * 40), bytes([0] * 40), bytes([0, 2] * 20), bytes([2, 2, 0] * 13 + [2])])
def test_the_quick_way_gives_the_same_pixels(tmp_path: Path, filters: bytes) -> None:
    pixels = _noise(33, 40)
    (tmp_path / "a.png").write_bytes(_png(pixels, filters))
    quick = open_plain_png(tmp_path / "a.png")
    assert quick is not None
    assert np.array_equal(np.asarray(quick), pixels)
    with Image.open(tmp_path / "a.png") as image:
        assert np.array_equal(np.asarray(image), pixels)


def test_the_quick_way_leaves_other_files_alone(tmp_path: Path) -> None:
    data = _png(_noise(33, 40), bytes([2] * 40))
    (tmp_path / "a").write_bytes(_png(_noise(33, 40), bytes([1] + [2] * 39)))
    assert open_plain_png(tmp_path / "a") is None
    for length in range(len(data)):
        (tmp_path / "a").write_bytes(data[:length])
        assert open_plain_png(tmp_path / "a") is None
    for mode in ("RGBA", "L", "P"):
        Image.new(mode, (20, 10)).save(tmp_path / "a", "PNG")
        assert open_plain_png(tmp_path / "a") is None


def test_a_format_that_datasets_do_not_hold_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n")  # would start Ghostscript
    assert shrink(tmp_path / "a.png", 10).fault == "damaged"
    Image.new("RGB", (20, 10)).save(tmp_path / "b.png", "TIFF")
    assert shrink(tmp_path / "b.png", 10).fault == "damaged"


def test_a_decompression_bomb_is_a_fault_and_no_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    Image.new("L", (50, 30)).save(tmp_path / "a.png")  # one and a half times that many: Pillow only warns
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert [picture.fault for picture in shrink_all([tmp_path / "a.png"], 10)] == ["damaged"]
    assert not told


def test_only_pictures_are_put_beside_a_page(tmp_path: Path) -> None:
    (tmp_path / "private").write_text("my password")
    (tmp_path / "link.png").symlink_to(tmp_path / "private")
    assert not link_or_copy(tmp_path / "link.png", tmp_path / "out.png")
    assert not (tmp_path / "out.png").exists()
    for kind in ("PNG", "JPEG", "WEBP"):
        Image.new("RGB", (20, 10)).save(tmp_path / kind, kind)
        assert link_or_copy(tmp_path / kind, tmp_path / f"{kind}.out")
        assert (tmp_path / f"{kind}.out").read_bytes() == (tmp_path / kind).read_bytes()

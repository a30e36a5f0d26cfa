"""The font that Vega measures and draws with: the Liberation Sans inside vl-convert, under a name that nobody else has.

The widths of axis labels decide where the plot begins, so they must be the same everywhere. vl-convert prefers fonts of
the machine to the one that it carries, even where that one is named: an installed Arial, Helvetica or Liberation Sans
moves the plot by pixels, and another release of Liberation Sans changes the pixels of its digits. So the carried font
is read out of vl-convert's library, renamed, and registered for this process.
"""

import atexit
import mmap
import shutil
import struct
import tempfile
from functools import cache
from importlib import metadata
from pathlib import Path

from snellen.errors import SnellenError

__all__ = ["FAMILY", "registered_family"]

CARRIED = "Liberation Sans"
FAMILY = "Snellen Numeral"
"""As long as the name that it takes the place of, so that the font's tables stay where they are."""
_SFNT = b"\x00\x01\x00\x00\x00"
_LARGEST = 1 << 20


@cache
def registered_family() -> str:
    """The family to name in specifications; the first call of a process registers it with vl-convert.

    Raises SnellenError where this release of vl-convert carries no Liberation Sans.
    """
    import vl_convert

    libraries = [path for path in Path(vl_convert.__file__).parent.iterdir() if path.suffix in (".so", ".pyd")]
    font = next((font for library in libraries if (font := _carried_font(library))), None)
    if font is None:
        version = metadata.version("vl-convert-python")
        raise SnellenError(
            f"vl-convert {version} carries no {CARRIED}, without which charts differ from machine to machine; "
            'install another release, such as with `pip install "vl-convert-python==1.9.*"`.'
        )
    folder = Path(tempfile.mkdtemp(prefix="snellen-font-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)  # vl-convert reads the file whenever it draws text
    (folder / "numeral.ttf").write_bytes(_renamed(font))
    vl_convert.register_font_directory(str(folder))
    return FAMILY


def _carried_font(library: Path) -> bytes | None:
    """The regular face out of a library's file."""
    name = CARRIED.encode("utf-16-be")
    with library.open("rb") as handle, mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ) as content:
        at = content.find(name)
        while at >= 0:
            start = content.rfind(_SFNT, max(0, at - _LARGEST), at)
            while start >= 0:
                length = _font_length(content, start)
                if length and start + length > at:
                    font = content[start : start + length]
                    if _is_regular(font):
                        return font
                    at = start + length
                    break
                start = content.rfind(_SFNT, max(0, at - _LARGEST), start)
            at = content.find(name, at + 1)
    return None


def _tables(content: "bytes | mmap.mmap", start: int) -> dict[bytes, tuple[int, int]]:
    """Offset and length of each table of a font that starts there; empty where none does (OpenType 1.9)."""
    count = content[start + 5]
    end = start + 12 + 16 * count
    if not 4 <= count <= 64 or end > len(content):
        return {}
    records = [struct.unpack_from(">4s4xII", content, start + 12 + 16 * index) for index in range(count)]
    tags = [tag for tag, _, _ in records]
    if tags != sorted(tags) or not {b"glyf", b"head", b"name", b"OS/2"} <= set(tags):
        return {}
    return {tag: (offset, length) for tag, offset, length in records}


def _font_length(content: "bytes | mmap.mmap", start: int) -> int:
    """Bytes of the font that starts there, 0 where none does."""
    length = max((offset + size for offset, size in _tables(content, start).values()), default=0)
    return length if length <= _LARGEST and start + length <= len(content) else 0


def _is_regular(font: bytes) -> bool:
    """Whether the face is neither bold nor italic (bit 6 of OS/2's fsSelection)."""
    offset, _ = _tables(font, 0)[b"OS/2"]
    return bool(struct.unpack_from(">H", font, offset + 62)[0] & 1 << 6)


def _renamed(font: bytes) -> bytes:
    """The font under our family name in its table of names, in both encodings."""
    offset, length = _tables(font, 0)[b"name"]
    names = font[offset : offset + length]
    for encoding in ("utf-16-be", "latin-1"):
        names = names.replace(CARRIED.encode(encoding), FAMILY.encode(encoding))
    return font[:offset] + names + font[offset + length :]

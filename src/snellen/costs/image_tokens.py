"""How many tokens a picture is, by the formula that the model's vendor publishes.

Each formula is a pure function of width and height in pixels. Sources, as they read in November 2026:
OpenAI https://developers.openai.com/api/docs/guides/images-vision, Anthropic
https://platform.claude.com/docs/en/build-with-claude/vision, Google
https://ai.google.dev/gemini-api/docs/media-resolution and https://ai.google.dev/gemini-api/docs/tokens. Where the page
and what is billed are known to differ, or the page says "approximately", there is a range.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil, floor, sqrt
from typing import Literal

__all__ = ["ImageFormula", "claude_patches", "claude_pixels", "gemini_tiles", "image_formula", "patches", "tiles"]

Detail = Literal["auto", "low", "high", "original"]
Resolution = Literal["low", "medium", "high"]

_PATCH = 32
_CLAUDE_PATCH = 28


@dataclass(frozen=True, slots=True)
class ImageFormula:
    """The least and the most tokens of a picture (width, height), and where the formula is from."""

    tokens: Callable[[int, int], tuple[int, int]]
    told: str


def tiles(width: int, height: int, *, base: int, tile: int, detail: Detail = "high") -> int:
    """OpenAI's tiles: `base` and `tile` for each 512-pixel tile, after shrinking into 2048×2048 and to a short side of
    768; a smaller picture is not enlarged. With the detail `low` it is `base` alone.

    >>> tiles(1024, 1024, base=85, tile=170), tiles(2048, 4096, base=85, tile=170)
    (765, 1105)
    """
    if detail == "low":
        return base
    scale = min(1.0, 2048 / max(width, height))
    scale *= min(1.0, 768 / (min(width, height) * scale))
    return base + tile * _covering(width * scale, 512) * _covering(height * scale, 512)


def patches(width: int, height: int, *, multiplier: float, most: int | None) -> int:
    """OpenAI's patches of 32 pixels, at most `most` after shrinking, times `multiplier`, rounded up.

    >>> patches(1024, 1024, multiplier=1, most=1536), patches(1800, 2400, multiplier=1, most=1536)
    (1024, 1452)
    """
    across, down = _covering(width, _PATCH), _covering(height, _PATCH)
    if most is not None and across * down > most:
        scale = sqrt(most * _PATCH**2 / (width * height))
        wide, high = width * scale / _PATCH, height * scale / _PATCH
        shrink = min(floor(wide) / wide, floor(high) / high)
        across, down = _covering(wide * shrink, 1), _covering(high * shrink, 1)
    return ceil(round(across * down * multiplier, 6))


def claude_patches(width: int, height: int, *, edge: int, most: int) -> int:
    """Anthropic's patches of 28 pixels, after shrinking to a long side of `edge` and at most `most` patches.

    >>> claude_patches(1024, 1024, edge=1568, most=1568)
    1369
    """
    scale = min(1.0, edge / max(width, height))

    def count(factor: float) -> int:
        return _covering(width * factor, _CLAUDE_PATCH) * _covering(height * factor, _CLAUDE_PATCH)

    if count(scale) > most:
        low, high = 0.0, scale
        for _ in range(60):  # the largest size that fits
            middle = (low + high) / 2
            low, high = (middle, high) if count(middle) <= most else (low, middle)
        scale = low
    return max(count(scale), 1)


def claude_pixels(width: int, height: int, *, edge: int, most: int) -> int:
    """Anthropic's older rule of width × height / 750, after the same shrinking.

    >>> claude_pixels(1000, 1000, edge=1568, most=1600)
    1334
    """
    scale = min(1.0, edge / max(width, height))
    return min(max(1, ceil(width * scale * height * scale / 750)), most)


def gemini_tiles(width: int, height: int) -> int:
    """Google's tiles of Gemini 2: 258 for a picture of at most 384 pixels a side, else 258 for each tile of the size
    of two thirds of the short side, kept between 256 and 768 pixels.

    >>> gemini_tiles(384, 384), gemini_tiles(960, 540)
    (258, 1548)
    """
    if max(width, height) <= 384:
        return 258
    side = min(max(floor(min(width, height) / 1.5), 256), 768)
    return 258 * _covering(width, side) * _covering(height, side)


def image_formula(
    vendor: str, model: str, *, detail: Detail | None = None, resolution: Resolution | None = None
) -> ImageFormula | None:
    """The formula for a model by its own name of a vendor (`openai`, `anthropic`, `google`); None where none is known.

    `detail` is OpenAI's image detail, `resolution` Google's media resolution; None is the provider's default.
    """
    name = model.lower()
    if vendor == "openai":
        return _openai(name, detail or "auto")
    if vendor == "anthropic" and "claude" in name:
        return _anthropic(name)
    if vendor == "google" and "gemini" in name:
        return _google(name, resolution)
    return None


_TILED = (  # the first that the name begins with: base, tile
    ("gpt-4o-mini", 2833, 5667),
    ("gpt-4-turbo", 85, 170),
    ("gpt-4o", 85, 170),
    ("gpt-4.5", 85, 170),
    ("o1", 75, 150),
    ("o3", 75, 150),
)
_PATCHED = (  # likewise: the multipliers, least and most, and the most patches, least and most
    ("gpt-4.1-mini", (1.62, 1.62), (1536, 1536)),
    ("gpt-4.1-nano", (2.46, 2.46), (1536, 1536)),
    ("o4-mini", (1.72, 1.72), (1536, 1536)),
    ("gpt-5-mini", (1.2, 1.62), (1536, 1536)),
    ("gpt-5-nano", (1.5, 2.46), (1536, 1536)),
    ("gpt-5.4-mini", (1.2, 1.62), (1536, 2500)),
    ("gpt-5.4-nano", (1.2, 2.46), (1536, 2500)),
)


def _openai(name: str, detail: Detail) -> ImageFormula | None:
    for start, multipliers, most in _PATCHED:
        if name.startswith(start):
            least, greatest = zip(multipliers, most, strict=True)
            told = f"OpenAI: patches of 32 px, at most {most[1]}, times {multipliers[1]}"
            if multipliers[0] != multipliers[1]:
                told += f"; {multipliers[0]} is what users were billed"
            return ImageFormula(partial(_patch_range, least, greatest), told)
    if name.startswith("gpt-4.1") or any(name.startswith(start) for start, _, _ in _TILED):
        base, tile = next(((b, t) for start, b, t in _TILED if name.startswith(start)), (85, 170))
        return _by_tiles(base, tile, detail)
    found = re.match(r"gpt-(\d+)(?:\.(\d+))?", name)
    version = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
    if (5, 0) <= version < (5, 2):
        return _by_tiles(70, 140, detail)
    if version >= (5, 2):
        return _by_new_patches(version, detail)
    return None


def _patch_range(least: tuple[float, int], most: tuple[float, int], width: int, height: int) -> tuple[int, int]:
    """By the least and the most of multiplier and number of patches."""
    low, high = (patches(width, height, multiplier=times, most=limit) for times, limit in (least, most))
    return low, high


def _by_tiles(base: int, tile: int, detail: Detail) -> ImageFormula:
    def range_of(w: int, h: int) -> tuple[int, int]:
        most = tiles(w, h, base=base, tile=tile, detail=detail)
        return (base if detail == "auto" else most, most)

    return ImageFormula(range_of, f"OpenAI: {base}, and {tile} a tile of 512 px, at the detail {detail}")


def _by_new_patches(version: tuple[int, int], detail: Detail) -> ImageFormula:
    """From GPT-5.2: 1.2 a patch, at most 1,536; from 5.4 `high` has at most 2,500 and the rest 10,000, from 6 all."""
    high = 1536 if version < (5, 4) else 2500
    whole = None if version >= (6, 0) else 10_000
    most = high if detail == "high" or version < (5, 4) else whole
    told = f"OpenAI: patches of 32 px times 1.2, {'all of them' if most is None else f'at most {most:,}'}"
    return ImageFormula(lambda w, h: (patches(w, h, multiplier=1.2, most=most),) * 2, told)


def _anthropic(name: str) -> ImageFormula:
    """Opus from 4.7, and Opus and Sonnet from 5, see more than the others; for other models from 5 both are counted."""
    found = re.search(r"(opus|sonnet|haiku|[a-z]+)-(\d)(?:-(\d)(?!\d))?", name.removeprefix("claude-"))
    family, version = (found[1], (int(found[2]), int(found[3] or 0))) if found else ("", (0, 0))
    is_fine = (version >= (4, 7) and family == "opus") or (version >= (5, 0) and family == "sonnet")
    limits = [_CLAUDE_FINE] if is_fine else [_CLAUDE_USUAL, _CLAUDE_FINE] if version >= (5, 0) else [_CLAUDE_USUAL]

    def range_of(w: int, h: int) -> tuple[int, int]:
        figures = [rule(w, h, edge=e, most=m) for e, m in limits for rule in (claude_patches, claude_pixels)]
        return min(figures), max(figures)

    edge, most = limits[-1]
    told = f"Anthropic: patches of 28 px, or width × height / 750, at most {edge} px and {most:,} tokens"
    return ImageFormula(range_of, told)


_CLAUDE_USUAL = (1568, 1568)
"""Pixels of the long side, and tokens."""
_CLAUDE_FINE = (2576, 4784)


def _google(name: str, resolution: Resolution | None) -> ImageFormula:
    found = re.search(r"gemini-(\d+)(?:\.(\d+))?", name)
    version = (int(found[1]), int(found[2] or 0)) if found else (99, 0)
    if version >= (3, 0):
        fixed = {"low": 280, "medium": 560, "high": 1120, None: 1120}[resolution]
        return ImageFormula(lambda _w, _h: (fixed, fixed), f"Google: {fixed:,} at most, whatever the size")
    if version < (2, 0):
        return ImageFormula(lambda _w, _h: (258, 258), "Google: 258, whatever the size")
    if resolution in ("low", "medium"):
        fixed = {"low": 64, "medium": 256}[resolution]
        return ImageFormula(lambda _w, _h: (fixed, fixed), f"Google: {fixed} at that media resolution")
    return ImageFormula(
        lambda w, h: (258, gemini_tiles(w, h) + 258 * (max(w, h) > 384)), "Google: 258, or 258 a tile and 258 more"
    )


def _covering(length: float, side: int) -> int:
    return ceil(round(length / side, 9))

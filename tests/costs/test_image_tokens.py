"""The formulas against worked examples of the vendors' pages, and against what requests were found to cost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.costs.image_tokens import claude_patches, gemini_tiles, image_formula, patches, tiles

SIDES = st.integers(1, 9000)


@pytest.mark.parametrize(
    ("size", "base", "tile", "tokens"),
    [
        ((1024, 1024), 85, 170, 765),  # OpenAI's page: to 768×768, four tiles
        ((2048, 4096), 85, 170, 1105),  # to 1024×2048, to 768×1536, six tiles
        ((512, 512), 85, 170, 255),
        ((128, 64), 85, 170, 255),  # measured: 267 with 12 tokens of text
        ((128, 64), 75, 150, 225),  # o3, measured: 236 with 11
        ((128, 64), 2833, 5667, 8500),  # gpt-4o-mini, measured: 8,512 with 12
        ((1024, 1024), 2833, 5667, 25501),
    ],
)
def test_tiles_are_as_published_and_as_measured(size: tuple[int, int], base: int, tile: int, tokens: int) -> None:
    assert tiles(*size, base=base, tile=tile) == tokens
    assert tiles(*size, base=base, tile=tile, detail="low") == base


@pytest.mark.parametrize(
    ("size", "multiplier", "most", "tokens"),
    [
        ((1024, 1024), 1, 1536, 1024),  # OpenAI's page
        ((1800, 2400), 1, 1536, 1452),  # OpenAI's page
        ((1800, 2400), 1.62, 1536, 2353),  # 2,352.24 by the page's rule
        ((128, 64), 1.72, 1536, 14),  # o4-mini, measured: 26 with 12
        ((256, 256), 1.2, 2500, 77),  # from here GPT-6 and GPT-5.5, measured
        ((1920, 1080), 1.2, 2500, 2448),
        ((2560, 1440), 1.2, 2500, 2931),
        ((2560, 1440), 1.2, None, 4320),
        ((3840, 2160), 1.2, 2500, 2931),
        ((3840, 2160), 1.2, None, 9792),
        ((4032, 3024), 1.2, 2500, 2942),
        ((4032, 3024), 1.2, 10_000, 11_868),
        ((4032, 3024), 1.2, None, 14_364),
    ],
)
def test_patches_are_as_published_and_as_measured(
    size: tuple[int, int], multiplier: float, most: int | None, tokens: int
) -> None:
    assert patches(*size, multiplier=multiplier, most=most) == tokens


@pytest.mark.parametrize(
    ("size", "tokens"),
    [
        ((256, 256), 100),  # Claude Haiku 4.5, measured less its 65 tokens of text
        ((512, 512), 361),
        ((768, 768), 784),
        ((1024, 1024), 1369),
        ((1280, 720), 1196),
        ((1920, 1080), 1560),
    ],
)
def test_claude_s_patches_are_as_measured_and_within_the_range(size: tuple[int, int], tokens: int) -> None:
    assert claude_patches(*size, edge=1568, most=1568) == tokens
    formula = image_formula("anthropic", "claude-haiku-4-5-20251001")
    assert formula is not None
    low, high = formula.tokens(*size)
    assert low <= tokens <= high


def test_claude_s_older_rule_is_within_the_range() -> None:
    formula = image_formula("anthropic", "claude-3-5-sonnet-20240620")
    assert formula is not None
    for size, published in (((1000, 1000), 1334), ((1092, 1092), 1590)):  # Anthropic's table
        low, high = formula.tokens(*size)
        assert low <= published <= high + 22


@pytest.mark.parametrize(
    ("model", "size", "tokens"), [("claude-opus-4-7", (1920, 1080), 2691), ("claude-sonnet-5-5", (1920, 1080), 2691)]
)
def test_newer_claude_models_see_more(model: str, size: tuple[int, int], tokens: int) -> None:
    formula = image_formula("anthropic", model)
    assert formula is not None
    low, high = formula.tokens(*size)
    assert low <= tokens <= high


def test_gemini_counts_by_tile_or_by_media_resolution() -> None:
    assert (gemini_tiles(384, 384), gemini_tiles(960, 540)) == (258, 6 * 258)  # Google's page on tokens
    page = {None: None, "low": 64, "medium": 256}
    for resolution, tokens in page.items():
        formula = image_formula("google", "gemini-2.5-flash", resolution=resolution)  # type: ignore[arg-type]
        assert formula is not None
        low, high = formula.tokens(1980, 1380)
        assert (low, high) == (tokens, tokens) if tokens else (258, 7 * 258)  # the latter was billed
    for named, tokens in ((None, 1120), ("low", 280), ("medium", 560), ("high", 1120)):
        formula = image_formula("google", "gemini-3.8-flash", resolution=named)  # type: ignore[arg-type]
        assert formula is not None
        assert formula.tokens(3000, 10) == (tokens, tokens)


@pytest.mark.parametrize(
    ("model", "detail", "tokens"),
    [
        ("gpt-4o-2024-08-06", "high", (765, 765)),
        ("gpt-4o-2024-08-06", None, (85, 765)),
        ("gpt-4o-mini-2024-07-18", "high", (25501, 25501)),
        ("gpt-4.1-2025-04-14", "high", (765, 765)),
        ("gpt-4.1-mini-2025-04-14", "high", (1659, 1659)),
        ("gpt-4.1-nano-2025-04-14", "high", (2520, 2520)),
        ("o4-mini-2025-04-16", "high", (1762, 1762)),
        ("o3-2025-04-16", "high", (675, 675)),
        ("o3-2025-04-16", "low", (75, 75)),
        ("gpt-5-2025-08-07", "high", (630, 630)),
        ("gpt-5-mini", "high", (1229, 1659)),
        ("gpt-6-luna", "high", (1229, 1229)),
    ],
)
def test_each_family_has_its_own_formula(model: str, detail: str | None, tokens: tuple[int, int]) -> None:
    formula = image_formula("openai", model, detail=detail)  # type: ignore[arg-type]
    assert formula is not None
    assert formula.tokens(1024, 1024) == tokens


def test_of_an_unknown_model_nothing_is_known() -> None:
    for vendor, model in (("openai", "gpt-oss-120b"), ("openai", "davinci"), ("x-ai", "grok-4"), ("google", "gemma-3")):
        assert image_formula(vendor, model) is None


@given(SIDES, SIDES)
def test_no_size_breaks_a_formula_and_none_exceeds_its_bound(width: int, height: int) -> None:
    assert 1 <= patches(width, height, multiplier=1, most=1536) <= 1536
    assert 1 <= claude_patches(width, height, edge=1568, most=1568) <= 1568
    assert 85 < tiles(width, height, base=85, tile=170) <= 85 + 170 * 8
    assert gemini_tiles(width, height) >= 258
    for vendor, model in (("openai", "gpt-5-nano"), ("anthropic", "claude-haiku-5-5"), ("google", "gemini-2.5-pro")):
        formula = image_formula(vendor, model)
        assert formula is not None
        low, high = formula.tokens(width, height)
        assert 1 <= low <= high

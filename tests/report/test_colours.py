"""The colours of pages can be read by everybody: contrast as WCAG 2.2 asks of level AA."""

import re
from itertools import product

import pytest

from snellen.pages import package_text

_DEFINED = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
_GROUNDS = ("ground", "panel", "sunk")
_TEXT = ("ink", "soft", "accent", "good", "bad", "warn")


def _colours(theme: str) -> dict[str, str]:
    found = _DEFINED.findall(str(package_text("snellen.pages", "base.css")))
    return {name: light if theme == "light" else dark for name, light, dark in found}


def _luminance(colour: str) -> float:
    """Relative luminance. Source: WCAG 2.2, definition of relative luminance."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    """The ratio of two colours, 1 to 21. Source: WCAG 2.2, definition of contrast ratio."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _mixed(ink: str, share: float, ground: str) -> str:
    """`color-mix(in srgb, …)` of a colour's share and the ground's rest."""
    pairs = [(int(ink[place : place + 2], 16), int(ground[place : place + 2], 16)) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(share * one + (1 - share) * other):02x}" for one, other in pairs)


def test_contrast_is_as_published() -> None:
    assert _contrast("#000000", "#ffffff") == pytest.approx(21)
    assert _contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # the well-known grey just below AA


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_a_contrast_of_four_and_a_half(theme: str) -> None:
    colours = _colours(theme)
    pairs = [*product(_TEXT, _GROUNDS), *product(("ink", "soft", "warn"), ("warn-soft",)), ("ink", "accent-soft")]
    faint = {pair: _contrast(*(colours[name] for name in pair)) for pair in pairs}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_edges_of_controls_and_the_focus_have_a_contrast_of_three(theme: str) -> None:
    colours = _colours(theme)
    faint = {pair: _contrast(*(colours[name] for name in pair)) for pair in product(("edge", "accent"), _GROUNDS)}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < 3} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_shaded_cells_can_be_read_at_their_deepest(theme: str) -> None:
    styles = str(package_text("snellen.pages", "exhibits.css"))
    (share,) = re.findall(r"var\(--accent\) calc\(var\(--heat\) \* (\d+)%\)", styles)
    (floor,) = re.findall(r"var\(--warn-soft\) (\d+)%, var\(--panel\)", styles)
    colours = _colours(theme)
    deepest = _mixed(colours["accent"], int(share) / 100, colours["panel"])
    tinted = _mixed(colours["warn-soft"], int(floor) / 100, colours["panel"])
    for text, ground in product(("ink", "soft", "accent"), (deepest, tinted)):
        assert _contrast(colours[text], ground) >= 4.5, f"{text} on {ground}"

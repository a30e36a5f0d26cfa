"""The table of pairs: all manipulations and chart types, as even as 56 allows."""

from collections import Counter
from pathlib import Path

import pytest

from snellen.benchmarks.chartom.pairs import EXTENDED, TABLE, pairs
from snellen.benchmarks.chartom.presets import chosen_pairs
from snellen.errors import SnellenError

FITTING = {
    "truncated y-axis": {"bar", "line"},
    "wide y-axis range": {"line"},
    "inverted y-axis": {"line", "bar"},
    "inverted x-axis": {"line"},
    "inconsistent x-axis unit": {"line"},
    "logarithmic y-axis": {"line", "bar", "scatter"},
    "dual axes": {"line"},
    "pictorial bars": {"bar"},
    "3D effect": {"pie"},
    "3D effect with pop-out": {"pie"},
    "inverted colour scale": {"map"},
}
FURTHER = {
    "item order": {"bar", "line"},
    "aspect ratio": {"line"},
    "mark against label": {"bar", "pie"},
    "inconsistent bins": {"histogram", "map"},
    "shares not summing to 100%": {"pie"},
}


def test_fifty_six_pairs_over_every_manipulation_and_each_chart_type_that_it_fits() -> None:
    made = pairs()
    assert len(made) == 56
    found: dict[str, set[str]] = {}
    for pair in made:
        found.setdefault(pair.manipulation, set()).add(pair.chart_type)
    assert found == FITTING
    assert {pair.chart_type for pair in made} == {"line", "bar", "pie", "scatter", "map"}


def test_no_combination_has_two_pairs_more_than_another() -> None:
    sizes = Counter((pair.manipulation, pair.chart_type) for pair in pairs())
    assert len(sizes) == 15
    # 56 = 15 · 3 + 11: eleven combinations of four, four of three.
    assert Counter(sizes.values()) == {4: 11, 3: 4}
    several = {name for name, types in FITTING.items() if len(types) > 1}
    assert {name for (name, _), size in sizes.items() if size == 3} <= several


def test_formats_are_spread() -> None:
    assert Counter(pair.answer_format for pair in pairs()) == {
        "multiple choice": 19,
        "free text": 18,
        "ranking": 19,
    }


def test_further_manipulations_come_after_the_others() -> None:
    extended = pairs(extended=True)
    assert extended[:56] == pairs()
    found: dict[str, set[str]] = {}
    for pair in extended[56:]:
        found.setdefault(pair.manipulation, set()).add(pair.chart_type)
    assert found == FURTHER
    assert set(Counter((pair.manipulation, pair.chart_type) for pair in extended[56:]).values()) == {3}


def test_both_renderers_draw_every_format_on_bars_lines_and_points() -> None:
    drawn = Counter((pair.chart_type, pair.renderer) for pair in pairs())
    for chart_type in ("bar", "line", "scatter"):
        assert drawn[chart_type, "vega-lite"] >= 2
        assert drawn[chart_type, "matplotlib"] >= 2
    formats = {(pair.answer_format, pair.renderer) for pair in pairs() if pair.chart_type == "line"}
    assert len(formats) == 6


def test_numbers_are_places_and_smoke_is_the_first_of_each_combination() -> None:
    assert [pair.number for pair in pairs(extended=True)] == list(range(1, 81))
    smoke = chosen_pairs("smoke", False, {})
    assert len({(pair.manipulation, pair.chart_type) for pair in smoke}) == len(smoke) == 15
    assert set(smoke) <= set(pairs())
    assert len(chosen_pairs("smoke", True, {})) == 23


def test_selections() -> None:
    assert {pair.chart_type for pair in chosen_pairs("paper", False, {"chart_type": ["Pie", "map"]})} == {"pie", "map"}
    assert len(chosen_pairs("paper", False, {"manipulation": ["dual_axes"], "format": ["ranking"]})) == 2
    assert [pair.number for pair in chosen_pairs("paper", False, {"pair": ["07"]})] == [7]
    assert [pair.number for pair in chosen_pairs("paper", False, {"pair": ["5", " 56"]})] == [5, 56]


@pytest.mark.parametrize(
    ("preset", "only", "message"),
    [
        ("lite", {}, "no preset 'lite'"),
        ("paper", {"property": ["x"]}, "no field 'property'"),
        ("paper", {"chart_type": ["radar"]}, "no chart_type is called 'radar'"),
        ("paper", {"manipulation": ["aspect ratio"]}, "no manipulation is called 'aspect ratio'"),
        ("paper", {"chart_type": ["map"], "manipulation": ["dual axes"]}, "leaves no pair"),
    ],
)
def test_what_there_is_not_is_refused(preset: str, only: dict[str, list[str]], message: str) -> None:
    with pytest.raises(SnellenError, match=message):
        chosen_pairs(preset, False, only)


def test_the_documented_tables_are_the_tables() -> None:
    text = (Path(__file__).parents[3] / "docs" / "chartom-twins.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    documented = [(row[0], row[1], int(row[2]), row[3]) for row in rows if len(row) == 4 and row[2].isdigit()]
    assert documented == [
        (manipulation, chart_type, len(formats), ", ".join(formats))
        for manipulation, chart_type, formats in TABLE + EXTENDED
    ]

"""Keys of small tables, worked out by hand."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.chartom.keys import TRENDS, change_text, key_of, number_text, trend_text

YEARS: dict[str, Any] = {
    "label": ["2000", "2004", "2006", "2016"],
    "x": [2000, 2004, 2006, 2016],
    "value": [10.0, 20.0, 28.0, 60.0],
}
ITEMS: dict[str, Any] = {"label": ["a", "b", "c"], "value": [40.0, 60.0, 50.0]}
RANGES: dict[str, Any] = {
    "label": ["0 to 10", "10 to 40"],
    "value": [50.0, 90.0],
    "low": [0.0, 10.0],
    "high": [10.0, 40.0],
}
STEPS = [["2000", "2004"], ["2004", "2006"], ["2006", "2016"]]
READINGS = {"label": ["x in 1", "y in 1"], "series": ["x", "y"], "value": [3.0, 4.0]}


@pytest.mark.parametrize(
    ("asked", "data", "key"),
    [
        ({"what": "ratio", "of": "b", "to": "a"}, ITEMS, "1.5"),
        ({"what": "ratio", "of": "b", "to": "a", "form": "{} times"}, ITEMS, "1.5 times"),
        ({"what": "change", "from": "2000", "to": "2004"}, YEARS, "100"),
        ({"what": "change", "from": "2004", "to": "2000", "in words": True}, YEARS, "It fell by about 50%"),
        ({"what": "trend"}, YEARS, "It rose"),
        ({"what": "largest"}, ITEMS, "b"),
        ({"what": "largest", "among": ["a", "c"]}, ITEMS, "c"),
        ({"what": "largest", "among": ["x in 1", "y in 1"], "series": True}, READINGS, "y"),
        ({"what": "ranking", "among": ["a", "b", "c"]}, ITEMS, '["b", "c", "a"]'),
        # Rises 10, 8, 32; per year 2.5, 4, 3.2.
        ({"what": "step", "steps": STEPS}, YEARS, "2006 to 2016"),
        ({"what": "step", "steps": STEPS, "per unit": True}, YEARS, "2004 to 2006"),
        ({"what": "step", "steps": STEPS, "per unit": True, "start": True}, YEARS, "2004"),
        (
            {"what": "step ranking", "steps": STEPS, "per unit": True},
            YEARS,
            '["2004 to 2006", "2006 to 2016", "2000 to 2004"]',
        ),
        ({"what": "first value"}, YEARS, "10"),
        ({"what": "time order", "among": ["2016", "2004"]}, YEARS, '["2004", "2016"]'),
        ({"what": "count above", "limit": 45}, ITEMS, "2"),
        ({"what": "falls"}, {**YEARS, "value": [3.0, 2.0, 4.0, 1.0]}, "2"),
        # 5 and 3 per unit.
        ({"what": "densest"}, RANGES, "0 to 10"),
        ({"what": "densest", "start": True}, RANGES, "0"),
        ({"what": "density ranking", "among": RANGES["label"]}, RANGES, '["0 to 10", "10 to 40"]'),
    ],
)
def test_keys(asked: dict[str, Any], data: dict[str, Any], key: str) -> None:
    assert key_of(asked, data) == key


def test_time_is_the_order_of_x_and_not_of_rows() -> None:
    shuffled = {name: [column[n] for n in (2, 0, 3, 1)] for name, column in YEARS.items()}
    for asked in ({"what": "trend"}, {"what": "first value"}, {"what": "falls"}):
        assert key_of(asked, shuffled) == key_of(asked, YEARS)


def test_unknown_questions_and_entries() -> None:
    with pytest.raises(ValueError, match="no key is known for 'mode'"):
        key_of({"what": "mode"}, ITEMS)
    with pytest.raises(ValueError, match="not in list"):
        key_of({"what": "ratio", "of": "z", "to": "a"}, ITEMS)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=8))
def test_a_trend_upside_down_is_the_opposite(values: list[int]) -> None:
    swap = dict(zip(TRENDS, (TRENDS[1], TRENDS[0], TRENDS[3], TRENDS[2]), strict=True))
    try:
        trend = trend_text(values)
    except ValueError:
        with pytest.raises(ValueError, match="no simple trend"):
            trend_text([-value for value in values])
    else:
        assert trend_text([-value for value in values]) == swap[trend]


@given(st.floats(-1e6, 1e6))
def test_numbers_are_plain_decimals(value: float) -> None:
    text = number_text(value)
    assert abs(float(text) - value) <= 0.005 + 1e-9 * abs(value)
    assert "e" not in text
    assert not text.endswith(".")
    assert text != "-0"


def test_changes_in_words() -> None:
    assert [change_text(value) for value in (0.3, 25.0, -12.5)] == [
        "It stayed about the same",
        "It rose by about 25%",
        "It fell by about 12.5%",
    ]


@given(st.dictionaries(st.text("abcdefg", min_size=1, max_size=3), st.integers(0, 999), min_size=2, max_size=6))
def test_rankings_fall(table: dict[str, int]) -> None:
    data = {"label": list(table), "value": list(table.values())}
    order = json.loads(key_of({"what": "ranking", "among": list(table)}, data))
    assert sorted(order) == sorted(table)
    assert [table[name] for name in order] == sorted(table.values(), reverse=True)

"""Units of one quantity: conversions by their definitions, and sets of rivals without two that read alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.grab.ocr.units import FAMILIES, converted, suitable_units


@pytest.mark.parametrize(
    ("value", "unit", "other", "expected"),
    [
        (100.0, "°C", "°F", 212.0),
        (0.0, "K", "°C", -273.15),
        (80.0, "°Ré", "°C", 100.0),
        (491.67, "°R", "°C", 0.0),
        (1.0, "mi", "km", 1.609344),
        (3.0, "h", "min", 180.0),
        (36.0, "km/h", "m/s", 10.0),
        (1.0, "atm", "kPa", 101.325),
        (1.0, "kWh", "MJ", 3.6),
        (2.0, "GiB", "MiB", 2048.0),
        (180.0, "degrees", "gon", 200.0),
        (5.0, "€", "£", 5.0),
    ],
)
def test_conversions_by_definition(value: float, unit: str, other: str, expected: float) -> None:
    assert converted(value, unit, other) == pytest.approx(expected, abs=1e-9)


def test_units_of_different_quantities_are_not_converted() -> None:
    with pytest.raises(ValueError, match="both in kg and in m"):
        converted(1.0, "kg", "m")


def test_units_of_a_family_read_differently_and_are_no_letters_of_options() -> None:
    for family in FAMILIES.values():
        assert len({unit.casefold() for unit in family}) == len(family)
        assert not {unit.casefold() for unit in family} & set("abcde")


@given(st.sampled_from([unit for family in FAMILIES.values() for unit in family]), st.floats(0.01, 1000))
def test_suitable_units_include_the_unit_and_give_readable_numbers(unit: str, high: float) -> None:
    units = suitable_units(unit, 0.0, high)
    assert not units or (unit in units and 5 <= len(units) <= 6)
    for other in units:
        assert max(abs(converted(value, unit, other)) for value in (0.0, high)) < 1e7


def test_without_a_unit_there_are_no_rivals() -> None:
    assert suitable_units(None, 0, 1) == ()
    assert suitable_units("bananas", 0, 1) == ()

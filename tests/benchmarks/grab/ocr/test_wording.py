"""Titles, labels and texts that are close to one another."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.grab.ocr.wording import (
    TITLE_FORMS,
    Label,
    misprints,
    near_codes,
    near_numbers,
    near_years,
    qualified,
    within_a_sentence,
)

SEEDS = st.integers(0, 10_000)


def test_a_label_gives_its_unit_in_its_form() -> None:
    assert Label("Mass", "kg", "{name} [{unit}]").text == "Mass [kg]"
    assert Label("Census year", None, "{name} [{unit}]").text == "Census year"


@pytest.mark.parametrize(
    ("name", "expected"), [("Exam score", "exam score"), ("pH of mixture", "pH of mixture"), ("DNA mass", "DNA mass")]
)
def test_names_within_a_sentence(name: str, expected: str) -> None:
    assert within_a_sentence(name) == expected


def test_titles_put_first_what_is_on_the_vertical_axis() -> None:
    assert TITLE_FORMS[0][False].of("Hours studied", "Exam score") == "Exam score against hours studied"
    assert TITLE_FORMS[0][True].of("Hours studied", "Exam score") == "Hours studied against exam score"
    assert TITLE_FORMS[0][False].of("Volume", "pH of mixture") == "pH of mixture against volume"
    assert [form.swapped for form in TITLE_FORMS[4]] == [False, True]


@given(SEEDS)
def test_misprints_differ_from_the_text_in_one_letter_each(seed: int) -> None:
    texts = misprints(np.random.default_rng(seed), "Charging time", 5)
    assert len(set(texts)) == 5
    assert "Charging time" in texts
    for text in texts:
        off = [at for at, (a, b) in enumerate(zip(text, "Charging time", strict=True)) if a != b]
        assert len(off) == (text != "Charging time")
        assert not set(off) & {0, 9}


def test_a_short_text_has_fewer_misprints() -> None:
    assert len(misprints(np.random.default_rng(1), "Pace", 5)) == 4


@given(SEEDS)
def test_near_numbers_are_different_and_share_digits(seed: int) -> None:
    rng = np.random.default_rng(seed)
    years, numbers = near_years(rng, 5), near_numbers(rng, 5)
    assert len(set(years)) == len(set(numbers)) == 5
    assert all(1950 <= year < 2020 for year in years)
    assert len({year // 100 for year in years}) == len({number // 100 for number in numbers}) == 1
    assert all(101 <= number <= 999 for number in numbers)
    codes = near_codes(rng, 8)
    assert len(set(codes)) == 8
    assert len({digit for code in codes for digit in code.split()[1]}) <= 3


@given(SEEDS)
def test_qualified_names_are_different_and_keep_the_name(seed: int) -> None:
    names = qualified(np.random.default_rng(seed), "Exam score", 5)
    assert len(set(names)) == 5
    assert all("exam score" in name.lower() for name in names)

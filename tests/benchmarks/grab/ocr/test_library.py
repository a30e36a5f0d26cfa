"""The library of plausible variables: enough, none twice, ranges that are ranges, labels and legends that fit."""

from collections import Counter

import numpy as np
import pytest
from pydantic import ValidationError
from scipy.stats import spearmanr

from snellen.benchmarks.grab.ocr.library import Library, Pair, Variable, library
from snellen.benchmarks.grab.ocr.points import drawn_points
from snellen.benchmarks.grab.ocr.units import suitable_units
from snellen.benchmarks.grab.type_widths import text_width

PAIRS = library().pairs


def test_there_are_enough_pairs_of_enough_fields_and_none_comes_twice() -> None:
    assert len(PAIRS) >= 150
    assert len({pair.name for pair in PAIRS}) == len(PAIRS)
    fields = Counter(pair.field for pair in PAIRS)
    assert len(fields) >= 12
    # A question takes up to three pairs of one field.
    assert min(fields.values()) >= 3


def test_every_shape_direction_and_distribution_occurs() -> None:
    shapes = {"linear", "saturating", "exponential", "power", "sigmoid", "inverted U", "U", "periodic", "none"}
    assert {pair.shape for pair in PAIRS} == shapes
    assert {pair.direction for pair in PAIRS} == {"increasing", "decreasing", "none"}
    spreads = {"uniform", "normal", "lognormal", "integers", "years", "steps"}
    assert {pair.x.distribution for pair in PAIRS} == spreads


def test_each_pair_can_be_asked_for_a_unit() -> None:
    for pair in PAIRS:
        assert any(suitable_units(each.unit, each.low, each.high) for each in (pair.x, pair.y)), pair.name


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_data_lie_in_their_ranges_and_follow_their_direction(pair: Pair) -> None:
    rng = np.random.default_rng(5)
    correlations = []
    for x, y in drawn_points(rng, pair, 12, 24):
        assert len(x) == len(y) == 24
        assert pair.x.low <= x.min() <= x.max() <= pair.x.high
        assert pair.y.low <= y.min() <= y.max() <= pair.y.high
        if pair.x.distribution in ("integers", "years"):
            assert (x == np.rint(x)).all()
        correlations.append(float(spearmanr(x, y).statistic))
    mean = float(np.mean(correlations))
    if pair.direction == "increasing":
        assert mean > 0.6
    elif pair.direction == "decreasing":
        assert mean < -0.6
    else:
        # What rises and falls again, or does neither, has no direction over all of the range.
        assert abs(mean) < 0.6


def test_years_and_physical_quantities_have_sane_ranges() -> None:
    for pair in PAIRS:
        for each in (pair.x, pair.y):
            assert each.low < each.high
            if each.distribution == "years":
                assert 1900 <= each.low < each.high <= 2030
                assert each.unit is None
                assert not each.qualified
            if each.unit == "%" and "Slope" not in each.name:
                assert 0 <= each.low < each.high <= 100
            if each.unit == "K":
                assert each.low > 0
            if each.unit == "°C":
                assert each.low > -273.15
            if each.unit not in ("°C", "°F", "%", None):
                assert each.low >= 0, each.name


def test_names_have_widths_and_no_name_can_be_taken_for_a_letter_of_an_option() -> None:
    names = [name for groups in library().groups for name in groups.names]
    names += [each.name for pair in PAIRS for each in (pair.x, pair.y)]
    names += [each.unit for pair in PAIRS for each in (pair.x, pair.y) if each.unit]
    for name in names:
        assert text_width(name, "DejaVu Sans") > 0
        assert name.casefold() not in list("abcde")


def test_groups_are_all_in_use_and_their_names_differ() -> None:
    assert {groups.id for groups in library().groups} == {pair.groups for pair in PAIRS}
    for groups in library().groups:
        assert len({name.casefold() for name in groups.names}) == 8


def test_what_does_not_fit_together_is_no_library() -> None:
    x = Variable(name="Speed", unit="m/s", low=0, high=5, distribution="uniform")
    y = Variable(name="Force", unit="N", low=0, high=5)
    made = {"field": "physics", "x": x, "y": y, "noise": 0.1, "groups": "labs"}
    good = Pair.model_validate({**made, "shape": "linear", "direction": "increasing"})
    with pytest.raises(ValidationError, match="is not none"):
        Pair.model_validate({**made, "shape": "linear", "direction": "none"})
    with pytest.raises(ValidationError, match="empty"):
        Variable(name="Speed", unit=None, low=3, high=3)
    with pytest.raises(ValidationError, match="has a variable twice"):
        Library(groups=library().groups, pairs=(good, good))
    with pytest.raises(ValidationError, match="no groups are called"):
        Library(groups=(), pairs=(good,))

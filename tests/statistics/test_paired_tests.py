"""McNemar's test and sign flips by group, against published values, SciPy and enumeration."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from snellen.statistics import mcnemar, sign_flip


def test_mcnemar_has_the_published_values() -> None:
    # Armitage and Berry, Statistical Methods in Medical Research (1994), p. 127: two media; exact p by Liddell.
    assert round(mcnemar(12, 2).p, 4) == 0.0129
    # Agresti, Categorical Data Analysis, section on McNemar's test: approval of a prime minister, z = −4.17.
    assert round(mcnemar(86, 150).statistic ** 0.5, 2) == 4.17
    # Fagerland, Lydersen and Laake, BMC Med Res Methodol 13 (2013) 91: 1 and 7 of 21, exact 0.070 and mid-p 0.039.
    found = mcnemar(1, 7)
    assert (round(found.p, 3), round(found.mid_p, 3)) == (0.070, 0.039)


@given(st.integers(0, 200), st.integers(0, 200))
def test_mcnemar_is_a_fair_coin(b: int, c: int) -> None:
    found = mcnemar(b, c)
    expected = binomtest(b, b + c).pvalue if b + c else 1.0
    assert found.p == pytest.approx(expected, abs=1e-12)
    assert found.mid_p <= found.p <= 1


def test_mcnemar_refuses_negative_counts() -> None:
    with pytest.raises(ValueError, match="negative"):
        mcnemar(-1, 3)


@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=1, max_size=60))
def test_single_questions_flip_as_mcnemar_counts(differences: list[float]) -> None:
    b, c = differences.count(1.0), differences.count(-1.0)
    found = sign_flip(differences, range(len(differences)))
    assert found.method == "exact"
    assert found.p == pytest.approx(mcnemar(b, c).p, rel=1e-9)


def enumerated(differences: list[float], groups: list[int]) -> float:
    sums = np.array([sum(d for d, own in zip(differences, groups, strict=True) if own == g) for g in set(groups)])
    seen = abs(sums.sum()) - 1e-9
    return float(np.mean([abs(np.dot(signs, sums)) >= seen for signs in product((1, -1), repeat=len(sums))]))


@given(st.lists(st.tuples(st.sampled_from([-1.0, -2 / 3, -0.5, 0.0, 1 / 3, 0.5, 1.0]), st.integers(0, 7)), min_size=1))
def test_groups_flip_together(pairs: list[tuple[float, int]]) -> None:
    differences, groups = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    found = sign_flip(differences, groups)
    assert found.method == "exact"
    assert found.p == pytest.approx(enumerated(differences, groups), abs=1e-9)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=9))
def test_few_groups_of_any_scores_are_enumerated(differences: list[float]) -> None:
    differences = [round(each, 6) for each in differences]
    groups = list(range(len(differences)))
    assert sign_flip(differences, groups).p == pytest.approx(enumerated(differences, groups), abs=1e-9)


def test_many_groups_of_any_scores_are_drawn() -> None:
    from scipy.stats import norm

    rng = np.random.default_rng(3)
    differences = rng.normal(0.15, 1, 300)
    found = sign_flip(differences, range(300))
    # By the central limit theorem Σ ± d is normal with variance Σ d².
    expected = 2 * norm.sf(abs(differences.sum()) / np.sqrt((differences**2).sum()))
    assert (found.method, found.differing) == ("drawn", 300)
    assert found.p == pytest.approx(expected, abs=4 * np.sqrt(expected / 9999))
    assert found == sign_flip(differences, range(300))
    assert sign_flip(np.full(300, 0.25), range(300)).p == pytest.approx(0.5**299)
    assert sign_flip(np.linspace(0.5, 0.9, 300) ** 2, range(300)).p == pytest.approx(1 / 10_000)


def test_no_difference_and_no_question() -> None:
    assert sign_flip([0, 0], ["a", "b"]).p == 1
    assert np.isnan(sign_flip([], []).p)
    with pytest.raises(ValueError, match="one length"):
        sign_flip([1], ["a", "b"])

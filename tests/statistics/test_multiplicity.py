"""Holm's rule against statsmodels and by its meaning."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.statistics import holm


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_holm_is_statsmodels(p_values: list[float]) -> None:
    from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])


def test_what_is_no_test_is_not_counted() -> None:
    found = holm([0.01, np.nan, 0.02])
    assert found[[0, 2]].tolist() == [0.02, 0.02]
    assert np.isnan(found[1])
    assert holm([]).tolist() == []
    with pytest.raises(ValueError, match="from 0 to 1"):
        holm([1.5])

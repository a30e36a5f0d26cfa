"""Strata: which columns make them, and how small ones are joined."""

from collections.abc import Sequence

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from snellen.comparison import LEAST_GROUPS, merge_strata, strata_of


def _frame(**columns: Sequence[object]) -> pd.DataFrame:
    return pd.DataFrame(columns)


def test_what_chance_decides_makes_no_strata() -> None:
    task, level = ["a"] * 10 + ["b"] * 10, [0, 1] * 10
    design = ["dark", "dark", "light", "light", "light"] * 4
    first = _frame(task=task, complexity=level, design=design, family=["x"] * 20)
    second = _frame(task=task, complexity=level, design=design, family=["x", "y"] * 10)
    keys, other, columns = strata_of(first, second, ["design", "family"])
    assert columns == ["task", "complexity", "design"]
    assert keys == other == list(zip(task, level, design, strict=True))


def test_columns_with_one_value_or_none_are_left_out_and_missing_values_are_a_stratum() -> None:
    first = _frame(task=["a"] * 4, precision=[0.1, 1.0, None, None])
    keys, _, columns = strata_of(first, first)
    assert columns == ["precision"]
    assert keys == [(0.1,), (1.0,), ("",), ("",)]


def test_small_strata_join_the_smaller_neighbour_of_their_own_parent() -> None:
    sizes = {
        ("a", 0): (9, 9),
        ("a", 1): (2, 9),  # joins 2, the smaller of its neighbours
        ("a", 2): (6, 6),
        ("b", 0): (1, 1),  # all of b is too small, and joins the nearest of a
        ("b", 1): (1, 1),
        ("c", 0): (20, 20),
    }
    blocks = merge_strata(sizes, least=5)
    assert blocks["a", 1] == blocks["a", 2] != blocks["a", 0]
    assert blocks["b", 0] == blocks["b", 1] == blocks["a", 2]
    assert len(set(blocks.values())) == 3


def test_a_set_that_is_too_small_is_one_block() -> None:
    assert set(merge_strata({("a",): (1, 1), ("b",): (1, 0)}).values()) == {0}


_KEYS = st.tuples(st.sampled_from("abc"), st.integers(0, 4))


@given(st.dictionaries(_KEYS, st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1))
def test_every_stratum_has_a_block_and_no_block_is_too_small_where_it_need_not_be(
    sizes: dict[tuple[str, int], tuple[int, int]],
) -> None:
    blocks = merge_strata(sizes)
    assert blocks.keys() == sizes.keys()
    amounts = [
        min(sum(sizes[key][side] for key in sizes if blocks[key] == block) for side in (0, 1))
        for block in set(blocks.values())
    ]
    assert len(amounts) == 1 or min(amounts) >= LEAST_GROUPS
    # Blocks are runs of neighbours in sorted order.
    runs = [blocks[key] for key in sorted(sizes)]
    assert len([one for one, before in zip(runs, [None, *runs], strict=False) if one != before]) == len(set(runs))

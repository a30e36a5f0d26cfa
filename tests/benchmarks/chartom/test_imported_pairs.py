import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.chartom.imported_pairs import Known, is_honest_by_name, pair_up

TWINS = [
    ("bar_3_honest", "bar_3_manipulated"),
    ("bar3-original", "bar3-misleading"),
    ("honest_12", "misleading_12"),
    ("12h", "12m"),
    ("h12", "m12"),
    ("04_g", "04_b"),
    ("pie1Honest", "pie1Manipulated"),
    ("map control", "map deceptive"),
    ("line-2.true", "line-2.fake"),
    ("x_non-misleading", "x_misleading"),
]
UNMARKED = Known("bar", None)


@pytest.mark.parametrize(("honest", "manipulated"), TWINS)
def test_marks_tell_which_is_which(honest: str, manipulated: str) -> None:
    for order in ((honest, manipulated), (manipulated, honest)):
        (pair,), alone = pair_up(dict.fromkeys(order, UNMARKED))
        assert (pair.honest, pair.manipulated) == (honest, manipulated)
        assert alone == {}


def test_letters_that_say_nothing_need_the_table() -> None:
    charts = {"7a": Known("pie", True), "7b": Known("pie", False)}
    (pair,), _ = pair_up(charts)
    assert (pair.honest, pair.manipulated) == ("7b", "7a")
    pairs, alone = pair_up(dict.fromkeys(charts, UNMARKED))
    assert pairs == []
    assert "neither id nor table" in alone["7a"]


def test_one_mark_is_enough() -> None:
    (pair,), _ = pair_up({"bar": UNMARKED, "bar_misleading": UNMARKED})
    assert (pair.honest, pair.manipulated) == ("bar", "bar_misleading")


def test_neighbours_and_numbers_are_no_twins() -> None:
    charts = {
        "bar_1": Known("bar", False),
        "bar_2": Known("bar", True),
        "10": Known("bar", False),
        "11": Known("bar", True),
    }
    pairs, alone = pair_up(charts)
    assert pairs == []
    assert set(alone) == set(charts)


def test_three_of_a_stem_are_not_paired() -> None:
    charts = {"a1_honest": UNMARKED, "a1_misleading": UNMARKED, "a1_bad": UNMARKED}
    pairs, alone = pair_up(charts)
    assert pairs == []
    assert "3 ids" in alone["a1_bad"]


def test_twins_are_of_one_type() -> None:
    pairs, alone = pair_up({"1_honest": Known("bar"), "1_bad": Known("pie")})
    assert pairs == []
    assert "two types" in alone["1_honest"]


def test_columns_come_before_ids() -> None:
    charts = {
        "a_honest": Known("bar", False, twin="z"),
        "z": Known("bar", True),
        "a_bad": Known("bar", True),
        "p": Known("map", False, pair="9"),
        "q": Known("map", True, pair="9"),
    }
    pairs, alone = pair_up(charts)
    assert {(pair.honest, pair.manipulated) for pair in pairs} == {("a_honest", "z"), ("p", "q")}
    assert set(alone) == {"a_bad"}


def test_a_twin_that_is_absent_or_claimed_twice_is_none() -> None:
    pairs, alone = pair_up({"a": Known("bar", False, twin="b")})
    assert pairs == []
    assert "'b' is not among the charts" in alone["a"]
    charts = {"a": Known("bar", False, twin="c"), "b": Known("bar", False, twin="c"), "c": Known("bar", True)}
    pairs, alone = pair_up(charts)
    assert pairs == []
    assert set(alone) == set(charts)


KNOWN = st.builds(Known, st.sampled_from(["bar", "pie"]), st.none() | st.booleans())


@given(st.dictionaries(st.text(min_size=1, max_size=8), KNOWN, max_size=8))
def test_every_chart_is_in_one_pair_or_told(charts: dict[str, Known]) -> None:
    pairs, alone = pair_up(charts)
    paired = [name for pair in pairs for name in (pair.honest, pair.manipulated)]
    assert len(set(paired)) == len(paired)
    assert set(paired) | set(alone) == set(charts)
    assert not set(paired) & set(alone)


@given(st.text(max_size=30))
def test_any_name_is_read(name: str) -> None:
    assert is_honest_by_name(name) in (True, False, None)

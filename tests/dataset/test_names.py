"""Names in little memory: a set that tells what was there."""

from hypothesis import given
from hypothesis import strategies as st

from snellen.dataset import Names


@given(st.lists(st.text()))
def test_it_is_a_set(texts: list[str]) -> None:
    names, met = Names(), set[str]()
    for text in texts:
        assert names.add(text) is (text in met)
        met.add(text)
    assert len(names) == len(met)
    assert all(text in names for text in texts)
    assert "\x00 never drawn \x00" not in names or "\x00 never drawn \x00" in met

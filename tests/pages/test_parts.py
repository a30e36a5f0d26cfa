"""Long lists in parts: all values, in order, in the page or beside it."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tests.parts import read_parts

from snellen.pages import Parts

_VALUES = st.lists(st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=4), max_size=30)
_TEXTS = ["</script><!--", "it's \\' \\ \" ` ${7}", "line\u2028s\u2029\r\n\x00", "\ud800 alone", "{{ 7 }}"]


@given(values=_VALUES, size=st.integers(1, 7))
def test_in_the_page_all_values_are_there_in_order(values: list[object], size: int) -> None:
    parts = Parts(Path("never made"), size, inside=10**9)
    for value in values:
        parts.add(value)
    parts.finish()
    assert not parts.beside
    found = [json.loads(block) for block in parts.blocks]
    assert [value for part in found for value in part] == values
    assert all(len(part) == size for part in found[:-1])
    assert not any(character in block for block in parts.blocks for character in "<>&\u2028\u2029")


def test_beyond_what_goes_inside_all_values_are_in_files(tmp_path: Path) -> None:
    values = _TEXTS * 5
    parts = Parts(tmp_path / "parts", 4, inside=200)
    for place, value in enumerate(values):
        parts.add(value)
        assert sum(len(block.encode()) for block in parts.blocks) <= 200, place
    parts.finish()
    assert parts.beside
    assert parts.blocks == []
    found = read_parts(tmp_path / "parts")
    assert [len(part) for part in found] == [4] * 6 + [1]
    assert [value for part in found for value in part] == values


def test_no_values_make_no_files(tmp_path: Path) -> None:
    parts = Parts(tmp_path / "parts", 4)
    parts.finish()
    assert (parts.beside, parts.blocks) == (False, [])
    assert not (tmp_path / "parts").exists()

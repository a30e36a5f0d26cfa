import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.errors import SnellenError
from snellen.generation import parse_selection


def test_fields_and_values() -> None:
    assert parse_selection("task=series,property=median") == {"task": ["series"], "property": ["median"]}
    assert parse_selection("property = net area | x-intercept ,property=median") == {
        "property": ["net area", "x-intercept", "median"]
    }
    assert parse_selection("task=a,task=a|b") == {"task": ["a", "b"]}
    assert parse_selection("") == parse_selection(" , ") == {}


@pytest.mark.parametrize("text", ["series", "=series", "task=", "task=series|", "task=a,property"])
def test_a_part_that_is_not_field_and_value_is_named(text: str) -> None:
    with pytest.raises(SnellenError, match=r"--only: '.*' is not FIELD=VALUE; write a field"):
        parse_selection(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        selection = parse_selection(text)
    except SnellenError:
        return
    assert all(field and values and len(values) == len(set(values)) for field, values in selection.items())

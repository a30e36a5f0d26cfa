"""Arguments for a model's provider, and what of them is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.errors import SnellenError
from snellen.running.settings import parse_model_arguments


def test_values_are_json_or_text() -> None:
    given_ = ("base-url=http://localhost:8000/v1", "seed=3", "deep=true", 'device_map={"a": 1}', "name=a=b", "empty=")
    assert parse_model_arguments(given_) == {
        "base_url": "http://localhost:8000/v1",
        "seed": 3,
        "deep": True,
        "device_map": {"a": 1},
        "name": "a=b",
        "empty": "",
    }


@pytest.mark.parametrize("arguments", [("seed",), ("=3",), ("a b=3",), ("seed=1", "seed=2")])
def test_what_is_no_argument_is_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(SnellenError, match="-M"):
        parse_model_arguments(arguments)


@given(st.lists(st.text(max_size=20), max_size=3))
def test_any_text_is_arguments_or_refused(arguments: list[str]) -> None:
    try:
        parsed = parse_model_arguments(tuple(arguments))
    except SnellenError:
        return
    assert len(parsed) == len(arguments)

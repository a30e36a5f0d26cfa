"""Which settings a request holds, under whatever name its provider has for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.running.not_sent import settings_not_sent

ASKED = ["temperature", "top_k", "seed", "max_tokens"]


class Omit:
    """As the vendors' clients mark what is not given."""


@pytest.mark.parametrize(
    ("request_", "missing"),
    [
        ({"temperature": 0.0, "seed": 0, "max_tokens": 5}, ["top_k"]),
        ({"temperature": 0.0, "seed": 0, "max_completion_tokens": 5, "extra_body": {"top_k": 1}}, []),
        ({"max_tokens": 5, "temperature": Omit(), "top_k": None}, ["temperature", "top_k", "seed"]),
        ({"generation_config": {"temperature": 0.0, "topK": 1, "max_output_tokens": 5}}, ["seed"]),
        ({"messages": [{"seed": 1}], "contents": {"seed": 1}}, ASKED),
    ],
)
def test_what_is_not_in_a_request_was_not_sent(request_: dict[str, object], missing: list[str]) -> None:
    assert settings_not_sent(ASKED, request_) == missing


@pytest.mark.parametrize(
    ("request_", "missing"),
    [
        ({"messages": [{"content": [{"image_url": {"url": "data:", "detail": "high"}}]}]}, ["media_resolution"]),
        ({"input": [{"content": [{"type": "input_image", "detail": "high"}]}]}, ["media_resolution"]),
        ({"contents": [], "generationConfig": {"mediaResolution": "MEDIA_RESOLUTION_LOW"}}, ["image_detail"]),
        ({"messages": [{"content": [{"type": "image", "detail": None}]}]}, ["image_detail", "media_resolution"]),
    ],
)
def test_settings_of_pictures_stand_beside_the_pictures(request_: dict[str, object], missing: list[str]) -> None:
    assert settings_not_sent(["image_detail", "media_resolution"], request_) == missing


JSON = st.recursive(
    st.none() | st.booleans() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*ASKED, "x"]), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text(max_size=8), JSON, max_size=4))
def test_any_request_is_read(request_: dict[str, object]) -> None:
    missing = settings_not_sent([*ASKED, "image_detail", "unheard_of"], request_)
    assert set(missing) <= {*ASKED, "image_detail"}

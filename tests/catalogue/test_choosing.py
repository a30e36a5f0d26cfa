"""`--model`, `--settings` and `-S` together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.catalogue import GenerationSettings, catalogue, choose_model, with_changes
from snellen.errors import SnellenError


def test_settings_name_their_model_and_its_way_of_access_can_be_chosen() -> None:
    assert choose_model(None, "biy-o3").model == "openai/o3-2025-04-16"
    assert choose_model("vertex", "biy-gemini-2.5-flash").model == "google/vertex/gemini-2.5-flash"
    assert (
        choose_model("google/vertex/gemini-2.5-flash", "biy-gemini-2.5-flash").generation.media_resolution == "medium"
    )
    assert choose_model("openai-api/mine/o3-2025-04-16", "BIY-o3").model == "openai-api/mine/o3-2025-04-16"
    assert choose_model(None, "grab-claude-3-haiku").model == "anthropic/claude-3-haiku-20240307"


def test_a_compatible_address_is_given_to_the_provider() -> None:
    chosen = choose_model(None, "grab-reka-core")
    assert (chosen.model, dict(chosen.model_args)) == (
        "openai-api/reka/reka-core-20240501",
        {"base_url": "https://api.reka.ai/v1"},
    )
    assert choose_model(chosen.model).model_args == chosen.model_args
    assert choose_model("openai-api/mine/reka-core-20240501", "grab-reka-core").model_args == {}


def test_single_settings_come_last_and_the_default_is_greedy() -> None:
    chosen = choose_model(None, "biy-o3", ["reasoning_effort=high", "max-tokens=500"])
    assert chosen.generation.told() == {
        "temperature": 1,
        "reasoning_effort": "high",
        "image_detail": "high",
        "max_tokens": 500,
    }
    assert choose_model("openai/gpt-4o").generation.told() == {"temperature": 0, "top_k": 1}
    assert choose_model("openai/gpt-4o", None, ["top_k=none", "temperature=none"]).generation.told() == {}
    assert choose_model("openai/gpt-5.2", None, ["reasoning_effort=none"]).generation.reasoning_effort == "none"


@pytest.mark.parametrize(
    ("model", "settings", "changes", "named"),
    [
        (None, None, [], "--model"),
        (None, "biy-03", [], "did you mean biy-o"),
        ("openai/gpt-4o", "biy-o3", [], "o3-2025-04-16"),
        ("vertex", "biy-o3", [], "direct"),
        ("a/b", None, ["temperature"], "KEY=VALUE"),
        ("a/b", None, ["heat=1"], "no such setting"),
        ("a/b", None, ["seed=1"], "--seed"),
        ("a/b", None, ["temperature=hot"], "temperature"),
        ("a/b", None, ["temperature=nan"], "temperature"),
        ("a/b", None, ["top_p=0.1", "top-p=0.2"], "twice"),
        ("a/b", None, ["media_resolution=huge"], "media_resolution"),
    ],
)
def test_what_is_none_is_refused_in_one_sentence(
    model: str | None, settings: str | None, changes: list[str], named: str
) -> None:
    with pytest.raises(SnellenError, match=named) as raised:
        choose_model(model, settings, changes)
    assert "\n" not in str(raised.value)


@given(st.lists(st.one_of(st.text(max_size=20), st.sampled_from(["temperature=1", "top_k=", "=", "top_p=1e-400"]))))
def test_any_text_is_settings_or_refused(changes: list[str]) -> None:
    try:
        changed = with_changes(GenerationSettings(), changes)
    except SnellenError:
        return
    assert GenerationSettings.model_validate_json(changed.model_dump_json()) == changed


def test_every_named_setting_can_be_chosen_by_every_way_of_access() -> None:
    for settings in catalogue().settings:
        model = catalogue().model(settings.model)
        assert model is not None
        for way, address in model.access.items():
            assert choose_model(way, settings.name).model == address == choose_model(address, settings.name).model

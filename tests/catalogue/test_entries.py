"""The catalogue against the papers and the published results."""

from datetime import date

import pytest

from snellen.catalogue import GenerationSettings, catalogue
from snellen.published.biy import published_biy
from snellen.published.grab import published_grab

GRAB_BY_API = {  # appendix D
    "gpt-4-turbo-2024-04-09",
    "gpt-4o-mini-2024-07-18",
    "gpt-4o-2024-05-13",
    "gemini-1.0-pro-vision-001",
    "gemini-1.5-flash-preview-0514",
    "gemini-1.5-pro-preview-0514",
    "claude-3-haiku@20240307",
    "claude-3-sonnet@20240229",
    "claude-3-5-sonnet@20240620",
    "reka-edge-20240208",
    "reka-flash-20240226",
    "reka-core-20240501",
}


def test_grab_has_the_twenty_models_of_its_table_and_the_versions_of_its_appendix() -> None:
    named = [each for each in catalogue().settings if each.name.startswith("grab-")]
    published = {row.model for row in published_grab().models}
    assert len(named) == 20
    assert len({each.published for each in named}) == 20
    assert {each.published for each in named} <= published
    assert {each.generation for each in named} == {GenerationSettings(temperature=0, top_k=1)}
    for version in GRAB_BY_API:
        model = catalogue().model(version)
        assert model is not None
        assert "grab" in model.papers


def test_biy_has_its_ten_models_each_with_the_settings_of_the_paper() -> None:
    named = {each.published: each.generation.told() for each in catalogue().settings if each.name.startswith("biy-")}
    assert set(named) == {row.model for row in published_biy().models}
    for model in ("gpt-4.1", "gpt-4.1-mini", "gpt-4.1-nano"):
        assert named[f"{model}-2025-04-14"] == {"temperature": 0, "image_detail": "high"}
    for model in ("gpt-4o-2024-08-06", "gpt-4o-mini-2024-07-18"):
        assert named[model] == {"temperature": 0, "image_detail": "high"}
    for model in ("o3-2025-04-16", "o4-mini-2025-04-16"):
        assert named[model] == {"temperature": 1, "reasoning_effort": "medium", "image_detail": "high"}
    for model, budget in (
        ("gemini-2.5-flash", 0),
        ("gemini-2.5-flash-lite", 0),
        ("gemini-2.5-flash-lite-reasoning", 8192),
    ):
        assert named[model] == {"temperature": 0, "reasoning_tokens": budget, "media_resolution": "medium"}


def test_names_are_unique_and_each_points_to_a_model() -> None:
    known = catalogue()
    names = [name for model in known.models for name in (model.name, *model.aliases)] + [s.name for s in known.settings]
    assert len(names) == len(set(names))
    for settings in known.settings:
        model = known.model(settings.model)
        assert model is not None
        assert settings.name.split("-")[0] in model.papers
    for model in known.models:
        assert model.access
        assert model.current is None or known.model(model.current) is not None, model.name


def test_open_models_have_their_repository_and_hosted_ones_their_vendor() -> None:
    open_ = [model for model in catalogue().models if model.hugging_face]
    assert len(open_) == 8
    for model in open_:
        assert model.access["transformers"] == f"transformers/{model.hugging_face}"
    for model in catalogue().models:
        prefix = {"OpenAI": "openai/", "Anthropic": "anthropic/", "Google": "google/", "Reka": "openai-api/reka/"}
        if model.vendor in prefix:
            assert all(address.startswith(prefix[model.vendor]) for address in model.access.values())


@pytest.mark.parametrize(
    ("name", "day", "status"),
    [
        ("gpt-4.1-2025-04-14", date(2026, 11, 30), "deprecated"),
        ("gpt-4.1-2025-04-14", date(2027, 1, 14), "withdrawn"),
        ("claude-3-haiku-20240307", date(2026, 4, 19), "deprecated"),
        ("claude-3-haiku-20240307", date(2026, 4, 20), "withdrawn"),
        ("gemini-1.5-pro-preview-0514", date(2026, 1, 1), "withdrawn"),
        ("gemini-2.5-flash-lite", date(2026, 11, 30), "available"),
        ("reka-core-20240501", date(2026, 11, 30), "not known"),
        ("yi-vl-6b", date(2026, 11, 30), "available"),
    ],
)
def test_a_model_is_withdrawn_from_the_day_of_its_end(name: str, day: date, status: str) -> None:
    model = catalogue().model(name)
    assert model is not None
    assert model.status(day) == status
    assert model.status_told(day).startswith(status)

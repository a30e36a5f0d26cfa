"""`snellen models`."""

import json

from click.testing import CliRunner

from snellen.cli import cli


def test_the_table_names_all_models_and_their_settings() -> None:
    shown = CliRunner().invoke(cli, ["models"])
    assert shown.exit_code == 0
    for name in ("gpt-4.1-2025-04-14", "biy-o3", "grab-reka-core", "claude-3-haiku-20240307", "withdrawn since"):
        assert name in shown.output


def test_one_model_is_found_by_its_name_its_address_and_its_settings() -> None:
    for name in ("gemini-2.5-flash", "google/vertex/gemini-2.5-flash", "biy-gemini-2.5-flash"):
        shown = CliRunner().invoke(cli, ["models", name])
        assert "google/vertex/gemini-2.5-flash" in shown.output
        assert "media_resolution medium" in shown.output


def test_json_has_all_that_the_catalogue_has() -> None:
    told = json.loads(CliRunner().invoke(cli, ["models", "--json"]).output)
    models = {model["name"]: model for model in told["models"]}
    assert len(models) >= 28
    assert models["o3-2025-04-16"]["settings"]["biy-o3"] == {
        "temperature": 1,
        "reasoning_effort": "medium",
        "image_detail": "high",
    }
    assert {model["status"] for model in models.values()} <= {"available", "deprecated", "withdrawn", "not known"}

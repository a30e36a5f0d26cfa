"""What arrives at a vendor: the pictures as they are, turns in order, settings, and no system prompt."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.servers.conversations import Asked, tokens_of
from tests.servers.server import ModelServer

from snellen.dataset import Dataset
from snellen.results import read_results, read_run
from snellen.running.engine import evaluate_dataset

MODELS = [
    # model, the settings that arrive under the vendor's names, those asked for that do not, the detail of pictures
    ("openai/gpt-4o", {"temperature": 0.0, "seed": 7}, ["top_k"], "auto"),
    ("openai/o3", {}, ["temperature", "top_k", "seed"], "auto"),
    ("openai-api/local/any", {"temperature": 0.0, "seed": 7}, ["top_k"], "auto"),
    ("anthropic/claude-sonnet-4-0", {"max_tokens": 32000}, ["temperature", "top_k", "seed"], None),
    ("google/gemini-2.5-pro", {"temperature": 0.0, "topK": 1, "seed": 7}, [], None),
]
SAMPLING = {"temperature", "top_k", "topK", "seed", "top_p", "topP", "max_tokens", "max_completion_tokens"}


def conversations(server: ModelServer) -> list[Asked]:
    """Without the request by which Inspect finds out whether a reasoning model gives summaries."""
    return [seen.asked for seen in server.seen if any(turn.pictures for turn in seen.asked.turns)]


@pytest.mark.parametrize(("model", "sent", "not_sent", "detail"), MODELS)
def test_questions_with_examples_arrive_as_they_are(
    model: str,
    sent: dict[str, object],
    not_sent: list[str],
    detail: str | None,
    tiny_biy: Dataset,
    tmp_path: Path,
    ask: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    with ModelServer(lambda asked: "2") as server:
        options = {"strategies": "one-shot,few-shot", "n_examples": "6", "tasks": "cluster_count", "seed": 7}
        assert ask(tiny_biy, model, server, **options) == 0
    charts = {chart.chart_id: chart for chart in tiny_biy.charts()}
    questions = {question.question_id: question for question in tiny_biy.questions()}
    of_picture = {charts[each.chart_id].sha256: each for each in questions.values() if each.task == "cluster_count"}
    arrived = conversations(server)
    assert sorted(len(asked.turns) for asked in arrived) == [3] * 4 + [13] * 4
    for asked in arrived:
        assert asked.system is None
        assert {name: value for name, value in asked.settings.items() if name in SAMPLING} == sent
        assert [turn.role for turn in asked.turns] == ["user", *["assistant", "user"] * (len(asked.turns) // 2)]
        for place, turn in enumerate(asked.turns):
            if turn.role == "assistant":
                question = of_picture[asked.turns[place - 1].pictures[0].sha256]
                assert (turn.text.strip(), turn.pictures) == (question.answer, [])
                continue
            picture, text = turn.parts  # the picture before the text, and nothing else
            assert not isinstance(picture, str)
            question = of_picture[picture.sha256]  # the very bytes of the file
            assert text == question.text
            assert (picture.media_type, picture.detail) == ("image/png", detail)
            assert question.split == ("test" if place == len(asked.turns) - 1 else "example")
    table = read_results(tmp_path / "run")
    assert set(table["outcome"]) == {"answered"}
    assert sorted(table["input_tokens"]) == sorted(tokens_of(asked) for asked in arrived)
    assert set(table["output_tokens"]) == {1}
    record = read_run(tmp_path / "run")
    assert record.not_sent == not_sent
    shown = capsys.readouterr()
    told = [line for line in (shown.err + shown.out).splitlines() if "not sent" in line]
    assert [line.removesuffix(".").endswith(", ".join(not_sent)) for line in told] == [True] * bool(not_sent)  # once
    assert [each.stop_reasons for each in record.conditions] == [{"stop": 4}] * 2


def test_a_repeat_is_sent_the_next_seed_and_is_told_what_was_not_sent_after_a_resume_too(
    tiny_dataset: Dataset, tmp_path: Path, ask: Callable[..., int]
) -> None:
    with ModelServer(lambda asked: "4") as server:
        for epochs in (1, 2, 2):
            assert ask(tiny_dataset, "openai/gpt-4o", server, limit=2, epochs=epochs, seed=5) == 0
    assert [asked.settings["seed"] for asked in conversations(server)] == [5, 5, 6, 6]
    assert read_run(tmp_path / "run").not_sent == ["top_k"]


@pytest.mark.parametrize(
    ("variable", "model"),
    [
        ("OPENAI_BASE_URL", "openai/gpt-4o"),
        ("ANTHROPIC_BASE_URL", "anthropic/claude-sonnet-4-0"),
        ("GOOGLE_BASE_URL", "google/gemini-2.5-pro"),
        ("LOCAL_BASE_URL", "openai-api/local/any"),
    ],
)
def test_the_address_may_stand_in_the_environment(
    variable: str, model: str, tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ModelServer(lambda asked: "4") as server:
        monkeypatch.setenv(variable, server.base_url(model))
        assert evaluate_dataset(tiny_dataset.path, model=model, out=tmp_path / "run", limit=1) == 0
    assert len(server.seen) == 1
    assert "base_url" not in json.loads((tmp_path / "run" / "settings.json").read_text())["model_args"]


def test_key_and_address_may_stand_in_a_file(
    tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ModelServer(lambda asked: "4", api_key="sk-from-a-file") as server:
        for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
            monkeypatch.setenv(name, "")  # so that what the file sets is taken back after the test
            monkeypatch.delenv(name)
        Path(".env").write_text(f"OPENAI_API_KEY=sk-from-a-file\nOPENAI_BASE_URL={server.openai}\n")
        assert evaluate_dataset(tiny_dataset.path, model="openai/gpt-4o", out=tmp_path / "run", limit=1) == 0
    assert "sk-from-a-file" not in (tmp_path / "run" / "replies.jsonl").read_text()

"""The pages on models on one's own machine: every `snellen` command in them runs, against a server or a tiny model."""

import json
import re
import shlex
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.servers.server import ModelServer

from snellen.cli import cli
from snellen.dataset import Dataset
from snellen.results import read_results
from snellen.running.run_plan import RunPlan, plan_run

DOCS = Path(__file__).parents[3] / "docs"
PAGES = ("running-transformers.md", "running-vllm.md", "running-ollama.md")
ADDRESS = re.compile(r"http://localhost:\d+/v1")


def commands(page: str) -> Iterator[str]:
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("    snellen "):
            yield line.strip()
        yield from re.findall(r"`(snellen eval [^`…]*)`", line)


ALL = [(page, command) for page in PAGES for command in commands(page)]


def test_each_page_has_commands_and_is_linked() -> None:
    assert {page for page, _ in ALL} == set(PAGES)
    for linking in (DOCS / "running.md", DOCS.parent / "README.md"):
        for page in PAGES:
            assert page in linking.read_text(encoding="utf-8"), f"{page} in {linking.name}"


@pytest.mark.parametrize("command", [command for page, command in ALL if page == "running-transformers.md"])
def test_a_command_of_transformers_plans_a_run(
    command: str, tiny_dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to the loading of the model, which tests of tiny ones go through."""
    planned: list[RunPlan] = []

    def plan(dataset: Path, **options: Any) -> int:
        asking = {name: options[name] for name in signature(plan_run).parameters if name in options}
        planned.append(plan_run(dataset, **asking))
        return 0

    monkeypatch.setattr("snellen.running.engine.evaluate_dataset", plan)
    monkeypatch.setattr("snellen.running.hugging_face.address.find_spec", lambda name: object())  # as if installed
    Path("my-model").mkdir()
    Path("my-model/config.json").write_text("{}")
    _, *arguments = shlex.split(command.replace("my-set", str(tiny_dataset.path)))
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    (run,) = planned
    assert run.settings.model.startswith("transformers/")
    assert len(run.questions) == 12


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    """One for all, for Inspect keeps the address of a model of vLLM as long as the process lives."""
    with ModelServer(lambda asked: "4") as running:
        yield running


@pytest.mark.parametrize(
    "command", [command for page, command in ALL if page != "running-transformers.md" and " batch " not in command]
)
def test_a_command_of_a_server_runs(
    command: str, server: ModelServer, tiny_dataset: Dataset, tiny_biy: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.seen.clear()
    for variable in ("OLLAMA_BASE_URL", "VLLM_BASE_URL"):  # where no address is given
        monkeypatch.setenv(variable, server.openai)
    command = ADDRESS.sub(server.openai, command)
    command = command.replace("my-set", str(tiny_dataset.path)).replace("biy-set", str(tiny_biy.path))
    result = CliRunner().invoke(cli, [*shlex.split(command)[1:], "--limit", "1", "--out", "run"])
    assert result.exit_code == 0, result.output
    table = read_results(Path("run"))
    assert len(server.seen) == len(table) >= 1
    assert set(table["reply"]) == {"4"}
    for seen in server.seen:
        turns = seen.asked.turns
        assert seen.asked.system is None
        assert seen.asked.settings["temperature"] == 0
        assert [len(turn.pictures) for turn in turns if turn.role == "user"] == [1] * (1 + len(turns) // 2)
    assert max(len(seen.asked.turns) for seen in server.seen) == (13 if "few-shot" in command else 1)


def answered(line: dict[str, Any]) -> dict[str, Any]:
    """A line of `vllm run-batch`'s file of replies."""
    choice = {"index": 0, "message": {"role": "assistant", "content": "4"}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10}
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}
    response = {"status_code": 200, "request_id": "1", "body": body}
    return {"id": "1", "custom_id": line["custom_id"], "response": response, "error": None}


def test_the_batch_commands_of_the_page_run(tiny_biy: Dataset, tmp_path: Path) -> None:
    submit, collect = (command for _, command in ALL if " batch " in command)
    runner = CliRunner()
    with_set = [shlex.split(each.replace("biy-set", str(tiny_biy.path)))[1:] for each in (submit, collect)]
    result = runner.invoke(cli, [*with_set[0], "--limit", "2"])
    assert result.exit_code == 0, result.output
    (requests,) = tmp_path.glob("runs/tiny-biy/*/batches/*.jsonl")
    assert f"-i {requests.relative_to(tmp_path)}" in result.output.replace(f"{tmp_path}/", "")
    lines = [json.loads(line) for line in requests.read_text().splitlines()]
    requests.with_suffix(".replies.jsonl").write_text("".join(json.dumps(answered(line)) + "\n" for line in lines))
    result = runner.invoke(cli, with_set[1])
    assert result.exit_code == 0, result.output
    (run,) = tmp_path.glob("runs/tiny-biy/*")
    assert len(read_results(run)) == 4

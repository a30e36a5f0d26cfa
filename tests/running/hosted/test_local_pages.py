"""The pages on models on one's own machine: every `snellen` command in them runs, against a server or a tiny model."""

import json
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.running.hugging_face.tiny_models import save_llava
from tests.servers.server import ModelServer

from snellen.cli import cli
from snellen.dataset import Dataset
from snellen.results import read_results

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


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages") / "model"
    save_llava(folder)
    return folder


@pytest.mark.parametrize(("page", "command"), [each for each in ALL if " batch " not in each[1]])
def test_a_command_of_a_page_runs(
    page: str,
    command: str,
    tiny_dataset: Dataset,
    tiny_biy: Dataset,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if page == "running-transformers.md":
        if find_spec("torch") is None:
            pytest.skip("PyTorch is not installed: make local")
        Path("my-model").symlink_to(request.getfixturevalue("model"))
        for name in ("Qwen/Qwen2.5-VL-7B-Instruct", "llava-hf/llava-1.5-7b-hf"):  # a folder comes before an id
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).symlink_to(request.getfixturevalue("model"))
        command += " -S max_tokens=2" if "max_tokens" not in command else ""
    with ModelServer(lambda asked: "4") as server:
        for variable in ("OLLAMA_BASE_URL", "VLLM_BASE_URL"):  # where no address is given
            monkeypatch.setenv(variable, server.openai)
        _, *arguments = shlex.split(ADDRESS.sub(server.openai, command))
        arguments[arguments.index("my-set" if "my-set" in arguments else "biy-set")] = str(
            tiny_dataset.path if "my-set" in arguments else tiny_biy.path
        )
        result = CliRunner().invoke(cli, [*arguments, "--limit", "1", "--out", "run"])
    assert result.exit_code == 0, result.output
    table = read_results(Path("run"))
    assert len(table) >= 1
    if page != "running-transformers.md":
        assert len(server.seen) == len(table)
        assert set(table["reply"]) == {"4"}
        for seen in server.seen:
            assert seen.asked.system is None
            assert seen.asked.settings["temperature"] == 0
            assert [len(turn.pictures) for turn in seen.asked.turns if turn.role == "user"] == [1] * (
                1 + len(seen.asked.turns) // 2
            )
        if "few-shot" in command:
            assert max(len(seen.asked.turns) for seen in server.seen) == 13


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

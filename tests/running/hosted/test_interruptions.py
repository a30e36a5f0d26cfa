"""Runs broken off in every way and resumed: nothing is lost, nothing is paid for twice but what was on its way."""

from pathlib import Path

import pytest
from perf.interrupt_run import SECONDS, WAYS, answer, evaluate, interrupt, make_questions
from tests.servers.server import ModelServer

from snellen.dataset import Dataset


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Dataset, Path]:
    """A dataset of 200 questions, and a run on it that nobody interrupted."""
    folder = tmp_path_factory.mktemp("interrupted")
    dataset = make_questions(folder / "set", 200)
    with ModelServer(answer, seconds=SECONDS) as server:
        process = evaluate(dataset, "openai/gpt-4o", server, folder / "whole")
        assert process.communicate()[1].splitlines() == ["Note: the provider of openai/gpt-4o is not sent top_k."]
        assert process.returncode == 0
    assert set(server.times_asked.values()) == {1}
    return dataset, folder / "whole"


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_lost(way: str, whole: tuple[Dataset, Path], tmp_path: Path) -> None:
    dataset, run = whole
    got = interrupt(way, dataset, "openai/gpt-4o", tmp_path / way, run)
    assert got.status == (-9 if way == "SIGKILL" else 1)
    assert "Traceback" not in got.told
    assert way == "SIGKILL" or "same command again" in got.told
    assert 0 < got.kept < 200
    assert (got.lost, got.is_same) == (0, True)
    assert got.asked_again <= got.in_flight <= 100
    assert got.most_often <= 2 * 3  # Inspect's attempts of OpenAI's client before and after

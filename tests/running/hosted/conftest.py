"""Models of the vendors' providers behind a server on the loopback, with keys that must never be seen again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.servers.server import ModelServer

from snellen.dataset import Dataset
from snellen.running.engine import evaluate_dataset

KEYS = {
    "OPENAI_API_KEY": "sk-proj-PLANTEDopenai0123456789wxyz",
    "ANTHROPIC_API_KEY": "sk-ant-api03-PLANTEDanthropic0123456789",
    "GOOGLE_API_KEY": "AIzaSyPLANTEDgoogle0123456789abcdefghij",
    "LOCAL_API_KEY": "local-PLANTED0123456789",
}


@pytest.fixture(autouse=True)
def planted_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_BASE_URL", "ANTHROPIC_AUTH_TOKEN", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between attempts Inspect waits for seconds, and longer each time; the vendors' clients for half a second."""
    from inspect_ai.model import ModelAPI

    monkeypatch.setattr(ModelAPI, "retry_wait", lambda self: lambda state: 0.01)


Ask = Callable[..., int]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """`snellen eval` of a model at a server, into the folder `run` unless another one is named."""

    def evaluate(dataset: Dataset, model: str, server: ModelServer, *, run: str = "run", **options: Any) -> int:
        arguments = [f"base_url={server.base_url(model)}", *options.pop("model_args", [])]
        return evaluate_dataset(dataset.path, model=model, out=tmp_path / run, model_args=arguments, **options)

    return evaluate

"""The three vendors, each with its server and a model, for tests that hold for all."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import pytest
from tests.running.batch_servers.anthropic_service import AnthropicService
from tests.running.batch_servers.google_service import GoogleService
from tests.running.batch_servers.openai_service import OpenAIService
from tests.running.batch_servers.service import Service, served

__all__ = ["ANTHROPIC", "GOOGLE", "KEY", "OPENAI", "REASONING", "VENDORS", "Vendor"]

_one_context = lru_cache(ssl.create_default_context)
KEY = "planted-secret-key-0123456789"


@dataclass(frozen=True)
class Vendor:
    """A vendor: a model of it, its server, and the variables for its address and key."""

    model: str
    kind: type[Service]
    variables: tuple[str, ...]
    path: str = ""
    service: Service = field(default_factory=Service)

    @contextmanager
    def started(self, monkeypatch: pytest.MonkeyPatch) -> Iterator["Vendor"]:
        """The vendor with its server up, and its address and a key in the environment."""
        monkeypatch.setattr("snellen.running.batch.submitting.LOOK_AFTER", (0.0,))
        monkeypatch.setattr("ssl.create_default_context", _one_context)  # each client reads all certificates else
        with served(self.kind()) as service:
            address, key = self.variables
            monkeypatch.setenv(address, service.url + self.path)
            monkeypatch.setenv(key, KEY)
            yield replace(self, service=service)

    def bare(self, body: Any) -> Any:
        """A hosted request without what says how it is fetched; None for one that asks nothing of ours."""
        if body.get("input") == "Please say 'hello, world'":
            return None
        return {name: value for name, value in body.items() if name != "stream"}


OPENAI = Vendor("openai/gpt-4o", OpenAIService, ("OPENAI_BASE_URL", "OPENAI_API_KEY"), "/v1")
REASONING = replace(OPENAI, model="openai/o3")
ANTHROPIC = Vendor("anthropic/claude-sonnet-5-5", AnthropicService, ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"))
GOOGLE = Vendor("google/gemini-2.5-pro", GoogleService, ("GOOGLE_BASE_URL", "GOOGLE_API_KEY"))
VENDORS = (OPENAI, REASONING, ANTHROPIC, GOOGLE)

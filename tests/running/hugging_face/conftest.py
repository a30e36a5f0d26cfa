"""Tiny models, made once; tests of them are skipped where PyTorch is not installed."""

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.running.hugging_face.tiny_models import save_idefics3, save_llama, save_llava

from snellen.cli import cli


@pytest.fixture(scope="session")
def torch() -> Any:
    found = pytest.importorskip("torch", reason="PyTorch is not installed: make local")
    found.set_num_threads(1)
    from transformers.utils import logging

    logging.disable_progress_bar()
    gc.freeze()  # what PyTorch and Transformers made is not looked through after each test
    return found


@pytest.fixture(scope="session")
def llava(torch: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models") / "llava"
    save_llava(folder)
    return folder


@pytest.fixture(scope="session")
def idefics3(torch: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models") / "idefics3"
    save_idefics3(folder)
    return folder


@pytest.fixture(scope="session")
def llama(torch: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models") / "llama"
    save_llama(folder)
    return folder


@pytest.fixture
def snellen() -> Callable[..., Result]:
    """The command itself, in this process."""

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(cli, [str(each) for each in arguments])

    return run

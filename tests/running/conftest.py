"""Inspect kept out of the user's folders, and a model that counts at its own end what it was asked."""

import gc
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

_THIRD_PARTY = (
    "ignore:The 'initial' parameter is deprecated:DeprecationWarning",  # how Inspect calls tenacity
    "ignore:Unclosed <MemoryObject:ResourceWarning",  # streams that Inspect leaves to the garbage collector
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            for warning in _THIRD_PARTY:
                item.add_marker(pytest.mark.filterwarnings(warning))


@pytest.fixture(autouse=True)
def inspect_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything Inspect writes besides the logs goes to the test's own folder."""
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "INSPECT_LOG_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
    monkeypatch.delenv("INSPECT_DISPLAY", raising=False)
    monkeypatch.chdir(tmp_path)
    yield
    gc.collect()  # what Inspect leaves unclosed falls under this test's filter of warnings, not under a later one's


@pytest.fixture
def counting_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The models `counting/…`, and the file in which they note what they were asked."""
    specification = importlib.util.spec_from_file_location("counting", Path(__file__).with_name("counting.py"))
    assert specification is not None
    assert specification.loader is not None
    specification.loader.exec_module(importlib.util.module_from_spec(specification))
    path = tmp_path / "asked.tsv"
    path.touch()
    monkeypatch.setenv("COUNTING_FILE", str(path))
    return path

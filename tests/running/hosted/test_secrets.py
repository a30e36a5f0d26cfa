"""A planted key is nowhere: not in the run's files, not in Inspect's, not on the terminal; whole, masked or in part."""

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zipfile_zstd  # type: ignore[import-untyped]  # noqa: F401  (Inspect's logs are ZIP files with Zstandard)
from tests.running.hosted.conftest import KEYS
from tests.servers.faults import Arrival, Fault
from tests.servers.server import ModelServer

from snellen.dataset import Dataset
from snellen.report import write_report

GIVEN = "sk-GIVEN-as-argument-0123456789"


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """All files under a folder, and all members of those that are archives."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        yield str(path), path.read_bytes()
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    yield f"{path}: {name}", archive.read(name)


def pieces(key: str) -> list[bytes]:
    """The key, and what a vendor shows of it: its first eight and its last four characters with stars between."""
    return [key.encode(), key[8:24].encode(), f"{key[:8]}***".encode(), f"***{key[-4:]}".encode()]


def at_fault(arrival: Arrival) -> Fault | None:
    """Most requests are refused for their key, a few meet errors of other kinds, and one is answered."""
    kinds = {1: None, 2: Fault("invalid"), 3: Fault("server error"), 4: Fault("dropped before")}
    return kinds.get(arrival.number, Fault("wrong key"))


@pytest.mark.parametrize(
    ("model", "is_given"),
    [
        ("openai/gpt-4o", True),
        pytest.param("openai/gpt-4o", False, marks=pytest.mark.slow),
        pytest.param("anthropic/claude-sonnet-4-0", False, marks=pytest.mark.slow),
        pytest.param("google/gemini-2.5-pro", False, marks=pytest.mark.slow),
    ],
)
def test_a_planted_key_is_found_nowhere(
    model: str,
    is_given: bool,
    tiny_dataset: Dataset,
    tmp_path: Path,
    ask: Callable[..., int],
    capfd: pytest.CaptureFixture[str],
) -> None:
    provider = model.partition("/")[0].upper()
    key = GIVEN if is_given else KEYS[f"{provider}_API_KEY"]
    options = {"model_args": [f"api_key={key}"]} if is_given else {}
    with ModelServer(lambda asked: "4", at_fault) as server:
        assert ask(tiny_dataset, model, server, max_connections=1, max_retries=0, **options) == 1
    sent = {name: value for seen in server.seen for name, value in seen.headers.items() if key in value}
    assert sent  # the server was shown it
    if is_given:
        write_report([tmp_path / "run"], tmp_path / "report")
    out, err = capfd.readouterr()
    assert "refused the key" in err
    shown = [("the terminal", (out + err).encode()), *files(tmp_path)]
    assert len(shown) > 12
    for name, content in shown:
        for piece in pieces(key):
            assert piece not in content, f"{piece!r} in {name}"

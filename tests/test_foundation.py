"""The lock file and the files that a release needs."""

import re
import tomllib
from pathlib import Path

from snellen import __version__

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def plain(requirement: str) -> str:
    """The name in a requirement, normalised as package indexes do."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\s<>=!~;\[]", requirement, maxsplit=1)[0]).lower()


BESIDE_THE_LOCK = {"torch", "torchvision"}
"""PyTorch has a build for each accelerator, which who installs it chooses; `make local` puts one beside the lock."""


def test_all_that_is_needed_is_locked_with_hashes() -> None:
    pinned = {plain(line) for line in LOCK.splitlines() if "==" in line}
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"]]
    wanted += [name for names in PROJECT["project"]["optional-dependencies"].values() for name in names]
    wanted += PROJECT["build-system"]["requires"]
    assert {plain(requirement) for requirement in wanted} - BESIDE_THE_LOCK <= pinned
    for entry in re.split(r"\n(?=\S)", LOCK.strip()):
        assert re.match(r"[a-z0-9-]+==\S+", entry), "each entry pins one version"
        assert "--hash=sha256:" in entry


def test_the_lock_names_no_place_to_fetch_from() -> None:
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links", LOCK)


def test_the_version_is_one() -> None:
    assert PROJECT["project"]["version"] == __version__
    for name in ("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"):
        assert (ROOT / name).is_file()


def test_the_links_of_the_documents_lead_somewhere() -> None:
    for document in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"

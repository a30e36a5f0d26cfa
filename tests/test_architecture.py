"""The house rules that no linter knows."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "snellen"
MODULES = sorted(PACKAGE.rglob("*.py"))

ROOMS = [
    *("errors", "number_options", "files", "messages", "dataset", "exhibits", "benchmark"),
    *("parsing", "metrics", "statistics", "trends", "accuracy", "plots", "png", "typeface", "replies", "results"),
    *("comparison", "leaderboard", "exporting"),
    *("published", "benchmarks"),
    *("generation", "verification", "pages", "description", "gallery", "scoring", "readers"),
    *(
        "catalogue",
        "costs",
        "running",
        "report",
        "recommend_command",
        "export_command",
        "generate_command",
        "model_commands",
        "batch_command",
        "cli",
        "__main__",
    ),
]
"""In the order of imports: a room uses rooms before it. A new room takes its place here."""

HEAVY = (
    "altair",
    "cv2",
    "datasets",
    "inspect_ai",
    "matplotlib",
    "numpy",
    "onnxruntime",
    "pandas",
    "PIL",
    "pyarrow",
    "pydantic",
    "rich",
    "scipy",
)


def imports(module: Path) -> Iterator[str]:
    """The full names that a module imports anywhere in it, functions included."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def named(module: Path) -> str:
    return str(module.relative_to(ROOT))


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_imports_run_one_way(module: Path) -> None:
    here = room_of(module)
    if here == "__init__":
        assert not [name for name in imports(module) if name.startswith("snellen")]
        return
    assert here in ROOMS, f"{here} has no place in the order of rooms"
    for name in imports(module):
        parts = name.split(".")
        if parts[0] != "snellen" or not any((PACKAGE / name).exists() for name in (parts[1], f"{parts[1]}.py")):
            continue  # another package, or a name of the package itself (its version)
        there = parts[1]
        assert there == here or ROOMS.index(there) < ROOMS.index(here), f"{here} may not use {there}"
        if here == there == "benchmarks":
            assert parts[2] == module.relative_to(PACKAGE).parts[1], "a benchmark may not use another benchmark"


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_inspect_is_imported_under_running_alone_and_pyplot_nowhere(module: Path) -> None:
    for name in imports(module):
        assert name.split(".")[0] != "inspect_ai" or room_of(module) == "running"
        assert not name.startswith(("matplotlib.pyplot", "pylab"))


@pytest.mark.parametrize("module", [path for path in MODULES if path.name != "__main__.py"], ids=named)
def test_every_module_says_what_it_offers(module: Path) -> None:
    body = ast.parse(module.read_text(encoding="utf-8")).body
    targets = [
        target.id
        for node in body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]
    assert "__all__" in targets


def test_no_file_has_two_subjects() -> None:
    files = [path for folder in ("src", "tests", "perf") for path in (ROOT / folder).rglob("*.py")]
    long = {named(path): lines for path in files if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 400}
    assert long == {}


def test_help_needs_nothing_heavy() -> None:
    code = f"""
import sys
from click.testing import CliRunner
from snellen.cli import cli
assert CliRunner().invoke(cli, ["--help"]).exit_code == 0
assert CliRunner().invoke(cli, ["eval", "--help"]).exit_code == 0
print(*sorted(set({HEAVY!r}) & set(sys.modules)))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []

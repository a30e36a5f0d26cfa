"""Makes the modules beside the tests importable; draws and checks one small set for those that look at answers."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

ROOT = str(Path(__file__).parents[3])
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)

if TYPE_CHECKING:
    from tests.benchmarks.grab.checked import Checked
    from tests.benchmarks.grab.drawn import DrawnChart


@pytest.fixture(scope="session")
def smoke_charts() -> "list[DrawnChart]":
    """One chart of every property of every task."""
    from tests.benchmarks.grab.drawn import drawn_charts

    return list(drawn_charts("smoke", seed=3))


@pytest.fixture(scope="session")
def smoke_checks(smoke_charts: "list[DrawnChart]") -> "list[Checked]":
    """All checks of each of them."""
    from tests.benchmarks.grab.checked import checked

    return [checked(chart) for chart in smoke_charts]

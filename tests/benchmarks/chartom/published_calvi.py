"""Where CALVI's public items are, for tests that skip without them."""

from pathlib import Path

import pytest

__all__ = ["CALVI", "needs_calvi"]

CALVI = Path(__file__).parents[3] / ".." / "shared" / "data" / "calvi" / "calvi.json"
needs_calvi = pytest.mark.skipif(not CALVI.is_file(), reason="CALVI's public items are not here")

"""Fonts of the machine move neither the plot nor a pixel."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

FAMILIES = ["Arial", "Helvetica", "Liberation Sans", "sans-serif"]

SCRIPT = """
import hashlib
import sys
import numpy as np
import vl_convert
from tests.benchmarks.biy.point_sets import Points
from snellen.benchmarks.biy.designs import DESIGNS
from snellen.benchmarks.biy.draw import draw
from snellen.benchmarks.biy.layout import layout

points = Points(np.array([-3.0, 7.0]), np.array([-250.0, 1900.0]))
unpinned = {"data": {"values": points.rows()}, **DESIGNS["default"].spec}
unpinned["config"] = {"font": sys.argv[1]}
print(vl_convert.vegalite_to_scenegraph(unpinned, vl_version="6.1")["origin"])
for name in ("default", "dark", "9_16"):
    print(layout(DESIGNS[name], points, 2.0).plot)
    print(hashlib.sha256(draw(points, DESIGNS[name], [2.0])[2.0]).hexdigest())
"""


def doctored_font(family: str, file: Path) -> None:
    """A font of that family whose digits are others, and twice as wide as they should be."""
    import matplotlib
    from fontTools.ttLib import TTFont

    font = TTFont(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf")
    for record in font["name"].names:
        if record.nameID in (1, 4, 6, 16):
            record.string = family if record.nameID != 6 else family.replace(" ", "")
    metrics = font["hmtx"].metrics
    font["hmtx"].metrics = {glyph: (2 * width, bearing) for glyph, (width, bearing) in metrics.items()}
    file.parent.mkdir(parents=True, exist_ok=True)
    font.save(file)


@cache
def drawn(home: Path, family: str) -> tuple[str, list[str]]:
    """The origin of an unpinned chart, and what ours looks like, on a machine with that home."""
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, family],
        env={**os.environ, "HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    first, *rest = run.stdout.splitlines()
    return first, rest


@pytest.mark.skipif(sys.platform != "linux", reason="only there are fonts read from a home that a test can choose")
@pytest.mark.parametrize(
    "family", [FAMILIES[0], *(pytest.param(family, marks=pytest.mark.slow) for family in FAMILIES[1:])]
)
def test_a_foreign_font_moves_neither_origin_nor_pixels(family: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    bare, furnished = tmp_path_factory.mktemp("bare"), tmp_path_factory.mktemp("furnished")
    doctored_font("Arial" if family == "sans-serif" else family, furnished / ".local/share/fonts/doctored.ttf")
    usual, foreign = drawn(bare, family), drawn(furnished, family)
    assert foreign[1] == usual[1]
    if family != "Liberation Sans":  # a machine that has that one already never gets to see ours
        assert foreign[0] != usual[0], "the font was not read, so the test proves nothing"

"""The example of the documentation: its code and specification run, and give the annotations that it shows."""

import json
import re
import runpy
from pathlib import Path

import pytest

from snellen.benchmarks.biy.annotations import annotations
from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.own import Columns, own_design, read_points

PAGE = Path(__file__).parents[4] / "docs" / "your-own-charts.md"


def test_the_page_shows_what_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (_, script), (_, spec), (_, shown) = re.findall(
        r"```(python|json)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    monkeypatch.chdir(tmp_path)
    Path("make_houses.py").write_text(script, encoding="utf-8")
    Path("houses-log.json").write_text(spec, encoding="utf-8")
    runpy.run_path("make_houses.py")
    design = own_design(Path("houses-log.json"))
    columns = Columns(design.x_field, design.y_field, "district", "unusual", extra=design.fields)
    points = read_points(Path("houses.csv"), columns)
    assert points.cluster_names == ["hillside", "old town", "riverside"]
    found, expected = annotations(points, layout(design, points, 1.0)), json.loads(shown)
    assert found.keys() == expected.keys()
    assert found["outliers"] == [pytest.approx(place, abs=0.051) for place in expected["outliers"]]
    for ours, theirs in zip(found["clusters"], expected["clusters"], strict=True):
        assert (ours["label"], ours["n"]) == (theirs["label"], theirs["n"])
        for name in ("box", "center", "box_with_marks"):
            assert ours[name] == pytest.approx(theirs[name], abs=0.051)

"""Replies over their pictures as a browser puts them up from files, where there is a Chromium."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.browser import dumped, needs_browser

from snellen.benchmark import find_benchmark
from snellen.dataset import Chart, Dataset, Question
from snellen.exhibits import Mark, Overlay
from snellen.report import write_report

MakeRun = Callable[..., Path]

pytestmark = needs_browser


def _overlay(question: Question, chart: Chart, reply: str | None) -> Overlay:
    marks = (
        Mark("target", (10.0, 20.0, 40.0, 60.0), False),
        Mark("target", (5.0, 6.0), True),
        Mark("prediction", (7.0, 8.0), True),
    )
    return Overlay(marks, f"said {reply}", "partly")


def test_cards_show_what_was_matched_and_missed(
    tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_benchmark("grab"), "overlay", _overlay, raising=False)
    report = write_report([make_run(tiny_dataset, "one", {0: "<b>bold</b>"})], tmp_path / "report").parent
    pages = sorted((report / "predictions").glob("*.html"))
    shown = "".join(_dumped(path, tmp_path / "profile") for path in pages)
    assert shown.count("<article") == 12
    assert shown.count('<g class="mark target missed">') == 12
    assert shown.count('<rect x="10" y="20" width="30" height="40" class="ink">') == 12
    assert shown.count('<circle cx="5" cy="6"') == 2 * 12
    assert shown.count('<g class="mark prediction matched">') == 12
    assert shown.count("said &lt;b&gt;bold&lt;/b&gt;") == 1
    assert "<b>bold" not in shown


def _dumped(path: Path, profile: Path) -> str:
    """The page once its scripts have run, without them and their data."""
    return re.sub(r"(?s)<script.*?</script>", "", dumped(path, profile))

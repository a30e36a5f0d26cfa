"""The gallery as a browser puts it up from files, where there is a Chromium."""

import re
from pathlib import Path

from tests.browser import dumped, needs_browser

from snellen.dataset import Chart, Dataset, write_dataset
from snellen.gallery import write_gallery

pytestmark = needs_browser


def test_cards_are_put_up_with_what_is_drawn_over_them_and_no_answers(tiny_dataset: Dataset, tmp_path: Path) -> None:
    box = {
        "label": "<b>0</b>",
        "n": 9,
        "box": [10, 20, 30.5, 40],
        "center": [15, 25],
        "box_with_marks": [8, 18, 33, 42],
    }
    charts = [
        chart.model_copy(
            update={
                "annotations": {"clusters": [box] if number else None, "outliers": [[50, 60]] if number > 1 else []},
                "metadata": {"design": f"design {number % 2}"},
            }
        )
        for number, chart in enumerate(tiny_dataset.charts())
    ]
    page = _shown(tiny_dataset, charts, tmp_path)
    assert page.count("<article") == 12
    assert page.count('viewBox="0 0 120 100"') == 12
    assert page.count('<rect x="10" y="20" width="20.5" height="20" class="ink">') == 11
    assert page.count('<circle cx="50" cy="60"') == 2 * 10
    assert page.count("clusters unknown") == 1
    assert page.count("&lt;b&gt;0&lt;/b&gt;</text>") == 11
    assert "<b>0" not in page
    assert page.count(">Show answer<") == 12
    assert "y = 2x - 1" not in re.sub(r"(?s)<script.*?</script>", "", page)
    toggles = re.findall('class="layer-([a-z]+)" aria-pressed="([a-z]+)"', page)
    assert toggles == [(key, "false") for key in ("boxes", "marks", "centres", "outliers", "plot")]
    filters = re.findall("<label>([A-Za-z]+)<select>", page)
    assert filters == ["Task", "Category", "Property", "Precision", "Complexity", "Design"]


def test_a_benchmark_without_clusters_has_no_toggles(tiny_dataset: Dataset, tmp_path: Path) -> None:
    page = _shown(tiny_dataset, list(tiny_dataset.charts()), tmp_path)
    assert page.count("<article") == 12
    assert '<svg class="overlay"' not in page
    assert 'class="layer-' not in page


def _shown(dataset: Dataset, charts: list[Chart], folder: Path) -> str:
    about = {"name": "tiny", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(dataset.path, [*dataset.sources(), *charts, *dataset.questions()], about)
    return dumped(write_gallery(dataset.path, folder / "gallery"), folder / "profile")

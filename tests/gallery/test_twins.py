"""Charts that name a twin: cards with both pictures, from whatever the metadata hold."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.browser import dumped, needs_browser
from tests.parts import read_parts

from snellen.dataset import Dataset, write_dataset
from snellen.gallery import write_gallery

ABOUT = {"name": "tiny", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}


def named(dataset: Dataset, metadata: dict[int, dict[str, Any]]) -> None:
    charts = [
        chart.model_copy(update={"metadata": metadata.get(number, {})}) for number, chart in enumerate(dataset.charts())
    ]
    write_dataset(dataset.path, [*dataset.sources(), *charts, *dataset.questions()], ABOUT)


def own_values(gallery: Path) -> list[dict[str, Any]]:
    (values,) = read_parts(gallery / "cards")
    return values


TWINS = {0: {"twin": "tiny-05", "manipulated": False}, 5: {"twin": "tiny-00", "manipulated": True}}


def test_a_card_has_the_picture_of_the_twin_that_its_chart_names(tiny_dataset: Dataset, tmp_path: Path) -> None:
    named(tiny_dataset, TWINS)
    own = own_values(write_gallery(tiny_dataset.path, tmp_path / "gallery").parent)
    assert [number for number, values in enumerate(own) if "twin" in values] == [0, 5]
    assert own[0]["twin"] == {
        "chart": "tiny-05",
        "file": own[5]["file"],
        "width": 120,
        "height": 100,
        "manipulated": "yes",
    }
    assert own[5]["twin"]["manipulated"] == "no"


@pytest.mark.parametrize("twin", ["absent", "tiny-00", None, 7, ["tiny-05"], {"a": 1}, ""])
def test_a_name_of_no_other_chart_is_no_twin(twin: Any, tiny_dataset: Dataset, tmp_path: Path) -> None:
    named(tiny_dataset, {0: {"twin": twin}})
    own = own_values(write_gallery(tiny_dataset.path, tmp_path / "gallery").parent)
    assert not any("twin" in values for values in own)


def shown(dataset: Dataset, folder: Path) -> Sequence[str]:
    page = dumped(write_gallery(dataset.path, folder / "gallery"), folder / "profile")
    return re.findall(r"(?s)<article.*?</article>", page)


@needs_browser
def test_twins_stand_side_by_side_in_a_browser(tiny_dataset: Dataset, tmp_path: Path) -> None:
    named(tiny_dataset, TWINS)
    cards = shown(tiny_dataset, tmp_path)
    assert len(cards) == 12
    wide = [card for card in cards if 'class="twins"' in card]
    assert wide == [cards[0], cards[5]]
    first, second = (re.findall('src="thumbnails/([^"]+)"', card) for card in wide)
    assert first == second[::-1]
    assert len(set(first)) == 2
    labels = [
        re.findall('<figcaption><span class="badge (?:good|warn)" title="([^"]+)">([a-z]+)<', card) for card in wide
    ]
    assert labels[0] == [("tiny-00", "honest"), ("tiny-05", "manipulated")]
    assert labels[1] == labels[0][::-1]


@needs_browser
def test_hostile_names_stay_text_and_a_missing_picture_is_told(tiny_dataset: Dataset, tmp_path: Path) -> None:
    named(tiny_dataset, {0: {"twin": "tiny-05", "manipulated": "<b>x</b>"}, 5: {"manipulated": "<img src=x>"}})
    picture = next(chart for chart in tiny_dataset.charts() if chart.chart_id == "tiny-05")
    tiny_dataset.image_path(picture).unlink()
    card = shown(tiny_dataset, tmp_path)[0]
    assert "<b>x" not in card
    assert "<img src=x" not in card
    assert "The twin's picture is missing or damaged." in card

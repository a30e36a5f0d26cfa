"""The published figures of CHARTOM and of CALVI's people agree with each other."""

from snellen.published import published_chartom


def test_half_of_the_charts_are_manipulated() -> None:
    published = published_chartom()
    assert published.charts == 2 * published.pairs == 112


def test_floors_that_know_more_are_lower() -> None:
    floors = published_chartom().calvi.floors
    assert floors["medians of honest and of manipulated"] < floors["the best constant"] < floors["always 0.5"]
    assert published_chartom().calvi.noise < min(floors.values())

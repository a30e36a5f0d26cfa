"""Maps: real shapes, names that can be read, colours and legends that say the same."""

import hashlib
import io
import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from PIL import Image

from snellen.benchmarks.chartom.maps import AREAS, MapScene, draw_map, kind_of, regions_of
from snellen.benchmarks.chartom.maps.areas import shapes_of
from snellen.benchmarks.chartom.maps.colours import continuous_shades, shades_of_classes

EARTH_KM = 6371.0
SQUARE_KM = {
    "Colorado": 269_601,
    "Wyoming": 253_335,
    "Utah": 219_882,
    "New Mexico": 314_917,
    "Nebraska": 200_330,
    "Tennessee": 109_153,
}
"""Total areas as the Census Bureau states them."""
COUNTIES = {
    "Connecticut": "Fairfield,Hartford,Litchfield,Middlesex,New Haven,New London,Tolland,Windham",
    "New Hampshire": "Belknap,Carroll,Cheshire,Coos,Grafton,Hillsborough,Merrimack,Rockingham,Strafford,Sullivan",
}
EDGES = (0.0, 10.0, 20.0, 40.0, 100.0)


def values_of(area: str) -> dict[str, float]:
    names = regions_of(area)
    places = np.random.default_rng(3).permutation(len(names))
    return {name: float(5 + 6 * place) for name, place in zip(names, places, strict=True)}


@cache
def drawn(area: str, inverted: bool = False, classed: bool = False) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    scene = MapScene(
        values_of(area), EDGES if classed else None, inverted, f"Rainy days in {area}", "days a year", labels=classed
    )
    picture, found = draw_map(scene, area)
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB")), found


def shape_of(region: dict[str, Any]) -> Any:
    """The even-odd area within all rings."""
    whole = shapely.Polygon()
    for ring in region["outline"]:
        whole = whole.symmetric_difference(shapely.Polygon(ring).buffer(0))
    return whole


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@pytest.mark.parametrize("area", AREAS)
def test_an_area_has_regions_that_can_be_told_apart(area: str) -> None:
    assert 6 <= len(regions_of(area)) <= 20
    assert regions_of(area) == tuple(sorted(set(regions_of(area))))
    assert kind_of(area) in ("states", "counties")
    assert not shapely.intersection_all(list(shapes_of(area).values())).area


@pytest.mark.parametrize(("area", "names"), COUNTIES.items())
def test_regions_are_the_real_ones(area: str, names: str) -> None:
    assert ",".join(regions_of(area)) == names


@pytest.mark.parametrize("name", SQUARE_KM)
def test_areas_are_as_large_as_they_are(name: str) -> None:
    shape = next(shapes_of(area)[name] for area in AREAS if name in regions_of(area))
    assert shape.area * EARTH_KM**2 == pytest.approx(SQUARE_KM[name], rel=0.01)


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("area", AREAS)
def test_each_region_is_filled_with_its_colour(area: str, inverted: bool) -> None:
    pixels, found = drawn(area, inverted)
    for region in found["regions"]:
        boxes = [shapely.box(*each["label_box"]) for each in found["regions"]]
        free = shape_of(region).buffer(-3).difference(shapely.union_all(boxes).buffer(14))
        if free.is_empty:
            free = shape_of(region).buffer(-3).difference(shapely.union_all(boxes).buffer(3))
        x, y = shapely.maximum_inscribed_circle(free, tolerance=0.5).coords[0]
        assert tuple(pixels[int(y), int(x)]) == rgb(region["colour"]), region["name"]


@pytest.mark.parametrize("inverted", [False, True])
def test_dark_is_high_unless_inverted(inverted: bool) -> None:
    _, found = drawn(AREAS[0], inverted)
    by_value = sorted(found["regions"], key=lambda region: region["value"])
    lightness = [sum(rgb(region["colour"])) for region in by_value]
    assert lightness == sorted(lightness, reverse=not inverted)
    assert len(set(lightness)) == len(lightness)
    assert found["legend"]["inverted"] is inverted


@pytest.mark.parametrize("inverted", [False, True])
def test_a_legend_has_at_each_value_the_colour_of_that_value(inverted: bool) -> None:
    pixels, found = drawn(AREAS[0], inverted)
    legend = found["legend"]
    left, top, right, bottom = legend["box"]
    low, high = legend["domain"]
    for region in found["regions"]:
        y = bottom + (region["value"] - low) / (high - low) * (top - bottom)
        shown = pixels[int(y), int((left + right) / 2)].astype(int)
        assert np.abs(shown - rgb(region["colour"])).max() <= 3
    ticks = legend["ticks"]
    assert [tick["value"] for tick in ticks] == sorted(tick["value"] for tick in ticks)
    assert [tick["y"] for tick in ticks] == sorted((tick["y"] for tick in ticks), reverse=True)
    assert low <= min(values_of(AREAS[0]).values())
    assert max(values_of(AREAS[0]).values()) <= high


@pytest.mark.parametrize("inverted", [False, True])
def test_classes_stand_between_their_printed_edges(inverted: bool) -> None:
    pixels, found = drawn(AREAS[3], inverted, True)
    legend = found["legend"]
    assert legend["edges"] == list(EDGES)
    assert [tick["text"] for tick in legend["ticks"]] == ["0", "10", "20", "40", "100"]
    middle = int((legend["box"][0] + legend["box"][2]) / 2)
    places = [tick["y"] for tick in legend["ticks"]]
    for region in found["regions"]:
        expected = sum(region["value"] >= edge for edge in EDGES[1:-1])
        assert region["class"] == expected
        assert tuple(pixels[int((places[expected] + places[expected + 1]) / 2), middle]) == rgb(region["colour"])


@pytest.mark.parametrize("classed", [False, True])
@pytest.mark.parametrize("area", AREAS)
def test_names_stand_in_their_regions_or_off_the_map(area: str, classed: bool) -> None:
    pixels, found = drawn(area, False, classed)
    shapes = {region["name"]: shape_of(region) for region in found["regions"]}
    land = shapely.union_all(list(shapes.values()))
    boxes = {region["name"]: shapely.box(*region["label_box"]) for region in found["regions"]}
    picture = shapely.box(0, 0, pixels.shape[1], pixels.shape[0])
    legend = shapely.box(*found["legend"]["box"])
    for name, box in boxes.items():
        assert picture.contains(box)
        assert not box.intersects(legend)
        assert shapes[name].contains(box) or not land.intersects(box), name
        assert not any(box.intersects(other) for each, other in boxes.items() if each != name), name
    beside = [name for name, box in boxes.items() if not shapes[name].contains(box)]
    assert len(beside) <= 3


def test_the_same_bytes_in_another_process_with_other_settings() -> None:
    code = (
        "import hashlib, matplotlib\n"
        "matplotlib.rcParams.update({'font.size': 30, 'axes.facecolor': 'red', 'text.hinting': 'none'})\n"
        "from snellen.benchmarks.chartom.maps import *\n"
        "values = {name: float(place) for place, name in enumerate(regions_of('Connecticut'))}\n"
        "print(hashlib.sha256(draw_map(MapScene(values, title='T', unit='u'), 'Connecticut')[0]).hexdigest())"
    )
    values = {name: float(place) for place, name in enumerate(regions_of("Connecticut"))}
    here = hashlib.sha256(draw_map(MapScene(values, title="T", unit="u"), "Connecticut")[0]).hexdigest()
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == here


def test_the_picture_has_the_size_that_was_asked_for() -> None:
    picture, _ = draw_map(MapScene(values_of("Vermont"), width=1000, height=500), "Vermont")
    assert Image.open(io.BytesIO(picture)).size == (1000, 500)


def test_what_can_not_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="no area is called"):
        regions_of("Atlantis")
    with pytest.raises(ValueError, match="Windham"):
        draw_map(MapScene({name: 1.0 for name in regions_of("Connecticut") if name != "Windham"}), "Connecticut")
    with pytest.raises(ValueError, match="two different values"):
        draw_map(MapScene(dict.fromkeys(regions_of("Connecticut"), 1.0)), "Connecticut")
    with pytest.raises(ValueError, match="at least 480"):
        draw_map(MapScene(values_of("Vermont"), width=100), "Vermont")
    with pytest.raises(ValueError, match="beyond"):
        shades_of_classes([1, 50], (0, 10, 20), "Blues", False)
    with pytest.raises(ValueError, match="growing"):
        shades_of_classes([1, 5], (0, 10, 10), "Blues", False)
    with pytest.raises(ValueError, match="no colour scale"):
        continuous_shades([1, 5], "jet", False)


def test_a_value_on_an_edge_is_in_the_upper_class_and_on_the_last_in_the_last() -> None:
    shades = shades_of_classes([0, 30], (0, 10, 20, 30), "Blues", False)
    assert [shades.class_of(value) for value in (0, 9.99, 10, 20, 30)] == [0, 0, 1, 2, 2]

"""Named things with two measures each, for scatterplots."""

from dataclasses import dataclass

__all__ = ["POINT_CLOUDS", "PointCloud"]


@dataclass(frozen=True, slots=True)
class PointCloud:
    """Things of a kind (`noun`), what stands on the x axis (from `low` to `high`) and on the y axis.

    `measure` stands after "the"; `steps` are sizes that a tenth of the largest y value may have.
    """

    title: str
    noun: str
    across: str
    low: float
    high: float
    measure: str
    unit: str
    steps: tuple[float, ...]
    names: tuple[str, ...]


POINT_CLOUDS = (
    PointCloud(
        "Age and seed count of the oaks of Hale",
        "oak",
        "Age (years)",
        0,
        100,
        "number of acorns",
        "acorns",
        (10, 100),
        ("Elder", "Giant", "Hollow", "Twin", "Warden"),
    ),
    PointCloud(
        "Price and sales of lamps",
        "lamp",
        "Price (dollars)",
        0,
        100,
        "number sold",
        "lamps sold",
        (10, 100),
        ("Aurora", "Beam", "Candela", "Dusk", "Ember"),
    ),
    PointCloud(
        "Length and views of videos",
        "video",
        "Length (minutes)",
        0,
        20,
        "number of views",
        "views",
        (100, 1000),
        ("Bread", "Chess", "Drums", "Knots", "Tides"),
    ),
    PointCloud(
        "Distance and visitors of beaches",
        "beach",
        "Distance from town (kilometres)",
        0,
        50,
        "number of visitors",
        "visitors a day",
        (10, 100),
        ("Amber", "Coral", "Pebble", "Shell", "Surf"),
    ),
    PointCloud(
        "Depth and catch of lakes",
        "lake",
        "Depth (metres)",
        0,
        100,
        "yearly catch",
        "kilograms",
        (10, 100),
        ("Arrow", "Crescent", "Mirror", "Otter", "Tarn"),
    ),
    PointCloud(
        "Engine power and price of boats",
        "boat",
        "Power (kilowatts)",
        0,
        200,
        "price",
        "thousand dollars",
        (10, 100),
        ("Comet", "Dolphin", "Gull", "Marlin", "Pelican"),
    ),
)

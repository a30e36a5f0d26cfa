"""How many questions of each kind a published set holds, to set a made one beside."""

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["PublishedCounts", "published_counts"]


@dataclass(frozen=True, slots=True)
class PublishedCounts:
    """Counts of a published set.

    `questions` maps (task, category, property, precision) to a count; `complexity` maps a task to the count at each of
    its levels; `charts` maps (generator, design, scale) to a count of pictures. An empty map: nothing is published.
    """

    questions: Mapping[tuple[str, str, str, float | None], int] = field(default_factory=dict)
    complexity: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    charts: Mapping[tuple[str, str, float], int] = field(default_factory=dict)


def published_counts(benchmark: str, preset: str | None) -> PublishedCounts | None:
    """The counts that a benchmark's preset should have, or None where no published set stands behind it."""
    if benchmark == "biy" and preset == "paper":
        return _BIY
    return _GRAB if benchmark == "grab" and preset in {"paper", "published"} else None


# GRAB (Roberts, Han and Albanie, 2024), counted in the published questions: category, property, and how many of each
# task are rounded to an integer, to one decimal, to the nearest ten.
_ROWS: tuple[tuple[str, str, str, int, int, int], ...] = (
    ("properties", "Intercepts and Gradients", "x-intercept", 30, 0, 0),
    ("properties", "Intercepts and Gradients", "y-intercept", 30, 0, 0),
    ("properties", "Intercepts and Gradients", "gradient", 30, 0, 0),
    ("properties", "Measures of Spread", "peak location", 30, 0, 0),
    ("properties", "Measures of Spread", "function variance", 30, 0, 0),
    ("properties", "Measures of Spread", "interquartile range", 30, 0, 0),
    ("properties", "Measures of Spread", "median", 30, 0, 0),
    ("properties", "Stationary Points", "stationary point", 30, 0, 0),
    ("properties", "Stationary Points", "stationary points", 30, 0, 0),
    ("properties", "Trigonometric", "period", 30, 0, 0),
    ("properties", "Trigonometric", "amplitude", 30, 0, 0),
    ("properties", "Trigonometric", "phase shift", 30, 0, 0),
    ("properties", "Trigonometric", "vertical shift", 30, 0, 0),
    ("properties", "Functions", "equation", 30, 0, 0),
    ("properties", "Counting", "number of points", 30, 0, 0),
    ("properties", "Counting", "number of series", 30, 0, 0),
    ("properties", "Extrema", "minimum", 30, 0, 0),
    ("properties", "Extrema", "maximum", 30, 0, 0),
    ("properties", "Range", "range span", 30, 0, 0),
    ("properties", "Range", "domain length", 30, 0, 0),
    ("properties", "Area Bounded", "net area", 0, 0, 15),
    ("properties", "Area Bounded", "total area", 0, 0, 15),
    ("properties", "Correlation", "Pearson correlation", 0, 10, 0),
    ("properties", "Correlation", "Spearman correlation", 0, 10, 0),
    ("properties", "Correlation", "Kendall correlation", 0, 10, 0),
    ("functions", "Intercepts and Gradients", "x-intercept", 34, 16, 0),
    ("functions", "Intercepts and Gradients", "y-intercept", 32, 18, 0),
    ("functions", "Intercepts and Gradients", "gradient", 31, 19, 0),
    ("functions", "Stationary Points", "stationary point", 39, 11, 0),
    ("functions", "Stationary Points", "function mean", 32, 18, 0),
    ("functions", "Measures of Spread", "function variance", 32, 18, 0),
    ("functions", "Trigonometric", "period", 38, 12, 0),
    ("functions", "Trigonometric", "amplitude", 27, 23, 0),
    ("functions", "Trigonometric", "vertical shift", 31, 19, 0),
    ("functions", "Extrema", "minimum", 26, 24, 0),
    ("functions", "Extrema", "maximum", 37, 13, 0),
    ("functions", "Range", "range span", 38, 12, 0),
    ("functions", "Range", "domain length", 34, 16, 0),
    ("functions", "Area Bounded", "total area", 30, 0, 0),
    ("functions", "Area Bounded", "net area", 30, 0, 0),
    ("series", "Measures of Spread", "data mean", 30, 20, 0),
    ("series", "Measures of Spread", "data variance", 35, 15, 0),
    ("series", "Measures of Spread", "interquartile range", 31, 19, 0),
    ("series", "Measures of Spread", "median", 38, 12, 0),
    ("series", "Extrema", "minimum", 32, 18, 0),
    ("series", "Extrema", "maximum", 29, 21, 0),
    ("series", "Range", "range span", 33, 17, 0),
    ("series", "Range", "domain length", 34, 16, 0),
    ("series", "Correlation", "Pearson correlation", 0, 30, 0),
    ("series", "Correlation", "Spearman correlation", 0, 30, 0),
    ("series", "Correlation", "Kendall correlation", 0, 30, 0),
    ("transforms", "Range", "domain length", 32, 18, 0),
    ("transforms", "Range", "range span", 35, 15, 0),
    ("transforms", "Extrema", "minimum", 33, 17, 0),
    ("transforms", "Extrema", "maximum", 26, 24, 0),
    ("transforms", "Intercepts and Gradients", "gradient", 36, 14, 0),
    ("transforms", "Area Bounded", "total area", 30, 0, 0),
    ("transforms", "Area Bounded", "net area", 30, 0, 0),
)

_GRAB = PublishedCounts(
    questions={
        (task, category, name, step): number
        for task, category, name, *numbers in _ROWS
        for step, number in zip((1.0, 0.1, 10.0), numbers, strict=True)
        if number
    },
    complexity={
        "properties": {0: 660},
        "functions": dict.fromkeys(range(10), 71),
        "series": dict.fromkeys(range(10), 49),
        "transforms": dict.fromkeys(range(10), 31),
    },
)

# BIY, section 2.1: data samples by generator (the relationships and random patterns as the text counts them), each in
# 17 chart designs and at three scales, 18,921 in all.
_SAMPLES = {
    "gaussian_blobs": 60,
    "gaussian_blobs_noise": 60,
    "single_gaussian_blob_outliers": 54,
    "random": 8,
    "relationship": 9,
    "shapes": 180,
}
_DESIGNS = (
    *("default", "16_9", "21_9", "3_4", "4_3", "9_16", "colors", "dark", "full_opacity", "half_opacity"),
    *("half_point_size", "points_only", "random_colors", "random_shapes", "square", "x2_point_size", "yaxis_only"),
)

_BIY = PublishedCounts(
    charts={
        (generator, design, scale): samples
        for generator, samples in _SAMPLES.items()
        for design in _DESIGNS
        for scale in (0.5, 1.0, 2.0)
    }
)

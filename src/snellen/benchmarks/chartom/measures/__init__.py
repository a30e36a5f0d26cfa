"""What many replies say: means and their intervals, pairs of twins, closeness to people. Pure functions."""

from snellen.benchmarks.chartom.measures.means import Estimate, clustered_mean, paired_difference
from snellen.benchmarks.chartom.measures.people import (
    coverage,
    error_at_worst,
    group_medians,
    label_noise,
    mean_absolute_error,
    pearson,
    spearman,
)

__all__ = [
    "Estimate",
    "clustered_mean",
    "coverage",
    "error_at_worst",
    "group_medians",
    "label_noise",
    "mean_absolute_error",
    "paired_difference",
    "pearson",
    "spearman",
]

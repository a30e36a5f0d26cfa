"""How each manipulation makes a pair: a recipe for each combination of manipulation and chart type."""

from snellen.benchmarks.chartom.recipes.draft import Draft
from snellen.benchmarks.chartom.recipes.making import draft_of

__all__ = ["Draft", "draft_of"]

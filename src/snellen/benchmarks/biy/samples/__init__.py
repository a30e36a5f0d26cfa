"""The data samples: the paper's 371, and fresh ones by the same recipes, clear by rule."""

from snellen.benchmarks.biy.samples.fresh import FreshSample, draw_fresh_sample, fresh_sample, fresh_samples
from snellen.benchmarks.biy.samples.paper import paper_sample, paper_samples
from snellen.benchmarks.biy.samples.recipes import GENERATORS, RELATIONSHIPS, SHAPES, Recipe, recipes
from snellen.benchmarks.biy.samples.rules import RULES, Rule, arrangement, broken_rule
from snellen.benchmarks.biy.samples.sample import NO_LABEL, OUTLIER, Sample
from snellen.benchmarks.biy.samples.subsets import LitePick, lite_picks, lite_samples, smoke_ids, smoke_samples

__all__ = [
    "GENERATORS",
    "NO_LABEL",
    "OUTLIER",
    "RELATIONSHIPS",
    "RULES",
    "SHAPES",
    "FreshSample",
    "LitePick",
    "Recipe",
    "Rule",
    "Sample",
    "arrangement",
    "broken_rule",
    "draw_fresh_sample",
    "fresh_sample",
    "fresh_samples",
    "lite_picks",
    "lite_samples",
    "paper_sample",
    "paper_samples",
    "recipes",
    "smoke_ids",
    "smoke_samples",
]

"""The published results on BIY: the paper's section 2.3, and the aggregates that its authors publish with it."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

__all__ = [
    "PublishedBiy",
    "PublishedConsistency",
    "PublishedDesign",
    "PublishedReader",
    "PublishedResult",
    "published_biy",
]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PublishedRegression(_Record):
    """The paper's logistic regression of right counts of clusters on design, reference `reference`.

    `accuracy` is in percent; `p` has the p-values that are printed, `p_below` what those are below that are not. The
    log-likelihoods, rounded, are of the published computation.
    """

    reference: str
    pseudo_r2: float
    log_likelihood: float
    null_log_likelihood: float
    odds_ratios: Mapping[str, float]
    accuracy: Mapping[str, float]
    p: Mapping[str, float]
    p_below: Mapping[str, float]


class PublishedReader(_Record):
    """A model, the name that the paper gives it, and the share of its replies that were valid."""

    model: str
    name: str
    valid: float


class PublishedDesign(_Record):
    """A chart design: the share of replies that were valid, and of the cluster counting task, over all models and
    strategies, how many valid replies there were (`counted`) and how many right ones (recovered from the shares)."""

    design: str
    valid: float
    counted: int
    right: int


class PublishedConsistency(_Record):
    """How often a model's answers on one chart had the same number, all of them valid: a share."""

    subject: Literal["clusters", "outliers"]
    model: str
    strategy: str
    consistent: float


class PublishedResult(_Record):
    """What a model scored in a task with a strategy: shares of 1 (errors of counts apart), invalid replies dropped.

    `figures` has, as far as the task has them: `accuracy`, `mae`; `precision_…`, `recall_…`, `mean_iou_…` ending in
    `iou75`, `iou50`, `10px` or `20px`; `empty`, the share of right answers where there was nothing to find; and with
    `found_` before them the same on charts that have something to find. `by_design` has the first ones for each of the
    designs in the order of `PublishedBiy.designs`, None where no reply was valid.
    """

    task: str
    model: str
    strategy: str
    figures: Mapping[str, float]
    by_design: Mapping[str, tuple[float | None, ...]]


class PublishedBiy(_Record):
    """All published figures. Strategies are named as here: zero-shot, one-shot (one example), few-shot (six)."""

    paper: Mapping[str, int]
    regression: PublishedRegression
    models: tuple[PublishedReader, ...]
    designs: tuple[PublishedDesign, ...]
    consistency: tuple[PublishedConsistency, ...]
    results: tuple[PublishedResult, ...]

    def name(self, model: str) -> str:
        """The paper's name of a model. Raises KeyError where it has none."""
        return {row.model: row.name for row in self.models}[model]

    def of(self, task: str) -> list[PublishedResult]:
        """The results of a task, by model and strategy."""
        return [row for row in self.results if row.task == task]


@cache
def published_biy() -> PublishedBiy:
    """The published results on BIY, from the data file beside this module."""
    return PublishedBiy.model_validate_json(files("snellen.published").joinpath("biy.json").read_bytes())

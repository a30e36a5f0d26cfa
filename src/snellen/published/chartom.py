"""Published figures to hold CHARTOM results against: the size of the benchmark, and people on the items of CALVI."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

__all__ = ["PublishedCalvi", "PublishedChartom", "published_chartom"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PublishedCalvi(_Record):
    """People on the 60 public items of CALVI, 81 to 92 on each.

    `error_rate` is their mean error rate; `floors` the mean absolute error of trivial predictions of the items' error
    rates, `noise` what these are expected to be off by sampling alone. They follow from the published responses.
    """

    items: Mapping[str, int]
    people: Mapping[str, int]
    error_rate: Mapping[str, float]
    floors: Mapping[str, float]
    noise: float


class PublishedChartom(_Record):
    """The charts of CHARTOM, half of them honest, half manipulated (arXiv:2408.14419); and CALVI's people.

    No scores of models are among them: the public card of the benchmark has none.
    """

    charts: int
    pairs: int
    calvi: PublishedCalvi


@cache
def published_chartom() -> PublishedChartom:
    """The published figures, from the data file beside this module."""
    return PublishedChartom.model_validate_json(files("snellen.published").joinpath("chartom.json").read_bytes())

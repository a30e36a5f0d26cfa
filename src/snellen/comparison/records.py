"""What `fresh.json` holds: a run compared with one on a set that nobody has seen."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from snellen.dataset import describe_validation_error
from snellen.errors import SnellenError
from snellen.files import write_text

__all__ = ["FRESH_FILE", "Compared", "FreshRecord", "StratumRecord", "read_fresh", "write_fresh"]

FRESH_FILE = "fresh.json"


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, protected_namespaces=())


class StratumRecord(_Part):
    """One stratum (or several that were joined): its share of the first set, and counts and means in both sets."""

    name: str
    weight: float
    n: int
    fresh_n: int
    score: float | None
    fresh_score: float | None


class Compared(_Part):
    """One model, in one way of asking, on one task or all: shares from 0 to 1; None where there is no value.

    `difference` is the dataset's less the fresh set's, both weighted as the dataset's strata are; `gap` is what `power`
    is the power to find, `smallest_gap` what is found with 80%. `mantel_haenszel…` is the second method, for scores
    that are 0 or 1.
    """

    model: str
    strategy: str
    n_examples: int
    task: str | None
    """None for all tasks together."""
    scorer: str
    n: int
    fresh_n: int
    score: float
    fresh_score: float
    difference: float
    low: float | None
    high: float | None
    standard_error: float | None
    degrees: float | None
    p: float | None
    interval: str
    gap: float
    power: float | None
    smallest_gap: float | None
    mantel_haenszel: float | None = None
    mantel_haenszel_low: float | None = None
    mantel_haenszel_high: float | None = None
    mantel_haenszel_p: float | None = None
    stratified_by: list[str]
    strata: list[StratumRecord]


class FreshRecord(_Part):
    """The whole comparison: of which dataset, with which seed of the fresh one, and in words."""

    format: int = 1
    snellen: str
    dataset: str
    fingerprint: str
    fresh_dataset: str
    fresh_fingerprint: str
    preset: str
    seed: int
    drawn: bool
    """Whether the seed was drawn at random, and not given."""
    sentences: list[str]
    comparisons: list[Compared]


def write_fresh(run: Path, record: FreshRecord) -> None:
    """Write `RUN/fresh.json`, whole or not at all."""
    write_text(run / FRESH_FILE, record.model_dump_json(indent=2) + "\n")


def read_fresh(run: Path) -> FreshRecord | None:
    """What `RUN/fresh.json` holds; None where there is none. Raises SnellenError where it is no such record."""
    path = run / FRESH_FILE
    if not path.is_file():
        return None
    try:
        return FreshRecord.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise SnellenError(
            f"{path}: {describe_validation_error(error)}; run `snellen eval … --fresh-seed` again, or delete it."
        ) from None

"""What a run scores on its dataset beside what it scores on a set that nobody has seen, where a run has that."""

from typing import TYPE_CHECKING, Any

from snellen.accuracy import FLOOR_MODELS
from snellen.comparison import Compared, read_fresh
from snellen.exhibits import Table

if TYPE_CHECKING:
    from snellen.report.runs import Asked

__all__ = ["fresh_exhibits"]

_NOTE = (
    "The same preset, selection and options with another seed, in a set that the model was never shown; scores in "
    "percent. Difference: this dataset's less the fresh set's, stratified, with its 95% interval (clustered by group) "
    "and the p value of its test. Power: how surely a true gap of the size beside it would be found at the 5% level; "
    "smallest gap: what is found with 80%. A difference that is clearly above 0 says that the model does better on "
    "this very dataset than on others of its make, as it would if it had seen its questions. No difference does not "
    "say that it has not: a gap below the smallest one stays unseen, and so does a model that was trained on other "
    "sets of the same make, which help it on both alike."
)


def fresh_exhibits(asked: "Asked") -> list[Table]:
    """One table with a row a model and task; nothing where no run was made with `snellen eval --fresh-seed`.

    Raises SnellenError for a damaged `fresh.json`.
    """
    import pandas as pd

    rows, seeds = [], []
    for run in asked.runs:
        record = read_fresh(run.path)
        if record is None or record.fingerprint != asked.fingerprint:
            continue
        seeds.append(f"{record.preset}, seed {record.seed}")
        rows += [_row(each) for each in record.comparisons]
    if not rows:
        return []
    frame = pd.DataFrame(rows)
    formats = {**dict.fromkeys(_PERCENT, "{:.1f}"), "p": "{:.3f}"}
    note = f"{_NOTE} Fresh sets: {'; '.join(dict.fromkeys(seeds))}."
    return [Table("fresh", "Beside a set never seen before", frame, note, "Contamination", formats)]


_PERCENT = ("score", "fresh_score", "difference", "low", "high", "gap", "power", "smallest_gap")


def _row(compared: Compared) -> dict[str, Any]:
    model = compared.model
    if compared.strategy != "zero-shot":
        model += f" ({compared.strategy}, {compared.n_examples} examples)"
    return {
        "model": model,
        "task": compared.task or "all tasks",
        "n": compared.n,
        "fresh_n": compared.fresh_n,
        **{name: _percent(getattr(compared, name)) for name in _PERCENT[:5]},
        "p": float("nan") if compared.p is None else compared.p,
        **{name: _percent(getattr(compared, name)) for name in _PERCENT[5:]},
        "floor": compared.model in FLOOR_MODELS,
    }


def _percent(share: float | None) -> float:
    return float("nan") if share is None else 100 * share

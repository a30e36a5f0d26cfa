"""The floors of the very questions that a results table holds, in the shape of the figures of models."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snellen.benchmarks.chartom.analysis import VERSIONS
from snellen.benchmarks.chartom.ask import option_letter
from snellen.benchmarks.chartom.floors import NOISE, mind_predictions
from snellen.benchmarks.chartom.measures import label_noise, mean_absolute_error

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["fact_floors", "mind_floors"]


def fact_floors(rows: "pd.DataFrame") -> "pd.DataFrame":
    """What answers score that look at nothing, by charts (all, honest, manipulated): label, charts, n, fact, misled.

    In percent, from `labelled` rows: the first option, the most common letter and an option drawn at random (its
    expectation), where questions in other formats go unanswered; and the tempting answer.
    """
    import pandas as pd

    asked = rows[(rows["task"] == "fact") & rows["fact"].notna()].drop_duplicates(
        ["dataset_fingerprint", "question_id"]
    )
    found = []
    for charts, part in _parts(asked):
        place, options = (part[name].to_numpy(dtype=np.float64, na_value=np.nan) for name in ("key_place", "options"))
        known = place[np.isfinite(place)]
        shares = {}
        if len(known):
            places, counts = np.unique(known, return_counts=True)
            common = int(places[np.argmax(counts)])
            shares["always the first option"] = float(np.mean(place == 0))
            if common:
                shares[f"always {option_letter(common)}"] = float(np.mean(place == common))
            shares["an option at random"] = float(np.mean(np.where(options > 0, 1 / np.fmax(options, 1), 0)))
        found += [
            {"label": name, "charts": charts, "n": len(part), "fact": 100 * share, "floor": True}
            for name, share in shares.items()
        ]
        if part["misled"].notna().any():
            tempting = {"label": "always the tempting answer", "charts": charts, "n": len(part), "floor": True}
            found.append(tempting | {"fact": 0.0, "misled": 100.0})
    return pd.DataFrame(found, columns=["label", "charts", "n", "fact", "misled", "floor"])


def mind_floors(rows: "pd.DataFrame") -> "pd.DataFrame":
    """The error of predictions that look at nothing, by charts: label, charts, n, read, mae, mae_worst, floor.

    `snellen.benchmarks.chartom.floors.mind_predictions` against the people's values of `labelled` rows, all of them
    together, and the sampling noise of these.
    """
    import pandas as pd

    asked = rows[(rows["task"] == "mind") & rows["hmi_error_worst"].notna()]
    asked = asked.drop_duplicates(["dataset_fingerprint", "question_id"])
    people = asked["answer"].astype(float).to_numpy()
    manipulated = asked["manipulated"].to_numpy(dtype=np.float64, na_value=np.nan)
    numbers = asked["people"].to_numpy(dtype=np.float64, na_value=np.nan)
    found = []
    for name, predicted in mind_predictions(people.tolist(), manipulated.tolist()).items():
        for charts, part in _parts(asked.assign(_predicted=predicted)):
            mae = mean_absolute_error(part["_predicted"], part["answer"].astype(float))
            row = {"label": name, "charts": charts, "n": len(part), "read": 100.0, "mae": mae, "mae_worst": mae}
            found.append(row | {"floor": True})
    for charts, part in _parts(asked.assign(_people=people, _numbers=numbers)):
        noise = label_noise(part["_people"], part["_numbers"])
        if np.isfinite(noise):
            row = {"label": NOISE, "charts": charts, "n": int(part["_numbers"].notna().sum()), "mae": noise}
            found.append(row | {"floor": True})
    return pd.DataFrame(found, columns=["label", "charts", "n", "read", "mae", "mae_worst", "floor"])


def _parts(rows: "pd.DataFrame") -> "Iterator[tuple[str, Any]]":
    yield "all", rows
    for version in VERSIONS:
        part = rows[rows["version"] == version]
        if len(part) and len(part) < len(rows):
            yield version, part

"""Results tables of BIY made without models: replies that are right, wrong or invalid at rates that are chosen."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

__all__ = ["DESIGNS", "made_up"]

DESIGNS = ("default", "half_opacity", "random_colors")
_TASKS = {
    "cluster_count": ("clusters", "count"),
    "cluster_bboxes": ("clusters", "boxes"),
    "cluster_points": ("clusters", "centers"),
    "outlier_count": ("outliers", "count"),
    "outlier_points": ("outliers", "locations"),
}
_ENDS = {
    "cluster_bboxes": ("iou75", "iou50"),
    **dict.fromkeys(("cluster_points", "outlier_points"), ("10px", "20px", "plot60", "plot30")),
}


def made_up(
    *,
    models: Sequence[str] = ("one",),
    strategies: Sequence[tuple[str, int]] = (("zero-shot", 0),),
    samples: int = 12,
    designs: Sequence[str] = DESIGNS,
    right: float = 0.7,
    invalid: float = 0.1,
    odds: dict[str, float] | None = None,
    seed: int = 0,
) -> pd.DataFrame:
    """A results table of `samples` samples in some designs, asked all five tasks; every third has nothing to find.

    A valid reply is right with probability `right` (by design times the odds ratios in `odds`), a reply invalid with
    probability `invalid`. A wrong count is one too many; wrong boxes and points miss one target and have one extra.
    Samples 2i and 2i + 1 are one group; every fourth has background noise.
    """
    rng = np.random.default_rng(seed)
    rows = []
    for model in models:
        for strategy, examples in strategies:
            for number in range(samples):
                for design in designs:
                    ratio = (odds or {}).get(design, 1.0) * right / (1 - right) if right < 1 else np.inf
                    chance = 1.0 if np.isinf(ratio) else ratio / (1 + ratio)
                    for task in _TASKS:
                        true = 0 if number % 3 == 0 else 2 + number % 2
                        valid = bool(rng.random() >= invalid)
                        good = bool(rng.random() < chance)
                        about = {
                            "model": model,
                            "strategy": strategy,
                            "n_examples": examples,
                            "task": task,
                            "design": design,
                            "n_true": true,
                            "n_noise": 25 if number % 4 == 0 else 0,
                            "group_id": f"group-{number // 2}",
                            "source_id": f"sample-{number}",
                            "chart_id": f"sample-{number}+{design}+2",
                            "question_id": f"sample-{number}+{design}+2+{task}",
                        }
                        rows.append(_row(about, valid, good))
    frame = pd.DataFrame(rows)
    whole = ("n_examples", "repeat", "n_true", "n_noise", "input_tokens", "output_tokens")
    numbers = [
        name for name in map(str, frame) if name.startswith(("released_", "lenient_")) and not name.endswith("_fault")
    ]
    return frame.astype({**dict.fromkeys(whole, "Int64"), **dict.fromkeys([*numbers, "paper"], "float64")})


def _row(about: dict[str, Any], valid: bool, good: bool) -> dict[str, Any]:
    task, true = about["task"], about["n_true"]
    category, name = _TASKS[task]
    found = true if good or not task.endswith("_count") else true + 1
    # One target missed and one extra; on an empty chart one extra.
    hits = true if good else max(true - 1, 0)
    made = found if task.endswith("_count") else true if good else max(true, 1)
    share = 1.0 if good else hits / true if true else 0.0
    value = float(found == true) if task.endswith("_count") else share
    row = {
        **about,
        "settings": "{}",
        "benchmark": "biy",
        "dataset_fingerprint": "f",
        "split": "test",
        "repeat": 0,
        "category": category,
        "property": name,
        "generator": "gaussian_blobs",
        "scale": 2.0,
        "outcome": "answered" if valid else "unparsed",
        "strict": value if valid else 0.0,
        "paper": value if valid else None,
        "exact": value if valid else 0.0,
        "lenient": value if valid else 0.0,
        "exact_valid": float(valid),
        "exact_fault": None if valid else "prose",
        "input_tokens": 800 + 700 * about["n_examples"],
        "output_tokens": 20,
    }
    for reading in ("released", "lenient"):
        row[f"{reading}_valid"] = float(valid)
        row[f"{reading}_fault"] = None if valid else "truncated"
        row[f"{reading}_number"] = float(made) if valid else None
        row[f"{reading}_error"] = float(abs(made - true)) if valid and task.endswith("_count") else None
        for end in ("iou75", "iou50", "10px", "20px", "plot60", "plot30"):
            for measure in ("precision", "recall", "f1", "mean_iou"):
                if measure == "mean_iou" and not end.startswith("iou"):
                    continue
                there = valid and end in _ENDS.get(task, ())
                row[f"{reading}_{measure}_{end}"] = share if there else None
    return row

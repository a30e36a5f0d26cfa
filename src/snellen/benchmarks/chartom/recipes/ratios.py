"""Questions for a ratio: how many times as large is B as A?"""

import random
from collections.abc import Mapping
from typing import Any

from snellen.benchmarks.chartom.keys import key_of, number_text
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import Draft, options_of
from snellen.benchmarks.chartom.scene import Scene

__all__ = ["RATIO_TOLERANCE", "ratio_draft"]

RATIO_TOLERANCE = 0.05
_OTHERS = (1.1, 1.2, 1.25, 1.3, 1.4, 1.5, 1.6, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 10.0)
"""What the options beside the key and the tempting answer are drawn from."""
_APART = 1.15


def ratio_draft(
    pair: Pair,
    rng: random.Random,
    *,
    subject: str,
    question: str,
    low: str,
    high: str,
    data: Mapping[str, Any],
    drawn: float,
    scenes: tuple[Scene, Scene],
    unit: str,
    drawing: Mapping[str, Any],
) -> Draft:
    """A draft whose key is the value of `high` over that of `low`, and whose tempting answer is the ratio `drawn`.

    `scenes` are the honest and the manipulated one. Of four options any two are at least 15 % apart.
    """
    free = pair.answer_format == "free text"
    form = "{}" if free else "{} times"
    asked = {"what": "ratio", "of": high, "to": low, "form": form}
    key, tempting = key_of(asked, data), form.format(number_text(drawn))
    options: tuple[str, ...] = ()
    if not free:
        options = options_of(
            rng, key, [tempting, *_distractors(rng, form, key_of({**asked, "form": "{}"}, data), drawn)]
        )
    return Draft(
        subject=subject,
        question=question + (" Give a number to two decimals at most." if free else ""),
        asked=asked,
        data=data,
        tempting=(tempting,),
        honest=scenes[0],
        manipulated=scenes[1],
        options=options,
        answer_type="number" if free else "choice",
        tolerance=RATIO_TOLERANCE if free else 0.0,
        unit=unit,
        drawing=drawing,
    )


def _distractors(rng: random.Random, form: str, key: str, drawn: float) -> list[str]:
    known = [float(key), round(drawn, 2)]
    near = [other for other in _OTHERS if min(known) / 2 <= other <= 2 * max(known)]
    for other in rng.sample(near, len(near)):
        if len(known) < 4 and all(max(other, each) / min(other, each) >= _APART for each in known):
            known.append(other)
    return [form.format(number_text(value)) for value in known[2:]]

"""Which models read the replies of the runs for `snellen extract`, what it took, and what a person found of them."""

from collections.abc import Sequence
from typing import Any

from snellen.exhibits import Table
from snellen.report.runs import Asked

__all__ = ["extractor_exhibits"]

_PERCENT = ("as_checked", "as_checked_low", "as_checked_high")
_WHOLE = ("input_tokens", "output_tokens", "checked", "unsure")


def extractor_exhibits(asked: Sequence[Asked]) -> list[Table]:
    """One row a run and role; nothing where no run has been read by other models."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for one in asked:
        for run in one.runs:
            extraction = run.record.extraction
            for role, told in extraction.roles.items() if extraction else ():
                checked = extraction.checked.get(role) if extraction else None
                rows.append(
                    {
                        "replies_of": ", ".join(dict.fromkeys(each.model for each in run.record.conditions)),
                        "role": role,
                        "model": told.model,
                        "arguments": ", ".join(f"{name}={value}" for name, value in told.model_args.items()) or "none",
                        "prompt": told.prompt_version,
                        "replies": told.replies,
                        "asked": told.asked,
                        "from_cache": told.from_cache,
                        "no_request": told.settled,
                        "failed": told.failed,
                        "no_answer": told.no_answer,
                        "unreadable": told.unreadable,
                        "input_tokens": told.input_tokens,
                        "output_tokens": told.output_tokens,
                        "cost_usd": told.cost,
                        "checked": checked.checked if checked else None,
                        "unsure": checked.unsure if checked else None,
                        "as_checked": 100 * checked.accuracy if checked else None,
                        "as_checked_low": 100 * checked.low if checked else None,
                        "as_checked_high": 100 * checked.high if checked else None,
                        "run": str(run.path),
                    }
                )
    if not rows:
        return []
    frame = pd.DataFrame(rows).astype({**dict.fromkeys(_WHOLE, "Int64"), **dict.fromkeys(_PERCENT, "float64")})
    frame["cost_usd"] = frame["cost_usd"].astype("float64")
    note = (
        "Who read the replies, by role: the large and the small extractor say which answer a reply gives, the judge is "
        "shown the key and says whether it is right. From cache: the same prompt had been answered before; no request: "
        "there was nothing to read. As checked: the share of outputs that a person found right in the sample "
        "of a sheet, weighted by its strata, in percent, with Wilson\u2019s 95% interval."
    )
    formats = {**dict.fromkeys(_PERCENT, "{:.1f}"), "cost_usd": "{:,.4f}"}
    return [Table("extractors", "Answers read by other models", frame, note, formats=formats)]

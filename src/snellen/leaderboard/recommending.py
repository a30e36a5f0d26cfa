"""The cheapest model and strategy that is nearly as good as the best."""

from dataclasses import dataclass
from math import isfinite, isnan, nan
from typing import TYPE_CHECKING, Any, Literal

from snellen.leaderboard.conditions import condition_frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["RANKS", "Candidate", "Rank", "Recommendation", "recommend"]

Rank = Literal["cost", "tokens", "time"]
RANKS: dict[Rank, str] = {"cost": "cost", "tokens": "tokens", "time": "seconds"}
"""What can be cheap, each with its column of `condition_frame`."""

_WORDS: dict[Rank, str] = {"cost": "cost", "tokens": "number of tokens", "time": "time"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One condition. Shares are from 0 to 1; `cost`, `tokens` and `seconds` are of one question, NaN where not known.

    `behind` is how far it is behind the best on the questions that both answered, with its interval. `place` is
    `best`, `within` (the interval's far end too is within the margin), `perhaps` (the difference is, its far end is not
    or is not known), or `below`.
    """

    label: str
    model: str
    settings: str
    strategy: str
    n_examples: int
    floor: bool
    n: int
    score: float
    low: float
    high: float
    shared: int
    behind: float
    behind_low: float
    behind_high: float
    place: Literal["best", "within", "perhaps", "below"]
    cost: float
    tokens: float
    seconds: float

    def amount(self, rank: Rank) -> float:
        """What one question takes, by the rank's measure."""
        return {"cost": self.cost, "tokens": self.tokens, "time": self.seconds}[rank]


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What to choose: `chosen`, or None where nothing can be; `reason` is a sentence, `notes` are what else to know.

    `candidates` are all conditions, what is chosen first, then by how much they take among those within the margin,
    then the others, the better first. `margin` is a share.
    """

    scorer: str
    margin: float
    rank: Rank
    best: Candidate | None
    chosen: Candidate | None
    candidates: tuple[Candidate, ...]
    reason: str
    notes: tuple[str, ...]


def recommend(
    results: "pd.DataFrame", scorer: str, *, within: float = 2.0, rank: Rank = "cost", surely: bool = False
) -> Recommendation:
    """The condition that takes least of those whose score is within `within` points (percent) of the best's.

    The best is the highest mean score by `scorer`, shares from 0 to 1; of equals the cheaper. The others are
    compared with it on the questions that both answered (`snellen.statistics.paired_difference`, 95%); with `surely`
    only those count whose interval is within the margin as well. A floor, a reader that sees no picture, is recommended
    only where none of the models is better than it, and then the reason says so. What takes an unknown amount cannot
    be chosen for being cheap: where nothing within the margin has a known amount, nothing is chosen and the reason says
    by what else to rank. Give the rows that are meant, of one dataset. Raises KeyError for a scorer the table lacks and
    ValueError where the rows are of several datasets.
    """
    found = _candidates(results, scorer, within / 100)
    scored = [each for each in found if not isnan(each.score)]
    if not scored:
        return Recommendation(scorer, within / 100, rank, None, None, (), f"no reply has a score by {scorer}.", ())
    best = next(each for each in found if each.place == "best")
    allowed = ("best", "within") if surely else ("best", "within", "perhaps")
    near = [each for each in found if each.place in allowed and (best.floor or not each.floor)]
    known = sorted((each for each in near if isfinite(each.amount(rank))), key=lambda each: each.amount(rank))
    chosen = best if best.floor else known[0] if known else None
    known = [each for each in known if each is not chosen]
    known = [chosen, *known] if chosen else known
    order = [*known, *sorted((each for each in found if each not in known), key=lambda each: -_or_least(each.score))]
    return Recommendation(
        scorer=scorer,
        margin=within / 100,
        rank=rank,
        best=best,
        chosen=chosen,
        candidates=tuple(order),
        reason=_reason(best, chosen, within, rank, len(near), surely=surely),
        notes=tuple(_notes(found, near, best, chosen, rank, within)),
    )


def _candidates(results: "pd.DataFrame", scorer: str, margin: float) -> list[Candidate]:
    from snellen.comparison import compare_conditions

    rows = [row for row in condition_frame(results, scorer).to_dict("records") if row["n"]]
    if not rows:
        return []
    cheap = [row["cost_a_question"] for row in rows]
    top = min(
        range(len(rows)),
        key=lambda place: (-rows[place]["accuracy"], rows[place]["floor"], _or_most(cheap[place]), place),
    )
    best = rows[top]["label"]
    behind: dict[str, tuple[int, float, float, float]] = {}
    # Pairs with the best alone: all pairs would take longer for nothing.
    keys = ["model", "settings", "strategy", "n_examples"]
    for row in rows:
        if row["label"] == best:
            continue
        two = results[_is_of(results, rows[top], keys) | _is_of(results, row, keys)]
        for pair in compare_conditions(two, scorer, draws=99):
            one = (pair.first.model, pair.first.settings, pair.first.strategy, pair.first.n_examples)
            turned = one != tuple(rows[top][key] for key in keys)
            ends = (-pair.difference, -pair.high, -pair.low) if turned else (pair.difference, pair.low, pair.high)
            behind[str(row["label"])] = (pair.n, *ends)
    return [_candidate(row, behind.get(str(row["label"])), margin) for row in rows]


def _is_of(results: "pd.DataFrame", row: Any, keys: list[str]) -> "pd.Series[bool]":
    found: pd.Series[bool] = results[keys[0]] == row[keys[0]]
    for key in keys[1:]:
        found &= results[key] == row[key]
    return found


def _candidate(row: Any, pair: tuple[int, float, float, float] | None, margin: float) -> Candidate:
    shared, behind, low, high = pair if pair is not None else (int(row["n"]), 0.0, 0.0, 0.0)
    place: Literal["best", "within", "perhaps", "below"] = "below"
    if pair is None:
        place = "best"
    elif behind <= margin + 1e-12:
        place = "within" if high <= margin + 1e-12 else "perhaps"
    return Candidate(
        label=str(row["label"]),
        model=str(row["model"]),
        settings=str(row["settings"]),
        strategy=str(row["strategy"]),
        n_examples=int(row["n_examples"]),
        floor=bool(row["floor"]),
        n=int(row["n"]),
        score=row["accuracy"] / 100,
        low=row["low"] / 100,
        high=row["high"] / 100,
        shared=shared,
        behind=behind,
        behind_low=low,
        behind_high=high,
        place=place,
        cost=_known(row, "cost"),
        tokens=_known(row, "tokens"),
        seconds=_known(row, "seconds"),
    )


def _known(row: Any, name: str) -> float:
    value = float(row[f"{name}_a_question"])
    return value if row[f"{name}_known"] > 0 else nan


def _reason(best: Candidate, chosen: Candidate | None, within: float, rank: Rank, near: int, *, surely: bool) -> str:
    points = f"{within:g} point{'' if within == 1 else 's'}"
    if best.floor:
        return (
            f"{best.label} sees no picture and no model scores higher ({100 * best.score:.1f}%): these results give no "
            "reason to pay for a model."
        )
    if chosen is None:
        others = " or ".join(f"`--by {name}`" for name in RANKS if name != rank)
        return (
            f"the {_WORDS[rank]} of a question is not known for any within {points} of {best.label}; rank by {others}."
        )
    if chosen.place == "best":
        alone = (
            f"no other is {'surely ' if surely else ''}within {points}"
            if near == 1
            else f"no other within {points} is known to take less"
        )
        return f"{chosen.label} scores highest ({100 * chosen.score:.1f}%), and {alone}."
    sure = (
        "its interval is within the margin too"
        if chosen.place == "within"
        else f"but its interval reaches {100 * chosen.behind_high:.1f} points behind: more questions would make sure"
        if isfinite(chosen.behind_high)
        else "but too few groups of questions are shared for an interval"
    )
    return (
        f"{chosen.label} takes least within {points} of {best.label}: {100 * chosen.behind:.1f} points behind on "
        f"{chosen.shared} shared questions; {sure}."
    )


def _notes(
    found: list[Candidate], near: list[Candidate], best: Candidate, chosen: Candidate | None, rank: Rank, within: float
) -> list[str]:
    notes = []
    unknown = [each.label for each in near if not isfinite(each.amount(rank))]
    if unknown and chosen is not None:
        notes.append(f"the {_WORDS[rank]} is not known for {', '.join(unknown)}, which may take less.")
    floors = [each for each in found if each.floor and each.place != "below"]
    if floors and not best.floor:
        told = ", ".join(each.label for each in floors)
        notes.append(
            f"{told}, which see{'s' if len(floors) == 1 else ''} no picture, would be within {within:g} points too: "
            "such a margin says little here."
        )
    few = [each.label for each in found if each.shared < each.n and each.place != "best"]
    if few:
        notes.append(f"compared on the questions that both answered, not on all: {', '.join(few)}.")
    return notes


def _or_most(value: float) -> float:
    return value if isfinite(value) else float("inf")


def _or_least(value: float) -> float:
    return value if isfinite(value) else float("-inf")

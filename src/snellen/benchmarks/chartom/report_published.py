"""Your models beside the published figures: people on the items of CALVI, and what trivial predictions reach there."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.benchmarks.chartom.analysis import VERSIONS, fact_scores, mind_scores
from snellen.benchmarks.chartom.report_fact import by_charts, digits, named
from snellen.exhibits import Exhibit, Table
from snellen.published import published_chartom

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["published_exhibits"]

_SECTION = "Beside the published figures"
_NOTE = (
    "Rows marked as published are of the 60 public items of CALVI (45 misleading, 15 normal; 81 to 92 people each), "
    "the other rows of the dataset of this report: only where that is CALVI do they answer the same questions."
)


def published_exhibits(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    """People's accuracy beside the models', and published floors of MIND beside the models' errors."""
    import pandas as pd

    calvi, models = published_chartom().calvi, rows[~rows["floor"]]
    if ((models["task"] == "fact") & models["fact"].notna()).any():
        frame = fact_scores(by_charts(models).astype({"charts": "object"}), ["label", "charts"])
        mine = frame[frame["charts"] != "all"][["label", "charts", "n", "fact", "low", "high"]].assign(published=False)
        people = [
            {"label": "people on CALVI", "charts": version, "n": calvi.items[version], "published": True}
            | {"fact": 100 * (1 - calvi.error_rate[version])}
            for version in VERSIONS
        ]
        frame = pd.concat([mine, pd.DataFrame(people)], ignore_index=True)
        note = f"In percent, robust protocol; n is replies, or items. {_NOTE}"
        title = "FACT beside people on CALVI"
        yield Table("published-fact", title, named(frame), note, _SECTION, digits("{:.1f}", "fact", "low", "high"))
    if models["hmi_error_worst"].notna().any():
        mine = mind_scores(models, ["label"])[["label", "n", "mae", "low", "high", "mae_worst"]].assign(published=False)
        n = sum(calvi.items.values())
        floors = {**calvi.floors, "sampling noise of the people's values": calvi.noise}
        rows_of = [
            {"label": f"{name}, on CALVI", "n": n, "mae": mae, "published": True} for name, mae in floors.items()
        ]
        frame = named(pd.concat([mine, pd.DataFrame(rows_of)], ignore_index=True))
        note = f"Mean absolute error of predictions: lower is better. {_NOTE}"
        formats = digits("{:.3f}", "mae", "low", "high", "mae_worst")
        yield Table("published-mind", "MIND beside trivial predictions on CALVI", frame, note, _SECTION, formats)

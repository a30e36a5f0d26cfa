"""Questions on titles, legends and axis labels, as Table 6 of the paper, by kind of text, beside its published rows."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.accuracy import accuracy_frame, interval_note
from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import interval_plot
from snellen.published import correct_of, published_grab
from snellen.statistics import wilson_interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ocr_exhibits"]

_SECTION = "Questions on labels"
_ALL = "all texts"
_KINDS = ("Title", "Legend", "Axis Label", "Unit")
_BESIDE = "properties-choice"
_PROTOCOL = "Protocol: exact match of the right option's letter or text; five options, so guessing scores {chance:.1f}."


def ocr_exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    """The models on the questions on texts, in percent, beside Table 6; then by kind of text and by question.

    Where the run has them, the answers of the same models to the Properties task with options stand beside (Table 5),
    as the paper compares. Nothing without questions on texts.
    """
    asked = results[(results["task"] == "ocr") & results["exact"].notna()]
    if asked.empty:
        return
    overall = accuracy_frame(asked, [], "exact")
    yield from _beside_table_6(overall, results)
    yield from _by_kind(asked, overall)


def _beside_table_6(overall: "pd.DataFrame", results: "pd.DataFrame") -> Iterator[Exhibit]:
    import pandas as pd

    published = published_grab()
    beside = results[(results["task"] == _BESIDE) & (results["format"] == "multiple-choice") & results["exact"].notna()]
    measured = overall.assign(published=False)
    if len(beside):
        other = accuracy_frame(beside, [], "exact")
        renamed = {"n": "n_choice", "accuracy": "properties_choice"}
        measured = measured.merge(other.rename(columns=renamed)[["model", *renamed.values()]], on="model", how="left")
    frame = pd.concat([measured, _published_rows()], ignore_index=True)
    frame = frame.drop(columns=["answered", "unparsed", "refused", "error", "interval"])
    # Whole numbers with gaps.
    frame = frame.astype({name: "Int64" for name in ("n", "n_choice") if name in frame})
    order = ("model", "n", "accuracy", "low", "high", "properties_choice", "n_choice", "floor", "published")
    frame = frame[[name for name in order if name in frame]]
    protocol = _PROTOCOL.format(chance=published.chance["ocr"])
    note = (
        f"{protocol} {interval_note(overall)} Rows marked as published are quoted from the paper (Table 6, on its own "
        f"{published.ocr_questions} questions); theirs are Wilson's on the answers that the percentages stand for. "
        "Random chance is a floor, as are readers that see no picture. The column properties_choice is the Properties "
        "task with five options: the published one is Table 5's"
    )
    note += (
        ", that of your models is over n_choice replies of this run."
        if len(beside)
        else "; your models were not asked it here (`snellen eval DIR --tasks ocr,properties-choice`)."
    )
    lines = frame[frame["accuracy"].notna()]
    lines = lines.assign(
        model=lines["model"] + lines["published"].map({True: " · published", False: ""}),
        floor=lines["floor"] | lines["published"],
    )
    ranked = list(lines.sort_values("accuracy", ascending=False, kind="stable")["model"])
    plot = interval_plot(lines, y="model", order=ranked)
    title = "Titles, legends and axis labels, beside Table 6"
    about = f"{protocol} Bars are 95% intervals. Grey: published, and floors."
    yield Plot("ocr-plot", title, plot, about, _SECTION)
    percent = dict.fromkeys(("accuracy", "low", "high", "properties_choice"), "{:.1f}")
    yield Table("ocr", title, frame, note, _SECTION, percent)


def _by_kind(asked: "pd.DataFrame", overall: "pd.DataFrame") -> Iterator[Exhibit]:
    import pandas as pd

    overall = overall.copy()
    overall.insert(1, "category", _ALL)
    frame = pd.concat([overall, accuracy_frame(asked, ["category"], "exact")], ignore_index=True)
    kinds = [kind for kind in (_ALL, *_KINDS) if kind in set(frame["category"])]
    place = {kind: number for number, kind in enumerate(kinds)}
    frame = frame.loc[frame["category"].map(place).sort_values(kind="stable").index].reset_index(drop=True)
    protocol = _PROTOCOL.format(chance=published_grab().chance["ocr"])
    coverage = (
        "n counts replies; answered, unparsed, refused and error add up to it, and what is not answered scores 0."
    )
    percent = dict.fromkeys(("accuracy", "low", "high"), "{:.1f}")
    plot = interval_plot(frame, y="category", order=kinds)
    title = "By kind of text"
    yield Plot("ocr-kind-plot", title, plot, f"{protocol} Bars are 95% intervals.", _SECTION)
    note = f"{protocol} {interval_note(frame)} {coverage}"
    yield Table("ocr-kind", title, frame.rename(columns={"category": "kind"}), note, _SECTION, percent)
    frame = accuracy_frame(asked, ["category", "property"], "exact")
    frame = frame.rename(columns={"category": "kind", "property": "question"})
    note = f"{protocol} {interval_note(frame)} {coverage}"
    yield Table("ocr-question", "By what is asked of a text", frame, note, _SECTION, percent)


def _published_rows() -> "pd.DataFrame":
    import pandas as pd

    published = published_grab()
    chance = {"accuracy": published.chance["ocr"], "properties_choice": published.chance["multiple_choice"]}
    rows = [{"model": "Random chance", "n": None, **chance, "floor": True, "published": True}]
    for row in published.models:
        if row.ocr is None:
            continue
        correct = correct_of(row.ocr, published.ocr_questions)
        low, high = wilson_interval(correct, published.ocr_questions)
        figures = {"accuracy": row.ocr, "low": 100 * float(low), "high": 100 * float(high)}
        beside = {"properties_choice": row.multiple_choice, "floor": False, "published": True}
        rows.append({"model": row.model, "n": published.ocr_questions, **figures, **beside})
    return pd.DataFrame(rows)

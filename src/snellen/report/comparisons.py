"""The comparison pages: every pair of models on the questions that both answered, in one table and a page each."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from snellen.accuracy import headline_rows
from snellen.comparison.paired import PairedComparison, compare_conditions
from snellen.exhibits import Plot, Table
from snellen.pages.showing import show_exhibits
from snellen.report.links import comparison_link, items_link, page_name
from snellen.report.runs import Asked
from snellen.report.site import Site

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["pair_names", "write_comparisons"]

_LISTED = 200
"""Flipped questions that a page lists; the item explorer has them all."""

_MOST_PLOTTED = 60
_LONGEST = 70
_PERCENT = ("first_score", "second_score", "difference", "difference_low", "difference_high", "detectable")
_TESTS = {
    "mcnemar, exact": "McNemar's exact test",
    "sign flip by group, exact": "an exact permutation test that swaps the two group by group",
    "sign flip by group, drawn": "a permutation test that swaps the two group by group, by drawn permutations",
    "none": "no test",
}
_INTERVALS = {
    "bonett-price": "Bonett and Price's",
    "bonett-price, clustered": "Bonett and Price's at the effective number of questions",
    "t, clustered": "Student's t",
}
_NOTE = (
    "Each pair on the questions that both answered, by {scorer}, in percent; errors of asking are left out, what could "
    "not be read scores 0. Difference: first less second, with its 95% interval, standard errors clustered by group. p "
    "is of the test named, p Holm is corrected for the {pairs} pairs of this table. Detectable is the smallest true "
    "difference that these questions would show with 80% power. First and second better count the questions on which "
    "one scored more than the other; they lead to these questions."
)


@dataclass(frozen=True)
class _Compared:
    """The pairs of one dataset."""

    asked: Asked
    pairs: Sequence[PairedComparison]


def write_comparisons(asked: Sequence[Asked], site: Site) -> None:
    """Write `comparisons/index.html`, with a table a dataset, and a page a pair of models with a part a dataset."""
    compared = [_Compared(one, compare_conditions(headline_rows(one.results), one.benchmark.headline)) for one in asked]
    names = pair_names([(pair.first.label, pair.second.label) for each in compared for pair in each.pairs])
    _write_index(compared, names, site)
    for pair, name in names.items():
        _write_pair(pair, name, compared, site)


def pair_names(pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """A file's stem for each pair of labels, none like another whatever the file system: `A--B` in lower case."""
    names: dict[tuple[str, str], str] = {}
    for pair in dict.fromkeys(pairs):
        name = "--".join(page_name(label)[:_LONGEST] for label in pair)
        if name in names.values() or name == "index":
            name = f"{name}-{sha256(repr(pair).encode()).hexdigest()[:8]}"
        names[pair] = name
    return names


def _write_index(compared: Sequence[_Compared], names: dict[tuple[str, str], str], site: Site) -> None:
    plots: dict[str, Any] = {}
    sections = []
    for each in compared:
        exhibits: list[Table | Plot] = []
        if each.pairs:
            table = _table(each, names)
            exhibits = [table]
            if 1 <= len(each.pairs) <= _MOST_PLOTTED:
                exhibits.append(_plot(each, table.frame))
        shown = show_exhibits(exhibits, each.asked.slug, site.folder, texts=True)
        for exhibit in shown:
            if exhibit["kind"] == "plot":
                plots[exhibit["name"]] = exhibit["specification"]
            else:
                exhibit["open"] = True
        sections.append({"slug": each.asked.slug, "label": each.asked.label, "exhibits": shown})
    site.write(
        "comparisons/index.html",
        "comparisons.html",
        scripts=["tables.js", *(["vega.js", "plots.js"] if plots else [])],
        styles=["exhibits.css", "report.css"],
        data={"plots": plots},
        title="Comparisons",
        sections=sections,
    )


def _table(each: _Compared, names: dict[tuple[str, str], str]) -> Table:
    import pandas as pd

    slug = each.asked.slug
    rows, links = [], {name: list[str | None]() for name in ("first", "first_better", "second_better")}
    for pair in each.pairs:
        both = (pair.first.label, pair.second.label)
        rows.append(
            {
                "first": both[0],
                "second": both[1],
                "difference": 100 * pair.difference,
                "difference_low": 100 * pair.low,
                "difference_high": 100 * pair.high,
                "p": pair.p,
                "p_holm": pair.p_holm,
                "first_score": 100 * pair.first_score,
                "second_score": 100 * pair.second_score,
                "first_better": len(pair.first_better),
                "second_better": len(pair.second_better),
                "n": pair.n,
                "groups": pair.groups,
                "left_out": pair.left_out,
                "detectable": 100 * pair.detectable,
                "test": pair.test,
            }
        )
        links["first"].append(comparison_link(names[both]))
        for way in ("first", "second"):
            found = pair.first_better if way == "first" else pair.second_better
            links[f"{way}_better"].append(items_link(slug, flip=",".join(both), way=way) if found else None)
    formats = {**dict.fromkeys(_PERCENT, "{:.1f}"), "difference": "{:+.1f}", "p": "{:.2g}", "p_holm": "{:.2g}"}
    note = _NOTE.format(scorer=each.asked.benchmark.headline, pairs=len(each.pairs))
    title = f"Pairs on {each.asked.label}"
    return Table("pairs", title, pd.DataFrame(rows), note, formats=formats, links=links)


def _plot(each: _Compared, frame: "pd.DataFrame") -> Plot:
    import altair as alt

    shown = frame[frame["difference"].notna()]
    records = [
        {
            "pair": f"{row['first']} − {row['second']}",
            **{name: _plain(row[name]) for name in ("difference", "p_holm", "n")},
            "low": _plain(row["difference_low"]),
            "high": _plain(row["difference_high"]),
            "clear": bool(row["p_holm"] < 0.05),
        }
        for row in shown.to_dict("records")
    ]
    order = [record["pair"] for record in sorted(records, key=lambda record: -record["difference"])]
    base = alt.Chart({"values": records})
    down = alt.Y("pair:N", sort=order, title=None, axis=alt.Axis(labelLimit=340))
    title = "difference (points)"
    clear = alt.Color(
        "clear:N",
        scale=alt.Scale(domain=[True, False], range=["#2a8fce", "#8a8f94"]),
        legend=alt.Legend(
            title=None,
            orient="top",
            columns=2,
            labelExpr="datum.value ? 'p by Holm below 0.05' : 'not told from no difference'",
        ),
    )
    zero = alt.Chart({"values": [{"zero": 0}]}).mark_rule(strokeDash=[4, 3], color="#8a8f94").encode(x="zero:Q")
    bars = base.mark_rule(strokeWidth=2, opacity=0.6).encode(
        x=alt.X("low:Q", title=title), x2="high:Q", y=down, color=clear
    )
    dots = base.mark_point(filled=True, size=60, opacity=1).encode(
        x=alt.X("difference:Q", title=title),
        y=down,
        color=clear,
        tooltip=[
            alt.Tooltip("pair:N"),
            *(alt.Tooltip(f"{name}:Q", format="+.1f") for name in ("difference", "low", "high")),
            alt.Tooltip("p_holm:Q", format=".2~g", title="p by Holm"),
            alt.Tooltip("n:Q", title="questions"),
        ],
    )
    chart = alt.layer(zero, bars, dots).properties(width="container", height={"step": 22})
    specification: dict[str, Any] = chart.to_dict()
    specification.pop("config", None)
    note = "Dots are differences, first less second, in points; bars are 95% intervals."
    return Plot("pairs-plot", f"Differences on {each.asked.label}", specification, note)


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def _write_pair(labels: tuple[str, str], name: str, compared: Sequence[_Compared], site: Site) -> None:
    parts = [
        _part(each.asked, pair, len(each.pairs))
        for each in compared
        for pair in each.pairs
        if (pair.first.label, pair.second.label) == labels
    ]
    site.write(
        comparison_link(name),
        "comparison.html",
        styles=["exhibits.css", "report.css"],
        title=f"{labels[0]} and {labels[1]}",
        first=labels[0],
        second=labels[1],
        parts=parts,
    )


def _part(one: Asked, pair: PairedComparison, pairs: int) -> dict[str, Any]:
    flip = f"{pair.first.label},{pair.second.label}"
    ways = []
    for way, better, found in (
        ("first", pair.first.label, pair.first_better),
        ("second", pair.second.label, pair.second_better),
    ):
        ways.append(
            {
                "better": better,
                "count": len(found),
                "all": items_link(one.slug, flip=flip, way=way) if found else None,
                "items": [(each, items_link(one.slug, flip=flip, way=way, id=each)) for each in found[:_LISTED]],
            }
        )
    return {
        "slug": one.slug,
        "label": one.label,
        "scorer": pair.scorer,
        "n": f"{pair.n:,}",
        "groups": f"{pair.groups:,}",
        "left_out": pair.left_out,
        "scores": [_percent(pair.first_score), _percent(pair.second_score)],
        "difference": _signed(pair.difference),
        "interval": f"{_signed(pair.low)} to {_signed(pair.high)}" if pair.low == pair.low else "not known",
        "how": _INTERVALS.get(pair.interval, pair.interval),
        "test": _TESTS.get(pair.test, pair.test),
        "p": _p(pair.p),
        "p_holm": _p(pair.p_holm),
        "pairs": pairs,
        "detectable": _percent(pair.detectable),
        "verdict": _verdict(pair),
        "both_right": pair.both_right,
        "both_wrong": pair.both_wrong,
        "ways": ways,
        "any": items_link(one.slug, flip=flip),
    }


def _verdict(pair: PairedComparison) -> str:
    if not pair.n:
        return "No question was answered by both, so there is nothing to compare."
    if pair.p_holm != pair.p_holm:
        return "These questions say nothing of a difference."
    if pair.p_holm < 0.05:
        better = pair.first.label if pair.difference > 0 else pair.second.label
        return f"{better} is better here (p {_p(pair.p_holm, '= ')}, corrected for all pairs)."
    if pair.detectable == pair.detectable:
        return (
            f"No difference is shown (p {_p(pair.p_holm, '= ')}, corrected for all pairs); one below "
            f"{_percent(pair.detectable)} points could well be there unseen."
        )
    return (
        f"No difference is shown (p {_p(pair.p_holm, '= ')}, corrected for all pairs), and in {pair.groups} groups "
        "none could be: more groups of questions are needed."
    )


def _percent(share: float) -> str:
    return "–" if share != share else f"{100 * share:.1f}"


def _signed(share: float) -> str:
    return "–" if share != share else f"{100 * share:+.1f}".replace("-", "\u2212")


def _p(value: float, equals: str = "") -> str:
    if value != value:
        return "–"
    return "< 0.0001" if value < 0.0001 else f"{equals}{value:.2g}"

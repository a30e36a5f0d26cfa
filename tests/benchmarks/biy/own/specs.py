"""Specifications as users write them, with points for each, and Vega's own scenegraph of them."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from tests.benchmarks.biy.point_sets import scattered

from snellen.benchmarks.biy.own import OwnPoints
from snellen.typeface import registered_family

JANUARY_2020 = 1_577_836_800_000.0
"""Milliseconds."""


@dataclass(frozen=True, eq=False)
class Case:
    name: str
    spec: dict[str, Any]
    points: OwnPoints
    x_scale: str = "linear"
    y_scale: str = "linear"
    x_reversed: bool = False
    y_reversed: bool = False

    def points_with(self, **columns: list[Any]) -> OwnPoints:
        return replace(self.points, columns={**self.points.columns, **columns})


def spec(x: dict[str, Any] | None = None, y: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """A plain specification; `encoding` adds channels, anything else stands at the top."""
    channels = {axis: {"field": axis, "type": "quantitative", **(own or {})} for axis, own in (("x", x), ("y", y))}
    encoding = {**channels, **changes.pop("encoding", {})}
    return {"mark": "point", "width": 260, "height": 180, **changes, "encoding": encoding}


def positive(seed: int, count: int = 40) -> OwnPoints:
    rng = np.random.default_rng(seed)
    return OwnPoints(np.exp(rng.normal(2, 1.5, count)), np.exp(rng.normal(-3, 2, count)))


def both_signs(seed: int, count: int = 40) -> OwnPoints:
    known = scattered(seed, count, 40.0, 3.0)
    columns = {
        "species": [f"kind {label}" for label in known.cluster],  # type: ignore[union-attr]
        "weight (kg)": np.random.default_rng(seed).uniform(1, 9, count).tolist(),
        "day": [f"2021-03-{1 + index % 28:02d}" for index in range(count)],
        "a.b": list(range(count)),
    }
    return OwnPoints(known.x, known.y, known.cluster, known.outlier, columns=columns)


def dated(seed: int, count: int = 40) -> OwnPoints:
    rng = np.random.default_rng(seed)
    moments = JANUARY_2020 + np.floor(rng.uniform(0, 400 * 86_400_000, count))
    return OwnPoints(moments, rng.normal(0, 5, count), temporal=frozenset("x"))


def scale(**settings: Any) -> dict[str, Any]:
    return {"scale": settings}


SPECIES = {"color": {"field": "species", "type": "nominal"}}

CASES = [
    Case("linear", spec(), both_signs(1)),
    Case("without zero", spec(scale(zero=False), scale(zero=False)), both_signs(2)),
    Case("not nice", spec(scale(zero=False, nice=False), scale(nice=False)), both_signs(3)),
    Case("nice count", spec(scale(nice=3), scale(nice=20)), both_signs(3)),
    Case("log", spec(scale(type="log"), scale(type="log")), positive(4), "log", "log"),
    Case("log base 2", spec(scale(type="log", base=2), scale(type="log", base=3.5)), positive(5), "log", "log"),
    Case("log not nice", spec(scale(type="log", nice=False), scale(type="log", padding=12)), positive(6), "log", "log"),
    Case(
        "log of negatives",
        spec(scale(type="log"), scale(type="log", reverse=True)),
        OwnPoints(-positive(7).x, -positive(7).y),
        "log",
        "log",
        y_reversed=True,
    ),
    Case("pow 3", spec(scale(type="pow", exponent=3), scale(type="pow", exponent=0.25)), both_signs(8), "pow", "pow"),
    Case(
        "pow -1",
        spec(scale(type="pow", exponent=-1, zero=False, nice=False), scale(type="pow")),
        positive(9),
        "pow",
        "pow",
    ),
    Case("sqrt", spec(scale(type="sqrt"), scale(type="sqrt", zero=False)), both_signs(10), "sqrt", "sqrt"),
    Case("symlog", spec(scale(type="symlog"), scale(type="symlog", constant=0.01)), both_signs(11), "symlog", "symlog"),
    Case("time", spec({"type": "temporal"}), dated(12), "time"),
    Case("time scale", spec({"type": "temporal", "scale": {"type": "time", "nice": False}}), dated(13), "time"),
    Case("utc nice week", spec({"type": "temporal", **scale(type="utc", nice="week")}), dated(14), "time"),
    Case(
        "time padded and reversed",
        spec({"type": "temporal", **scale(padding=17, reverse=True)}),
        dated(15),
        "time",
        x_reversed=True,
    ),
    Case(
        "time of own domain",
        spec({"type": "temporal", **scale(domain=[{"year": 2019, "month": 6}, {"year": 2022}])}),
        dated(16),
        "time",
    ),
    Case(
        "time of own dates",
        spec({"type": "temporal", **scale(domain=["2019-06-01", "2022-01-01T12:00:00Z"])}),
        dated(16),
        "time",
    ),
    Case(
        "time with ticks of its own",
        spec({"type": "temporal", "axis": {"values": ["2020-03-01", {"year": 2020, "month": 9}]}}),
        dated(16),
        "time",
    ),
    Case(
        "time of own milliseconds",
        spec({"type": "temporal", **scale(domain=[JANUARY_2020, JANUARY_2020 + 4e10])}),
        dated(16),
        "time",
    ),
    Case(
        "time of seconds", spec({"type": "temporal"}), OwnPoints(JANUARY_2020 + dated(17).y * 40, dated(17).y), "time"
    ),
    Case("time as numbers", spec(), dated(18)),
    Case(
        "own domain",
        spec(scale(domain=[-500, 250]), scale(domain=[8, -9])),
        both_signs(19),
        y_reversed=True,
    ),
    Case("half a domain", spec(scale(domainMin=-333.3), scale(domainMax=77, zero=False)), both_signs(20)),
    Case("own range", spec(scale(range=[40, 200]), scale(range=[150, 10])), both_signs(21)),
    Case("own range reversed", spec(scale(range=[200, 40]), scale(rangeMax=7)), both_signs(21), x_reversed=True),
    Case("reversed", spec(scale(reverse=True), scale(reverse=True)), both_signs(22), x_reversed=True, y_reversed=True),
    Case("domain within the data", spec(scale(domain=[-10, 10]), scale(domain=[-1, 1])), both_signs(23)),
    Case(
        "clipped",
        spec(scale(domain=[-10, 10]), scale(domain=[-1, 1]), mark={"type": "circle", "clip": True, "tooltip": True}),
        both_signs(23),
    ),
    Case(
        "dark with a legend",
        spec(
            encoding=SPECIES,
            background="#222",
            config={"axis": {"labelColor": "white", "titleColor": "white"}, "legend": {"labelColor": "white"}},
            mark={"type": "point", "filled": True, "size": 80},
        ),
        both_signs(24),
    ),
    Case(
        "sized and shaped",
        spec(
            encoding={
                "size": {"field": "weight (kg)", "type": "quantitative"},
                "shape": {"field": "species", "type": "nominal"},
                "color": {"field": "day", "type": "temporal"},
                "angle": {"field": "weight (kg)", "type": "quantitative"},
                "order": {"field": "weight (kg)", "type": "quantitative", "sort": "descending"},
            },
        ),
        both_signs(25),
    ),
    Case(
        "fitted with a title",
        spec(
            autosize={"type": "fit", "contains": "padding"},
            title={"text": "A title", "subtitle": "and another"},
            padding={"left": 30, "top": 3, "right": 5, "bottom": 9},
        ),
        both_signs(26),
    ),
    Case("of a cut size", spec(autosize="none", padding=25, width=200.5, height=90.25), both_signs(27)),
    Case(
        "axes elsewhere",
        spec({"axis": {"orient": "top", "title": None}}, {"axis": {"orient": "right", "offset": 12, "grid": False}}),
        both_signs(28),
    ),
    Case("no axes", spec({"axis": None}, {"axis": None}, view={"stroke": None}), both_signs(29)),
    Case(
        "odd names",
        spec({"field": r"a\.b"}, {"field": "['weight (kg)']"}, encoding=SPECIES),
        OwnPoints(both_signs(30).x, both_signs(30).y, columns=both_signs(30).columns),
    ),
    Case(
        "conditions and calculations",
        spec(
            transform=[
                {"calculate": "datum.species == 'kind 1' ? 'one' : 'other'", "as": "group"},
                {"calculate": "'https://example.org/?q=' + datum.species", "as": "url"},
            ],
            encoding={
                "color": {"condition": {"test": "datum['weight (kg)'] > 4", "value": "red"}, "value": "blue"},
                "shape": {"field": "group", "type": "nominal"},
                "href": {"field": "url"},
                "tooltip": [{"field": "species"}],
            },
            params=[{"name": "grid", "select": "interval", "bind": "scales"}],
        ),
        both_signs(31),
    ),
]


def scenegraph_marks(case: Case) -> tuple[list[float], list[dict[str, Any]]]:
    """The plot's origin and the marks in the order of the points, of the specification as the user wrote it."""
    import vl_convert

    rows: list[dict[str, Any]] = []
    for index in range(len(case.points.x)):
        row: dict[str, Any] = {name: values[index] for name, values in case.points.columns.items()}
        names = ("a.b", "weight (kg)") if case.name == "odd names" else ("x", "y")
        row |= {names[0]: float(case.points.x[index]), names[1]: float(case.points.y[index]), "index": index}
        rows.append(row)
    content = {**case.spec, "data": {"values": rows}}
    content["config"] = {**case.spec.get("config", {}), "font": registered_family()}
    content["encoding"] = {
        **{name: part for name, part in case.spec["encoding"].items() if name not in ("href", "tooltip")},
        "description": {"field": "index", "type": "nominal"},
    }
    graph = vl_convert.vegalite_to_scenegraph(content, vl_version="6.1")
    marks = sorted(_marks(graph["scenegraph"]), key=lambda mark: int(mark["description"]))
    assert len(marks) == len(rows)
    return graph["origin"], [{"x": 0.0, "y": 0.0, **mark} for mark in marks]


def _marks(node: dict[str, Any]) -> list[dict[str, Any]]:
    if node.get("marktype") == "symbol" and node.get("role") == "mark":
        return list(node["items"])
    return [found for item in node.get("items", []) for found in _marks(item)]

"""Specifications: what is dropped, what is refused and in which words, and that hostile ones end."""

import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.benchmarks.biy.own.specs import CASES, both_signs, positive, scale, spec

from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.own import OwnPoints, from_spec, own_design
from snellen.benchmarks.biy.own.fields import check_expression, column_of
from snellen.errors import SnellenError


def saved(tmp_path: Path, content: Any, name: str = "mine.json") -> Path:
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_a_file_becomes_a_design_of_its_name(tmp_path: Path) -> None:
    content = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "description": "what a screen reader says",
        "data": {"url": "https://example.org/cars.json"},
        "datasets": {"d": [{"x": 1}]},
        "usermeta": {"embedOptions": {}},
        "params": [{"name": "zoom", "select": "interval", "bind": "scales"}],
        **spec(
            mark={"type": "point", "tooltip": True, "href": "https://example.org"},
            encoding={
                "color": {"field": "species", "type": "nominal"},
                "tooltip": {"field": "weight (kg)"},
                "href": {"field": "link"},
            },
        ),
    }
    design = own_design(saved(tmp_path, content, "my cars!.json"))
    assert (design.name, design.renderer) == ("my_cars_", "vega-own")
    assert (design.x_field, design.y_field, design.fields) == ("x", "y", ("species",))
    written = json.dumps(design.spec)
    assert not [word for word in ("example.org", "datasets", "tooltip", "embed", "zoom", "screen") if word in written]
    again = pickle.loads(pickle.dumps(design))
    assert (again.spec, again.fields) == (design.spec, design.fields)
    points = both_signs(1)
    assert layout(again, points, 1.0).axes == layout(design, points, 1.0).axes


Q = {"field": "x", "type": "quantitative"}
XY = {"x": Q, "y": {**Q, "field": "y"}}
REFUSED: list[tuple[str, Any, str]] = [
    ("layered", {"layer": [spec(), spec()]}, r"is layered \('layer'\); a single view of point, circle or square"),
    ("concatenated", {"hconcat": [spec()]}, "is concatenated"),
    ("vconcat", {"vconcat": [spec()]}, "is concatenated"),
    ("faceted", {"facet": {"field": "a"}, "spec": spec()}, "is faceted"),
    ("repeated", {"repeat": ["a"], "spec": spec()}, "is repeated"),
    ("row", spec(encoding={"row": {"field": "a"}}), "encoding.row makes it faceted"),
    ("jitter", spec(encoding={"xOffset": {"field": "a"}}), "encoding.xOffset moves points"),
    ("ranges", spec(encoding={"x2": {"field": "a"}}), "encoding.x2 makes ranges"),
    ("map", spec(encoding={"longitude": {"field": "a"}}), "encoding.longitude has no axis"),
    ("bars", spec(mark="bar"), "has the mark 'bar'; point, circle, square work"),
    ("text", spec(mark={"type": "text"}), "has the mark 'text'"),
    ("no mark", {"encoding": XY}, "has the mark null"),
    ("moved mark", spec(mark={"type": "point", "xOffset": 5}), "mark.xOffset moves points"),
    ("no encoding", {"mark": "point"}, "has no encoding"),
    ("no y", {"mark": "point", "encoding": {"x": Q}}, "encoding.y is missing"),
    ("constant", {"mark": "point", "encoding": {**XY, "x": {"datum": 5}}}, "encoding.x has no field"),
    ("shorthand", {"mark": "point", "encoding": {**XY, "x": "x:Q"}}, "encoding.x is missing; give it a field"),
    ("nominal", spec({"type": "nominal"}), "encoding.x has the type 'nominal'; quantitative and temporal work"),
    ("no type", {"mark": "point", "encoding": {**XY, "y": {"field": "y"}}}, "encoding.y has the type null"),
    ("binned", spec({"bin": True}), "encoding.x has bin; write what it computes into a column"),
    ("aggregated", spec(None, {"aggregate": "mean"}), "encoding.y has aggregate"),
    ("time unit", spec({"type": "temporal", "timeUnit": "month"}), "encoding.x has timeUnit"),
    ("aggregated color", spec(encoding={"color": {"aggregate": "count"}}), "encoding.color has aggregate"),
    ("stacked", spec(None, {"stack": "zero"}), "encoding.y has stack"),
    ("band", spec(scale(type="band")), "a scale of type 'band'; linear, log, pow, sqrt, symlog, time, utc work"),
    ("no scale", spec({"scale": None}), "encoding.x has no scale"),
    ("rounded", spec(scale(round=True)), "encoding.x.scale.round leaves points off"),
    ("clamped", spec(scale(domain=[-1, 1], clamp=True)), r"point 1 \(design mine\) would not stand where its x"),
    ("three ends", spec(scale(domain=[0, 1, 2])), "encoding.x.scale.domain is not a list of two values"),
    ("no extent", spec(scale(domain=[1, 1])), "has no usable x axis: its domain is from 1 to 1"),
    ("bound domain", spec(scale(domain={"param": "brush"})), "encoding.x.scale.domain is not a list of two"),
    (
        "computed domain",
        spec(scale(domainMax={"expr": "1"})),
        "encoding.x.scale.domainMax is computed by an expression",
    ),
    ("log of zero", spec(scale(type="log", domain=[0, 10])), "no usable x axis|has no place"),
    ("log of both signs", spec(scale(type="log")), "has no place on the logarithmic x axis.*symlog"),
    ("filter", spec(transform=[{"filter": "datum.x > 0"}]), "transform has 'filter', after which rows are not"),
    ("sample", spec(transform=[{"sample": 5}]), "transform has 'sample'"),
    ("fold", spec(transform=[{"fold": ["x"]}]), "transform has 'fold'"),
    ("calculated axis", spec(transform=[{"calculate": "datum.a * 2", "as": "x"}]), "makes an axis; write the column"),
    ("container", spec(width="container"), "width is 'container'; give a number of pixels up to 6,000"),
    ("step", spec(height={"step": 20}), r'height is \{"step": 20\}; give a number'),
    ("variable", spec(params=[{"name": "a", "value": 3}]), "params has a variable"),
    (
        "brushed",
        spec(encoding={"color": {"condition": {"param": "brush", "value": "red"}, "value": "grey"}}),
        "depends on an interaction",
    ),
    ("vega", {"$schema": "https://vega.github.io/schema/vega/v6.json", "marks": []}, "is a Vega specification"),
    ("vega without schema", {"marks": [], "signals": []}, "is a Vega specification"),
    (
        "another schema",
        {**spec(), "$schema": "https://example.org/s.json"},
        "the \\$schema 'https://example.org/s.json'",
    ),
    ("old", {**spec(), "$schema": "https://vega.github.io/schema/vega-lite/v2.json"}, "Vega-Lite 4, 5 and 6 work"),
    ("array", [spec()], "is not a Vega-Lite specification, which is a JSON object"),
    ("missing column", spec(encoding={"color": {"field": "none", "type": "nominal"}}), "needs the column 'none'"),
    (
        "empty size",
        spec(encoding={"size": {"field": "holes", "type": "quantitative"}}),
        r"point 3 \(design mine\) is not drawn; fill in",
    ),
    ("bad expression", spec({"axis": {"labelExpr": "datum.label +"}}), "Vega cannot draw|Vega-Lite cannot draw"),
    (
        "looping expression",
        spec({"axis": {"labelExpr": "sequence(1e9)"}}),
        "uses 'sequence', which is neither datum nor",
    ),
    ("regular expression", spec({"axis": {"labelExpr": "/(a+)+$/ "}}), "has a regular expression"),
    ("huge width", spec(width=1e9), "width is 1000000000.0; give a number of pixels up to 6,000"),
    ("huge padding", spec(padding=1e9), r"padding is 1e\+09, and 100,000 is the most"),
    ("large padding", spec(padding=9e4), r"at scale 1 is 180,\d+ × 180,\d+ pixels, and 1 to 6,000"),
    ("many ticks", spec({"axis": {"tickCount": 1e5}}), "tickCount is 100000, and 500 is the most"),
    (
        "many instants",
        spec({"type": "temporal", "axis": {"tickCount": {"interval": "millisecond", "step": 1}}}),
        "tickCount is an interval; those from hour to year work",
    ),
    (
        "many colors",
        spec(encoding={"color": {"field": "x", "scale": {"scheme": {"name": "viridis", "count": 1e5}}}}),
        "500 is",
    ),
    ("fine dashes", spec({"axis": {"gridDash": [1e-9, 1]}}), "gridDash.0 is 1e-09, and 0.1 is the shortest dash"),
    ("no format", spec({"axis": {"format": "zzzz"}}), r"Vega cannot draw design mine \(invalid format: zzzz\)"),
    (
        "no scheme",
        spec(encoding={"color": {"field": "x", "type": "quantitative", "scale": {"scheme": "dusk"}}}),
        "Unrecognized scheme name: dusk",
    ),
    ("no path", spec(mark={"type": "point", "shape": "Mfoo"}), "Invalid SVG path"),
    ("no exponent", spec(scale(type="pow", exponent=0)), "exponent is 0; give a number that is not 0"),
    ("no base", spec(scale(type="log", base=1)), "base is 1; give a number above 0 other than 1"),
    ("no constant", spec(scale(type="symlog", constant=0)), "constant is 0; give a number above 0"),
    ("no power of 0", spec(scale(type="pow", exponent=-1, domain=[0, 99])), "0 has no place under the exponent -1"),
    ("no opacity", spec(mark={"type": "circle", "opacity": 0}), r"point 1 \(design mine\) is not to be seen: its"),
    ("no size", spec(mark={"type": "circle", "size": 0}), r"point 1 \(design mine\) is not to be seen: its"),
    ("white", spec(mark={"type": "circle", "color": "white", "opacity": 1}), "is not to be seen"),
    ("faint", spec(mark={"type": "circle", "color": "#000", "opacity": 0.01}), "is not to be seen"),
    (
        "dark on dark",
        spec(mark={"type": "circle", "color": "#123", "opacity": 1}, view={"fill": "rgb(18, 35, 52)"}),
        "is not to be seen",
    ),
    (
        "on a page",
        spec(mark={"type": "circle", "color": "hsl(0, 0%, 50%)", "opacity": 1}, background="#808080"),
        "is not to be seen",
    ),
    (
        "no colour",
        spec(mark={"type": "circle", "color": "blurple"}),
        "has the colour 'blurple', which Vega's renderer does not know; write",
    ),
    ("no background", spec(background="nope"), "has the colour 'nope', which Vega's renderer does not know"),
    ("a share", spec(mark={"type": "circle", "color": "rgba(255, 0, 0, 80%)"}), "which Vega's renderer does not know"),
    ("no outline", spec(mark={"type": "point", "filled": True, "shape": "stroke"}), "is not to be seen"),
    ("no stroke", spec(mark={"type": "point", "strokeWidth": 0.01}), "is not to be seen"),
    ("long dashes", spec(mark={"type": "point", "strokeDash": [0, 100]}), "is not to be seen"),
    (
        "a white gradient",
        spec(
            mark={
                "type": "circle",
                "color": {
                    "gradient": "linear",
                    "stops": [{"offset": 0, "color": "white"}, {"offset": 1, "color": "#fefefe"}],
                },
            }
        ),
        "is not to be seen",
    ),
    (
        "off a dark plot",
        spec(scale(domain=[-99, 0]), mark={"type": "circle", "color": "white", "opacity": 1}, view={"fill": "#222"}),
        "is not to be seen",
    ),
    (
        "under a legend",
        spec(
            encoding={
                "color": {
                    "field": "species",
                    "type": "nominal",
                    "legend": {"orient": "top-right", "fillColor": "white", "padding": 50},
                }
            }
        ),
        "is not to be seen",
    ),
    ("elsewhere", spec(scale(domain=[900, 999]), mark={"type": "circle", "clip": True}), "shows none of its points"),
    ("number for a shape", spec(mark={"type": "point", "shape": 3}), "mark.shape is 3; give the name of a shape"),
    ("no type", spec({"type": None}), "has the type null; quantitative and temporal work"),
    ("clipped view", spec(view={"clip": True}), "view.clip cuts off the axes too"),
    ("clipped views", spec(config={"view": {"clip": True}}), "view.clip cuts off the axes too"),
    (
        "no moment",
        spec({"type": "temporal", **scale(domain=["yesterday", "today"])}),
        "domain has 'yesterday', which is no date in ISO 8601",
    ),
    ("wide format", spec({"axis": {"format": "1000000000d"}}), "format is wider than 99 characters"),
    ("long text", spec(title="t" * 3000), "title is longer than 2000 characters"),
    ("a surrogate", spec(title="\ud800"), "title has a broken character"),
    ("a control character", spec(title="a\x08"), "title has a broken character"),
    ("another", spec({"field": "x\x08"}), "field has a broken character"),
    ("an escape", spec({"axis": {"labelExpr": r"'\u0008'"}}), "has the escape in"),
    ("deep", spec(title=json.loads("[" * 100 + "]" * 100)), "nested more than 40 deep"),
    ("not a list", spec(transform="none"), "transform is not a list"),
    ("no object", spec(config=[1]), "config is not an object"),
    ("axis", spec({"axis": 7}), "encoding.x.axis is neither an object nor null"),
]


@pytest.mark.parametrize(("content", "message"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_cannot_be_drawn_is_refused_in_words(content: Any, message: str, tmp_path: Path) -> None:
    points = both_signs(1)
    points = OwnPoints(points.x, points.y, columns={**points.columns, "holes": [1, 2, None, *range(37)]})
    with pytest.raises(SnellenError, match=message):
        layout(own_design(saved(tmp_path, content)), points, 1.0)


@pytest.mark.parametrize("name", ["no format", "no path"])
def test_vegas_traces_are_kept_from_the_terminal(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    content = next(row[1] for row in REFUSED if row[0] == name)
    with pytest.raises(SnellenError):
        layout(own_design(saved(tmp_path, content)), both_signs(1), 1.0)
    os.write(2, b"after")
    assert capfd.readouterr().err == "after"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"mark": ', "line 1 is not JSON"),
        ("[" * 100_000, "mine.json"),
        ("", "is not JSON"),
        ("1" * 5000, "a number in it has thousands of digits"),
        (" " * 1_000_001, "has more than 1,000,000 bytes; leave its data out"),
    ],
)
def test_files_that_hold_no_specification(content: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match=message):
        own_design(saved(tmp_path, content))


def test_names_of_the_benchmarks_own_designs_are_taken(tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match="the benchmark's own design 'default'; rename the file"):
        own_design(saved(tmp_path, spec(), "default.json"))
    with pytest.raises(SnellenError, match="does not exist"):
        own_design(tmp_path / "none.json")


def test_many_days_of_ticks_are_refused_where_the_data_span_them() -> None:
    design = from_spec("daily", spec({"type": "temporal", "axis": {"tickCount": "day"}}))
    few, many = positive(1), positive(1)
    layout(design, OwnPoints(few.x * 86_400_000, few.y), 1.0)
    with pytest.raises(SnellenError, match="makes more than 1000 ticks"):
        layout(design, OwnPoints(many.x * 86_400_000_000, many.y), 1.0)


@pytest.mark.parametrize(
    ("field", "column"),
    [
        ("a", "a"),
        ("a b", "a b"),
        (r"a\.b", "a.b"),
        ("a.b", "a.b"),
        ("a['b']", "a.b"),
        ("['a.b [c]']", "a.b [c]"),
        (r"a\[0\]", "a[0]"),
        ('["it\'s"]', "it's"),
        ("é (%)", "é (%)"),
    ],
)
def test_field_strings_name_columns(field: str, column: str) -> None:
    assert column_of(field) == column


def test_expressions_tell_their_columns() -> None:
    text = "datum.a > 3 && datum['b c'] / 2 == max(1, datum.d) ? 'datum.no' : PI"
    assert check_expression(text, "here") == {"a", "b c", "d"}


@pytest.mark.parametrize(
    "text",
    [
        "sequence(0, 1e9)",
        "data('x')",
        "datum",
        "datum[x]",
        "now()",
        "random()",
        "replace(datum.a, 'a', 'b')",
        "'/' + sequence(1e9)",
        "1 + /'/ + sequence(1e9) + '",
        "`${sequence(1e9)}`",
        "a => a",
        "x;y",
        "datum.a" * 200,
        "'unfinished",
        7,
    ],
)
def test_expressions_that_could_do_more_are_refused(text: Any) -> None:
    with pytest.raises(SnellenError):
        check_expression(text, "here")


@given(st.text(max_size=30))
def test_any_text_is_a_field_and_an_expression_or_an_error(text: str) -> None:
    assert isinstance(column_of(text), str)
    try:
        columns = check_expression(text, "here")
    except SnellenError:
        return
    assert all(isinstance(column, str) for column in columns)


VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**9), 10**9),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from(["x", "species", "temporal", "log", "fit", "circle", "min", "1.2f"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.one_of(st.text(max_size=4), st.sampled_from(["field", "type", "scale", "value", "condition", "sort"])),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=6,
)
PLACES = [
    *[("encoding", axis, *rest) for axis in "xy" for rest in ((), ("scale",), ("axis",), ("type",), ("field",))],
    *[("encoding", "x", "scale", name) for name in ("type", "domain", "domainMin", "range", "nice", "zero", "padding")],
    *[("encoding", "x", "scale", name) for name in ("base", "exponent", "constant", "reverse", "clamp", "domainMid")],
    *[("encoding", "y", "axis", name) for name in ("values", "format", "tickCount", "title", "orient", "labelExpr")],
    *[("encoding", name) for name in ("color", "size", "shape", "opacity", "order", "angle", "strokeDash")],
    *[
        (name,)
        for name in ("mark", "width", "padding", "autosize", "title", "view", "config", "transform", "background")
    ],
    *[("mark", name) for name in ("size", "shape", "clip", "strokeWidth", "filled", "angle", "style", "fill")],
    *[("config", name) for name in ("point", "axis", "scale", "range", "style", "view", "mark")],
]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(place=st.sampled_from(PLACES), value=VALUES, case=st.sampled_from([CASES[0], CASES[12], CASES[-1]]))
def test_any_specification_has_a_layout_or_a_users_error(place: tuple[str, ...], value: Any, case: Any) -> None:
    content = json.loads(json.dumps(case.spec))
    if isinstance(content["mark"], str):
        content["mark"] = {"type": content["mark"]}
    at = content
    for name in place[:-1]:
        at = at.setdefault(name, {})
    at[place[-1]] = value
    try:
        design = from_spec("any", content)
        laid_out = layout(design, case.points, 1.0)
    except SnellenError as error:
        str(error).encode()
        return
    json.dumps(design.spec).encode()
    assert len(laid_out.reach) == len(case.points.x)

"""Keys computed again from stored records, and what happens when the records are not what they should be."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab.plan import recompute_answer
from snellen.benchmarks.grab.plan.cells import paper_cells
from snellen.dataset import Axis, Chart, Question, Source
from snellen.errors import SnellenError

PROPERTIES = sorted({(cell.task, cell.property) for cell in paper_cells()})
FUNCTION = {"family": "linear", "coefficients": [2.0, -1.0], "domain": [-3.0, 4.0]}
SERIES = {"x": [1.0, 2.0, 4.0], "y": [0.5, -1.0, 3.0]}
AXES = [
    Axis(name="x", orientation="x", domain=(-10, 10), pixels=(100, 2000)),
    Axis(name="y", orientation="y", domain=(-10, 10), pixels=(2000, 100)),
]


def _stored(record: Any) -> Any:
    """A record as it comes back from its file."""
    return type(record).model_validate_json(record.model_dump_json())


def test_planned_answers_survive_a_round_trip_through_json(smoke_plans: list[PlannedChart]) -> None:
    assert {(p.questions[0].task, p.questions[0].property) for p in smoke_plans} == set(PROPERTIES)
    for planned in smoke_plans:
        source, chart = _stored(planned.source), _stored(planned.chart)
        for question in map(_stored, planned.questions):
            assert recompute_answer(question, source, chart) == question.answer, question.question_id


def _records(
    task: str = "functions",
    name: str = "minimum",
    data: Any = None,
    operations: Any = (),
    precision: float | None = 1.0,
) -> tuple[Question, Source, Chart]:
    """A question with its source and chart; data and operations are put in unchecked."""
    chart = Chart(chart_id="c", source_id="s", file_name="a.png", width=9, height=9, axes=AXES)
    question = Question(
        question_id="q",
        chart_id="c",
        benchmark="grab",
        task=task,
        category="",
        property=name,
        text="",
        answer=None,
        answer_type="number",
        precision=precision,
    )
    source = Source(source_id="s", group_id="s", kind="")
    return (
        question.model_copy(update={"metadata": {"operations": operations}}),
        source.model_copy(update={"data": data or {}}),
        chart,
    )


@pytest.mark.parametrize(
    ("task", "name", "data", "answer"),
    [
        ("functions", "minimum", {"functions": [FUNCTION]}, "-7"),
        ("functions", "maximum", {"functions": [FUNCTION, {**FUNCTION, "domain": [0, 1]}]}, "4"),
        ("properties", "equation", {"functions": [FUNCTION]}, "y = 2x - 1"),
        ("transforms", "range span", {"functions": [FUNCTION]}, "14"),
        ("series", "maximum", {"series": [SERIES]}, "3"),
        ("properties", "number of points", {"series": [SERIES, SERIES]}, "6"),
    ],
)
def test_answers_by_hand(task: str, name: str, data: dict[str, Any], answer: str) -> None:
    assert recompute_answer(*_records(task, name, data)) == answer


def test_nothing_stored_is_nothing_to_compare() -> None:
    assert recompute_answer(*_records(data={})) is None
    assert recompute_answer(*_records(data={"functions": [FUNCTION]}, precision=None)) is None


NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    "data",
    [
        {"points": []},
        {"functions": []},
        {"functions": None},
        {"functions": "linear"},
        {"functions": [None]},
        {"functions": [[1, 2]]},
        {"functions": [{}]},
        {"functions": {"family": "linear"}},
        {"functions": [{**FUNCTION, "coefficients": [1.0]}]},
        {"functions": [{**FUNCTION, "coefficients": [NAN, 1.0]}]},
        {"functions": [{**FUNCTION, "coefficients": [1e300, 1e300]}]},
        {"functions": [{**FUNCTION, "domain": [4, 4]}]},
        {"functions": [{**FUNCTION, "domain": [-INF, INF]}]},
        {"functions": [{"family": "sine", "coefficients": [1, 1e12, 0, 0], "domain": [0, 10]}]},
        {"functions": [{"family": "bell", "coefficients": [1, 0, 1e-300, 0], "domain": [-1, 1]}]},
        {"series": []},
        {"series": [{}]},
        {"series": [{"x": [1.0], "y": []}]},
        {"series": [{"x": [], "y": []}]},
        {"series": [{"x": [1.0, 2.0], "y": [1.0]}]},
        {"series": [{"x": [[1.0, 2.0]], "y": [[1.0, 2.0]]}]},
        {"series": [{"x": ["a"], "y": ["b"]}]},
        {"series": [{"x": [NAN, 1.0], "y": [1.0, 2.0]}]},
        {"series": [{"x": [1.0, None], "y": [1.0, 2.0]}]},
        {"series": 5},
    ],
)
@pytest.mark.parametrize("name", ["minimum", "total area", "equation", "Pearson correlation", "no such property"])
def test_unreadable_data_is_a_users_mistake(data: dict[str, Any], name: str) -> None:
    with pytest.raises(SnellenError, match="question q: its answer can't be computed from source s"):
        recompute_answer(*_records(name=name, data=data))


@pytest.mark.parametrize(
    "operations",
    [
        "rotation",
        [{}],
        [None],
        [{"kind": "shear", "value": 1}],
        [{"kind": "rotation", "value": 45}],
        [{"kind": "rotation", "value": "a"}],
        [{"kind": "scale in y", "value": NAN}],
        [{"kind": "scale in y", "value": INF}],
        [{"kind": "scale in y", "value": 1e200}, {"kind": "scale in y", "value": 1e200}],
        5,
    ],
)
def test_unreadable_operations_are_a_users_mistake(operations: Any) -> None:
    with pytest.raises(SnellenError):
        recompute_answer(*_records("transforms", "minimum", {"functions": [FUNCTION]}, operations))


def test_a_chart_without_axes_is_a_users_mistake() -> None:
    question, source, chart = _records(data={"functions": [FUNCTION]})
    with pytest.raises(SnellenError):
        recompute_answer(question, source, chart.model_copy(update={"axes": []}))
    level = [axis.model_copy(update={"domain": (1.0, 1.0)}) for axis in AXES]
    with pytest.raises(SnellenError):
        recompute_answer(question, source, chart.model_copy(update={"axes": level}))


NUMBERS = st.one_of(st.floats(), st.integers(-3, 3), st.sampled_from((1e308, 5e-324, 10**400)))
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("x", "y", "family")), inner, max_size=3)
    ),
    max_leaves=8,
)
ENDS = st.lists(NUMBERS | JSON, min_size=2, max_size=2)
FUNCTIONS = st.fixed_dictionaries(
    {
        "family": st.sampled_from(("linear", "quadratic", "cubic", "quartic", "sine", "bell")) | JSON,
        "coefficients": st.lists(NUMBERS, min_size=2, max_size=5) | JSON,
        "domain": ENDS | st.just([-2.0, 3.0]),
    }
)
SERIES_DATA = st.fixed_dictionaries(
    {"x": st.lists(NUMBERS, max_size=5) | JSON, "y": st.lists(NUMBERS, max_size=5) | JSON}
)
DATA = st.one_of(
    st.fixed_dictionaries({"functions": st.lists(FUNCTIONS, max_size=2) | JSON}),
    st.fixed_dictionaries({"series": st.lists(SERIES_DATA, max_size=2) | JSON}),
    st.dictionaries(st.text(max_size=5), JSON, max_size=2),
)
OPERATIONS = st.lists(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from(("rotation", "scale in x", "scale in y", "translation in y")) | JSON,
            "value": NUMBERS | st.sampled_from((90, 270)) | JSON,
        }
    ),
    max_size=3,
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(PROPERTIES), DATA, OPERATIONS | JSON, st.sampled_from((1.0, 0.1, 10.0, 1e-300, 1e300)))
def test_whatever_is_stored_ends_in_an_answer_or_a_snellen_error(
    asked: tuple[str, str], data: dict[str, Any], operations: Any, precision: float
) -> None:
    try:
        answer = recompute_answer(*_records(*asked, data, operations, precision))
    except SnellenError:
        return
    assert answer is None or isinstance(answer, str)


@pytest.mark.slow
def test_a_thinned_paper_set_is_recomputed() -> None:
    from snellen.benchmarks.grab.plan import plan_cell, plan_cells

    for cell in plan_cells("paper", 6, {})[::4]:
        for planned in plan_cell(cell, 6):
            line = json.loads(planned.source.model_dump_json())
            source = Source.model_validate(line)
            assert recompute_answer(_stored(planned.questions[0]), source, _stored(planned.chart)) == (
                planned.questions[0].answer
            )

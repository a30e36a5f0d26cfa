"""Pairs as they are planned: one table and one question, two drawings, and nothing made up."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare
from tests.benchmarks.chartom.planned import planned_pairs

from snellen.benchmark import Cell
from snellen.benchmarks.chartom import BENCHMARK
from snellen.benchmarks.chartom.ask import MIND_SENTENCE, fact_text
from snellen.benchmarks.chartom.keys import key_of
from snellen.benchmarks.chartom.pairs import Pair, pairs
from snellen.benchmarks.chartom.plan import plan_cell, plan_cells
from snellen.benchmarks.chartom.recipes import draft_of
from snellen.benchmarks.chartom.recompute import recompute_answer
from snellen.dataset import Dataset, write_dataset
from snellen.errors import SnellenError
from snellen.generation import generate_dataset
from snellen.verification.again import check_again
from snellen.verification.findings import Findings

SEEDS = range(1, 6)


def test_a_paper_set_has_112_charts_and_224_questions() -> None:
    made = planned_pairs(1, extended=False)
    assert len(made) == 56
    charts = [planned.chart for pair in made for planned in pair]
    assert len({chart.chart_id for chart in charts}) == len({chart.file_name for chart in charts}) == 112
    assert sum(len(planned.questions) for pair in made for planned in pair) == 224
    assert Counter(chart.metadata["manipulated"] for chart in charts) == {True: 56, False: 56}
    assert all(re.fullmatch(r"[0-9a-f]{20}\.png", chart.file_name) for chart in charts)


@pytest.mark.parametrize("seed", SEEDS)
def test_twins_differ_in_their_drawing_alone(seed: int) -> None:
    for honest, manipulated in planned_pairs(seed):
        assert honest.source == manipulated.source
        assert honest.source.source_id == honest.source.group_id
        assert honest.source.kind == honest.chart.metadata["chart_type"]
        assert honest.chart.metadata["twin"] == manipulated.chart.chart_id
        assert manipulated.chart.metadata["twin"] == honest.chart.chart_id
        assert (honest.chart.metadata["manipulated"], manipulated.chart.metadata["manipulated"]) == (False, True)
        for one, other in zip(honest.questions, manipulated.questions, strict=True):
            for name in ("task", "category", "property", "text", "choices", "answer", "answer_data", "answer_type"):
                assert getattr(one, name) == getattr(other, name)
        assert honest.scene.scene != manipulated.scene.scene


@pytest.mark.parametrize("seed", SEEDS)
def test_what_questions_carry(seed: int) -> None:
    for pair, (honest, _) in zip(pairs(extended=True), planned_pairs(seed), strict=True):
        fact, mind = honest.questions
        assert (fact.task, mind.task) == ("fact", "mind")
        about = {"chart_type": pair.chart_type, "manipulation": pair.manipulation, "format": pair.answer_format}
        for question in (fact, mind):
            assert question.metadata.items() >= about.items()
            assert (question.category, question.property) == (pair.chart_type, pair.manipulation)
        types = {"multiple choice": {"choice"}, "free text": {"number", "text"}, "ranking": {"ranking"}}
        assert fact.answer_type in types[pair.answer_format]
        assert (fact.choices is None) == (pair.answer_format == "free text")
        assert str(fact.metadata["question"]) in fact.text
        assert set(fact.answer_data or ()) == {"accepted", "tempting", "tolerance", "kind"}
        if fact.answer_type == "ranking":
            assert sorted(json.loads(str(fact.answer))) == sorted(fact.choices or ())
        if pair.answer_format == "multiple choice":
            asked = str(fact.metadata["question"])
            assert fact.text == fact_text(asked, fact.choices or (), "multiple choice")


@pytest.mark.parametrize("seed", SEEDS)
def test_no_human_misleadingness_is_made_up(seed: int) -> None:
    for pair in planned_pairs(seed):
        for planned in pair:
            mind = planned.questions[1]
            assert mind.answer is None
            assert mind.answer_type == "fraction"
            assert set((mind.answer_data or {}).values()) == {None}
            assert mind.text.endswith(MIND_SENTENCE)
            assert str(planned.questions[0].metadata["question"]) in mind.text


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_come_from_the_stored_table(seed: int) -> None:
    for honest, manipulated in planned_pairs(seed):
        for planned in (honest, manipulated):
            fact, mind = planned.questions
            assert recompute_answer(fact, planned.source, planned.chart) == fact.answer
            assert recompute_answer(mind, planned.source, planned.chart) is None


def test_another_table_gives_another_key() -> None:
    (honest, _) = planned_pairs(1)[1]  # a ratio in free text
    asked: Any = honest.source.parameters["asked"]
    values: Any = honest.source.data["value"]
    doubled = [
        2 * value if label == asked["of"] else value
        for label, value in zip(honest.source.data["label"], values, strict=True)  # type: ignore[arg-type]
    ]
    changed = honest.source.model_copy(update={"data": {**honest.source.data, "value": doubled}})
    key = recompute_answer(honest.questions[0], changed, honest.chart)
    assert float(str(key)) == pytest.approx(2 * float(str(honest.questions[0].answer)))
    broken = honest.source.model_copy(update={"data": {"label": [], "value": []}})
    with pytest.raises(SnellenError, match="can't be computed from source c-1-02"):
        recompute_answer(honest.questions[0], broken, honest.chart)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_is_ranked_or_compared_is_tied(seed: int) -> None:
    for honest, _ in planned_pairs(seed):
        asked, data = honest.source.parameters["asked"], honest.source.data
        assert isinstance(asked, dict)
        if asked["what"] in ("ranking", "largest"):
            names: Any = asked.get("among") or data["label"]
            values: Any = dict(zip(data["label"], data["value"], strict=True))  # type: ignore[arg-type]
            ranked = sorted((values[name] for name in names), reverse=True)
            if asked["what"] == "largest":
                ranked = ranked[:2]
            assert all(one > other for one, other in pairwise(ranked))


def test_the_key_stands_at_any_place_with_the_same_chance() -> None:
    places: Counter[int] = Counter()
    for seed in range(60):
        for pair in pairs():
            if (
                pair.answer_format == "multiple choice"
                and pair.chart_type != "map"
                and pair.manipulation != "dual axes"
            ):
                draft = draft_of(pair, seed)
                key = next(
                    place for place, option in enumerate(draft.options) if option == key_of(draft.asked, draft.data)
                )
                assert len(draft.options) == 4
                places[key] += 1
    assert chisquare([places[place] for place in range(4)]).pvalue > 0.001


@given(st.integers(0, 2**63 - 1), st.sampled_from(pairs(extended=True)))
@settings(max_examples=150)
def test_any_seed_gives_a_sound_pair(seed: int, pair: Pair) -> None:
    draft = draft_of(pair, seed)
    key, (tempting,) = key_of(draft.asked, draft.data), draft.tempting
    assert key != tempting
    assert len({len(column) for column in draft.data.values()}) == 1
    assert len(set(draft.data["label"])) == len(draft.data["label"])
    match pair.answer_format:
        case "multiple choice":
            assert draft.options.count(key) == draft.options.count(tempting) == 1
            assert len(set(draft.options)) == len(draft.options) >= 3
        case "ranking":
            assert sorted(json.loads(key)) == sorted(json.loads(tempting)) == sorted(draft.options)
            assert draft.ranked
        case _:
            assert not draft.options
            assert draft.kind in ("count", "year", "percent", "quantity")


def test_a_pair_can_be_made_alone_and_seeds_differ() -> None:
    alone = list(plan_cell(Cell("20", 2, {"pair": 20, "optimize": "fast"}), 3))
    assert [each.chart for each in alone] == [each.chart for each in planned_pairs(3)[19]]
    other = list(plan_cell(Cell("20", 2, {"pair": 20, "optimize": "fast"}), 4))
    assert alone[0].source.data != other[0].source.data
    assert alone[0].chart.chart_id != other[0].chart.chart_id


def test_subjects_rarely_repeat() -> None:
    subjects = Counter(str(honest.source.parameters["subject"]) for honest, _ in planned_pairs(5, extended=False))
    assert max(subjects.values()) == 1


def test_wrong_options_are_refused() -> None:
    with pytest.raises(SnellenError, match="--optimize best"):
        plan_cells("paper", 1, {}, {"optimize": "best"})
    with pytest.raises(SnellenError, match="--extended"):
        plan_cells("paper", 1, {}, {"extended": "yes"})
    assert len(plan_cells("paper", 1, {}, {"extended": True})) == 80


def test_a_plan_is_a_dataset(tmp_path: Any) -> None:
    def records() -> Any:
        for honest, manipulated in planned_pairs(1, extended=False):
            yield honest.source
            for planned in (honest, manipulated):
                yield planned.chart
                yield from planned.questions

    about = {"name": "twins", "benchmark": "chartom", "benchmark_version": 1, "preset": "paper", "seed": 1}
    write_dataset(tmp_path / "twins", records(), about)
    counts = Dataset(tmp_path / "twins").manifest.counts
    assert (counts.sources, counts.charts, counts.questions) == (56, 112, 224)


@pytest.mark.slow
def test_folders_are_made_again_byte_for_byte(tmp_path: Path) -> None:
    for name in ("one", "other"):
        generate_dataset("chartom", preset="smoke", seed=4, out=tmp_path / name, only="pair=01|05|33|45|53", jobs=1)
    files = {path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file()}
    assert len(files) == 5 + 10
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "other" / file).read_bytes()
    dataset, findings = Dataset(tmp_path / "one"), Findings()
    check_again(dataset, BENCHMARK, 1, findings)
    assert findings.differences == []
    assert all(chart.annotations and chart.sha256 for chart in dataset.charts())


def test_extended_is_an_option_of_the_manifest(tmp_path: Path) -> None:
    options = {"extended": True}
    out = tmp_path / "set"
    manifest = generate_dataset("chartom", preset="smoke", seed=4, out=out, options=options, images=False, jobs=1)
    assert manifest.options == options
    assert (manifest.counts.charts, manifest.counts.questions) == (46, 92)

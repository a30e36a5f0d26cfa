"""Floors: in sample, out of sample, and by chance."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from snellen.dataset import Chart, Dataset, Question, Source, write_dataset
from snellen.errors import SnellenError
from snellen.readers.floors import Hits, floors_of, print_floors
from snellen.readers.knowledge import Knowledge, load_knowledge

PUBLISHED = Path(__file__).parents[3] / "shared/data/grab/grab.json"


def test_in_sample_each_template_has_its_most_common_answer(tiny_dataset: Dataset, table: Path) -> None:
    floors = floors_of(tiny_dataset, table)
    sample = floors["in-sample"]
    assert sample is not None
    # twelve questions; two of the transforms share a template and have different answers
    assert (sample.total.n, sample.total.headline) == (12, 11 / 12)
    assert _shares(sample.by_task["transforms"]) == (3, 2 / 3, 2 / 3)
    assert sample.by_property["transforms", "total area"].headline == 1


def test_out_of_sample_the_table_answers(tiny_dataset: Dataset, table: Path) -> None:
    blind = floors_of(tiny_dataset, table)["blind"]
    assert blind is not None
    # of the table's own templates: [-2, 3] and -70 are right, 4, 0.3 and y = 2x + 0 are not
    assert _shares(blind.by_task["properties"]) == (5, 2 / 5, 2 / 5)


def test_a_dataset_that_the_table_was_learned_on_has_no_out_of_sample_figure(
    tiny_dataset: Dataset, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tiny_dataset.path / "manifest.json"
    path.write_text(path.read_text().replace('"seed": null', '"seed": 1001'))
    floors = floors_of(Dataset(tiny_dataset.path), table)
    assert floors["blind"] is None
    assert floors["chance"] is not None
    print_floors(tiny_dataset.path, table)
    assert "1001, is among those it was learned on" in " ".join(capsys.readouterr().out.split())


def test_a_table_of_another_version_is_refused_with_the_cure(tiny_dataset: Dataset, table: Path) -> None:
    table.write_text(load_knowledge(table).model_copy(update={"benchmark_version": 2}).model_dump_json())
    with pytest.raises(SnellenError, match="snellen learn grab --seeds 1001 --out FILE"):
        floors_of(tiny_dataset, table)


def _shares(hits: Hits) -> tuple[int, float, float]:
    return hits.n, hits.headline, hits.second


def test_the_printed_floors_have_tasks_counts_and_wilson_intervals(
    tiny_dataset: Dataset, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    print_floors(tiny_dataset.path, table)
    told = capsys.readouterr().out
    # 2 of 5 in three groups, whose deviations sum to -0.2, 0.6 and -0.4: the squared standard error is 3/2 · 0.56/25,
    # the effective size 0.24/0.0336 = 7.14, times (t(4)/t(2))² = 0.4164: 2.97; Wilson's interval of that
    assert "40.0 [8.4, 82.8]" in told
    for word in ("properties", "functions", "series", "transforms", "all", "blind", "in-sample", "chance", "net area"):
        assert word in told


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published questions are not here")
def test_on_the_published_questions_the_in_sample_floor_is_14_3_percent(tmp_path: Path, table: Path) -> None:
    entries = list(json.loads(PUBLISHED.read_text()).values())

    def records() -> list[Source | Chart | Question]:
        made: list[Source | Chart | Question] = []
        for entry in entries:
            name = str(entry["pid"])
            made.append(Source(source_id=name, group_id=name, kind="unknown"))
            made.append(Chart(chart_id=name, source_id=name, file_name=f"{name}.png", width=1, height=1))
            number = {"question_id": name, "chart_id": name, "benchmark": "grab", "text": entry["question"]}
            about = {"task": entry["task"], "category": entry["category"], "property": entry["category"]}
            key = {"answer": entry["answer"], "answer_type": "number", "precision": 1.0}
            made.append(Question.model_validate({**number, **about, **key}))
        return made

    about = {"name": "published", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(tmp_path / "published", records(), about)
    sample = floors_of(Dataset(tmp_path / "published"), table)["in-sample"]
    assert sample is not None
    assert sample.total.n == 2170
    assert round(100 * sample.total.headline, 1) == 14.3
    assert sample.total.second >= sample.total.headline


def test_a_table_survives_being_written(table: Path) -> None:
    knowledge = load_knowledge(table)
    assert Knowledge.model_validate_json(knowledge.model_dump_json()) == knowledge


def test_a_benchmarks_own_headline_and_its_trivial_answers_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dataset = _outliers(tmp_path / "outliers", [[], [], [], [[50.0, 20.0]]], ["s", "t", "u", "v"])
    blind = floors_of(dataset)["blind"]
    # most charts of any set have no outlier, and here three of four; the example is not asked
    assert blind is not None
    assert _shares(blind.total) == (4, 0.75, 0.75)
    print_floors(dataset.path)
    told = " ".join(capsys.readouterr().out.split())
    assert "floors, strict in % [95% interval], and paper" in told
    assert "always []" in told
    # 3 of 4: Wilson's interval is 30.1% to 95.4%
    assert "75.0 [30.1, 95.4]" in told
    assert "Intervals are 95%: Wilson's." in told
    assert "properties on which" not in told


def test_charts_that_belong_together_widen_the_interval(tmp_path: Path) -> None:
    charts: list[list[list[float]]] = [[], [], [], [], [[50.0, 20.0]], [[50.0, 20.0]], [], []]
    blind = floors_of(_outliers(tmp_path / "together", charts, list("ssttuuvv")))["blind"]
    assert blind is not None
    # 6 of 8 in four groups that are right or wrong as one: the standard error is 1/4, the effective size 3/16 · 16 = 3,
    # times (t(7)/t(3))² = 0.5521 for so few groups, and Wilson's interval of 0.75 of 1.656 is 17.3% to 97.7%
    assert (blind.total.headline, blind.total.interval) == (0.75, "wilson, clustered")
    assert (blind.total.low, blind.total.high) == pytest.approx((0.1734, 0.9772), abs=1e-4)


def test_scores_that_are_fractions_have_a_t_interval(tmp_path: Path) -> None:
    # one of two outliers found, all of one, none of one: the in-sample answer is the place that occurs most
    places = [[[50.0, 20.0], [10.0, 80.0]], [[50.0, 20.0]], [[50.0, 20.0]], [[90.0, 90.0]]]
    sample = floors_of(_outliers(tmp_path / "some", places, ["s", "t", "u", "v"]))["in-sample"]
    assert sample is not None
    scores = [0.5, 1.0, 1.0, 0.0]
    assert sample.total.headline == np.mean(scores)
    reach = stats.t.ppf(0.975, 3) * stats.sem(scores)
    assert (sample.total.low, sample.total.high) == pytest.approx((max(0, 0.625 - reach), min(1, 0.625 + reach)))
    assert sample.total.interval == "t, clustered"


def test_without_a_question_to_score_there_are_no_floors(tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match=r"nothing: no question of its test set has a key"):
        print_floors(_outliers(tmp_path / "nothing", [], []).path)


def _outliers(path: Path, charts: list[list[list[float]]], groups: list[str]) -> Dataset:
    """A BIY dataset that asks for the outliers of each chart, given in pixels, and of one that is an example."""
    records: list[Source | Chart | Question] = []
    for number, (targets, group) in enumerate(zip([*charts, []], [*groups, "example"], strict=True)):
        name, split = f"c{number}", "test" if number < len(charts) else "example"
        records.append(Source(source_id=name, group_id=group, kind="unknown"))
        records.append(Chart(chart_id=name, source_id=name, file_name=f"{name}.png", width=100, height=100))
        places = {"pixels": targets, "normalized": [[int(10 * x), int(10 * y)] for x, y in targets]}
        about = {"question_id": f"{name}-q", "chart_id": name, "benchmark": "biy", "text": "Identify each outlier."}
        kind = {"task": "outlier_points", "category": "outliers", "property": "locations", "answer_type": "points"}
        key = {"answer": json.dumps({"outliers": places["normalized"]}), "answer_data": places, "split": split}
        records.append(Question.model_validate({**about, **kind, **key, "metadata": {"size": [100, 100]}}))
    about_set = {"name": path.name, "benchmark": "biy", "benchmark_version": 1, "preset": None, "seed": 7}
    write_dataset(path, records, about_set)
    return Dataset(path)

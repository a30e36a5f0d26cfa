"""Floors: in sample, out of sample, and by chance."""

import json
from pathlib import Path

import pytest

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
    assert (sample.total.n, sample.total.exact) == (12, 11)
    assert sample.by_task["transforms"] == Hits(3, 2, 2)
    assert sample.by_property["transforms", "total area"].exact == 1


def test_out_of_sample_the_table_answers(tiny_dataset: Dataset, table: Path) -> None:
    blind = floors_of(tiny_dataset, table)["blind"]
    assert blind is not None
    # of the table's own templates: [-2, 3] and -70 are right, 4, 0.3 and y = 2x + 0 are not
    assert blind.by_task["properties"] == Hits(5, 2, 2)


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


def test_the_printed_floors_have_tasks_counts_and_wilson_intervals(
    tiny_dataset: Dataset, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    print_floors(tiny_dataset.path, table)
    told = capsys.readouterr().out
    # 2 of 5: Wilson's interval is 11.8% to 76.9% (Newcombe's formula 3)
    assert "40.0 [11.8, 76.9]" in told
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
    assert round(100 * sample.total.exact / sample.total.n, 1) == 14.3
    assert sample.total.prefix >= sample.total.exact


def test_a_table_survives_being_written(table: Path) -> None:
    knowledge = load_knowledge(table)
    assert Knowledge.model_validate_json(knowledge.model_dump_json()) == knowledge

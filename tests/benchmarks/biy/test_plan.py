"""The plan: ids, annotations and keys, before anything is drawn."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from snellen.benchmark import Cell, PlannedChart
from snellen.benchmarks.biy import BENCHMARK
from snellen.benchmarks.biy.sources import points_of
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.generation import generate_dataset

PUBLISHED = Path(__file__).parents[3].parent / "shared" / "data" / "biy" / "published_annotations.json"


def planned(preset: str, seed: int, options: dict[str, Any] | None = None, **only: list[str]) -> list[PlannedChart]:
    cells = BENCHMARK.cells(preset, seed, only, options or {})
    return [chart for cell in cells for chart in BENCHMARK.plan(cell, seed)]


def test_the_papers_charts_have_their_released_ids() -> None:
    charts = planned("paper", 9, sample=["gaussian_blobs_noise+500_3_0_4"], design=["default", "dark"])
    assert [each.chart.chart_id for each in charts] == [
        f"gaussian_blobs_noise+500_3_0_4+{design}+{scale}"
        for design in ("default", "dark")
        for scale in ("0_5", "1", "2")
    ]
    assert {each.source.source_id for each in charts} == {"gaussian_blobs_noise+500_3_0_4"}


def test_the_papers_data_are_the_same_for_every_seed() -> None:
    one, other = (planned("paper", seed, generator=["random"], design=["default"]) for seed in (1, 2))
    assert [each.source for each in one] == [each.source for each in other]
    assert [each.chart for each in one] == [each.chart for each in other]


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="the published annotations are not here")
def test_keys_lie_where_the_published_annotations_do() -> None:
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    charts = planned("paper", 0, sample=[published["dataset_id"]], scale=["2"])
    assert {str(each.chart.metadata["design"]) for each in charts} == set(published["designs"])
    for each in charts:
        expected = published["designs"][str(each.chart.metadata["design"])]
        data = {question.task: question.answer_data or {} for question in each.questions}
        np.testing.assert_allclose(data["cluster_bboxes"]["pixels"], expected["bboxes"], atol=1e-6, rtol=0)  # type: ignore[arg-type]
        np.testing.assert_allclose(data["cluster_points"]["pixels"], expected["points"], atol=1e-6, rtol=0)  # type: ignore[arg-type]
        assert data["outlier_points"]["pixels"] == []


def test_file_names_are_opaque_and_unique() -> None:
    charts = planned("smoke", 1)
    names = [each.chart.file_name for each in charts]
    assert len(set(names)) == len(names) == 306
    assert all(re.fullmatch(r"[0-9a-f]{20}\.png", name) for name in names)


def test_a_fresh_sample_is_its_own_group_and_bears_its_seed() -> None:
    charts = planned("fresh", 12, generator=["relationship"], design=["default"], scale=["1"])
    assert [each.source.source_id for each in charts] == [each.source.group_id for each in charts]
    assert all(each.source.source_id.endswith("-s12") for each in charts)
    assert all(each.source.parameters["relationship"] is not None for each in charts)
    assert len({json.dumps(each.source.data) for each in charts}) == 9


def test_points_of_a_source_give_every_annotation_through_the_charts_axes() -> None:
    for each in planned("smoke", 5, design=["default", "21_9", "matplotlib"], scale=["0.5", "2"]):
        points = points_of(each.source)
        assert points.cluster is not None
        assert points.outlier is not None
        places = each.chart.to_pixels(points.x, points.y)
        clusters: Any = each.chart.annotations["clusters"]
        for cluster in clusters:
            own = places[points.cluster == cluster["label"]]
            assert cluster["n"] == len(own)
            assert cluster["box"] == pytest.approx([*own.min(axis=0), *own.max(axis=0)], abs=1e-9)
            assert cluster["center"] == pytest.approx(own.mean(axis=0), abs=1e-9)
        assert np.asarray(each.chart.annotations["outliers"]).reshape(-1, 2) == pytest.approx(
            places[points.outlier == 0], abs=1e-9
        )


def test_recomputed_keys_are_the_planned_ones() -> None:
    for each in planned("smoke", 2, scale=["1"]):
        for question in each.questions:
            assert BENCHMARK.answer(question, each.source, each.chart) == question.answer


def test_an_edited_source_gives_another_key() -> None:
    (each,) = planned("fresh", 2, sample=["gaussian_blobs+100_3_0_4"], design=["default"], scale=["1"])
    labels: Any = each.source.data["cluster"]
    merged = each.source.model_copy(
        update={"data": {**each.source.data, "cluster": [min(label, 1) for label in labels]}}
    )
    count = each.questions[0]
    assert (count.answer, BENCHMARK.answer(count, merged, each.chart)) == ("{3}", "{2}")


def test_a_cell_states_how_many_charts_it_holds() -> None:
    for cell in BENCHMARK.cells("lite", 1, {"generator": ["random"]}):
        assert len(list(BENCHMARK.plan(cell, 1))) == cell.charts == 1


def test_jpeg_files_are_named_so() -> None:
    charts = planned("smoke", 1, {"jpeg_quality": 70}, sample=["random+halton_32"], design=["default"], scale=["1"])
    assert charts[0].chart.file_name.endswith(".jpg")
    assert BENCHMARK.draw(charts[0]).image.startswith(b"\xff\xd8\xff")


@pytest.mark.parametrize("options", [{"optimize": "best"}, {"jpeg_quality": 0}, {"jpeg_quality": "90"}])
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(SnellenError, match=r"--optimize best|--jpeg-quality"):
        BENCHMARK.cells("smoke", 1, {}, options)


def test_pictures_change_nothing_of_the_fingerprint(tmp_path: Path) -> None:
    made = {
        images: generate_dataset(
            "biy",
            preset="smoke",
            seed=1,
            only="design=dark,scale=0.5|1",
            out=tmp_path / str(images),
            images=images,
            jobs=1,
        )
        for images in (True, False)
    }
    assert made[True].fingerprints.dataset == made[False].fingerprints.dataset
    annotated = [chart.annotations for chart in Dataset(tmp_path / "False").charts()]
    assert annotated == [chart.annotations for chart in Dataset(tmp_path / "True").charts()]
    assert all(each["clusters"] is not None and each["outliers"] is not None for each in annotated)


def test_cells_survive_the_way_to_another_process() -> None:
    import pickle

    cells = BENCHMARK.cells("smoke", 1, {"sample": ["random+halton_32"]})
    copied: list[Cell] = pickle.loads(pickle.dumps(list(cells)))
    assert [each.chart for each in BENCHMARK.plan(copied[0], 1)] == [each.chart for each in BENCHMARK.plan(cells[0], 1)]

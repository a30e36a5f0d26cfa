"""The released samples: against their files, and against the libraries that the original draws with."""

import hashlib
import io
import json
from collections import Counter, defaultdict
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.benchmarks.biy.point_sets import SHARED

from snellen.benchmarks.biy.samples import GENERATORS, Sample, paper_sample
from snellen.benchmarks.biy.samples.sample import as_written
from snellen.errors import SnellenError

RELEASED = sorted((SHARED / "samples").glob("*.json"))

LIBRARIES = {
    # SHA-256 over all samples of a generator, drawn by scikit-learn 1.9.1 (make_blobs), PyOD 3.6.7 (generate_data),
    # SciPy 1.17.1 (qmc) and Shapely 2.2.0 (contains), written by pandas 3.1.1 (to_json).
    "gaussian_blobs": "ceb79eb5fe1bf6a13c52eeeae741607da00fc4a83ab7fc7bf119766c71359704",
    "gaussian_blobs_noise": "5ebb03db68ae1d726c3eea73f5041b51c3115a850356c002085a3da978158eef",
    "single_gaussian_blob_outliers": "455707d808fbc81d34c9ff9582852475f4d57eed236cab688e5894ba44d1c600",
    "random": "62dccd20efdb0620888883b9ecfe28b3da60f40d5bcd07f61cfd1411544047d2",
    "relationship": "25a44909c7aecef763a2bdd827a73e0ba412c524ddfd8085430b2d314ce15b7f",
    "shapes": "449bb9e421f6b48a46faa673135ab6c74eb4180032f631680fb44a48f046ad36",
}


def rows(sample: Sample) -> list[list[float]]:
    columns = (sample.x, sample.y, sample.cluster, sample.outlier)
    return [list(row) for row in zip(*(column.tolist() for column in columns), strict=True)]


@pytest.mark.skipif(not RELEASED, reason="the released samples are not at hand")
def test_released_files_are_reproduced_to_the_last_digit(paper: dict[str, Sample]) -> None:
    for path in RELEASED:
        released = json.loads(path.read_text(encoding="utf-8"))
        expected = [[row[name] for name in ("x", "y", "cluster", "outlier")] for row in released]
        assert rows(paper[path.stem]) == expected, path.stem


@pytest.mark.parametrize("generator", GENERATORS)
def test_every_sample_is_what_the_original_libraries_draw(paper: dict[str, Sample], generator: str) -> None:
    digest = hashlib.sha256()
    for sample in paper.values():
        if sample.generator == generator:
            digest.update(f"{sample.sample_id} {json.dumps(rows(sample))}\n".encode())
    assert digest.hexdigest() == LIBRARIES[generator]


def test_there_are_371_in_the_order_of_the_generators(paper: dict[str, Sample]) -> None:
    counts = Counter(sample.generator for sample in paper.values())
    assert list(counts) == list(GENERATORS)
    assert list(counts.values()) == [60, 60, 54, 8, 9, 180]
    assert len(paper) == 371


def test_names_are_the_released_ones(paper: dict[str, Sample]) -> None:
    names = list(paper)
    assert names[0] == "gaussian_blobs+100_2_0_2"
    assert names[60] == "gaussian_blobs_noise+100_2_0_2"
    assert names[120:124] == [
        f"single_gaussian_blob_outliers+1_0_00{share}_{angle}" for share, angle in ((1, 0), (1, 90), (1, 180), (2, 0))
    ]
    assert names[174:177] == ["random+halton_8", "random+sobol_8", "random+halton_32"]
    assert names[182:185] == ["relationship+linear_0_0", "relationship+linear_0_1", "relationship+linear_0_2"]
    assert names[191:193] == ["shapes+diamond_0_2_0_5", "shapes+diamond_0_2_1"]
    assert names[-1] == "shapes+triangle_right_42_6_1"


def test_groups_are_what_shares_random_numbers(paper: dict[str, Sample]) -> None:
    groups: dict[str, list[Sample]] = defaultdict(list)
    for sample in paper.values():
        groups[sample.group_id].append(sample)
    assert sorted(len(members) for members in groups.values()) == [8, 9, 18, 18, 18, 60, 60, 60, 120]
    assert all(len({sample.generator.removesuffix("_noise") for sample in each}) == 1 for each in groups.values())


def test_noise_twins_are_the_blobs_and_25_or_100_points_within_their_box(paper: dict[str, Sample]) -> None:
    for name, twin in paper.items():
        if twin.generator != "gaussian_blobs_noise":
            continue
        blobs = paper[name.replace("_noise", "")]
        n = len(blobs.x)
        np.testing.assert_array_equal(twin.points[:n], blobs.points)
        np.testing.assert_array_equal(twin.cluster[:n], blobs.cluster)
        assert len(twin.x) - n == (25 if n == 100 else 100) == twin.parameters["n_noise"]
        assert (twin.cluster[n:] == -1).all()
        assert (twin.points.min(axis=0) == blobs.points.min(axis=0)).all()
        assert (twin.points.max(axis=0) == blobs.points.max(axis=0)).all()


def test_rotations_keep_every_distance_from_the_centre_of_the_box(paper: dict[str, Sample]) -> None:
    for name, sample in paper.items():
        if sample.generator == "single_gaussian_blob_outliers" and name.endswith("_0"):
            stem = name.removesuffix("_0")
            middle = (sample.points.min(axis=0) + sample.points.max(axis=0)) / 2
            x, y = (sample.points - middle).T
            np.testing.assert_allclose(paper[f"{stem}_90"].points - middle, np.stack([-y, x], axis=-1), atol=2e-10)
            np.testing.assert_allclose(paper[f"{stem}_180"].points - middle, np.stack([-x, -y], axis=-1), atol=2e-10)


def test_shapes_of_one_seed_share_their_first_centres(paper: dict[str, Sample]) -> None:
    """Why the group of a shape is its seed: a square and a diamond of one seed stand at the same places."""
    for seed in (0, 1, 42):
        means = [
            [points.mean(axis=0) for points in paper[f"shapes+{shape}_{seed}_2_0_5"].cluster_points]
            for shape in ("square", "diamond", "hexagon")
        ]
        np.testing.assert_allclose(means[1:], [means[0]] * 2, atol=0.08)


def test_the_truth_stands_in_the_parameters(paper: dict[str, Sample]) -> None:
    for sample in paper.values():
        facts = sample.parameters
        assert facts["n_points"] == len(sample.x) == len(sample.y) == len(sample.cluster) == len(sample.outlier)
        assert facts["n_clusters"] == len(set(sample.cluster.tolist()) - {-1})
        assert facts["n_outliers"] == int((sample.outlier == 0).sum())
        assert set(sample.outlier.tolist()) <= {-1, 0}
        assert (facts["cluster_shape"] is None) == (facts["n_clusters"] == 0)
        assert json.loads(json.dumps(facts)) == facts
    assert paper["gaussian_blobs+100_6_0_4"].parameters["cluster_shape"] == "round"
    assert paper["shapes+star_42_3_1"].parameters["cluster_shape"] == "star"
    assert [paper[f"single_gaussian_blob_outliers+2_0_{share}_90"].parameters["n_outliers"] for share in
            ("001", "002", "003", "004", "005", "01")] == [1, 2, 3, 4, 5, 10]  # fmt: skip


def test_relationships_are_their_formulas_with_noise_of_the_stated_size(paper: dict[str, Sample]) -> None:
    formulas: dict[str, Callable[[np.ndarray], np.ndarray]] = {
        "linear": lambda x: 2 * x + 1,
        "exponential": lambda x: 2 * np.exp(x),
        "quadratic": lambda x: 2 * x**2 + x + 2,
    }
    for kind, formula in formulas.items():
        for level in (0.0, 0.1, 0.2):
            sample = paper[f"relationship+{kind}_{level}".replace(".", "_")]
            facts = sample.parameters["relationship"]
            assert isinstance(facts, dict)
            assert (facts["kind"], facts["noise_level"]) == (kind, level)
            exact = formula(np.linspace(*((-5, 5) if kind == "quadratic" else (0, 10)), 100))
            assert facts["noise_sd"] == pytest.approx(level * np.std(exact))
            residuals = sample.y - exact
            # A standard deviation of 100 normal values is within 4 standard errors of the true one.
            assert residuals.std() == pytest.approx(level * np.std(exact), rel=4 / np.sqrt(200), abs=1e-9)


def test_one_sample_can_be_had_by_its_name(paper: dict[str, Sample]) -> None:
    for name in ("gaussian_blobs_noise+2000_6_0_6", "random+sobol_256", "shapes+star_1_4_0_5"):
        assert rows(paper_sample(name)) == rows(paper[name])
    with pytest.raises(SnellenError, match="gaussian_blobs_noise"):
        paper_sample("gaussian_blobs+7_6_0_4")


def test_samples_cannot_be_changed(paper: dict[str, Sample]) -> None:
    with pytest.raises(ValueError, match="read-only"):
        paper["random+halton_8"].x[0] = 1.0


finite = st.floats(-900_000, 900_000).filter(lambda value: value == 0 or abs(value) > 1e-10)


@given(st.lists(finite | st.integers(-10_000, 10_000).map(lambda n: n * 2.0**-11) | st.floats(-1, 1), max_size=30))
def test_coordinates_are_rounded_as_pandas_writes_them(values: list[float]) -> None:
    text = pd.DataFrame({"x": np.array(values, dtype=np.float64)}).to_json(orient="records", double_precision=10)
    written = [row["x"] for row in json.load(io.StringIO(text))]
    # pandas leaves values under 1e-15 in full
    assert list(as_written(values)) == [0 if abs(each) < 1e-15 else each for each in written]

"""`snellen eval --fresh-seed`: a set made beside the run, asked alike, compared; and every refusal."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from snellen.cli import cli
from snellen.comparison import read_fresh
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.generation import generate_dataset
from snellen.results import read_run
from snellen.running import fresh_seed
from snellen.running.estimating import estimate_dataset
from snellen.running.fresh_seed import evaluate_fresh
from snellen.running.fresh_telling import sentence_of
from snellen.running.run_plan import default_folder
from snellen.verification import verify_dataset

ONLY = {"task": ["series"], "property": ["median", "minimum"]}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two questions of GRAB."""
    folder = tmp_path_factory.mktemp("small") / "set"
    generate_dataset("grab", seed=5, out=folder, preset="smoke", only=ONLY, jobs=1)
    return folder


def test_a_fresh_set_is_made_asked_and_compared_and_kept(small: Path, tmp_path: Path, capsys: Any) -> None:
    run = tmp_path / "run"
    assert evaluate_fresh(small, model="snellen/chance", out=run, jobs=1) == 0
    told = capsys.readouterr().out
    record = read_fresh(run)
    assert record is not None
    assert record.drawn
    fresh = Dataset(run / "fresh" / "dataset").manifest
    own = Dataset(small).manifest
    assert (fresh.preset, fresh.selection, fresh.options, fresh.counts) == (
        own.preset,
        own.selection,
        own.options,
        own.counts,
    )
    assert fresh.seed == record.seed != own.seed
    assert fresh.fingerprints.dataset == record.fresh_fingerprint != record.fingerprint == own.fingerprints.dataset
    assert verify_dataset(run / "fresh" / "dataset", jobs=1) == 0
    (compared,) = record.comparisons
    assert (compared.task, compared.n, compared.fresh_n, compared.gap) == ("series", 2, 2, 0.05)
    assert record.sentences == [sentence_of(compared, own.name)]
    assert record.sentences[0] in told
    with (run / "fresh.csv").open() as handle:
        rows = list(csv.DictReader(handle))
    assert [row["stratum"] == "all" for row in rows] == [True, False]
    assert float(rows[0]["difference"]) == compared.difference

    # Once more: nothing is drawn or asked anew.
    replies = [path.read_bytes() for path in sorted(run.rglob("replies.jsonl"))]
    assert len(replies) == 2
    assert evaluate_fresh(small, model="snellen/chance", out=run, jobs=1, gap=0.1) == 0
    again = read_fresh(run)
    assert again is not None
    assert (again.seed, again.comparisons[0].gap) == (record.seed, 0.1)
    assert [path.read_bytes() for path in sorted(run.rglob("replies.jsonl"))] == replies
    with pytest.raises(SnellenError, match=f"was begun with the seed {record.seed}, not 77"):
        evaluate_fresh(small, model="snellen/chance", out=run, fresh_seed="77")


def test_both_runs_share_one_budget(
    small: Path, tmp_path: Path, priced_model: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each request costs (90 × 2 + 10 × 1 + 2 × 10) / 1e6 = $0.00021, and each set has two."""
    run, price = tmp_path / "run", 0.00021
    expected = estimate_dataset(small, model=priced_model).dearest_request
    assert expected is not None
    assert expected > 2 * price
    options: dict[str, Any] = {"model": priced_model, "out": run, "jobs": 1, "max_connections": 1, "limit": 2}
    assert evaluate_fresh(small, max_cost=expected + 1.5 * price, **options) == 1  # room for the first set alone
    assert "$0.0004 of the" in capsys.readouterr().err
    assert read_run(run).compute.cost == pytest.approx(2 * price)
    assert not (run / "fresh" / "run" / "replies.jsonl").read_text()
    assert evaluate_fresh(small, max_cost=expected + 3.5 * price, **options) == 0
    assert read_fresh(run) is not None


def test_a_folder_is_named_after_the_settings(small: Path) -> None:
    assert default_folder(small, "openai/gpt-4o") == Path("runs/set/openai-gpt-4o")
    assert default_folder(small, None, "biy-o3") == default_folder(small, "direct", "biy-o3") == Path("runs/set/biy-o3")
    with pytest.raises(SnellenError, match="--model, or --settings"):
        evaluate_fresh(small)


def test_an_interrupted_making_goes_on_with_the_same_seed(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"

    def interrupted(*arguments: Any, **options: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(fresh_seed, "generate_dataset", interrupted)
    with pytest.raises(KeyboardInterrupt):
        evaluate_fresh(small, model="snellen/blind", out=run, jobs=1)
    seed = json.loads((run / "fresh" / "seed.json").read_text())["seed"]
    assert read_fresh(run) is None
    monkeypatch.setattr(fresh_seed, "generate_dataset", generate_dataset)
    assert evaluate_fresh(small, model="snellen/blind", out=run, jobs=1) == 0
    record = read_fresh(run)
    assert record is not None
    assert record.seed == seed


def test_a_run_that_was_broken_off_makes_no_fresh_set(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh_seed, "evaluate_dataset", lambda *_, **__: 1)
    assert evaluate_fresh(small, model="snellen/blind", out=tmp_path / "run") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"fresh_seed": "5"}, "is the seed of .* itself"),
        ({"fresh_seed": "five"}, "a seed is a whole number"),
        ({"gap": 5.0}, "between 0 and 1"),
        ({"fresh_preset": "huge"}, "has no preset 'huge'"),
        ({"fresh_preset": "paper"}, "name a preset of the same size"),
    ],
)
def test_mistakes_are_told_before_anything_is_asked(
    small: Path, tmp_path: Path, options: dict[str, Any], told: str
) -> None:
    with pytest.raises(SnellenError, match=told):
        evaluate_fresh(small, model="snellen/blind", out=tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()


def test_imported_sets_and_own_data_have_no_fresh_ones(tiny_dataset: Dataset, tiny_biy: Dataset) -> None:
    for dataset in (tiny_dataset, tiny_biy):
        with pytest.raises(SnellenError, match=r"name a preset of its size with --fresh-preset\.$"):
            evaluate_fresh(dataset.path, model="snellen/blind")


def test_the_command_takes_the_seed_with_or_without_a_value(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, Any, Any]] = []

    def noted(dataset: Path, *, fresh_seed: str, fresh_preset: str | None, gap: float, **_: Any) -> int:
        seen.append((fresh_seed, fresh_preset, gap))
        return 0

    monkeypatch.setattr(fresh_seed, "evaluate_fresh", noted)
    for extra in (["--fresh-seed"], ["--fresh-seed", "9", "--gap", "0.1", "--fresh-preset", "lite"]):
        arguments = ["eval", str(small), *extra, "--model", "snellen/blind"]
        assert CliRunner().invoke(cli, arguments).exit_code == 0
    assert seen == [("drawn", None, 0.05), ("9", "lite", 0.1)]
    alone = CliRunner().invoke(cli, ["eval", str(small), "--model", "snellen/blind", "--gap", "0.1"])
    assert alone.exit_code == 2
    assert "go with --fresh-seed" in alone.output

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.files import sha256_of
from snellen.generation import generate_dataset


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def make(out: Path, **options: Any) -> Path:
    generate_dataset("dummy", **{"seed": 1, "out": out, "preset": "smoke", "jobs": 1, **options})
    return out


@pytest.fixture
def made(tmp_path: Path, dummy_benchmark: str) -> Path:
    return make(tmp_path / "made")


def test_a_dataset_holds_what_the_benchmark_planned(made: Path) -> None:
    dataset = Dataset(made)
    bench = find_benchmark("dummy")
    planned = [chart for cell in bench.cells("smoke", 1, {}) for chart in bench.plan(cell, 1)]
    assert [question for chart in planned for question in chart.questions] == list(dataset.questions())
    assert [source.source_id for source in dataset.sources()] == list(
        dict.fromkeys(chart.source.source_id for chart in planned)
    )
    for chart, expected in zip(dataset.charts(), planned, strict=True):
        path = dataset.image_path(chart)
        assert chart.sha256 == sha256_of(path)
        with Image.open(path) as picture:
            assert picture.size == (chart.width, chart.height)
        assert chart.chart_id == expected.chart.chart_id
        assert chart.annotations == ({"dots": 5} if "dots" in chart.chart_id else {})
    manifest = dataset.manifest
    assert (manifest.benchmark, manifest.benchmark_version, manifest.preset, manifest.seed) == ("dummy", 3, "smoke", 1)
    assert manifest.counts.model_dump() == {"sources": 6, "charts": 12, "questions": 12, "images": 12}
    assert manifest.curation == {"candidates": 36}
    assert manifest.examples == [question.question_id for question in dataset.questions()]
    assert not list(made.rglob(".*"))


def test_the_bytes_do_not_depend_on_the_number_of_workers(made: Path, tmp_path: Path) -> None:
    two = make(tmp_path / "two", jobs=2)
    assert contents(made) == contents(two)
    other = make(tmp_path / "other", seed=2)
    assert Dataset(other).manifest.fingerprints.dataset != Dataset(made).manifest.fingerprints.dataset


def test_without_images_the_same_is_asked(tmp_path: Path, dummy_benchmark: str) -> None:
    with_images = Dataset(make(tmp_path / "with", only="task=bars")).manifest
    without = Dataset(make(tmp_path / "without", only="task=bars", images=False))
    assert without.manifest.fingerprints.dataset == with_images.fingerprints.dataset
    assert without.manifest.fingerprints.images is None
    assert not (without.path / "images").exists()
    assert {chart.sha256 for chart in without.charts()} == {None}


def test_only_keeps_some_cells_with_the_same_contents(made: Path, tmp_path: Path) -> None:
    some = Dataset(make(tmp_path / "some", only="task=dots,property=last|tallest"))
    assert some.manifest.selection == {"task": ["dots"], "property": ["last", "tallest"]}
    everything = {question.question_id: question for question in Dataset(made).questions()}
    kept = list(some.questions())
    assert {(question.task, question.property) for question in kept} == {("dots", "last"), ("dots", "tallest")}
    assert all(everything[question.question_id] == question for question in kept)


@pytest.mark.parametrize("options", [{"only": "task=curves"}, {"only": "colour=red"}, {"preset": "huge"}])
def test_unknown_names_are_refused(tmp_path: Path, dummy_benchmark: str, options: dict[str, str]) -> None:
    with pytest.raises(SnellenError, match=r"no (task|colour|preset) '(curves|red|huge)'"):
        make(tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()


def test_a_finished_folder_is_left_alone(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.stat().st_mtime_ns for path in made.rglob("*")}
    capsys.readouterr()
    make(made)
    assert "finished already" in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in made.rglob("*")} == before


def test_a_finished_folder_of_other_arguments_is_an_error(made: Path) -> None:
    with pytest.raises(SnellenError, match=r"seed 1, not 2.*--overwrite"):
        make(made, seed=2)
    with pytest.raises(SnellenError, match=r"selection \(all\), not task=bars"):
        make(made, only="task=bars")
    with pytest.raises(SnellenError, match=r"images yes, not no"):
        make(made, images=False)


def test_overwrite_replaces_what_was_made_and_nothing_else(made: Path, tmp_path: Path) -> None:
    (made / "notes.txt").write_text("mine")
    (made / "images" / "mine.png").write_text("mine too")
    make(made, seed=2, overwrite=True)
    fresh = contents(make(tmp_path / "fresh", seed=2))
    assert contents(made) == {**fresh, "notes.txt": b"mine", "images/mine.png": b"mine too"}


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_folder_of_something_else_is_refused(tmp_path: Path, dummy_benchmark: str, overwrite: bool) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(SnellenError, match="not empty and holds no dataset"):
        make(tmp_path, overwrite=overwrite)
    (tmp_path / "manifest.json").write_text('{"name": "a web app"}')
    with pytest.raises(SnellenError, match=r"manifest.json: "):
        make(tmp_path, overwrite=overwrite)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["manifest.json", "thesis.tex"]
    with pytest.raises(SnellenError, match="is a file"):
        make(tmp_path / "thesis.tex", overwrite=overwrite)


def interrupted(out: Path, monkeypatch: pytest.MonkeyPatch, **options: Any) -> None:
    monkeypatch.setenv("DUMMY_FAULT", "raise:dots")
    with pytest.raises(ZeroDivisionError) as caught:
        make(out, preset="paper", jobs=1, **options)
    assert "dots-first" in caught.value.__notes__[0]
    monkeypatch.delenv("DUMMY_FAULT")


def test_a_begun_folder_is_completed_by_the_same_command_alone(
    tmp_path: Path, dummy_benchmark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    interrupted(out, monkeypatch)
    with pytest.raises(SnellenError, match=r"not a finished dataset: .* run the same"):
        Dataset(out)
    with pytest.raises(SnellenError, match=r"was begun with seed 1, not 2; .*--overwrite"):
        make(out, preset="paper", seed=2)
    (out / "images" / ".half.png.x.tmp").write_bytes(b"half")
    (out / ".parts" / ".half.jsonl.x.tmp").write_bytes(b"half")
    kept = {path: path.stat().st_mtime_ns for path in (out / ".parts").glob("*.jsonl")}
    assert {path.stem for path in kept} == {"bars-first", "bars-last", "bars-tallest"}
    images = {path: path.stat().st_mtime_ns for path in (out / "images").glob("*.png")}
    make(out, preset="paper")
    assert contents(out) == contents(make(tmp_path / "fresh", preset="paper"))
    again = [path for path, time in images.items() if path.stat().st_mtime_ns != time]
    assert len(again) == 2  # those of the cell that was cut short


def test_a_begun_folder_can_be_overwritten(
    tmp_path: Path, dummy_benchmark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    interrupted(out, monkeypatch)
    make(out, seed=2, overwrite=True)
    assert contents(out) == contents(make(tmp_path / "fresh", seed=2))


def test_a_finished_cell_whose_picture_was_deleted_is_made_again(
    tmp_path: Path, dummy_benchmark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    interrupted(out, monkeypatch)
    for picture in (out / "images").iterdir():
        picture.unlink()
    make(out, preset="paper")
    assert contents(out) == contents(make(tmp_path / "fresh", preset="paper"))


def test_another_version_of_a_library_is_named(
    tmp_path: Path, dummy_benchmark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    interrupted(out, monkeypatch)
    state = json.loads((out / ".parts" / "state.json").read_text())
    now = state["libraries"]["numpy"]
    state["libraries"]["numpy"] = "0.9"
    (out / ".parts" / "state.json").write_text(json.dumps(state))
    with pytest.raises(SnellenError, match=rf"begun with numpy 0\.9, not {now}"):
        make(out, preset="paper")
    (out / ".parts" / "state.json").write_text("{")
    with pytest.raises(SnellenError, match=r"can't be read any more"):
        make(out, preset="paper")


def test_a_worker_that_dies_is_one_clear_error(
    tmp_path: Path, dummy_benchmark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUMMY_FAULT", "kill:dots")
    with pytest.raises(SnellenError, match=r"a worker was killed by SIGKILL at work on dots-\w+,"):
        make(tmp_path / "out", preset="paper", jobs=2)
    monkeypatch.setenv("DUMMY_FAULT", "disk:dots")
    with pytest.raises(OSError, match="No space left"):
        make(tmp_path / "out", preset="paper")
    monkeypatch.delenv("DUMMY_FAULT")
    assert not list((tmp_path / "out").rglob("*.tmp"))
    make(tmp_path / "out", preset="paper")
    assert contents(tmp_path / "out") == contents(make(tmp_path / "fresh", preset="paper"))


def test_an_overwrite_cut_short_is_completed(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deleted: list[Path] = []

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if path.suffix == ".png":
            if len(deleted) == 3:
                raise KeyboardInterrupt
            deleted.append(path)
        if path.exists():
            path.rename(trash / path.name)

    trash = tmp_path / "trash"
    trash.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", unlink)
        with pytest.raises(KeyboardInterrupt):
            make(made, seed=2, overwrite=True)
    make(made, seed=2, overwrite=True)
    assert contents(made) == contents(make(tmp_path / "fresh", seed=2))


def test_what_is_left_of_the_making_is_cleared_away(made: Path, tmp_path: Path) -> None:
    (made / ".parts").mkdir()
    (made / ".parts" / "state.json").write_text("{}")
    make(made)
    assert not (made / ".parts").exists()

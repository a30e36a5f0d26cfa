"""The options of `snellen generate`, and what they come to."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from snellen.cli import cli
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.generation import generate_dataset


def generate(*arguments: str) -> str:
    """What the command prints. Raises what it raises."""
    result = CliRunner().invoke(cli, ["generate", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["generate", *arguments])
    assert isinstance(result.exception, SnellenError), result.output
    return str(result.exception)


def test_scales_and_designs_are_a_selection(tmp_path: Path) -> None:
    out = tmp_path / "set"
    arguments = ["--preset", "smoke", "--seed", "1", "--out", str(out), "--no-images", "--jobs", "1"]
    generate("biy", *arguments, "--scales", "1,2", "--designs", "dark, matplotlib", "--only", "generator=random")
    dataset = Dataset(out)
    assert dataset.manifest.selection == {
        "generator": ["random"],
        "scale": ["1", "2"],
        "design": ["dark", "matplotlib"],
    }
    shown = [(chart.metadata["design"], chart.metadata["scale"]) for chart in dataset.charts()]
    assert shown == [("dark", 1), ("dark", 2), ("matplotlib", 1), ("matplotlib", 2)]
    assert {question.split for question in dataset.questions()} == {"test", "extra", "rest"}


def test_the_manifest_states_how_pictures_are_encoded(tmp_path: Path) -> None:
    out = tmp_path / "set"
    narrowed = ["--preset", "smoke", "--out", str(out), "--only", "sample=random+halton_32,design=default,scale=1"]
    generate("biy", *narrowed, "--jpeg-quality", "60", "--jobs", "1")
    assert Dataset(out).manifest.options == {"jpeg_quality": 60}
    assert "--jpeg-quality 60" in (out / "README.md").read_text(encoding="utf-8")
    assert "made with options.jpeg_quality 60, not none;" in refused("biy", *narrowed)


def test_the_first_preset_is_the_default(tmp_path: Path) -> None:
    generate("biy", "--out", str(tmp_path / "set"), "--no-images", "--only", "sample=random+halton_8", "--jobs", "1")
    manifest = Dataset(tmp_path / "set").manifest
    assert (manifest.preset, manifest.seed) == ("fresh", 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["biy", "--scales", ","], "--scales: names nothing"),
        (["biy", "--scales", ""], "--scales: names nothing"),
        (["biy", "--designs", ""], "--designs: names nothing"),
        (["biy", "--label-convention", "biy"], "--label-convention needs --data FILES"),
        (["biy", "--optimize", "max", "--jpeg-quality", "80"], "give one of them"),
        (["biy", "--data", "", "--x", "a", "--y", "b"], "--data names no file"),
        (["biy", "--designs", "dark", "--only", "design=square"], "say the same"),
        (["biy", "--x", "price"], "--x needs --data FILES"),
        (["biy", "--preset", "own"], "--preset own needs --data FILES"),
        (["biy", "--data", "a.csv", "--x", "a", "--y", "b", "--preset", "lite"], "leave out --preset"),
        (["grab", "--data", "a.csv", "--x", "a", "--y", "b"], "grab takes no data of yours"),
        (["grab", "--scales", "2"], "no field 'scale'"),
        (["grab", "--extended"], "grab is not made with the option 'extended'"),
        (["grab", "--optimize", "max"], "grab is not made with the option 'optimize'"),
    ],
)
def test_what_does_not_go_together_is_refused(tmp_path: Path, arguments: list[str], message: str) -> None:
    assert message in refused(*arguments, "--out", str(tmp_path / "set"))
    assert not (tmp_path / "set").exists()


def test_a_benchmark_from_outside_has_options_of_its_own(tmp_path: Path, dummy_benchmark: str) -> None:
    options: dict[str, object] = {"shade": {"dark": True, "path": "/of/this/machine"}, "tones": None}
    with pytest.raises(SnellenError, match="dummy is not made with the option 'tones'; its options: shade"):
        generate_dataset(dummy_benchmark, preset="smoke", seed=1, out=tmp_path / "a", jobs=1, options=options)
    del options["tones"]
    manifest = generate_dataset(dummy_benchmark, preset="smoke", seed=1, out=tmp_path / "a", jobs=1, options=options)
    assert manifest.options == {"shade": {"dark": True}}

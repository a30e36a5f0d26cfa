import json
import os
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.files import sha256_of
from snellen.generation import generate_dataset
from snellen.verification import verify_dataset
from snellen.verification.findings import Findings
from snellen.verification.verifying import find_differences


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("verified") / "made"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[1] / "dummy")
        generate_dataset("dummy", seed=1, out=out, preset="smoke", jobs=1)
    return out


@pytest.fixture
def made(original: Path, tmp_path: Path, dummy_benchmark: str) -> Path:
    return shutil.copytree(original, tmp_path / "made")


def found(path: Path, *, regenerate: bool = False) -> list[str]:
    return find_differences(path, regenerate=regenerate, jobs=1).differences


def edit(path: Path, number: int, change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """One line of a record file changed in place; the record as it was."""
    lines = path.read_text().splitlines()
    before: dict[str, Any] = json.loads(lines[number])
    after = json.loads(lines[number])
    change(after)
    lines[number] = json.dumps(after, separators=(",", ":"), ensure_ascii=False)
    path.write_text("".join(f"{line}\n" for line in lines))
    return before


def test_what_was_generated_is_all_good(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert verify_dataset(made, regenerate=True, jobs=2) == 0
    output = capsys.readouterr().out
    assert "6 sources, 12 charts, 12 questions" in output
    assert "12 decoded" in output
    assert "12 recomputed" in output
    assert "12 charts with their pictures" in output
    assert output.endswith("All good.\n")


def test_a_dataset_without_pictures_is_all_good(tmp_path: Path, dummy_benchmark: str) -> None:
    out = tmp_path / "bare"
    generate_dataset("dummy", seed=1, out=out, preset="smoke", jobs=1, images=False, only="task=bars")
    assert found(out, regenerate=True) == []


def test_an_edited_answer_is_named(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = edit(made / "questions.jsonl", 4, lambda question: question.update(answer="7"))
    assert verify_dataset(made, jobs=1) == 1
    name, right = before["question_id"], before["answer"]
    output = capsys.readouterr().out
    assert f"differs: question {name}: the stored answer is '7', its source gives '{right}'" in output
    assert "differs: questions.jsonl: its lines are not those that the manifest was written for" in output
    assert output.endswith("2 differences.\n")
    again = found(made, regenerate=True)
    assert f"question {name}: answer is '7', made again '{right}'" in again


def test_an_edited_text_is_named_when_made_again(made: Path) -> None:
    before = edit(made / "questions.jsonl", 0, lambda question: question.update(text="?"))
    assert found(made, regenerate=True) == [
        "questions.jsonl: its lines are not those that the manifest was written for",
        f"question {before['question_id']}: text is '?', made again '{before['text']}'",
    ]


def test_an_edited_source_changes_the_answers(made: Path) -> None:
    before = edit(made / "sources.jsonl", 0, lambda source: source.update(data='{"heights":[1,2,3,4,5]}'))
    differences = found(made)
    assert differences[0] == "sources.jsonl: its lines are not those that the manifest was written for"
    assert len(differences) == 3
    assert all(f"question {before['source_id']}" in line and "gives '1'" in line for line in differences[1:])
    edit(made / "sources.jsonl", 0, lambda source: source.update(data='{"heights":[]}'))
    assert any("its source gives no answer (IndexError" in line for line in found(made))


def as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda path: path.unlink(), "missing"),
        (lambda path: path.write_bytes(path.read_bytes()[:-40]), "does not decode"),
        (lambda path: path.write_bytes(b""), "does not decode"),
        (lambda path: path.write_bytes(path.read_bytes() + b"\0"), "is not the picture"),
        (lambda path: Image.new("RGB", (64, 100)).save(path), "is not the picture"),
        (lambda path: Image.new("RGB", (10, 10)).save(path), "is 10×10 pixels, not 64×100"),
        (lambda path: (path.unlink(), path.mkdir()), "not a file"),
        (as_pipe, "not a file"),
    ],
)
def test_a_damaged_picture_is_named(made: Path, damage: Callable[[Path], object], told: str) -> None:
    chart = list(Dataset(made).charts())[3]
    damage(made / "images" / chart.file_name)
    (difference,) = found(made)
    assert difference.startswith(f"images/{chart.file_name} (chart {chart.chart_id}): {told}")


def png_that_claims(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


def test_a_decompression_bomb_is_not_decoded(made: Path) -> None:
    chart = next(Dataset(made).charts())
    path = made / "images" / chart.file_name
    path.write_bytes(png_that_claims(60_000, 60_000))
    edit(made / "charts.jsonl", 0, lambda chart: chart.update(width=60_000, height=60_000, sha256=sha256_of(path)))
    assert any(f"images/{chart.file_name}" in line and "too large to be decoded safely" in line for line in found(made))


def test_pictures_of_no_chart_are_named(made: Path) -> None:
    (made / "images" / "extra.png").write_bytes(b"x")
    assert found(made) == ["images/extra.png: belongs to no chart"]


def test_a_redrawn_picture_with_its_digest_edited_is_found_by_making_it_again(made: Path) -> None:
    chart = next(Dataset(made).charts())
    path = made / "images" / chart.file_name
    with Image.open(path) as picture:
        picture.putpixel((0, 0), (1, 2, 3))
        picture.save(path)
    edit(made / "charts.jsonl", 0, lambda chart: chart.update(sha256=sha256_of(path)))
    assert found(made) == ["charts.jsonl: the digests of the pictures are not those of the manifest"]
    again = found(made, regenerate=True)
    assert f"images/{chart.file_name}: 1 pixels differ when made again" in again


def test_lines_that_are_no_records_and_broken_links_are_named(made: Path) -> None:
    with (made / "questions.jsonl").open("a") as handle:
        handle.write("\n{}\nnot json\n")
    chart = edit(made / "charts.jsonl", 2, lambda chart: chart.update(source_id="nowhere"))
    differences = found(made)
    assert "questions.jsonl:13: not a question: a blank line" in differences
    assert any(
        line.startswith("questions.jsonl:14: not a question: question_id: Field required") for line in differences
    )
    assert any(line.startswith("questions.jsonl:15: not a question: Invalid JSON") for line in differences)
    assert f"chart {chart['chart_id']}: its source nowhere does not exist" in differences
    (made / "sources.jsonl").unlink()
    assert "sources.jsonl: no such file or directory" in found(made)


def test_repeated_and_missing_records_are_named(made: Path) -> None:
    path = made / "questions.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[1:], lines[3]]) + "\n")
    differences = found(made, regenerate=True)
    name = json.loads(lines[3])["question_id"]
    gone = json.loads(lines[0])["question_id"]
    assert f"questions.jsonl: the id {name} comes twice" in differences
    assert f"question {gone}: the plan makes it, the dataset does not hold it" in differences
    assert f"manifest.json: its example {gone} is not among the questions" in differences


def test_a_file_name_that_leaves_the_folder_is_no_record(made: Path) -> None:
    edit(made / "charts.jsonl", 0, lambda chart: chart.update(file_name="../../etc/passwd"))
    assert any("charts.jsonl:1: not a chart: file_name" in line for line in found(made))


def change_manifest(path: Path, **changes: Any) -> None:
    manifest = json.loads((path / "manifest.json").read_text())
    (path / "manifest.json").write_text(json.dumps({**manifest, **changes}))


def test_other_versions_are_named(made: Path) -> None:
    libraries = Dataset(made).manifest.libraries
    change_manifest(made, snellen="0.0.9", libraries={**libraries, "numpy": "1.0"})
    findings = find_differences(made, jobs=1)
    assert findings.differences == []
    assert f"snellen 0.0.9 (here 0.1.0), numpy 1.0 (here {libraries['numpy']})" in findings.notes[0]
    change_manifest(made, benchmark_version=2)
    assert found(made) == ["made for version 2 of dummy, version 3 is installed: scores can't be compared"]


def test_edited_counts_and_fingerprints_are_named(made: Path) -> None:
    manifest = json.loads((made / "manifest.json").read_text())
    change_manifest(made, counts={**manifest["counts"], "charts": 5})
    assert found(made) == ["charts: 12 here, 5 in the manifest"]
    change_manifest(made, counts=manifest["counts"], fingerprints={**manifest["fingerprints"], "dataset": "0" * 64})
    assert found(made) == ["manifest.json: its fingerprints do not belong together"]


def test_a_changed_plan_is_found_by_making_it_again(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUMMY_FAULT", "shift:none")
    assert len([line for line in found(made, regenerate=True) if ": answer is" in line]) == 12


def test_a_benchmark_that_is_not_installed_leaves_the_rest_to_check(made: Path) -> None:
    change_manifest(made, benchmark="lost")
    findings = find_differences(made, jobs=1)
    assert any("'lost' is not installed" in note for note in findings.notes)
    with pytest.raises(SnellenError, match="not installed"):
        find_differences(made, regenerate=True, jobs=1)


def test_imported_data_is_not_made_again(made: Path) -> None:
    change_manifest(made, seed=None, preset="published")
    assert found(made) == []
    with pytest.raises(SnellenError, match="was not generated"):
        found(made, regenerate=True)


def test_an_unfinished_folder_is_refused(made: Path) -> None:
    (made / "manifest.json").unlink()
    with pytest.raises(SnellenError, match="not a finished dataset"):
        verify_dataset(made)


def test_many_differences_are_counted_and_not_all_shown() -> None:
    text = Findings(differences=[f"d{number}" for number in range(100)]).text()
    assert "… and 60 more differences" in text
    assert text.endswith("100 differences.")


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_damage_to_the_record_files_goes_unnoticed_or_crashes(
    made: Path, tmp_path: Path, data: st.DataObject
) -> None:
    damaged = tmp_path / "damaged"
    shutil.rmtree(damaged, ignore_errors=True)
    shutil.copytree(made, damaged)
    shutil.rmtree(damaged / "images")  # the pictures have tests of their own
    path = damaged / f"{data.draw(st.sampled_from(['sources', 'charts', 'questions']))}.jsonl"
    content = path.read_bytes()
    place = data.draw(st.integers(0, len(content) - 1))
    junk = data.draw(st.binary(min_size=1, max_size=5).filter(lambda junk: junk != content[place : place + len(junk)]))
    path.write_bytes(content[:place] + junk + content[place + len(junk) :])
    bare = [line for line in found(damaged) if not line.startswith("images/")]
    assert bare

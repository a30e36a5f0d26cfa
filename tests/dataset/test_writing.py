import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snellen.dataset import Chart, Dataset, Question, Source, from_json_line, to_json_line, write_dataset
from snellen.errors import SnellenError

ABOUT = {"name": "n", "benchmark": "b", "benchmark_version": 1, "preset": None, "seed": None}


def test_fingerprints_are_digests_of_the_files(tiny_dataset: Dataset) -> None:
    prints = tiny_dataset.manifest.fingerprints
    digest = {
        name: hashlib.sha256((tiny_dataset.path / f"{name}.jsonl").read_bytes()).hexdigest()
        for name in ("sources", "questions")
    }
    assert (prints.sources, prints.questions) == (digest["sources"], digest["questions"])
    lines = [json.loads(line) for line in tiny_dataset.charts_path.read_text().splitlines()]
    images = "".join(f"{line['file_name']} {line['sha256']}\n" for line in lines)
    assert prints.images == hashlib.sha256(images.encode()).hexdigest()
    bare = [json.dumps({**line, "sha256": None}, separators=(",", ":"), ensure_ascii=False) for line in lines]
    assert prints.charts == hashlib.sha256("".join(f"{line}\n" for line in bare).encode()).hexdigest()
    together = f"{prints.sources} {prints.charts} {prints.questions}"
    assert prints.dataset == hashlib.sha256(together.encode()).hexdigest()


@pytest.mark.parametrize("what", ["source", "file name"])
def test_repeated_ids_and_file_names_are_refused(tmp_path: Path, what: str) -> None:
    records: dict[str, list[Source | Chart | Question]] = {
        "source": [Source(source_id="s", group_id="s", kind="k")] * 2,
        "file name": [Chart(chart_id=name, source_id="s", file_name="a.png", width=1, height=1) for name in "cd"],
    }
    with pytest.raises(SnellenError, match=f"two (sources|charts) have the (id 's'|{what} 'a.png')"):
        write_dataset(tmp_path, records[what], ABOUT)
    assert not list(tmp_path.iterdir())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(), JSON, max_size=3)


@given(data=OBJECTS, parameters=OBJECTS, name=st.text(min_size=1, max_size=400))
def test_any_source_comes_back_as_it_was(data: dict[str, object], parameters: dict[str, object], name: str) -> None:
    source = Source.model_validate(
        {"source_id": name, "group_id": "g", "kind": "k", "data": data, "parameters": parameters}
    )
    line = to_json_line(source)
    assert "\n" not in line
    back = from_json_line(Source, line)
    assert back == source
    assert list(back.data) == list(data)
    assert to_json_line(back) == line


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(junk=st.binary())
def test_any_line_is_a_record_or_a_clear_error(tmp_path: Path, junk: bytes) -> None:
    write_dataset(tmp_path, [], ABOUT)
    (tmp_path / "questions.jsonl").write_bytes(b"\n" + junk.replace(b"\n", b""))
    if not junk.strip():
        assert list(Dataset(tmp_path).questions()) == []
        return
    with pytest.raises(SnellenError, match=r"questions\.jsonl:2: not a question: "):  # no bytes by chance are one
        list(Dataset(tmp_path).questions())


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format":1}'])
def test_a_manifest_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(SnellenError, match=r"manifest\.json: .*restore the file"):
        Dataset(tmp_path)

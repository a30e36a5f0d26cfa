"""The sheet for a person: what is drawn, that hostile replies stay text, and the way back."""

import csv
import io
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.replies import Reply
from snellen.results import read_run
from snellen.running.extraction import extract_runs
from snellen.running.extraction_checked import take_checked, weighted_share
from snellen.running.extraction_sample import SampleRow, sample_rows
from snellen.scoring import score_replies
from snellen.statistics import wilson_interval

HOSTILE = '</pre><script>alert(1)</script><img src=x onerror=alert(1)>\nThe answer is 4. "quoted", ]]> \u2028'
FORMULA = '=HYPERLINK("http://x","4")'


def row(number: int, task: str, agreement: str) -> SampleRow:
    return SampleRow(f"{number}", (task, agreement), task, "m", "q", "r", "k", {"large": "4"})


@pytest.fixture
def run(tiny_dataset: Dataset, tmp_path: Path) -> Path:
    said = [
        Reply(one.question_id, "m", {0: HOSTILE, 1: FORMULA}.get(place, f"I think it is {one.answer}."))
        for place, one in enumerate(tiny_dataset.questions())
    ]
    score_replies(tiny_dataset, said, tmp_path / "run")
    models = {"large": "snellen/extractor", "small": "snellen/last-value", "judge": "snellen/judge"}
    assert extract_runs([tmp_path / "run"], **models) == 0  # type: ignore[arg-type]
    return tmp_path / "run"


def sheet(run: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((run / "extraction-sample.csv").read_text())))


def save(path: Path, rows: list[dict[str, str]], delimiter: str = ",") -> Path:
    with path.open("w", newline="") as handle:
        writer = csv.DictWriter(handle, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_each_stratum_has_its_turn_and_the_seed_decides() -> None:
    rows = [row(n, "a" if n < 900 else "b", "differ" if n % 100 == 0 else "agree") for n in range(1000)]
    drawn = sample_rows(rows, 30, seed=1)
    counts = Counter(one.stratum for one in drawn)
    assert sum(counts.values()) == 30
    assert counts["b", "differ"] == 1  # all there are
    assert {counts["a", "differ"], counts["a", "agree"], counts["b", "agree"]} <= {9, 10, 11}
    assert drawn == sample_rows(rows, 30, seed=1) != sample_rows(rows, 30, seed=2)
    assert sample_rows(rows, 2000, seed=1) == rows
    assert [int(one.row_id) for one in drawn] == sorted(int(one.row_id) for one in drawn)


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += attrs


def test_the_page_shows_hostile_replies_as_text_and_needs_no_network(run: Path) -> None:
    text = (run / "extraction-sample.html").read_text()
    page = Page(text)
    assert page.tags["article"] == 12
    assert page.tags["script"] == 2  # the page's own, and the sheet as inert data
    assert page.tags["img"] == 0
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "src"]
    assert any("default-src 'none'" in (value or "") for _, value in page.attributes)
    assert page.tags["fieldset"] == 36
    assert not re.search(r"<details[^>]* open", text)  # keys are hidden


def test_no_cell_of_the_sheet_is_a_formula(run: Path) -> None:
    rows = sheet(run)
    assert len(rows) == 12
    assert {"large_right", "small_right", "judge_right", "extraction_large", "verdict", "key"} <= set(rows[0])
    for one in rows:
        for value in one.values():
            assert not value.startswith(("=", "@", "+"))
    assert any(one["reply"] == f"'{FORMULA}" for one in rows)
    assert any(one["reply"] == HOSTILE for one in rows)


def test_a_checked_sheet_comes_back(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = sheet(run)
    for place, one in enumerate(rows):
        one["large_right"] = "no" if place == 0 else "Yes " if place < 8 else "unsure" if place == 8 else ""
    found = take_checked(run, save(run / "checked.csv", rows, ";"))
    large = found["large"]
    assert (large.checked, large.right, large.unsure, large.file) == (8, 7, 1, "checked.csv")
    assert 0 <= large.low < large.accuracy < large.high <= 1
    assert set(found) == {"large"}
    assert "large: right in 7 of 8 checked (1 unsure)" in capsys.readouterr().out
    record = read_run(run).extraction
    assert record is not None
    assert record.checked == found
    assert extract_runs([run], large="snellen/extractor", sample=0) == 0
    kept = read_run(run).extraction
    assert kept is not None
    assert kept.checked == found
    assert extract_runs([run], large="snellen/last-value", sample=0) == 0
    dropped = read_run(run).extraction
    assert dropped is not None
    assert dropped.checked == {}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"large_right": "perhaps"}, r"checked\.csv:\d+: large_right says 'perhaps'; write yes, no or unsure"),
        ({"id": "0123"}, "row '0123' is not of this run as its replies are read now"),
        ({}, "nothing is checked"),
    ],
)
def test_mistakes_in_a_sheet_are_one_sentence(run: Path, change: dict[str, str], told: str) -> None:
    rows = sheet(run)
    rows[1] |= change
    with pytest.raises(SnellenError, match=told):
        take_checked(run, save(run / "checked.csv", rows))


def test_what_is_no_sheet_is_refused(run: Path) -> None:
    for content, told in ((b"a,b\n1,2\n", "no sheet"), (b"\xff\xfe", "not UTF-8"), (b"", "no sheet")):
        (run / "other.csv").write_bytes(content)
        with pytest.raises(SnellenError, match=told):
            take_checked(run, run / "other.csv")
    with pytest.raises(SnellenError, match="No such file"):
        take_checked(run, run / "absent.csv")


def test_a_stratum_counts_by_its_size() -> None:
    a, b = ("t", "agree"), ("t", "differ")
    share, low, high = weighted_share([(a, 1.0)] * 10 + [(b, 0.0)] * 10, {a: 300, b: 100})
    # W = 3/4, 1/4; the effective size is 1/(0.5625/10 + 0.0625/10) = 16
    assert share == pytest.approx(0.75)
    assert [low, high] == pytest.approx([float(end) for end in wilson_interval(12, 16)])


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 1)), min_size=1, max_size=30))
def test_a_proportional_sample_has_its_own_share(marks: list[tuple[str, int]]) -> None:
    sizes = Counter((name, "agree") for name, _ in marks)
    share, low, high = weighted_share([((name, "agree"), float(mark)) for name, mark in marks], sizes)
    assert share == pytest.approx(sum(mark for _, mark in marks) / len(marks))
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1

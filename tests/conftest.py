"""Fixtures that every room shares: a tiny dataset of the GRAB benchmark, made by hand, its answers known."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from PIL import Image, ImageDraw

from snellen.dataset import Axis, Chart, Dataset, Question, Rectangle, Source, write_dataset
from snellen.files import sha256_of

# No test is about time: a busy machine must not fail one.
settings.register_profile("quick", deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=200)
settings.load_profile(os.environ.get("SNELLEN_FUZZING", "quick"))

# A shell's background jobs ignore SIGINT, and so would the processes that tests start and interrupt.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_AS_INTEGER = "Give your answer as an integer."
_TO_ONE_DECIMAL = "Give your answer to 1 decimal place."

_ROWS = [
    # task, category, property, text, answer, answer_type, precision, complexity
    ("properties", "Intercepts and Gradients", "x-intercept", f"What is x? {_AS_INTEGER}", "-9", "number", 1.0, 0),
    ("properties", "Functions", "equation", "Write it as y = <m>x + <c>.", "y = 2x - 1", "equation", 1.0, 0),
    ("properties", "Stationary Points", "stationary points", "Give [x1, x2].", "[-2, 3]", "list", 1.0, 0),
    ("properties", "Correlation", "Pearson correlation", f"What is r? {_TO_ONE_DECIMAL}", "0.8", "number", 0.1, 0),
    ("properties", "Area Bounded", "net area", "Give your answer to the nearest 10.", "-70", "number", 10.0, 0),
    ("functions", "Trigonometric", "amplitude", f"Mean amplitude? {_AS_INTEGER}", "1", "number", 1.0, 3),
    ("functions", "Range", "domain length", f"Mean domain length? {_TO_ONE_DECIMAL}", "10.8", "number", 0.1, 9),
    ("series", "Extrema", "maximum", f"Mean maximum? {_TO_ONE_DECIMAL}", "-1.6", "number", 0.1, 4),
    ("series", "Measures of Spread", "median", f"Mean median? {_AS_INTEGER}", "6", "number", 1.0, 0),
    ("transforms", "Range", "range span", f"After:\n1. scale by 2 in y;\n{_AS_INTEGER}", "12", "number", 1.0, 1),
    ("transforms", "Extrema", "minimum", f"After:\n1. rotation by 90 degrees;\n{_AS_INTEGER}", "0", "number", 1.0, 1),
    ("transforms", "Area Bounded", "total area", f"What is the area? {_AS_INTEGER}", "3000", "number", 1.0, 0),
]


@pytest.fixture(autouse=True)
def no_table_that_nobody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inspect lays out a table of every metric at the end of each run, even where it shows nothing: half a second."""
    if display := sys.modules.get("inspect_ai._display.rich.display"):
        monkeypatch.setattr(display, "tasks_results", lambda tasks: "")


def make_tiny_dataset(folder: Path, *, images: bool = True) -> Dataset:
    """Twelve questions over the four GRAB tasks, one chart each, three of them sharing a group."""

    def records() -> Iterator[Source | Chart | Question]:
        (folder / "images").mkdir(parents=True, exist_ok=True)
        for number, (task, category, property_, text, answer, answer_type, precision, complexity) in enumerate(_ROWS):
            name = f"tiny-{number:02d}"
            path = folder / "images" / f"{number:08x}.png"
            if images:
                picture = Image.new("RGB", (120, 100), "white")
                ImageDraw.Draw(picture).line([(10, 90), (110, 10 + number)], fill=(200, 30, 30), width=2)
                picture.save(path)
            group = "tiny-shared" if number < 3 else name
            yield Source(source_id=name, group_id=group, kind="linear", data={"functions": [{"m": 2, "c": -1}]})
            yield Chart(
                chart_id=name,
                source_id=name,
                file_name=path.name,
                width=120,
                height=100,
                sha256=sha256_of(path) if images else None,
                plot=Rectangle(left=10, top=10, width=100, height=80),
                axes=[
                    Axis(name="x", orientation="x", domain=(-10, 10), pixels=(10, 110)),
                    Axis(name="y", orientation="y", domain=(-10, 10), pixels=(90, 10)),
                ],
            )
            yield Question(
                question_id=f"{name}-q",
                chart_id=name,
                benchmark="grab",
                task=task,
                category=category,
                property=property_,
                text=text,
                answer=answer,
                answer_type=answer_type,
                precision=precision,
                complexity=complexity,
                margin=1.5,
            )

    about = {"name": "tiny", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(folder, records(), about)
    return Dataset(folder)


@pytest.fixture
def tiny_dataset(tmp_path: Path) -> Dataset:
    """A tiny dataset with images in a folder of its own."""
    return make_tiny_dataset(tmp_path / "tiny")


@pytest.fixture
def dummy_benchmark(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a benchmark from outside this package, for this process and those that it starts."""
    folder = Path(__file__).parent / "dummy"
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return "dummy"

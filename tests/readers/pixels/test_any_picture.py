"""No picture stops the reader: it answers, or says that it cannot read."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snellen.messages import Image, Message, Text
from snellen.readers.pixels import pixels_reader

QUESTIONS = (
    "Find the gradient of the function in the figure. Round to the nearest integer. Reply with the number alone.",
    "Count the data series in the figure. Each has a colour of its own. Reply with the number alone.",
    "How many clusters are there in the scatterplot? Answer with a number in curly brackets, e.g. {5}.",
    "How many times as large is the value of Heron as that of Robin?\n\n"
    "Answer with the number or the words that are asked for and nothing else.",
    "Which is largest?\n\nWhat fraction of typical university students do you predict will be misled by the chart when "
    "answering the question? First, give your prediction as a decimal number between 0 and 1, then justify your "
    "prediction in words.",
)


@st.composite
def scenes(draw: st.DrawFn) -> np.ndarray:
    """Rectangles, lines and words anywhere, of any colour, on a page of any colour and of any size."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    height, width = draw(st.integers(16, 260)), draw(st.integers(16, 260))
    page = np.full((height, width, 3), rng.integers(0, 256, 3), dtype=np.uint8)
    for _ in range(draw(st.integers(0, 12))):
        x, y, x2, y2 = (int(n) for n in rng.integers(-20, 280, 4))
        colour = [int(n) for n in rng.integers(0, 256, 3)]
        match draw(st.sampled_from(("box", "frame", "line", "word", "noise"))):
            case "box":
                cv2.rectangle(page, (x, y), (x2, y2), colour, -1)
            case "frame":
                cv2.rectangle(page, (x, y), (x2, y2), colour, 1)
            case "line":
                cv2.line(page, (x, y), (x2, y2), colour, int(rng.integers(1, 4)))
            case "word":
                cv2.putText(page, str(x * y), (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1)
            case _:
                page[max(0, y) : max(0, y2), max(0, x) : max(0, x2)] += rng.integers(0, 9, dtype=np.uint8)
    return page


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(scene=scenes(), text=st.sampled_from(QUESTIONS))
def test_any_scene_is_answered(scene: np.ndarray, text: str, tmp_path: Path) -> None:
    path = tmp_path / "scene.png"
    cv2.imwrite(str(path), scene)
    assert pixels_reader()([Message("user", (Image(path), Text(text)))])


@pytest.mark.parametrize("text", QUESTIONS)
@pytest.mark.parametrize("kind", ["noise", "stripes", "narrow", "dots"])
def test_what_is_no_chart_is_answered(kind: str, text: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    pages = {
        "noise": rng.integers(0, 256, (120, 160, 3), dtype=np.uint8),
        "stripes": np.tile(np.array([[[0, 0, 0]], [[255, 255, 255]]], dtype=np.uint8), (60, 150, 1)),
        "narrow": np.full((900, 17, 3), 200, dtype=np.uint8),
        "dots": np.where(rng.random((200, 200, 1)) < 0.02, 0, 255).astype(np.uint8).repeat(3, axis=2),
    }
    path = tmp_path / "page.png"
    cv2.imwrite(str(path), pages[kind])
    assert pixels_reader(explain=True)([Message("user", (Image(path), Text(text)))])

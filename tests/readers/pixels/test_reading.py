"""Whole charts in foreign looks, read from pixels and question alone."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pixels

from snellen.errors import SnellenError
from snellen.messages import Image, Message, Text
from snellen.parsing import without_thinking
from snellen.readers import find_reader
from snellen.readers.pixels import CANNOT_READ

X = np.linspace(1.0, 9.0, 400)
DARK = {"ground": "#181818", "type_colour": "#f0f0f0", "colours": ("#ffd166", "#06d6a0", "#ef476f")}
WIDE = {"x_limits": (-20, 20), "y_limits": (-12, 12)}


def asked(path: Path, text: str) -> Sequence[Message]:
    return [Message("user", (Image(path), Text(text)))]


def find(what: str, form: str = "Round to 1 decimal place and write that decimal even if it is 0.") -> str:
    return f"Find {what} in the figure. {form} Reply with the number alone."


def test_properties_of_one_curve(drawn: Callable[..., Path], drawing: Callable[..., object]) -> None:
    read = find_reader("snellen/pixels")
    x = np.linspace(-14.2, 11.6, 500)
    path = drawn(drawing(curves=[(x, 3.4 + 5.2 * np.sin(2 * np.pi * (x - 2.3) / 8.9))], size=(8, 6), **WIDE))
    answers = {
        "the amplitude of the function": 5.2,
        "the vertical shift of the function": 3.4,
        "the period of the function": 8.9,
        "the phase shift of the function": 2.3,
        "the domain length of the function": 25.8,
        "the maximum value of the function": 8.6,
    }
    for what, truth in answers.items():
        assert float(read(asked(path, find(what)))) == pytest.approx(truth, abs=0.11), what


def test_means_over_curves_that_cross_on_a_dark_ground(
    drawn: Callable[..., Path], drawing: Callable[..., object]
) -> None:
    lines = [(0.8, 1.0), (-0.7, 8.5), (0.1, 4.5)]
    path = drawn(drawing(curves=[(X, m * X + c) for m, c in lines], **DARK))
    text = (
        "For every function in the figure, find the gradient of that function. The answer is the mean of these values "
        "over the functions. Round to 1 decimal place and write that decimal even if it is 0. Reply with the number "
        "alone."
    )
    assert find_reader("snellen/pixels")(asked(path, text)) == "0.1"


def test_a_level_line_is_a_curve_and_a_zero_line_under_many_is_none(
    drawn: Callable[..., Path], drawing: Callable[..., object]
) -> None:
    read = find_reader("snellen/pixels")
    level = np.linspace(0.5, 9.5, 2)
    path = drawn(drawing(curves=[(level, np.full(2, 4.0))], grid=True))
    assert read(asked(path, find("the gradient of the function"))) in ("0.0", "-0.0")
    x = np.linspace(-9.5, 9.5, 800)
    bells = [(m, 5 * np.exp(-((x - m) ** 2) / 2)) for m in (-5.0, -1.0, 2.0, 7.2)]
    zero = (np.array([-10.0, 10.0]), np.zeros(2))
    curves = [zero, *((x, y) for _, y in bells)]
    colours = ("#222222", "#cc3311", "#009988", "#ee7733", "#0077bb")
    path = drawn(drawing(curves=curves, colours=colours, x_limits=(-10, 10), y_limits=(-10, 10), size=(9, 9)))
    text = (
        "For every function in the figure, find the mean m of that function. The answer is the mean of these values "
        "over the functions. A bell curve is y = c·exp(-(x - m)^2 / (2v)): its mean m is the x-coordinate of its peak. "
        "Round to 1 decimal place and write that decimal even if it is 0. Reply with the number alone."
    )
    assert read(asked(path, text)) == "0.8"


def test_a_transformed_curve(drawn: Callable[..., Path], drawing: Callable[..., object]) -> None:
    x = np.linspace(-3.0, 5.0, 300)
    path = drawn(drawing(curves=[(x, 0.5 * (x - 1) ** 2 - 4)], size=(8, 8), frame=False, **WIDE))
    text = (
        "The function in the figure is transformed by these operations, one after another in the listed order:\n"
        "1. turn by 90 degrees counter-clockwise about the origin;\n2. multiply every y-coordinate by 10;\n"
        "3. mirror in the line y = 2;\nFind the minimum value of the transformed function. The minimum is the smallest "
        "y of the transformed curve. Round to the nearest integer. Reply with the number alone."
    )
    # (x, y) → (−y, x) → (−y, 10x) → (−y, 4 − 10x): least where x is 5.
    assert float(find_reader("snellen/pixels")(asked(path, text))) == pytest.approx(-46, abs=1)


@pytest.mark.parametrize("look", [{}, DARK, {"joined": True, "marker": "P", "marker_size": 12}, {"frame": False}])
def test_points(drawn: Callable[..., Path], drawing: Callable[..., object], look: dict[str, object]) -> None:
    x = np.array([1.2, 2.0, 3.1, 4.4, 5.0, 6.3, 7.7, 8.8])
    y = np.array([2.2, 1.1, 3.7, 3.0, 6.4, 5.1, 8.9, 7.5])
    path = drawn(drawing(points=[(x, y)], size=(8, 6), **look))
    read = find_reader("snellen/pixels")
    assert read(asked(path, "Count the points in the figure. Reply with the number alone.")) == "8"
    assert float(read(asked(path, find("the median of the y values of the data")))) == pytest.approx(4.4, abs=0.11)
    assert float(read(asked(path, find("the Kendall rank correlation coefficient (tau) of the data")))) == 0.7


def test_series_are_counted_and_options_are_answered_by_letter(
    drawn: Callable[..., Path], drawing: Callable[..., object]
) -> None:
    rng = np.random.default_rng(3)
    points = [(np.arange(1, 9) + 0.1 * n, 1 + n + rng.uniform(0, 1, 8)) for n in range(5)]
    path = drawn(drawing(points=points, size=(9, 7)))
    text = (
        "Count the data series in the figure. Each has a colour of its own. One of the options is the exact number.\n\n"
        "A. 4\nB. 6\nC. 5\n\nReply with the letter of the right option alone."
    )
    assert find_reader("snellen/pixels")(asked(path, text)) == "C"


def test_an_equation(drawn: Callable[..., Path], drawing: Callable[..., object]) -> None:
    x = np.linspace(-1.9, 2.4, 400)
    path = drawn(drawing(curves=[(x, 2 * x**3 - x**2 - 4 * x + 3)], x_limits=(-3, 3), y_limits=(-20, 20), grid=True))
    text = (
        "Give the equation of the function in the figure, in the form y = <a>x^3 + <b>x^2 + <c>x + <d>, where each "
        "letter in angle brackets is an integer. Reply with the equation alone."
    )
    assert find_reader("snellen/pixels")(asked(path, text)) == "y = 2x^3 - 1x^2 - 4x + 3"


def test_explained_replies_say_what_was_seen_before_the_same_answer(
    drawn: Callable[..., Path], drawing: Callable[..., object]
) -> None:
    path = drawn(drawing(points=[([2.0, 5.0, 8.0], [3.0, 7.0, 4.0])]))
    question = asked(path, find("the maximum value of the data"))
    plain, explained = (find_reader("snellen/pixels", explain=e)(question) for e in (False, True))
    assert without_thinking(explained).strip() == plain == "7.0"
    seen = json.loads(explained.removeprefix("<think>\n").split("\n</think>")[0])
    (series,) = seen["series"]
    # Matplotlib's default axes on 640×480 pixels: 80..576 by 57.6..427.2. It moves marks to whole pixels.
    truth = [[80 + 49.6 * x, 427.2 - 36.96 * y] for x, y in ((2, 3), (5, 7), (8, 4))]
    assert sorted(series["pixels"]) == pytest.approx(np.array(truth), abs=1.0)


UNREADABLE: dict[str, bytes] = {"empty": b"", "no picture": b"hello", "cut off": b"\x89PNG\r\n\x1a\n" + b"\0" * 20}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_is_no_picture_is_said_to_be_unreadable(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.png"
    path.write_bytes(UNREADABLE[kind])
    for text in (find("the gradient of the function"), "Count the points in the figure.", "What is this?"):
        assert find_reader("snellen/pixels")(asked(path, text)) == CANNOT_READ
    assert find_reader("snellen/pixels")(asked(tmp_path / "absent.png", find("the median of the data"))) == CANNOT_READ


@pytest.mark.parametrize("kind", ["blank", "noise", "tiny", "half", "transparent"])
def test_pictures_without_a_chart_never_stop_the_reader(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.png"
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    shapes = {
        "blank": np.full((300, 400, 3), 255, dtype=np.uint8),
        "noise": noise,
        "tiny": noise[:3, :3],
        "half": np.where(np.arange(400)[None, :, None] < 200, noise, np.uint8(255)),
        "transparent": np.dstack([noise, np.zeros((300, 400), dtype=np.uint8)]),
    }
    Pixels.fromarray(shapes[kind]).save(path)
    for text in (find("the gradient of the function"), find("the median of the y values of the data"), "Hello?"):
        assert find_reader("snellen/pixels")(asked(path, text)) == CANNOT_READ
    find_reader("snellen/pixels")(asked(path, "Count the points in the figure. Reply with the number alone."))


def test_explain_is_true_or_false() -> None:
    with pytest.raises(SnellenError, match="true or false"):
        find_reader("snellen/pixels", explain="perhaps")

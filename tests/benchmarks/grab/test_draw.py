"""Pictures: pixels against Matplotlib's own `savefig`, and ink where the data say."""

import hashlib
import io
import os
import subprocess
import sys
import textwrap
import threading
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from snellen.benchmarks.grab.draw import draw, draw_with_vertices, figure_of
from snellen.benchmarks.grab.looks import (
    MARKERS,
    SERIES_COLORS,
    axes_of,
    fixed_look,
    fixed_style,
    sampled_look,
    sampled_style,
    to_pixels,
)
from snellen.benchmarks.grab.scene import Curve, Look, Points, Scene
from snellen.dataset import Axis, Rectangle

Array = np.ndarray[Any, Any]


def fixed_curves(n: int = 4, seed: int = 0) -> Scene:
    rng = np.random.default_rng(seed)
    marks = []
    for index in range(n):
        x = np.linspace(-9, rng.uniform(2, 9), 401)
        style = fixed_style(index)
        marks.append(Curve(x, rng.uniform(1, 14) * np.sin(x + index), style.color, style.width, style.line_style))
    return Scene(fixed_look("f(x)"), tuple(marks))


def fixed_points(n: int = 4, seed: int = 0) -> Scene:
    rng = np.random.default_rng(seed)
    marks = []
    for index in range(n):
        style = fixed_style(index)
        x, y = np.sort(rng.uniform(-10, 10, 12)), rng.uniform(-10, 10, 12)
        joined = "-" if index % 2 else None
        marks.append(Points(x, y, style.color, style.marker, style.size, joined, style.width))
    return Scene(fixed_look("y"), tuple(marks))


def sampled(seed: int) -> Scene:
    rng = np.random.default_rng(seed)
    low, high = np.sort(rng.uniform(-9, 9, 2))
    x = np.linspace(low, high, 301)
    y = rng.uniform(0.5, 60) * np.sin(rng.uniform(0.2, 2) * x) + rng.uniform(-20, 20)
    look = sampled_look(rng, (x[0], x[-1]), (y.min(), y.max()), y_label=str(rng.choice(["y", "f(x)"])))
    if seed % 2:
        style = sampled_style(rng, look, "points", 31)
        return Scene(look, (Points(x[::10], y[::10], style.color, style.marker, style.size),))
    style = sampled_style(rng, look, "curve")
    return Scene(look, (Curve(x, y, style.color, style.width, style.line_style),))


def one_point(look: Look, x: float, y: float, marker: str = "o", size: float = 6.0) -> Scene:
    return Scene(look, (Points(np.array([x]), np.array([y]), SERIES_COLORS[3], marker, size),))


def pixels(data: bytes, mode: str = "RGB") -> Array:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert(mode)).astype(np.int64)


def saved(scene: Scene) -> Array:
    buffer = io.BytesIO()
    figure_of(scene).savefig(buffer, format="png", dpi="figure")
    return pixels(buffer.getvalue(), "RGBA")


def ink(scene: Scene) -> Array:
    """How much of each pixel the marks took: the difference to the picture without them."""
    amounts: Array = np.abs(pixels(draw(scene)) - blank(scene.look)).sum(axis=2).astype(float)
    return amounts


@lru_cache(maxsize=2)
def blank(look: Look) -> Array:
    return pixels(draw(Scene(look, ())))


def centre(amounts: Array) -> Array:
    rows, columns = np.indices(amounts.shape)
    weighted = np.array([((columns + 0.5) * amounts).sum(), ((rows + 0.5) * amounts).sum()])
    found: Array = weighted / amounts.sum()
    return found


def plain_look(**changes: Any) -> Look:
    look = Look(
        width=700,
        height=600,
        dpi=100.0,
        plot=Rectangle(left=90.0, top=30.0, width=580.0, height=500.0),
        x_limits=(-8.25, 8.75),
        y_limits=(-8.3, 8.9),
        x_ticks=(-8.0, -4.0, 0.0, 4.0, 8.0),
        y_ticks=(-8.0, -4.0, 0.0, 4.0, 8.0),
        font_size=12.0,
        grid="none",
        zero_lines=False,
    )
    return replace(look, **changes)


class TestPixels:
    @pytest.mark.parametrize(
        "scene",
        [fixed_curves(), fixed_points(), fixed_curves(1, 5), fixed_points(10, 6), Scene(fixed_look("y"), ())]
        + [sampled(seed) for seed in range(8)],
    )
    def test_are_those_of_savefig(self, scene: Scene) -> None:
        ours = draw(scene)
        np.testing.assert_array_equal(pixels(ours, "RGBA"), saved(scene))
        with Image.open(io.BytesIO(ours)) as image:
            assert image.size == (scene.look.width, scene.look.height)
            assert image.mode == "RGB"
            assert image.info == {}

    def test_nothing_of_one_picture_is_left_in_the_next(self) -> None:
        scenes = [fixed_curves(), fixed_points(), fixed_curves(2, 9), Scene(fixed_look("f(x)"), ()), fixed_curves()]
        first = [draw(scene) for scene in scenes]
        again = [draw(scene) for scene in reversed(scenes)][::-1]
        assert first == again
        assert first[0] == first[4]

    def test_marks_beyond_every_edge_leave_nothing_behind(self) -> None:
        look, corners = fixed_look("y"), np.array([-10.0, -10.0, 10.0, 10.0, -30.0])
        wild = Points(corners, corners[::-1], SERIES_COLORS[0], "s", 40.0, "-", 12.0)
        blank = draw(Scene(look, ()))
        np.testing.assert_array_equal(pixels(draw(Scene(look, (wild,))), "RGBA"), saved(Scene(look, (wild,))))
        assert draw(Scene(look, ())) == blank

    def test_a_mark_that_fails_leaves_nothing_behind(self) -> None:
        scene = fixed_curves()
        expected = draw(scene)
        bad = Points(np.zeros(2), np.zeros(2), "no colour at all")
        with pytest.raises(ValueError, match="no colour at all"):
            draw(Scene(scene.look, (*scene.marks, bad)))
        assert draw(scene) == expected

    def test_several_threads_draw_the_same(self) -> None:
        scenes = [fixed_curves(2), sampled(2), fixed_points(2), sampled(3)]
        expected = [draw(scene) for scene in scenes]
        found: list[list[bytes]] = [[], [], []]
        threads = [threading.Thread(target=lambda own: own.extend(map(draw, scenes)), args=(own,)) for own in found]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [expected] * 3

    @pytest.mark.parametrize("field", ["font_family", "grid_style"])
    def test_an_unknown_name_is_refused(self, field: str) -> None:
        with pytest.raises((ValueError, KeyError)):
            draw(Scene(plain_look(**{field: "Comic Sans", "grid": "both"}), ()))


SCRIPT = textwrap.dedent(
    """
    import hashlib, pathlib, sys
    from importlib.util import module_from_spec, spec_from_file_location
    spec = spec_from_file_location("test_draw", sys.argv[1])
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    scenes = [module.fixed_points(3), module.sampled(0), module.fixed_curves(3), module.sampled(1)]
    for scene in reversed(scenes):
        print(hashlib.sha256(module.draw(scene)).hexdigest())
    """
)

HOSTILE = {
    "axes.facecolor": "pink",
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.unicode_minus": False,
    "figure.autolayout": True,
    "figure.dpi": 31,
    "figure.facecolor": "yellow",
    "font.family": "STIXGeneral",
    "font.size": 3,
    "font.weight": "bold",
    "lines.antialiased": False,
    "lines.scale_dashes": False,
    "path.simplify_threshold": 1.0,
    "path.sketch": "3, 10, 2",
    "savefig.transparent": True,
    "text.antialiased": False,
    "text.color": "red",
    "text.hinting": "none",
    "xaxis.labellocation": "right",
    "xtick.bottom": False,
    "xtick.labelsize": 40,
    "ytick.major.pad": 30,
}


class TestSettings:
    def hashes(self) -> list[str]:
        scenes = [fixed_points(3), sampled(0), fixed_curves(3), sampled(1)]
        return [hashlib.sha256(draw(scene)).hexdigest() for scene in reversed(scenes)]

    def test_bytes_are_the_same_in_another_process_with_a_hostile_matplotlibrc(self, tmp_path: Path) -> None:
        settings = tmp_path / "matplotlibrc"
        settings.write_text("".join(f"{name}: {value}\n" for name, value in HOSTILE.items()))
        result = subprocess.run(
            [sys.executable, "-W", "error", "-c", SCRIPT, __file__],
            env={**os.environ, "MATPLOTLIBRC": str(settings), "PYTHONHASHSEED": "77"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert result.stdout.split() == self.hashes()

    def test_a_program_s_settings_change_nothing_and_are_kept(self) -> None:
        expected = self.hashes()
        with matplotlib.rc_context(HOSTILE):  # type: ignore[arg-type]
            before = dict(matplotlib.rcParams)
            assert self.hashes() == expected
            assert dict(matplotlib.rcParams) == before

    def test_pyplot_is_not_touched(self) -> None:
        code = (
            "import sys, numpy as np; from snellen.benchmarks.grab.draw import draw; "
            "from snellen.benchmarks.grab.looks import fixed_look; from snellen.benchmarks.grab.scene import Scene; "
            "draw(Scene(fixed_look('y'), ())); assert 'matplotlib.pyplot' not in sys.modules"
        )
        subprocess.run([sys.executable, "-c", code], check=True)


class TestInk:
    @pytest.mark.parametrize("marker", MARKERS)
    def test_a_marker_is_where_its_point_is(self, marker: str) -> None:
        look = plain_look()
        for x, y in ((1.0, 2.0), (-3.337, 4.129), (7.77, -7.91)):
            found = centre(ink(one_point(look, x, y, marker)))
            np.testing.assert_allclose(found, to_pixels(look, x, y)[0], atol=0.1)

    @pytest.mark.parametrize("place", [(0.5, 0.25), (-9.013, 8.501), (3.3333, -6.6667)])
    def test_a_marker_of_the_fixed_look_is_where_its_point_is(self, place: tuple[float, float]) -> None:
        look, style = fixed_look("y"), fixed_style(0)
        found = centre(ink(one_point(look, *place, style.marker, style.size)))
        np.testing.assert_allclose(found, to_pixels(look, *place)[0], atol=0.1)

    @pytest.mark.parametrize("style", ["-", "--", "-.", ":"])
    @pytest.mark.parametrize("end", [4.0, 5.03, 6.111, 7.77])
    def test_a_curve_has_ink_at_both_ends_and_none_beyond(self, style: str, end: float) -> None:
        look = plain_look()
        x = np.linspace(-6.4321, end, 301)
        amounts = ink(Scene(look, (Curve(x, np.full(301, 1.5), SERIES_COLORS[0], 3.0, style),)))
        columns = np.flatnonzero(amounts.sum(axis=0) > 0.5 * amounts.sum(axis=0).max())
        (first, _), (last, _) = to_pixels(look, x[[0, -1]], [1.5, 1.5])
        assert abs(columns[0] - first) <= 1
        assert abs(columns[-1] + 1 - last) <= 1

    def test_a_level_curve_is_at_its_height(self) -> None:
        look = plain_look()
        for y in (0.0, 1.234, -5.6789):
            found = centre(ink(Scene(look, (Curve(np.array([-5.0, 5.0]), np.full(2, y), SERIES_COLORS[0]),))))
            np.testing.assert_allclose(found, to_pixels(look, 0.0, y)[0], atol=0.05)

    @pytest.mark.parametrize("look", [fixed_look("y"), plain_look()])
    def test_a_curve_is_cut_off_at_the_frame(self, look: Look) -> None:
        x = np.linspace(-12, 12, 801)
        amounts = ink(Scene(look, (Curve(x, 5 * x, SERIES_COLORS[0], 4.0), Curve(x, -x, SERIES_COLORS[1], 4.0))))
        rows, columns = np.nonzero(amounts)
        plot = look.plot
        assert columns.min() >= plot.left
        assert columns.max() < plot.right
        assert rows.min() >= plot.top
        assert rows.max() < plot.bottom
        assert rows.max() - rows.min() > 0.98 * plot.height

    def test_later_marks_lie_over_earlier_ones(self) -> None:
        look, at = fixed_look("y"), np.array([2.0])
        both = tuple(Points(at, at, color, "o", 20.0) for color in ("#ff0000", "#0000ff"))
        column, row = to_pixels(look, 2.0, 2.0)[0].astype(int)
        assert pixels(draw(Scene(look, both)))[row + 9, column + 9].tolist() == [0, 0, 255]
        assert pixels(draw(Scene(look, both[::-1])))[row + 9, column + 9].tolist() == [255, 0, 0]

    def test_gridlines_zero_lines_and_frame_are_where_they_belong(self) -> None:
        look = fixed_look("y")
        image = pixels(draw(Scene(look, ()))).sum(axis=2)
        across = (765 - image[100, :]).astype(float)
        for tick in look.x_ticks:
            column = to_pixels(look, tick, 0.0)[0, 0]
            near = slice(int(column) - 6, int(column) + 6)
            weights = across[near]
            found = ((np.arange(near.start, near.stop) + 0.5) * weights).sum() / weights.sum()
            assert found == pytest.approx(column, abs=0.01)
            # Sharp: two pixels of grid, four of the zero line and the frame.
            assert (weights > 0).sum() == (4 if tick in (-10, 0, 10) else 2)

    def test_tick_marks_are_there_without_a_grid(self) -> None:
        look = plain_look()
        image = pixels(draw(Scene(look, ()))).sum(axis=2)
        for row in (int(look.plot.bottom) + 4, int(look.plot.top) - 4):
            for tick in look.x_ticks[1:-1]:
                column = round(float(to_pixels(look, tick, 0.0)[0, 0]))
                assert image[row, column - 1 : column + 1].min() < 300


class TestLabels:
    @pytest.mark.parametrize("seed", range(30))
    def test_nothing_is_cut_off_and_nothing_overlaps(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        low, length = rng.normal(0, 300, 2), 10 ** rng.uniform(-1.5, 3, 2)
        extents = [(float(a), float(a + b)) for a, b in zip(low, length, strict=True)]
        look = sampled_look(rng, *extents, y_label="f(x)")
        if seed == 0:
            look = fixed_look("f(x)")
        figure = figure_of(Scene(look, ()))
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        axes = figure.axes[0]
        renderer = canvas.get_renderer()
        groups = [axes.get_xticklabels(), axes.get_yticklabels(), [axes.xaxis.label], [axes.yaxis.label]]
        boxes = [[text.get_window_extent(renderer) for text in group] for group in groups]
        for box in (box for group in boxes for box in group):
            assert box.x0 >= 1
            assert box.y0 >= 1
            assert box.x1 <= look.width - 1
            assert box.y1 <= look.height - 1
        everything = [box for group in boxes for box in group]
        for index, box in enumerate(everything):
            assert not any(box.overlaps(other) for other in everything[index + 1 :])

    def test_they_read_what_the_ticks_are(self) -> None:
        scenes = [Scene(fixed_look("y"), ()), *(sampled(seed) for seed in range(6))]
        for scene in scenes:
            look, axes = scene.look, figure_of(scene).axes[0]
            for texts, ticks, decimals in (
                (axes.get_xticklabels(), look.x_ticks, look.x_tick_decimals),
                (axes.get_yticklabels(), look.y_ticks, look.y_tick_decimals),
            ):
                assert [float(text.get_text().replace("\u2212", "-")) for text in texts] == list(ticks)
                assert all(len(text.get_text().partition(".")[2]) == decimals for text in texts)
            assert axes.get_xlabel() == "x"
            assert axes.get_ylabel() == look.y_label

    def test_they_are_written_in_fonts_that_matplotlib_ships(self) -> None:
        shipped = Path(matplotlib.get_data_path())
        for seed in range(20):
            axes = figure_of(sampled(seed)).axes[0]
            for text in (*axes.get_xticklabels(), *axes.get_yticklabels(), axes.xaxis.label, axes.yaxis.label):
                file = text.get_fontproperties().get_file()
                assert file is not None
                assert Path(str(file)).is_relative_to(shipped)

    def test_a_title_stands_above_the_plot(self) -> None:
        look = plain_look(title="Height of tide")
        plot = look.plot
        higher = plain_look(
            title="Height of tide",
            plot=plot.model_copy(update={"top": plot.top + 60, "height": plot.height - 60}),
        )
        figure = figure_of(Scene(higher, ()))
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        box = figure.axes[0].title.get_window_extent(canvas.get_renderer())
        assert look.height - higher.plot.top < box.y0 < box.y1 < look.height


class TestVertices:
    @pytest.mark.parametrize("scene", [fixed_curves(), fixed_points(), sampled(0), sampled(1), sampled(2)])
    def test_lead_back_to_the_data_through_the_recorded_axes(self, scene: Scene) -> None:
        png, vertices = draw_with_vertices(scene)
        assert png == draw(scene)
        assert len(vertices) == len(scene.marks)
        across, down = (Axis.model_validate_json(axis.model_dump_json()) for axis in axes_of(scene.look))
        for mark, places in zip(scene.marks, vertices, strict=True):
            assert places.shape == (len(mark.x), 2)
            for axis, column, expected in ((across, 0, mark.x), (down, 1, mark.y)):
                (low, high), (first, last) = axis.domain, axis.pixels
                back = low + (places[:, column] - first) / (last - first) * (high - low)
                np.testing.assert_allclose(back, expected, atol=1e-6 * (high - low), rtol=0)

    def test_are_those_of_the_data_not_of_the_line_between(self) -> None:
        scene = fixed_points(2)
        _, vertices = draw_with_vertices(scene)
        np.testing.assert_allclose(vertices[1], to_pixels(scene.look, scene.marks[1].x, scene.marks[1].y), atol=1e-6)

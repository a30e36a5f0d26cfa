"""Recipes for questions on data: targets hit, marks seen, whatever the property, precision and complexity."""

from collections.abc import Collection, Iterator

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from snellen.benchmarks.grab.looks import SERIES_COLORS, fixed_look, to_pixels
from snellen.benchmarks.grab.plan.data_recipes import DATA_ANSWERS, DATA_RECIPES
from snellen.benchmarks.grab.plan.draft import Draft, Request
from snellen.benchmarks.grab.plan.measures import COUNTS, RANK_CORRELATIONS, data_value
from snellen.benchmarks.grab.plan.series import series_from_data
from snellen.benchmarks.grab.scene import Points

TEMPLATES = sorted(DATA_ANSWERS)


def _drafts(
    template: tuple[str, str, float], complexity: int, n: int, repeat: int = 0, only: Collection[float] | None = None
) -> Iterator[tuple[float, Draft | None]]:
    """n draws aimed at answers spread over the template's, as the curator aims; of these, `only` those answers."""
    task, property_, precision = template
    answers = DATA_ANSWERS[template]
    for draw in range(n):
        rng = np.random.default_rng([TEMPLATES.index(template), complexity, draw, repeat])
        wanted = answers[round(draw * (len(answers) - 1) / max(1, n - 1))]
        if only is not None and wanted not in only:
            continue
        aim = wanted + (0 if property_ in COUNTS else rng.uniform(-0.3, 0.3) * precision)
        request = Request(task, property_, "data", precision, complexity, aim)
        yield wanted, DATA_RECIPES[task, property_](rng, request)


def _accepted(draft: Draft | None, wanted: float, precision: float) -> bool:
    if draft is None:
        return False
    (value,), (sensitivity,) = draft.values, draft.sensitivities
    nearest = round(value / precision) * precision
    margin = (precision / 2 - abs(value - nearest)) / sensitivity if draft.margin is None else draft.margin
    return abs(nearest - wanted) < 1e-9 and margin >= 0.5


def _levels(task: str) -> tuple[int, ...]:
    return (0, 4, 9) if task == "series" else (0,)


@pytest.mark.parametrize("template", TEMPLATES)
def test_most_draws_have_the_wanted_answer(template: tuple[str, str, float]) -> None:
    task, _, precision = template
    for complexity in _levels(task):
        drawn = [_accepted(draft, wanted, precision) for wanted, draft in _drafts(template, complexity, 12)]
        assert np.mean(drawn) >= 0.5, complexity


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
def test_every_answer_is_reached_at_every_complexity(template: tuple[str, str, float]) -> None:
    task, _, precision = template
    answers = DATA_ANSWERS[template]
    for complexity in range(10) if task == "series" else (0,):
        first = [_accepted(draft, wanted, precision) for wanted, draft in _drafts(template, complexity, len(answers))]
        assert np.mean(first) >= 0.3, complexity
        missed = {answer for answer, hit in zip(answers, first, strict=True) if not hit}
        for repeat in range(1, 8):
            for wanted, draft in _drafts(template, complexity, len(answers), repeat, only=missed):
                if _accepted(draft, wanted, precision):
                    missed.discard(wanted)
        assert not missed, complexity


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_draft_says_what_it_shows(template: tuple[str, str, float]) -> None:
    task, property_, _ = template
    for complexity in _levels(task):
        for _, draft in _drafts(template, complexity, 4):
            if draft is None:
                continue
            marks = [mark for mark in draft.scene.marks if isinstance(mark, Points)]
            assert len(marks) == len(draft.scene.marks)
            stored = series_from_data(draft.data)
            assert [one.x.tolist() for one in stored] == [mark.x.tolist() for mark in marks]
            assert [one.y.tolist() for one in stored] == [mark.y.tolist() for mark in marks]
            assert data_value(property_, stored) == draft.values
            assert draft.kind == draft.parameters["family"]
            shown = {(i, x, y) for i, mark in enumerate(marks) for x, y in zip(mark.x, mark.y, strict=True)}
            assert {(mark.index, mark.x, mark.y) for mark in draft.evidence} <= shown
            assert draft.evidence


@pytest.mark.parametrize("template", TEMPLATES)
def test_marks_are_inside_apart_and_told_apart(template: tuple[str, str, float]) -> None:
    task, property_, _ = template
    for complexity in _levels(task):
        for _, draft in _drafts(template, complexity, 6):
            if draft is None:
                continue
            look = draft.scene.look
            marks = [mark for mark in draft.scene.marks if isinstance(mark, Points)]
            pixels = [to_pixels(look, mark.x, mark.y) for mark in marks]
            centres = np.concatenate(pixels)
            widest = max(mark.size for mark in marks) * look.dpi / 72
            assert centres[:, 0].min() >= look.plot.left + widest / 2
            assert centres[:, 0].max() <= look.plot.right - widest / 2
            assert centres[:, 1].min() >= look.plot.top + widest / 2
            assert centres[:, 1].max() <= look.plot.bottom - widest / 2
            assert pdist(centres).min() >= (1.25 if property_ == "number of points" else 1.0) * widest
            assert len({mark.color for mark in marks}) == len(marks)


@pytest.mark.parametrize("template", [name for name in TEMPLATES if name[0] == "series"])
def test_the_series_task_has_its_fixed_look(template: tuple[str, str, float]) -> None:
    for _, draft in _drafts(template, 6, 3):
        if draft is None:
            continue
        assert draft.scene.look == fixed_look("y")
        marks = [mark for mark in draft.scene.marks if isinstance(mark, Points)]
        assert [mark.color for mark in marks] == list(SERIES_COLORS[:7])
        assert all(5 <= len(mark.x) <= 12 for mark in marks)


@pytest.mark.parametrize("template", [name for name in TEMPLATES if name[0] == "series"])
def test_series_of_a_figure_differ(template: tuple[str, str, float]) -> None:
    _, property_, _ = template
    middle = [draft for _, draft in _drafts(template, 9, 3)][1]
    assert middle is not None
    values = [data_value(property_, [one])[0] for one in series_from_data(middle.data)]
    assert len({round(value, 3) for value in values}) >= 5


@pytest.mark.parametrize("template", [name for name in TEMPLATES if name[1] in RANK_CORRELATIONS])
def test_ranks_can_be_read(template: tuple[str, str, float]) -> None:
    """No two points of a series within three pixels of each other in either axis."""
    for _, draft in _drafts(template, 3, 6):
        if draft is None:
            continue
        for mark in draft.scene.marks:
            pixels = to_pixels(draft.scene.look, mark.x, mark.y)
            assert min(np.diff(np.sort(pixels[:, 0])).min(), np.diff(np.sort(pixels[:, 1])).min()) >= 3


def test_the_same_stream_gives_the_same_draft() -> None:
    for template in TEMPLATES:
        one, two = (next(_drafts(template, 5, 1))[1] for _ in range(2))
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            assert (one.data, one.values, one.margin) == (two.data, two.values, two.margin)
            assert one.scene.look == two.scene.look

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from snellen.dataset import Chart, Dataset, Question, Source, write_dataset
from snellen.description import describe_dataset, take_census
from snellen.generation import generate_dataset
from snellen.published.counts import published_counts


def described(path: Path) -> tuple[bool, str]:
    console = Console(width=110, record=True)
    equal = describe_dataset(path, console)
    return equal, console.export_text()


def row(text: str, name: str) -> list[str]:
    return next(line for line in text.splitlines() if line.strip().startswith(name)).strip().removeprefix(name).split()


def test_the_published_counts_are_the_papers_table() -> None:
    counts = published_counts("grab", "paper")
    assert counts is not None
    by_category: dict[tuple[str, str], int] = {}
    by_task: dict[tuple[str, float | None], int] = {}
    for (task, category, _, step), number in counts.questions.items():
        by_category[category, task] = by_category.get((category, task), 0) + number
        by_task[task, step] = by_task.get((task, step), 0) + number
    table = """
        Measures of Spread       | 120  50 200   0
        Extrema                  |  60 100 100 100
        Range                    |  60 100 100 100
        Intercepts and Gradients |  90 150   0  50
        Trigonometric            | 120 150   0   0
        Stationary Points        |  60 100   0   0
        Area Bounded             |  30  60   0  60
        Correlation              |  30   0  90   0
        Counting                 |  60   0   0   0
        Functions                |  30   0   0   0
    """
    tasks = ("properties", "functions", "series", "transforms")
    expected: dict[tuple[str, str], int] = {}
    for line in table.strip().splitlines():
        category, numbers = (part.strip() for part in line.split("|"))
        expected |= {(category, task): int(n) for task, n in zip(tasks, numbers.split(), strict=True) if int(n)}
    assert by_category == expected
    assert by_task == {
        ("properties", 1.0): 600,
        ("properties", 0.1): 30,
        ("properties", 10.0): 30,
        ("functions", 1.0): 491,
        ("functions", 0.1): 219,
        ("series", 1.0): 262,
        ("series", 0.1): 228,
        ("transforms", 1.0): 222,
        ("transforms", 0.1): 88,
    }
    assert sum(counts.questions.values()) == 2170
    assert sum(number for levels in counts.complexity.values() for number in levels.values()) == 2170


def test_counts_of_a_small_dataset(tiny_dataset: Dataset) -> None:
    census = take_census(tiny_dataset)
    assert sum(census.questions.values()) == 12
    assert census.questions["properties", "Area Bounded", "net area", 10.0] == 1
    assert census.complexity["transforms", 1] == 2
    equal, text = described(tiny_dataset.path)
    assert equal
    assert "12 questions on 12 charts of 12 sources, 12 pictures" in text
    text = text.partition("Figure 3")[2].partition("\n\n")[2]  # the counts, behind the statistics
    assert row(text, "category") == ["properties", "functions", "series", "transforms", "total"]
    assert row(text, "Range") == ["–", "1", "–", "1", "2"]
    assert row(text, "total") == ["5", "2", "2", "3", "12"]
    assert row(text, "properties: property") == ["to", "0.1", "to", "1", "to", "10", "total"]
    assert "published" not in text


def test_any_benchmark_is_described(tmp_path: Path, dummy_benchmark: str) -> None:
    generate_dataset(dummy_benchmark, seed=1, out=tmp_path / "out", preset="smoke", images=False, jobs=1)
    equal, text = described(tmp_path / "out")
    assert equal
    assert [line.split() for line in text.splitlines() if line.split()[:1] == ["Heights"]][-1][1:] == ["6", "6", "12"]
    assert "complexity" not in text


def questions_as_published() -> list[Question]:
    counts = published_counts("grab", "paper")
    assert counts is not None
    levels = {task: [level for level, n in by.items() for _ in range(n)] for task, by in counts.complexity.items()}
    return [
        Question(
            question_id=f"{task}-{name}-{step}-{number}",
            chart_id="c",
            benchmark="grab",
            task=task,
            category=category,
            property=name,
            text="?",
            answer="1",
            answer_type="number",
            precision=step,
            complexity=levels[task].pop(),
        )
        for (task, category, name, step), count in counts.questions.items()
        for number in range(count)
    ]


@pytest.mark.parametrize("shift", [False, True])
def test_a_paper_set_is_held_against_the_published_table(tmp_path: Path, shift: bool) -> None:
    questions = questions_as_published()
    if shift:
        questions[0] = questions[0].replaced(property="y-intercept")
    about = {"name": "n", "benchmark": "grab", "benchmark_version": 1, "preset": "paper", "seed": 1}
    write_dataset(tmp_path, questions, about)
    equal, text = described(tmp_path)
    assert equal is not shift
    if shift:
        assert "2 counts differ from the published set's." in text
        assert row(text, "x-intercept")[1:4] == ["29", "≠", "30"]
    else:
        assert "All counts equal the published set's." in text
        assert "≠" not in text
        assert row(text, "9") == ["–", "71", "=", "49", "=", "31", "=", "151"]


def charts_as_published() -> list[Chart]:
    counts = published_counts("biy", "paper")
    assert counts is not None
    return [
        Chart(
            chart_id=f"{generator}-{design}-{scale}-{number}",
            source_id="s",
            file_name=f"{generator}-{design}-{scale}-{number}.png",
            width=1,
            height=1,
            metadata={"generator": generator, "design": design, "scale": scale},
        )
        for (generator, design, scale), count in counts.charts.items()
        for number in range(count)
    ]


def test_the_published_scatterplots_are_as_many_as_the_paper_says() -> None:
    counts = published_counts("biy", "paper")
    assert counts is not None
    assert sum(counts.charts.values()) == 18921
    for scale in (0.5, 1.0, 2.0):
        assert sum(n for key, n in counts.charts.items() if key[2] == scale) == 371 * 17
    by_generator = [
        sum(n for key, n in counts.charts.items() if key[:2] == (name, "dark")) // 3 for name in _GENERATORS
    ]
    assert by_generator == [60, 60, 54, 8, 9, 180]


_GENERATORS = (
    "gaussian_blobs",
    "gaussian_blobs_noise",
    "single_gaussian_blob_outliers",
    "random",
    "relationship",
    "shapes",
)


@pytest.mark.parametrize("shift", [False, True])
def test_charts_are_counted_by_generator_design_and_scale(tmp_path: Path, shift: bool) -> None:
    charts = charts_as_published()
    if shift:
        charts[0] = charts[0].model_copy(update={"metadata": {**charts[0].metadata, "design": "square"}})
    about = {"name": "n", "benchmark": "biy", "benchmark_version": 1, "preset": "paper", "seed": 1}
    write_dataset(tmp_path, charts, about)
    equal, text = described(tmp_path)
    assert equal is not shift
    assert row(text, "gaussian_blobs_noise") == ["1020", "=", "1020", "=", "1020", "=", "3060"]
    if shift:
        assert row(text, "default")[:3] == ["370", "≠", "371"]
        assert "2 counts differ from the published set's." in text
    else:
        assert row(text, "default") == ["371", "=", "371", "=", "371", "=", "1113"]
        assert row(text, "total")[-1] == "18921"


def test_charts_are_counted_by_manipulation_type_and_twin(tmp_path: Path) -> None:
    def records() -> Iterator[Source | Chart]:
        yield Source(source_id="s", group_id="s", kind="bar")
        for number, (name, chart_type, manipulated) in enumerate(
            [("dual axes", "line", True), ("dual axes", "line", False), ("3D effect", "pie", True)]
        ):
            yield Chart(
                chart_id=f"c{number}",
                source_id="s",
                file_name=f"{number}.png",
                width=10,
                height=10,
                metadata={"manipulation": name, "chart_type": chart_type, "manipulated": manipulated},
            )

    about = {"name": "twins", "benchmark": "chartom", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(tmp_path / "twins", records(), about)
    assert take_census(Dataset(tmp_path / "twins")).twins == {
        ("dual axes", "line", "manipulated"): 1,
        ("dual axes", "line", "honest"): 1,
        ("3D effect", "pie", "manipulated"): 1,
    }
    equal, text = described(tmp_path / "twins")
    assert equal
    assert row(text, "dual axes") == ["2", "–", "2"]
    assert row(text, "3D effect") == ["–", "1", "1"]
    assert row(text, "honest") == ["1", "–", "1"]
    assert row(text, "manipulated") == ["1", "1", "2"]


def test_extra_tasks_are_counted_apart_and_leave_the_comparison_alone(tmp_path: Path) -> None:
    questions = questions_as_published()
    more = [
        question.replaced(
            question_id=f"{question.question_id}-choice",
            task=f"{question.task}-choice",
            split="extra",
            choices=["1", "2", "3", "4", "5"],
            answer_type="choice",
        )
        for question in questions
    ]
    about = {"name": "n", "benchmark": "grab", "benchmark_version": 1, "preset": "paper", "seed": 1}
    write_dataset(tmp_path, [*questions, *more], about)
    equal, text = described(tmp_path)
    assert equal
    assert "All counts equal the published set's." in text
    assert "≠" not in text
    assert row(text, "Questions")[0] == "2170"
    assert row(text, "Extra task series-choice: questions") == ["490"]
    census = take_census(Dataset(tmp_path))
    assert sum(census.questions.values()) == 2170
    assert census.extra["functions-choice", "Trigonometric"] == 150
    assert census.places["series-choice"][0, 5] == 490

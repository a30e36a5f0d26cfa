"""The same answer however written, and no choice between answers that differ."""

import pytest

from snellen.benchmarks.biy.replies import Coordinates, Fault, read_reply

BOXES: Coordinates = [(200, 30, 300, 50), (10, 20, 30, 40)]
POINTS: Coordinates = [(250, 40), (700, 500)]
INNER = "[[200, 30, 300, 50], [10, 20, 30, 40]]"


@pytest.mark.parametrize(
    "text",
    [
        "{3}", "There are {3} clusters.", "{3}. So {3}!", "{ 3 }", "{3.0}", "{three}", "{Three}", "{3 clusters}",
        '{"count": 3}', "{count: 3}", r"\boxed{3}", r"$\text{clusters} = \boxed{3}$", "{{3}}", "In 2 dimensions: {3}",
        "3", "3.", "**3**", "`3`", "Answer: 3", "three", "Three.", "3 clusters", "There are three clusters.",
        "I see 3 distinct clusters in the plot, all three of the same size.", "The number of clusters is 3.",
        "\uff5b\uff13\uff5d", "{\u0663}", "3 clusters and 2 outliers", "I counted 3", "```\n{3}\n```",
    ],
)  # fmt: skip
def test_counts(text: str) -> None:
    assert read_reply("cluster_count", text, "lenient").value == 3


@pytest.mark.parametrize("text", ["none", "zero", "{none}", "There are no outliers.", "No clear outliers", "{0}"])
def test_no_outliers_are_zero(text: str) -> None:
    assert read_reply("outlier_count", text, "lenient").value == 0


WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


@pytest.mark.parametrize(("number", "word"), [*enumerate(WORDS)])
def test_number_words(number: int, word: str) -> None:
    assert read_reply("outlier_count", word, "lenient").value == number
    assert read_reply("outlier_count", f"There are {word} outliers", "lenient").value == number


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{3} or {4}", "several answers"),
        ("3 or 4 clusters", "several answers"),
        ("3-4 clusters", "several answers"),
        ("3, 4", "several answers"),
        ("There are 3 clusters on the left and 2 on the right", "several answers"),
        ("This one has three clusters", "several answers"),
        ("At least 3 clusters", "several answers"),
        ("more than 3 clusters", "several answers"),
        ("There are not 3 clusters", "several answers"),
        ("3+ clusters", "several answers"),
        ("two hundred clusters", "several answers"),
        ("{2-3}", "several answers"),
        ("{at least 3}", "several answers"),
        ("\u22123", "out of range"),
        ("{-3}", "out of range"),
        ("{2.5}", "out of range"),
        ("{1e400}", "out of range"),
        ("{5%}", "out of range"),
        ("Step 1: look at the picture.", "prose"),
        ("I looked at 2 axes.", "prose"),
        ("2 outliers", "prose"),
        ("no outliers", "prose"),
        ("twenty-one", "prose"),
        ("{NaN}", "not a number"),
        ("{true}", "not a number"),
        ("{}", "no number"),
        ("{several}", "no number"),
        ('{"clusters": [[3, 3, 3, 3]]}', "wrong shape"),
        ("{1", "truncated"),
        ("I'm unable to determine the number of clusters.", "refusal"),
        ("", "empty"),
    ],
)
def test_what_is_no_count(text: str, fault: Fault) -> None:
    assert read_reply("cluster_count", text, "lenient").fault == fault


@pytest.mark.parametrize(
    "text",
    [
        f'{{"clusters": {INNER}}}',
        f'Sure! {{"clusters": {INNER}}} Anything else?',
        f'```json\n{{"clusters": {INNER}}}\n```\nThe first is the largest.',
        f'In [0, 1000] the boxes are {{"clusters": {INNER}}}',
        f"{{'clusters': {INNER}}}",
        f"{{clusters: {INNER}}}",
        f'{{"clusters": {INNER},}}',
        '{"clusters": [[200, 30, 300, 50,], [10, 20, 30, 40], // the small one\n],}',
        f'{{"Clusters": {INNER}}}',
        f'{{"cluster": {INNER}}}',
        f'{{"bounding_boxes": {INNER}}}',
        f'{{"boundingBoxes": {INNER}}}',
        f'{{"detected_clusters": {INNER}, "count": 2}}',
        f'{{"answer": {{"clusters": {INNER}}}}}',
        f'[{{"clusters": {INNER}}}]',
        INNER,
        f"The boxes: {INNER}.",
        '{"clusters": [(200, 30, 300, 50), (10, 20, 30, 40)]}',
        "[(200, 30, 300, 50), (10, 20, 30, 40)]",
        "((200, 30, 300, 50), (10, 20, 30, 40))",
        f'{{"clusters": [{INNER}]}}',
        '{"clusters": [[[200, 30, 300, 50]], [[10, 20, 30, 40]]]}',
        '{"clusters": [[[200, 30], [300, 50]], [[10, 20], [30, 40]]]}',
        '{"clusters": ["[200, 30, 300, 50]", "10, 20, 30, 40"]}',
        '{"clusters": [["200", "30", "300", "50"], ["10", "20", "30", "40"]]}',
        '{"clusters": [{"x1": 200, "y1": 30, "x2": 300, "y2": 50}, {"x1": 10, "y1": 20, "x2": 30, "y2": 40}]}',
        '{"clusters": [{"xmin": 200, "ymin": 30, "xmax": 300, "ymax": 50}, {"bbox": [10, 20, 30, 40], "label": "B"}]}',
        '[{"left": 200, "top": 30, "right": 300, "bottom": 50}, {"box": "10, 20, 30, 40", "n": 7}]',
        '{"clusters": [[300, 50, 200, 30], [30, 20, 10, 40]]}',
        '{"clusters": [[0.2, 0.03, 0.3, 0.05], [0.01, 0.02, 0.03, 0.04]]}',
        f'{{"clusters": {INNER}}} {{"clusters": [[10, 20, 30, 40], [200, 30, 300, 50]]}}',
        f'{{"clusters": {INNER}, "clusters": {INNER}}}',
        "{\u201cclusters\u201d: [[\uff12\uff10\uff10, 30, 300, 50], [10, 20, 30, 40]]}",
    ],
)
def test_boxes(text: str) -> None:
    value = read_reply("cluster_bboxes", text, "lenient").value
    assert isinstance(value, list)
    assert sorted(value) == sorted(BOXES)


@pytest.mark.parametrize(
    "text",
    [
        '{"cluster_centers": [[250, 40], [700, 500]]}',
        '{"clusters": [[250, 40], [700, 500]]}',
        '{"centroids": [[250, 40], [700, 500]]}',
        '{"cluster_centres": ["(250, 40)", "700,500"]}',
        '{"cluster_centers": [{"x": 250, "y": 40}, {"X": "700", "Y": 500}]}',
        '{"cluster_centers": [{"cx": 250, "cy": 40}, {"label": "B", "center": [700, 500]}]}',
        '{"clusters": [{"id": 1, "center": {"x": 250, "y": 40}}, {"id": 2, "center": {"x": 700, "y": 500}}]}',
        '{"clusters": [{"point": [250, 40], "bbox": [1, 2, 3, 4]}, {"location": "lower right", "x": 700, "y": 500}]}',
        '[{"x": 250, "y": 40}, {"x": 700, "y": 500}]',
    ],
)
def test_centers(text: str) -> None:
    assert read_reply("cluster_points", text, "lenient").value == POINTS


@pytest.mark.parametrize(
    "text", ['{"outliers": [150, 900]}', "[150, 900]", "```\n[150, 900]\n```", '{"x": 150, "y": 900}']
)
def test_a_single_point_without_its_list(text: str) -> None:
    assert read_reply("outlier_points", text, "lenient").value == [(150, 900)]


@pytest.mark.parametrize(
    ("numbers", "read"),
    [
        ([[0.25, 0.5]], [(250, 500)]),
        ([[0, 1], [0.5, 1]], [(0, 1000), (500, 1000)]),
        ([[0, 1]], [(0, 1)]),  # whole numbers are what was asked for
        ([[0.25, 1.5]], [(0.25, 1.5)]),
        ([[-0.25, 0.5]], [(-0.25, 0.5)]),
        ([[1200, 40]], [(1200, 40)]),
        ([[640.5, 480]], [(640.5, 480)]),  # pixels are not told from units
    ],
)
def test_only_fractions_within_0_and_1_are_shares(numbers: list[list[float]], read: Coordinates) -> None:
    assert read_reply("outlier_points", f'{{"outliers": {numbers}}}', "lenient").value == read


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"clusters": [[1, 2, 3, 4]]} or {"clusters": [[1, 2, 3, 5]]}', "several answers"),
        ('{"clusters": [[1, 2, 3, 4]], "clusters": []}', "several answers"),
        ("[[1, 2, 3, 4]] or [[1, 2, 3, 5]]", "several answers"),
        ('{"clusters": [[1, 2, 3, 4]]} {"clusters": [[1, 2', "truncated"),
        ('{"clusters": [[1, 2, 3, 4], [5, 6', "truncated"),
        ('{"clusters": [[1, 2, 3, 4]], "no', "truncated"),
        ('{"clusters', "truncated"),
        ('{"clusters": [[1,000, 2, 3, 4]]}', "malformed"),
        ('{"clusters": [[1 2 3 4]]}', "malformed"),
        ('{"clusters": [[10px, 2, 3, 4]]}', "malformed"),
        ('{"clusters": [{"box_2d": [1, 2, 3, 4]}]}', "wrong shape"),
        ('{"clusters": [{"x": 1, "y": 2, "width": 3, "height": 4}]}', "wrong shape"),
        ('{"clusters": [{"bbox": [1, 2, 3, 4], "box": [1, 2, 3, 5]}]}', "wrong shape"),
        ('{"clusters": [[1, 2, 3, 4, 5, 6, 7, 8]]}', "wrong shape"),
        ('{"clusters": [[1, 2], [3, 4]]}', "wrong shape"),
        ('{"clusters": [[1, 2, 3, 4], [5]]}', "wrong shape"),
        ('{"clusters": 3}', "wrong shape"),
        ('{"clusters": "none"}', "wrong shape"),
        ("from [1, 2, 3, 4] to [5, 6, 7, 8]", "wrong shape"),
        ("the box [1, 2, 3, 4] is one", "wrong shape"),
        ('{"items": [[1, 2, 3, 4]]}', "wrong key"),
        ("{}", "wrong key"),
        ('{"clusters": [[1, 2, 3, NaN]]}', "not a number"),
        ('{"clusters": [[1, 2, 3, Infinity]]}', "not a number"),
        ('{"clusters": [[1, 2, 3, 1e400]]}', "not a number"),
        ('{"clusters": [[1, 2, 3, true]]}', "not a number"),
        ('{"clusters": [[1, 2, 3, "four"]]}', "not a number"),
        ("There are no clusters [as far as I see].", "prose"),
        ("1, 2, 3, 4", "prose"),
        ("Sorry, but I can't provide that.", "refusal"),
        ("\n", "empty"),
        ("[" * 100_000, "truncated"),
    ],
)
def test_what_is_no_list_of_boxes(text: str, fault: Fault) -> None:
    assert read_reply("cluster_bboxes", text, "lenient").fault == fault

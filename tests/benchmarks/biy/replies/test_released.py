"""The reading of the paper's code, case by case: the last {digits}; JSON that is the whole or all after a fence."""

import pytest

from snellen.benchmarks.biy.replies import Coordinates, read_reply

BOX: Coordinates = [(200, 30, 300, 50)]
JSON = '{"clusters": [[200, 30, 300, 50]]}'


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("{4}", 4),
        ("{0}", 0),
        ("  {12}\n", 12),
        ("There are {3} clusters in the scatterplot.", 3),
        ("At first {2}, then {3}.", 3),
        ("Between {5} and {4}, so {5}, no, {4}", 4),
        ("{3} or {many}", 3),
        (r"$\boxed{7}$", 7),
        ("```json\n{3}\n```", 3),
        ("{007}", 7),
        ("{3} {4", 3),
        ("3", None),
        ("{ 3 }", None),
        ("{-3}", None),
        ("{3.0}", None),
        ("{three}", None),
        ('{"clusters": 3}', None),
        ("three", None),
        ("", None),
    ],
)
def test_a_count_is_the_last_digits_in_curly_brackets(text: str, count: int | None) -> None:
    assert read_reply("cluster_count", text, "released").value == count
    assert read_reply("outlier_count", text, "released").value == count


@pytest.mark.parametrize(
    "text",
    [
        JSON,
        f"\n  {JSON}  \n",
        f"```json\n{JSON}\n```",
        f"```\n{JSON}\n```",
        f"```{JSON}```",
        f"```json\n{JSON}",
        f"Here is the answer:\n\n```json\n{JSON}\n```",
        f"A long way of thinking about [it] and {{so}} on.\n```json\n{JSON}\n```\n\n",
        '{"clusters": [[300, 50, 200, 30]]}',
        '{"clusters": [[200.0, 3e1, 300, 50]]}',
        '{"reasoning": "two", "clusters": [[200, 30, 300, 50]]}',
        '{"clusters": [[1, 1, 1, 1]], "clusters": [[200, 30, 300, 50]]}',
    ],
)
def test_the_whole_reply_or_all_after_the_first_fence_is_json(text: str) -> None:
    assert read_reply("cluster_bboxes", text, "released").value == BOX


@pytest.mark.parametrize(
    "text",
    [
        f"The answer is {JSON}",
        f"{JSON} is the answer",
        f"```json\n{JSON}\n```\nI hope this helps.",
        f"```json\n{JSON}\n```\nor\n```json\n{JSON}\n```",
        f"```python\nprint(1)\n```\n{JSON}",
        JSON.replace('"', "'"),
        JSON.replace("]]", "],]"),
        JSON.replace("clusters", "boxes"),
        JSON.replace("clusters", "Clusters"),
        JSON.replace(", 50", ""),
        JSON.replace("50", "50, 60"),
        JSON.replace("50", '"50"'),
        JSON.replace("50", "null"),
        JSON.replace("50", "NaN"),
        JSON.replace("50", "-Infinity"),
        JSON.replace("50", "1e400"),
        JSON.replace("50", "true"),
        JSON.replace("50", "[50]"),
        JSON[:-1],
        "[[200, 30, 300, 50]]",
        '{"clusters": [200, 30, 300, 50]}',
        '{"clusters": {"a": [200, 30, 300, 50]}}',
        '{"clusters": "[[200, 30, 300, 50]]"}',
        '{"clusters": null}',
        "null",
        "",
    ],
)
def test_anything_else_is_invalid(text: str) -> None:
    assert read_reply("cluster_bboxes", text, "released").value is None


def test_one_bad_element_spoils_the_reply() -> None:
    assert read_reply("outlier_points", '{"outliers": [[1, 2], [3]]}', "released").fault == "wrong shape"


def test_out_of_range_is_neither_clipped_nor_refused() -> None:
    reply = read_reply("outlier_points", '{"outliers": [[-20, 1400], [2000, 3]]}', "released")
    assert reply.value == [(-20, 1400), (2000, 3)]


@pytest.mark.parametrize(
    ("task", "key"),
    [("cluster_bboxes", "clusters"), ("cluster_points", "cluster_centers"), ("outlier_points", "outliers")],
)
def test_an_empty_list_is_an_answer(task: str, key: str) -> None:
    assert read_reply(task, f'{{"{key}": []}}', "released").value == []

"""The asked form and nothing else."""

import pytest

from snellen.benchmarks.biy.replies import Fault, read_reply


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{4}", 4),
        (" {0}\n", 0),
        ("{4}.", "extra text"),
        ("**{4}**", "extra text"),
        ("The answer is {4}", "extra text"),
        ("{3} {4}", "several answers"),
        ("{4} = {4}", "extra text"),
        ("4", "wrong shape"),
        ("{ 4 }", "wrong shape"),
        ("{four}", "wrong shape"),
        ('{"count": 4}', "wrong shape"),
        ("four", "prose"),
        ("I see 4 clusters.", "prose"),
        ("It is a scatterplot.", "prose"),
        ("{-4}", "out of range"),
        ("{4.5}", "out of range"),
        ("{1234567890123456}", "out of range"),
        ("{null}", "not a number"),
        ("{many}", "no number"),
        ("{}", "no number"),
        ("{4", "truncated"),
        ("3 or 4", "several answers"),
        (" \n", "empty"),
        ("I'm sorry, but I can't analyze this image.", "refusal"),
    ],
)
def test_counts(text: str, expected: int | Fault) -> None:
    reply = read_reply("cluster_count", text, "exact")
    assert expected == (reply.value if reply.fault is None else reply.fault)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"outliers": [[150, 900], [820, 150]]}', [(150, 900), (820, 150)]),
        ('\n{ "outliers" : [ [150.5,900] ] } ', [(150.5, 900)]),
        ('{"outliers": [[0, 1000]]}', [(0, 1000)]),
        ('{"outliers": []}', []),
        ('```json\n{"outliers": []}\n```', "extra text"),
        ('Answer: {"outliers": [[1, 2]]}', "extra text"),
        ('{"outliers": [[1, 2]]}\n{"outliers": [[1, 2]]}', "extra text"),
        ('{"outliers": [[1, 2]]}\n{"outliers": [[1, 3]]}', "several answers"),
        ("{'outliers': [[1, 2]]}", "malformed"),
        ('{"outliers": [[1, 2],]}', "malformed"),
        ('{"outliers": [[1 2]]}', "malformed"),
        ('{"outliers": [[1, 2], [3', "truncated"),
        ('{"outliers": [[1, 2]], "n": 1}', "wrong key"),
        ('{"outliers": [], "outliers": []}', "wrong key"),
        ('{"points": [[1, 2]]}', "wrong key"),
        ("[[1, 2]]", "wrong shape"),
        ('{"outliers": [1, 2]}', "wrong shape"),
        ('{"outliers": [[1, 2, 3]]}', "wrong shape"),
        ('{"outliers": [[[1, 2]]]}', "wrong shape"),
        ('{"outliers": [{"x": 1, "y": 2}]}', "wrong shape"),
        ('{"outliers": null}', "wrong shape"),
        ("{3}", "wrong shape"),
        ('{"outliers": [[1, "2"]]}', "not a number"),
        ('{"outliers": [[1, NaN]]}', "not a number"),
        ('{"outliers": [[false, 2]]}', "not a number"),
        ('{"outliers": [[1, 1000.5]]}', "out of range"),
        ('{"outliers": [[-1, 2]]}', "out of range"),
        ("There are none.", "prose"),
        ("", "empty"),
        ("I can't identify the outliers in this image.", "refusal"),
    ],
)
def test_points(text: str, expected: object) -> None:
    reply = read_reply("outlier_points", text, "exact")
    assert expected == (reply.value if reply.fault is None else reply.fault)


def test_the_corners_of_a_box_are_in_order() -> None:
    assert read_reply("cluster_bboxes", '{"clusters": [[2, 3, 2, 3]]}', "exact").value == [(2, 3, 2, 3)]
    assert read_reply("cluster_bboxes", '{"clusters": [[3, 3, 2, 4]]}', "exact").fault == "out of range"
    assert read_reply("cluster_bboxes", '{"clusters": [[2, 4, 3, 3]]}', "exact").fault == "out of range"

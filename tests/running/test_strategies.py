"""Several strategies and numbers of examples in one run: each request once, resumed, in the table, and out of logs."""

import base64
import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import read_eval_log, read_eval_log_samples

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.results import read_results, read_run
from snellen.running.engine import evaluate_dataset
from snellen.running.logs import score_logs
from snellen.running.tasks import biy

pytestmark = pytest.mark.usefixtures("counting_file")

ALL = "zero-shot,one-shot,few-shot"


def shown(path: Path) -> Counter[int]:
    """How many requests had so many examples before them."""
    return Counter(int(line.split("\t")[2]) for line in path.read_text().splitlines())


def ways(run: Path) -> dict[tuple[str, int], int]:
    return {(each.strategy, each.n_examples): each.rows for each in read_run(run).conditions}


def test_one_run_holds_the_strategies_and_asks_each_once(
    tiny_biy: Dataset, tmp_path: Path, counting_file: Path
) -> None:
    run = tmp_path / "run"
    for _ in range(2):
        assert evaluate_dataset(tiny_biy.path, model="counting/ok", strategies=ALL, out=run) == 0
    assert shown(counting_file) == {0: 20, 1: 20, 6: 20}
    assert ways(run) == {("zero-shot", 0): 20, ("one-shot", 1): 20, ("few-shot", 6): 20}
    assert read_run(run).missing.count == 0
    found = {(log.eval.metadata or {})["strategy"] for log in map(read_eval_log, (run / "logs").glob("*.eval"))}
    assert found == set(ALL.split(","))


def test_tokens_and_cost_by_the_number_of_examples(tiny_biy: Dataset, tmp_path: Path, priced_model: str) -> None:
    asking: dict[str, Any] = {"strategies": "few-shot", "n_examples": "0-6", "tasks": "cluster_count"}
    run = tmp_path / "run"
    assert evaluate_dataset(tiny_biy.path, model=priced_model, **asking, out=run) == 0
    record = read_run(run)
    assert [each.n_examples for each in record.conditions] == list(range(7))
    for each in record.conditions:
        n = each.n_examples
        assert (each.rows, each.input_tokens, each.output_tokens) == (4, 4 * 100 * (1 + n), 4 * 2)
        # dollars a million tokens; 10 of the tokens of each request are read from a cache
        assert each.cost == pytest.approx(4 * ((100 * (1 + n) - 10) * 2 + 10 * 1 + 2 * 10) / 1e6)
    assert record.compute.cost == pytest.approx(sum(each.cost or 0 for each in record.conditions))


def test_strategies_tasks_and_numbers_may_grow_and_only_the_new_is_asked(
    tiny_biy: Dataset, tmp_path: Path, counting_file: Path
) -> None:
    def go_on(**asking: Any) -> None:
        assert evaluate_dataset(tiny_biy.path, model="counting/ok", out=tmp_path / "run", **asking) == 0

    go_on(tasks="cluster_count", designs="dark")
    go_on(tasks="cluster_count,outlier_count", designs="dark,default")
    assert shown(counting_file) == {0: 8}
    go_on(tasks="cluster_count,outlier_count", strategies="few-shot,zero-shot", n_examples=2)
    go_on(tasks="cluster_count,outlier_count", strategies="zero-shot,few-shot", n_examples="2,3", epochs=2)
    assert shown(counting_file) == {0: 16, 2: 16, 3: 16}
    assert ways(tmp_path / "run") == {("zero-shot", 0): 16, ("few-shot", 2): 16, ("few-shot", 3): 16}
    go_on(strategies="zero-shot,few-shot", n_examples="2,3", epochs=2)
    assert ways(tmp_path / "run") == {("zero-shot", 0): 40, ("few-shot", 2): 40, ("few-shot", 3): 40}


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ({"strategies": ALL}, {}, "promptings zero-shot, one-shot, few-shot, not zero-shot; use the same or more"),
        ({"n_examples": "0-2"}, {"n_examples": 2}, "few-shot 0, few-shot 1, few-shot 2, not few-shot 2"),
        ({"tasks": "cluster_count"}, {"tasks": "outlier_count"}, "tasks cluster_count, not outlier_count"),
        ({}, {"designs": "dark"}, "designs none, not dark"),
        # the first three of other tasks would be other questions
        ({"tasks": "cluster_count", "limit": 3}, {"limit": 3}, "tasks cluster_count, not .*; use the same, or"),
    ],
)
def test_a_run_keeps_what_it_asked(
    tiny_biy: Dataset, tmp_path: Path, before: dict[str, Any], after: dict[str, Any], named: str
) -> None:
    few_shot = {"strategies": "few-shot"} if "n_examples" in before else {}
    asking: dict[str, Any] = {"model": "counting/ok", "out": tmp_path / "run", **few_shot}
    evaluate_dataset(tiny_biy.path, **asking, **before)
    with pytest.raises(SnellenError, match=named):
        evaluate_dataset(tiny_biy.path, **asking, **after)


def test_a_run_from_before_there_were_strategies_goes_on(
    tiny_dataset: Dataset, tmp_path: Path, counting_file: Path
) -> None:
    run = tmp_path / "run"
    assert evaluate_dataset(tiny_dataset.path, model="counting/ok", out=run, limit=3) == 0
    path = run / "settings.json"
    settings = json.loads(path.read_text())
    for name in ("tasks", "designs", "promptings"):
        del settings[name]
    path.write_text(json.dumps({**settings, "strategy": "zero-shot", "n_examples": 0}))
    assert evaluate_dataset(tiny_dataset.path, model="counting/ok", out=run, limit=5) == 0
    assert shown(counting_file) == {0: 5}


@pytest.mark.parametrize(
    ("asking", "named"),
    [
        ({"strategies": "two-shot"}, "no strategy 'two-shot'"),
        ({"strategies": "few-shot", "n_examples": "0-7"}, "0 to 6 examples, not 7"),
        ({"tasks": "properties"}, "no questions of the task 'properties'"),
    ],
)
def test_a_way_that_there_is_not_is_told_before_anything_is_asked(
    tiny_biy: Dataset, tmp_path: Path, asking: dict[str, Any], named: str
) -> None:
    with pytest.raises(SnellenError, match=named):
        evaluate_dataset(tiny_biy.path, model="counting/ok", out=tmp_path / "run", **asking)
    assert not (tmp_path / "run").exists()


def test_grab_is_asked_zero_shot_alone(tiny_dataset: Dataset, tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match="GRAB is asked zero-shot"):
        evaluate_dataset(tiny_dataset.path, model="counting/ok", out=tmp_path / "run", strategies="few-shot")


def test_examples_that_the_dataset_lacks_are_told(tiny_biy: Dataset, tmp_path: Path) -> None:
    manifest = tiny_biy.path / "manifest.json"
    content = json.loads(manifest.read_text())
    content["examples"] = content["examples"][:12]
    manifest.write_text(json.dumps(content))
    with pytest.raises(SnellenError, match="2 examples for cluster_count, and few-shot needs 6"):
        evaluate_dataset(tiny_biy.path, model="counting/ok", out=tmp_path / "run", strategies="few-shot")


def test_strategies_come_back_out_of_the_logs(tiny_biy: Dataset, tmp_path: Path) -> None:
    run, asking = tmp_path / "run", {"strategies": ALL, "n_examples": "0,2", "epochs": 2}
    assert evaluate_dataset(tiny_biy.path, model="counting/ok", out=run, **asking) == 0  # type: ignore[arg-type]
    score_logs(tiny_biy.path, [run / "logs"], tmp_path / "from-logs")
    order = ["strategy", "n_examples", "repeat", "question_id"]
    left, right = (read_results(one).sort_values(order, ignore_index=True) for one in (run, tmp_path / "from-logs"))
    assert len(left) == 4 * 2 * 20
    pd.testing.assert_frame_equal(left, right)


def inspected(dataset: Dataset, **arguments: Any) -> Any:
    (log,) = inspect_eval(
        "snellen/biy",
        task_args={"dataset": str(dataset.path), **arguments},
        model="counting/ok",
        display="none",
        ctl_server=False,
        log_dir="logs",
    )
    assert log.status == "success", log.error and log.error.traceback
    return log


def test_inspect_runs_the_task_with_its_parameters_and_its_log_is_scored(tiny_biy: Dataset, tmp_path: Path) -> None:
    log = inspected(tiny_biy, task="cluster_count", strategy="few-shot", n_examples=3, designs="dark")
    samples = list(read_eval_log_samples(log.location))
    judge = find_benchmark("biy")
    assert {sample.id for sample in samples} == {f"sample-{number}+dark+2+cluster_count" for number in (6, 7)}
    for sample in samples:
        question = tiny_biy.question(str(sample.id))
        messages = judge.messages(tiny_biy, question, "few-shot", 3)
        turns = [turn for turn in sample.input if not isinstance(turn, str)]
        assert [turn.role for turn in turns] == [message.role for message in messages]
        assert [turn.text for turn in turns[1::2]] == [
            part.text for message in messages[1::2] for part in message.content if hasattr(part, "text")
        ]
        assert set(sample.scores or {}) == {"strict", "exact", "lenient"}  # an invalid reply has no score of `paper`
        assert all(score.value == 0 for score in (sample.scores or {}).values())
    score_logs(tiny_biy.path, [Path(log.location)], tmp_path / "from-logs")
    table = read_results(tmp_path / "from-logs")
    assert set(zip(table["strategy"], table["n_examples"], strict=True)) == {("few-shot", 3)}
    assert set(table["task"]) == {"cluster_count"}
    assert Counter(table["error"] == "no reply") == {False: 2, True: 2}


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"task": "counting"}, "no questions of the task 'counting'"),
        ({"strategy": "two-shot"}, "no strategy 'two-shot'"),
        ({"strategy": ["one-shot", "few-shot"]}, "one way at a time"),
        ({"strategy": "few-shot", "n_examples": 7}, "0 to 6 examples"),
        ({"strategy": "few-shot", "n_examples": 1.5}, "n_examples is a whole number"),
        ({"designs": "light"}, "no chart in the design 'light'"),
        ({"limit": 0}, "limit is a whole number from 1"),
    ],
)
def test_a_parameter_that_is_none_is_named(tiny_biy: Dataset, arguments: dict[str, Any], named: str) -> None:
    with pytest.raises(SnellenError, match=named):
        biy(str(tiny_biy.path), **arguments)


def test_no_log_is_larger_than_it_may_be_and_many_pictures_stay_out(
    tiny_biy: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = base64.b64encode((tiny_biy.path / "images" / "6dark.png").read_bytes())
    monkeypatch.setattr("snellen.running.tasks.LARGEST_LOG", 8)
    for most, expected in ((40, True), (39, False)):
        monkeypatch.setattr("snellen.running.tasks.MOST_PICTURES", most)
        run = tmp_path / f"run-{most}"
        assert evaluate_dataset(tiny_biy.path, model="counting/ok", out=run, strategies="one-shot") == 0
        logs = list((run / "logs").glob("*.eval"))
        assert sorted(len(list(read_eval_log_samples(str(log)))) for log in logs) == [4, 8, 8]
        kept = b"".join(zipfile.ZipFile(log).read(part) for log in logs for part in zipfile.ZipFile(log).namelist())
        assert (picture in kept) is expected
        assert (b"data:image/png;base64," in kept) is expected
    with pytest.raises(SnellenError, match="20 questions are too many"):
        biy(str(tiny_biy.path))
    capsys.readouterr()
    biy(str(tiny_biy.path), limit=8, strategy="few-shot")
    assert "56 pictures" in capsys.readouterr().err

"""Questions of a dataset put to `snellen/pixels` alone, without Inspect, and what each took."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from snellen.benchmark import find_benchmark
from snellen.dataset import Chart, Dataset, Question
from snellen.readers import find_reader


@dataclass(frozen=True)
class Asked:
    """A question and its chart, the reply, whether it is right by a scorer, and the CPU seconds that it took."""

    question: Question
    chart: Chart
    picture: str
    reply: str
    right: bool
    seconds: float


def ask(folder: Path, wanted: Sequence[str], scorer: str) -> Iterator[Asked]:
    """The replies to some questions of a dataset, by their ids."""
    dataset = Dataset(folder)
    benchmark, read = find_benchmark(dataset.manifest.benchmark), find_reader("snellen/pixels")
    questions = {question.question_id: question for question in dataset.questions()}
    for name in wanted:
        question = questions[name]
        chart = dataset.chart(question.chart_id)
        messages = benchmark.messages(dataset, question, "zero-shot", 0)
        start = time.process_time()
        reply = read(messages)
        seconds = time.process_time() - start
        right = benchmark.score(question, reply).columns[scorer] == 1
        yield Asked(question, chart, str(dataset.image_path(chart)), reply, right, seconds)

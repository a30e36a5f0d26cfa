"""What a run asks, of which model, with which settings, and where it is kept: all that is known before asking."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from snellen.benchmark import Benchmark, find_benchmark
from snellen.catalogue import choose_model
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.readers import find_reader
from snellen.running.hugging_face.address import PREFIX, local_source
from snellen.running.journal import Request
from snellen.running.selection import Prompting, prompt_ways, refuse_without_pictures, select_questions, split_names
from snellen.running.settings import RunSettings, parse_model_arguments

__all__ = ["RunPlan", "check_model", "default_folder", "plan_run"]


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a run asks, and where it is kept. `arguments` are those for the provider, secrets included."""

    dataset: Dataset
    questions: Sequence[Question]
    settings: RunSettings
    arguments: Mapping[str, JsonValue]
    folder: Path

    def requests(self) -> Iterator[Request]:
        """All that is asked: every question in each way, and that again for each repeat."""
        for way in self.settings.promptings:
            for repeat in range(self.settings.epochs):
                for question in self.questions:
                    yield Request(question.question_id, *way, repeat)


def plan_run(
    dataset: Path,
    *,
    model: str | None = None,
    settings: str | None = None,
    generation: Sequence[str] = (),
    out: Path | None = None,
    tasks: str | Sequence[str] | None = None,
    strategies: str | Sequence[str] | None = None,
    n_examples: str | int | None = None,
    designs: str | Sequence[str] | None = None,
    limit: int | None = None,
    seed: int = 0,
    epochs: int = 1,
    model_args: Sequence[str] = (),
) -> RunPlan:
    """What a run of `model` on a dataset asks.

    `model` is a local reader or any model of Inspect AI, asked with the `settings` of that name and the changes to them
    in `generation`, as `choose_model` takes them; `model_args` are KEY=VALUE for its provider. The questions are those
    of `select_questions`, the first `limit` of them, `epochs` times; the ways of asking those of `prompt_ways`. The
    seed that is sent is `seed` plus the number of the repeat, from 0. The run's folder is `out`, or `default_folder`.

    Raises SnellenError for an unknown model or settings, a dataset without pictures, tasks, designs or strategies that
    there are not, and too few examples.
    """
    opened = Dataset(dataset)
    opened.refuse_edited_questions()
    chosen = choose_model(model, settings, generation)
    arguments = {**chosen.model_args, **parse_model_arguments(tuple(model_args))}
    check_model(chosen.model, arguments)
    _check_address(arguments)
    _refuse_text_alone(chosen.model)
    benchmark, ways = find_benchmark(opened.manifest.benchmark), prompt_ways(strategies, n_examples)
    selected = select_questions(opened, benchmark, tasks=tasks, designs=designs)
    _check_ways(opened, benchmark, selected, ways)
    run_settings = RunSettings.of(
        opened,
        model=chosen.model,
        model_args=_deciding(chosen.model, arguments),
        seed=seed,
        epochs=epochs,
        limit=limit if limit is not None and limit < len(selected) else None,
        tasks=list(dict.fromkeys(question.task for question in selected)),
        designs=split_names(designs, "the designs"),
        promptings=ways,
        generation=chosen.generation,
        named_settings=chosen.settings.name if chosen.settings else None,
    )
    refuse_without_pictures(opened)
    folder = out or default_folder(opened.path, model, settings)
    return RunPlan(opened, selected[:limit], run_settings, arguments, folder)


def default_folder(dataset: Path, model: str | None, settings: str | None = None) -> Path:
    """Where a run is put that is given no folder: `runs/DATASET/` and the name of its settings, or of its model.

    Raises SnellenError for unknown settings, and where neither is given.
    """
    chosen = choose_model(model, settings)
    name = chosen.settings.name if chosen.settings else chosen.model.replace("/", "-")
    return Path("runs") / dataset.resolve().name / name


def check_model(model: str, arguments: Mapping[str, JsonValue]) -> None:
    """A mistake in the name is told before Inspect is imported, which takes seconds. Raises SnellenError for one."""
    if model.startswith("snellen/"):
        find_reader(model, **arguments)
    elif model.startswith(PREFIX):
        local_source(model, arguments)
    elif "," in model or "/" not in model.strip("/"):
        raise SnellenError(
            f"{model!r} is no model; name one as provider/model, for example snellen/blind or openai/gpt-4o."
        )


def _deciding(model: str, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The arguments that may change a reply; how many requests go together is found out as memory allows."""
    free = {"batch_size"} if model.startswith(PREFIX) else set()
    return {name: value for name, value in arguments.items() if name not in free}


def _check_address(arguments: Mapping[str, JsonValue]) -> None:
    address = arguments.get("base_url")
    if address is not None and not str(address).lower().startswith(("http://", "https://")):
        raise SnellenError(
            f"-M base_url={address}: an address begins with http:// or https://, as in "
            "-M base_url=http://localhost:8000/v1."
        )


def _refuse_text_alone(model: str) -> None:
    if model.startswith("hf/"):
        raise SnellenError(
            f"{model}: Inspect's provider hf takes no images; name the model as {PREFIX}{model.removeprefix('hf/')}."
        )


def _check_ways(
    dataset: Dataset, benchmark: Benchmark, questions: Sequence[Question], ways: Sequence[Prompting]
) -> None:
    """One conversation of each task in each way: what the benchmark or the dataset lacks is told before any asking."""
    first: dict[str, Question] = {}
    for question in questions:
        first.setdefault(question.task, question)
    for question in first.values():
        for way in ways:
            benchmark.messages(dataset, question, *way)

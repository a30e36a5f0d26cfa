"""`snellen replay`: a run's replies played again through Inspect, at no cost, for its logs and its viewer.

The model of such a log is a replayer: asked a question, it puts out what the run's model did. Raw replies of batches
are read whole, with what the model reasoned; of other runs the journal has the text, the stop reason and the tokens.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from inspect_ai import eval as inspect_eval
from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    ModelAPI,
    ModelInfo,
    ModelOutput,
    ModelUsage,
    get_model,
    modelapi,
    set_model_info,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolChoice, ToolInfo
from pydantic_core import from_json

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.replies import Reply
from snellen.running.asking import display_mode
from snellen.running.batch.ledger import LEDGER, Ledger, open_ledger
from snellen.running.batch.wire import Wire
from snellen.running.journal import Request, read_journal
from snellen.running.selection import Prompting, select_questions
from snellen.running.settings import RunSettings, read_settings
from snellen.running.tasks import LARGEST_LOG, MOST_PICTURES, dataset_task, pictures_shown

__all__ = ["ReplayAPI", "replay_run", "replayer"]

_PLAYED: ContextVar[ModelOutput | str | None] = ContextVar("played", default=None)
"""What is put out next in this task: an output, or the error in its place."""


def replay_run(folder: Path, dataset: Path | None = None, out: Path | None = None) -> Path:
    """Replay the replies of a run's folder into logs in `out`, by default its folder `replayed`, which is returned.

    `dataset` is where the run's dataset is now, by default where it was. What the run has no reply to is left out.
    Raises SnellenError where there is no run or no reply, and for another dataset.
    """
    settings = read_settings(folder)
    opened = Dataset(dataset or Path(settings.dataset))
    if opened.manifest.fingerprints.dataset != settings.fingerprint:
        raise SnellenError(f"{folder} is a run on another dataset than {opened.path}; name that with --dataset.")
    replies, _ = read_journal(folder)
    if not replies:
        raise SnellenError(f"{folder} has no replies yet; ask or collect them first.")
    asked = select_questions(
        opened, find_benchmark(settings.benchmark), tasks=settings.tasks, designs=settings.designs
    )[: settings.limit]
    logs = out or folder / "replayed"
    with _raw_replies(folder, settings) as outputs:
        for way in settings.promptings:
            for repeat in range(settings.epochs):
                there = [one for one in asked if Request(one.question_id, *way, repeat) in replies]
                for start in range(0, len(there), LARGEST_LOG):
                    some = there[start : start + LARGEST_LOG]
                    _replay(opened, some, settings, way, repeat, replies, outputs, logs)
    return logs


class ReplayAPI(ModelAPI):
    """A model of Inspect that puts out what is at hand; its arguments are those of the model that is replayed."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 (Inspect's own signature)
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self.model_args = model_args

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002, ARG002 (Inspect's own signature, here and below)
        tools: list[ToolInfo],  # noqa: ARG002
        tool_choice: ToolChoice,  # noqa: ARG002
        config: GenerateConfig,  # noqa: ARG002
    ) -> ModelOutput:
        """What the run's model put out. Raises RuntimeError where it failed, with what was said then."""
        played = _PLAYED.get()
        if not isinstance(played, ModelOutput):
            raise RuntimeError(played or "nothing to replay")
        return played

    def should_retry(self, ex: BaseException) -> bool:  # noqa: ARG002
        """Never: it would fail in the same way."""
        return False


@modelapi(name="replay")
def replayer() -> type[ModelAPI]:
    """The replayer, as the models `replay/PROVIDER/NAME`."""
    return ReplayAPI


class _Outputs:
    """Outputs of a run by what was asked: read from a raw reply where there is one."""

    def __init__(self, ledger: Ledger | None, wire: Wire | None, seed: int) -> None:
        self._wire, self._seed = wire, seed
        self._raw = {request: (status, body) for _, request, status, body in ledger.replies()} if ledger else {}

    def of(self, request: Request, reply: Reply) -> ModelOutput | str:
        """The output, or the error in its place."""
        if reply.error is not None:
            return reply.error
        if self._wire and request in self._raw:
            status, body = self._raw[request]
            output, _ = self._wire.read(status, from_json(body), self._seed + request.repeat)
            if output is not None and output.completion == reply.reply:
                output.time = None
                if output.usage:
                    output.usage.total_cost = reply.cost  # that of the batch
                return output
        output = ModelOutput.from_content(reply.model, reply.reply or "")
        output.choices[0].stop_reason = reply.stop_reason or "unknown"  # type: ignore[assignment]
        if reply.input_tokens is not None or reply.output_tokens is not None:
            tokens = reply.input_tokens or 0, reply.output_tokens or 0
            output.usage = ModelUsage(
                input_tokens=tokens[0], output_tokens=tokens[1], total_tokens=sum(tokens), total_cost=reply.cost
            )
        return output


@contextmanager
def _raw_replies(folder: Path, settings: RunSettings) -> Iterator[_Outputs]:
    if not (folder / LEDGER).exists():
        yield _Outputs(None, None, settings.seed)
        return
    with (
        open_ledger(folder) as ledger,
        Wire(settings.model, settings.model_args, settings.generation) as wire,
    ):
        yield _Outputs(ledger, wire, settings.seed)


def _replay(
    dataset: Dataset,
    questions: list[Question],
    settings: RunSettings,
    way: Prompting,
    repeat: int,
    replies: Mapping[Request, Reply],
    outputs: _Outputs,
    logs: Path,
) -> None:
    played: dict[str, ModelOutput | str] = {}
    for question in questions:
        request = Request(question.question_id, *way, repeat)
        played[question.question_id] = outputs.of(request, replies[request])
    task = dataset_task(
        dataset,
        questions,
        seed=settings.seed + repeat,
        prompting=way,
        solver=_playing(played),
        generation=settings.generation,
        repeat=repeat,
        replays=settings.model,
    )
    arguments: dict[str, Any] = dict(settings.model_args)
    set_model_info(f"replay/{settings.model}", ModelInfo())  # without a price, so that what was paid then stays
    inspect_eval(
        task,
        model=get_model(f"replay/{settings.model}", memoize=False, **arguments),
        display=display_mode(),
        log_dir=str(logs),
        log_images=pictures_shown(len(questions), way) <= MOST_PICTURES,
        log_realtime=False,
        log_header_only=True,
        fail_on_error=False,
        ctl_server=False,
    )


def _playing(played: Mapping[str, ModelOutput | str]) -> Solver:
    @solver(name="replaying")
    def replaying() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            _PLAYED.set(played[str(state.sample_id)])
            return await generate(state, tool_calls="none")

        return solve

    return replaying()

"""Extractors and judges asked through Inspect AI: one eval, a model role each, every output journalled at once."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dotenv import find_dotenv, load_dotenv
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model import CachePolicy, Model, ModelOutput, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import JsonValue

from snellen.errors import SnellenError
from snellen.readers.extractor_prompt import PROMPT_VERSION
from snellen.running.asking import HOPELESS_AFTER, display_mode, explained
from snellen.running.extraction_journal import Entry, ExtractionJournal
from snellen.running.extraction_runs import Ask
from snellen.running.failures import failure_of, one_line
from snellen.running.interruption import was_interrupted
from snellen.running.models import open_model
from snellen.running.prices import take_prices
from snellen.running.redaction import Redaction
from snellen.running.tasks import LARGEST_LOG, generation_settings

__all__ = ["ask_models", "extraction_task"]

_KEPT = CachePolicy(expiry="4W", per_epoch=False)
"""How long Inspect's own cache keeps an output: it spares requests between runs that are not given together."""
_AT_A_TIME = 10
_SEED = 0
_NOT_THE_PROVIDERS = {"model", "role", "required", "default", "config", "memoize"}


def ask_models(
    asks: Sequence[Ask],
    *,
    models: Mapping[str, str],
    model_args: Mapping[str, Mapping[str, JsonValue]],
    journal: ExtractionJournal,
    log_dir: Path,
    max_connections: int | None,
) -> None:
    """Send each prompt once to the model of its role; outputs, and requests that failed for good, go to `journal`.

    `models` and `model_args` (arguments of the model's provider) are by role. Returns when all were sent, or when the
    user interrupted it: what the journal lacks was not asked. Raises SnellenError where Inspect cannot start: an
    unknown model, a missing key or package.
    """
    for model in models.values():
        take_prices(model)
    load_dotenv(find_dotenv(usecwd=True))  # as Inspect does later: keys may stand there
    redaction = Redaction(model_args)
    roles = {role: _model(model, model_args.get(role, {}), redaction) for role, model in models.items()}
    all_local = all(model.startswith("snellen/") for model in models.values())
    for first in range(0, len(asks), LARGEST_LOG):
        try:
            logs = inspect_eval(
                extraction_task(asks[first : first + LARGEST_LOG], models=models, journal=journal, redaction=redaction),
                model="none/none",
                model_roles=dict(roles),
                display=display_mode(),
                log_dir=str(log_dir),
                log_realtime=not all_local,
                log_model_api=False if all_local else None,
                log_header_only=True,
                fail_on_error=False,
                ctl_server=False,
                max_connections=max_connections,
                max_samples=(max_connections or _AT_A_TIME) * len(roles),
            )
        except SnellenError:
            raise
        except Exception as error:
            if was_interrupted():
                journal.broken_off = True
                return
            redaction.error(error)
            raise explained(error, " and ".join(dict.fromkeys(models.values()))) from error
        journal.broken_off |= was_interrupted() or any(log.status == "cancelled" for log in logs)
        if not journal.broken_off and logs and logs[0].status == "error" and logs[0].error:
            raise SnellenError(f"Inspect stopped the run: {redaction.text(one_line(logs[0].error.message))}.")
        if journal.broken_off:
            return


def extraction_task(
    asks: Sequence[Ask], *, models: Mapping[str, str], journal: ExtractionJournal, redaction: Redaction
) -> Task:
    """The task that sends each prompt to the model of its role (`get_model(role=…)`) and journals what it writes."""
    samples = [Sample(id=ask.key, input=ask.prompt, metadata={"role": ask.role}) for ask in asks]
    return Task(
        dataset=MemoryDataset(samples, name="replies"),
        solver=_asking(models, journal, redaction),
        name="snellen_extract",
        version=PROMPT_VERSION,
    )


def _model(name: str, arguments: Mapping[str, JsonValue], redaction: Redaction) -> Model:
    if taken := sorted(arguments.keys() & _NOT_THE_PROVIDERS):
        raise SnellenError(f"-M {taken[0]}: this is no argument of a provider; leave it out.")
    try:
        return open_model(name, arguments, redaction, pictures={}, on_first_request=lambda _: None)
    except SnellenError:
        raise
    except Exception as error:
        redaction.error(error)
        raise explained(error, name) from error


def _asking(models: Mapping[str, str], journal: ExtractionJournal, redaction: Redaction) -> Solver:
    @solver(name="asking_by_role")
    def asking_by_role() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 (Inspect's own signature)
            key, role = str(state.sample_id), str(state.metadata["role"])
            failed = journal.failed.get(role, 0)
            if not journal.answered.get(role) and failed >= HOPELESS_AFTER:
                journal.broken_off = True
                raise RuntimeError(f"not asked: the first {failed} requests to {models[role]} all failed")
            if journal.broken_off:
                raise RuntimeError(f"not asked: {journal.last_error}")
            is_local = models[role].startswith("snellen/")
            try:
                state.output = await get_model(role=role, required=True).generate(
                    state.input_text, config=generation_settings(_SEED), cache=False if is_local else _KEPT
                )
            except Exception as error:
                told = failure_of(error, redaction).told
                journal.add(Entry(key, role, models[role], None, error=told))
                raise RuntimeError(told) from None
            journal.add(_entry(key, role, models[role], state.output))
            return state

        return solve

    return asking_by_role()


def _entry(key: str, role: str, model: str, output: ModelOutput) -> Entry:
    usage = output.usage
    tokens = [usage.input_tokens, usage.input_tokens_cache_read, usage.input_tokens_cache_write] if usage else [None]
    known = [number for number in tokens if number is not None]
    about: dict[str, Any] = {
        "input_tokens": sum(known) if known else None,
        "output_tokens": usage.output_tokens if usage else None,
        "seconds": output.time,
        "cost": usage.total_cost if usage else None,
    }
    stop = output.choices[0].stop_reason if output.choices else None
    entry = Entry(key, role, model, output.completion, stop_reason=stop, **about)
    return entry.borrowed() if _was_cached() else entry


def _was_cached() -> bool:
    """Whether the request just made was answered from Inspect's own cache."""
    last = next((event for event in reversed(transcript().events) if isinstance(event, ModelEvent)), None)
    return last is not None and last.cache == "read"

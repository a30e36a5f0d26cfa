"""Questions put to a model through Inspect AI, each reply journalled the moment it is there."""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from dotenv import find_dotenv, load_dotenv
from inspect_ai import eval as inspect_eval
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import JsonValue

from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.replies import Reply
from snellen.running.budget import Budget
from snellen.running.failures import Failure, failure_of, one_line
from snellen.running.full_disk import disk_trouble, quiet_about_logs
from snellen.running.hugging_face.address import PREFIX
from snellen.running.interruption import was_interrupted
from snellen.running.journal import Journal
from snellen.running.models import open_model
from snellen.running.outputs import reply_of
from snellen.running.prices import take_prices
from snellen.running.redaction import Redaction
from snellen.running.selection import Prompting
from snellen.running.settings import RunSettings
from snellen.running.tasks import asked_settings, dataset_task, picture_settings, with_pictures_read

__all__ = ["HOPELESS_AFTER", "ask_questions", "display_mode", "explained"]

HOPELESS_AFTER = 20
"""How many requests may fail one after another before the rest is not asked.

Those that were themselves at fault count only as long as none was answered.
"""
_USUAL_TIMEOUT = 600
"""Seconds after which the vendors' clients give up by themselves."""


def ask_questions(
    dataset: Dataset,
    questions: Sequence[Question],
    *,
    settings: RunSettings,
    model_args: Mapping[str, JsonValue],
    prompting: Prompting,
    repeat: int,
    journal: Journal,
    log_dir: Path,
    log_images: bool,
    max_connections: int | None,
    timeout: int,
    max_retries: int,
    budget: Budget | None = None,
) -> None:
    """Ask `questions` once each in one way, with the arguments `model_args` for the provider.

    An attempt may take `timeout` seconds; one that failed of the network, the server or its limits is made again at
    most `max_retries` times, after waits that Inspect makes longer and longer. The replies, and requests that failed
    for good, go to `journal`. Returns when all were asked, when the user interrupted it, or when the `budget` is
    reached: what the journal lacks was not asked. Raises SnellenError where Inspect cannot start: an unknown model, a
    missing key or package.
    """
    is_local = settings.model.startswith("snellen/")
    load_dotenv(find_dotenv(usecwd=True))  # as Inspect does later: keys may stand there
    redaction = Redaction(model_args)
    task = dataset_task(
        dataset,
        questions,
        seed=settings.seed + repeat,
        prompting=prompting,
        solver=_journaling(journal, settings, prompting, repeat, redaction, budget),
        generation=settings.generation,
        repeat=repeat,
    )
    take_prices(settings.model)
    if timeout > _USUAL_TIMEOUT:
        os.environ.setdefault("INSPECT_HTTP_REQUEST_TIMEOUT", str(timeout))
    try:
        with quiet_about_logs():
            logs = inspect_eval(
                task,
                model=open_model(
                    settings.model,
                    model_args,
                    redaction,
                    pictures=picture_settings(settings.generation),
                    on_first_request=journal.note_not_sent,
                ),
                display=display_mode(),
                log_dir=str(log_dir),
                log_images=log_images,
                log_realtime=not is_local,
                log_model_api=False if is_local else None,
                log_header_only=True,
                score_display=sys.stdout.isatty(),
                fail_on_error=False,
                ctl_server=False,
                max_connections=max_connections,
                attempt_timeout=None if settings.model.startswith(PREFIX) else timeout,  # no network to hang
                max_retries=max_retries,
            )
    except SnellenError:
        raise
    except KeyboardInterrupt:
        journal.broken_off = True
        return
    except Exception as error:
        if was_interrupted():  # an interrupt at an unlucky moment puts Inspect out of step
            journal.broken_off = True
            return
        redaction.error(error)
        if journal.answered + journal.failed and (trouble := disk_trouble(error)):
            journal.break_off(trouble)
            return
        raise explained(error, settings.model) from error
    journal.broken_off |= was_interrupted() or any(log.status == "cancelled" for log in logs)
    if not journal.broken_off and logs and logs[0].status == "error" and logs[0].error:
        if trouble := disk_trouble(logs[0].error.message):
            journal.break_off(trouble)
            return
        raise SnellenError(f"Inspect stopped the run: {redaction.text(one_line(logs[0].error.message))}.")


def _journaling(
    journal: Journal,
    settings: RunSettings,
    prompting: Prompting,
    repeat: int,
    redaction: Redaction,
    budget: Budget | None,
) -> Solver:
    """`generate()`, and each reply in the journal before anything else is done with it."""

    shown = with_pictures_read()

    @solver(name="journaling")
    def journaling() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            if journal.failed_in_a_row >= HOPELESS_AFTER or (
                journal.answered == 0 and journal.failed >= HOPELESS_AFTER
            ):
                journal.broken_off = True
            if journal.broken_off:
                raise RuntimeError(f"not asked: {journal.last_error}")
            if budget is not None and not budget.admit():
                journal.broken_off, journal.last_error = True, budget.told()
                raise RuntimeError(f"not asked: {journal.last_error}")
            failure: Failure | None = None
            answered = False
            try:
                state.messages = [*state.messages[:-1], shown(state.messages[-1])]
                state = await generate(state, tool_calls="none")
                answered = True
            except Exception as error:
                failure = failure_of(error, redaction)
            finally:
                if budget is not None and answered:
                    budget.settle(state.output.usage.total_cost if state.output.usage else None)
                elif budget is not None:
                    budget.release()
            reply = _reply(state, settings, prompting, repeat, error=failure.told if failure else None)
            journal.add(reply, is_own_fault=failure is None or failure.is_own)
            if reply.error is not None:
                raise RuntimeError(reply.error)
            return state

        return solve

    return journaling()


def _reply(state: TaskState, settings: RunSettings, prompting: Prompting, repeat: int, *, error: str | None) -> Reply:
    return reply_of(
        state.output,
        error=error,
        question_id=str(state.sample_id),
        model=settings.model,
        strategy=prompting.strategy,
        n_examples=prompting.n_examples,
        repeat=repeat,
        settings=asked_settings(settings.seed, settings.generation, settings.model_args),
        dataset_fingerprint=settings.fingerprint,
    )


def display_mode() -> Literal["rich", "none"] | None:
    """How Inspect shows progress: as the user's environment says, else on a terminal alone."""
    return None if "INSPECT_DISPLAY" in os.environ else "rich" if sys.stdout.isatty() else "none"


def explained(error: Exception, model: str) -> Exception:
    """A user's mistake, or a disk on which Inspect can't write, as one sentence; any other error as it is."""
    if trouble := disk_trouble(error):
        return SnellenError(f"{trouble}; make room on the disk, and run the same command again.")
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    if type(error).__name__ == "PrerequisiteError":  # Inspect's own, which no public module of it offers
        from rich.text import Text

        message = getattr(error, "message", error)
        plain = Text.from_markup(message).plain if isinstance(message, str) else str(message)
        if key := re.search(r"\b[A-Z][A-Z0-9_]*_API_KEY\b", plain):
            return SnellenError(
                f"{model} cannot be asked without a key: set {key[0]} in the environment or a file .env."
            )
        return SnellenError(f"{model} cannot be asked: {one_line(plain)}")
    if isinstance(error, ValueError) and ("not recognized" in str(error) or "<api_name>" in str(error)):
        return SnellenError(
            f"{model}: Inspect AI knows no such provider; name a model as provider/model, for example "
            "openai/gpt-4o, vllm/Qwen/Qwen2.5-VL-7B-Instruct or snellen/blind."
        )
    if isinstance(error, ImportError):
        return SnellenError(f"{model} cannot be asked: {one_line(str(error))}; install the provider's package.")
    return error

"""Questions put to a model through Inspect AI, each reply journalled the moment it is there."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_ai import eval as inspect_eval
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import JsonValue

from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.replies import Reply
from snellen.running.budget import Budget
from snellen.running.journal import Journal
from snellen.running.outputs import reply_of, settings_of
from snellen.running.prices import take_prices
from snellen.running.selection import Prompting
from snellen.running.serving import served_model
from snellen.running.settings import RunSettings
from snellen.running.tasks import dataset_task, generation_settings, picture_settings

__all__ = ["HOPELESS_AFTER", "ask_questions"]

HOPELESS_AFTER = 20
"""How many requests may fail, with none answered, before the rest is not asked."""


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
    budget: Budget | None = None,
) -> None:
    """Ask `questions` once each in one way, with the arguments `model_args` for the provider.

    The replies, and requests that failed for good, go to `journal`. Returns when all were asked, or when the user
    interrupted it, or the `budget` is reached: what the journal lacks was not asked.
    Raises SnellenError where Inspect cannot start: an unknown model, a missing key or package.
    """
    arguments = dict(model_args)
    is_local = settings.model.startswith("snellen/")
    task = dataset_task(
        dataset,
        questions,
        seed=settings.seed + repeat,
        prompting=prompting,
        solver=_journaling(journal, settings, prompting, repeat, budget),
        generation=settings.generation,
        repeat=repeat,
    )
    take_prices(settings.model)
    try:
        logs = inspect_eval(
            task,
            model=served_model(settings, arguments),
            model_base_url=_text(arguments.pop("base_url", None)),
            model_args=arguments,
            display=None if "INSPECT_DISPLAY" in os.environ else "rich" if sys.stdout.isatty() else "none",
            log_dir=str(log_dir),
            log_images=log_images,
            log_realtime=not is_local,
            log_model_api=False if is_local else None,
            log_header_only=True,
            fail_on_error=False,
            ctl_server=False,
            max_connections=max_connections,
        )
    except SnellenError:
        raise
    except Exception as error:
        raise _explained(error, settings.model) from error
    journal.broken_off |= any(log.status == "cancelled" for log in logs)
    if logs and logs[0].status == "error" and logs[0].error:
        raise SnellenError(f"Inspect stopped the run: {_one_line(logs[0].error.message)}.")


def _journaling(
    journal: Journal, settings: RunSettings, prompting: Prompting, repeat: int, budget: Budget | None
) -> Solver:
    """`generate()`, and each reply in the journal before anything else is done with it."""

    @solver(name="journaling")
    def journaling() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            if journal.answered == 0 and journal.failed >= HOPELESS_AFTER:
                journal.broken_off = True
                raise RuntimeError(f"not asked: the first {journal.failed} requests all failed")
            if journal.broken_off:
                raise RuntimeError(f"not asked: {journal.last_error}")
            if budget is not None and not budget.admit():
                journal.broken_off, journal.last_error = True, budget.told()
                raise RuntimeError(f"not asked: {journal.last_error}")
            answered = False
            try:
                state = await generate(state, tool_calls="none")
                answered = True
            except Exception as error:
                told = f"{type(error).__name__}: {_one_line(str(error))}"
                journal.add(_reply(state, settings, prompting, repeat, error=told[:1000]))
                raise
            finally:
                if budget is not None and answered:
                    budget.settle(state.output.usage.total_cost if state.output.usage else None)
                elif budget is not None:
                    budget.release()
            journal.add(_reply(state, settings, prompting, repeat, error=None))
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
        settings=settings_of(generation_settings(settings.seed, settings.generation), settings.model_args)
        | picture_settings(settings.generation),
        dataset_fingerprint=settings.fingerprint,
    )


def _explained(error: Exception, model: str) -> Exception:
    """A user's mistake as one sentence; any other error as it is."""
    if type(error).__name__ == "PrerequisiteError":  # Inspect's own, which no public module of it offers
        from rich.text import Text

        message = getattr(error, "message", error)
        plain = Text.from_markup(message).plain if isinstance(message, str) else str(message)
        return SnellenError(f"{model} cannot be asked: {_one_line(plain)}")
    if isinstance(error, ValueError) and ("not recognized" in str(error) or "<api_name>" in str(error)):
        return SnellenError(
            f"{model}: Inspect AI knows no such provider; name a model as provider/model, for example "
            "openai/gpt-4o, vllm/Qwen/Qwen2.5-VL-7B-Instruct or snellen/blind."
        )
    if isinstance(error, ImportError):
        return SnellenError(f"{model} cannot be asked: {_one_line(str(error))}; install the provider's package.")
    return error


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line.removeprefix("ERROR: ").rstrip(".")


def _text(value: Any) -> str | None:
    return None if value is None else str(value)

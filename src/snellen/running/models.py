"""A model of Inspect for one run: its errors freed of secrets before anyone logs them, its requests looked at."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from json import JSONDecodeError
from typing import Any

from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model import Model, ModelCall, ModelOutput

from snellen.running.not_sent import settings_not_sent
from snellen.running.outputs import settings_of
from snellen.running.redaction import Redaction, without_secrets
from snellen.running.serving import served_model

__all__ = ["BrokenOffError", "open_model"]


class BrokenOffError(Exception):
    """An answer whose end never came."""


def open_model(
    name: str,
    arguments: Mapping[str, Any],
    redaction: Redaction,
    *,
    pictures: Mapping[str, str],
    on_first_request: Callable[[Collection[str]], None],
) -> Model:
    """The model of that name, made anew with `arguments` for its provider.

    Whatever the provider raises, and whatever it notes of a failed request, has no secret in it any more when Inspect
    gets it. An answer that breaks off is asked for again, as after a fault of the network, and never taken for what the
    model said. `on_first_request` is told which settings were asked for and not sent, once that is seen; never, where
    the provider does not show its requests. Raises what Inspect raises for an unknown model, a missing key or package.
    """
    model = served_model(name, arguments, media_resolution=pictures.get("media_resolution"))
    model.model_args = without_secrets({key: value for key, value in arguments.items() if key != "base_url"})  # logged
    generate, should_retry = model.api.generate, model.api.should_retry
    is_known = False

    @wraps(generate)
    async def watched(*values: Any, **named: Any) -> Any:
        nonlocal is_known
        try:
            result = await generate(*values, **named)
        except Exception as error:
            redaction.error(error)
            _clean_event(redaction)
            raise
        if isinstance(result, tuple):
            output, call = result
            if isinstance(output, ModelOutput) and _breaks_off(output, call):
                raise BrokenOffError("the answer broke off")
            if isinstance(output, Exception):
                redaction.error(output)
                call.response = redaction.value(call.response)
            if not is_known and call is not None:
                is_known = True
                config = named["config"] if "config" in named else values[3]
                on_first_request(settings_not_sent([*settings_of(config, {}), *pictures], call.request))
        return result

    def retries_broken_answers(error: Any) -> Any:
        return isinstance(error, BrokenOffError | JSONDecodeError) or should_retry(error)

    setattr(model.api, "generate", watched)  # noqa: B010 (methods for this object alone)
    setattr(model.api, "should_retry", retries_broken_answers)  # noqa: B010
    return model


def _breaks_off(output: ModelOutput, call: ModelCall | None) -> bool:
    """Whether a stream ended before the vendor said why: Anthropic's client then hands on what there is."""
    response = call.response if call is not None else None
    return (
        bool(output.choices)
        and output.choices[0].stop_reason == "unknown"
        and isinstance(response, dict)
        and "stop_reason" in response
        and response["stop_reason"] is None
    )


def _clean_event(redaction: Redaction) -> None:
    """The provider may have noted the vendor's answer in the event that is being logged."""
    for event in reversed(transcript().events):
        if isinstance(event, ModelEvent):
            if event.call is not None:
                event.call.response = redaction.value(event.call.response)
            return

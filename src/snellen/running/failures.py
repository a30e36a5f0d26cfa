"""What it was that a request failed of, told in one line."""

from dataclasses import dataclass
from typing import Any

from snellen.running.redaction import Redaction

__all__ = ["Failure", "failure_of", "one_line"]

_OF_THE_REQUEST = (400, 404, 409, 413, 415, 422)
_KEY_REFUSED = (401, 403)
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Failure:
    """`told` is one line without secrets. `is_own` says that this very request was at fault, and others may not be."""

    told: str
    is_own: bool


def failure_of(error: BaseException, redaction: Redaction) -> Failure:
    """What an exception that came out of Inspect says, the wrappers of retries and of the logged request taken off."""
    attempts = 1
    while True:
        last = getattr(error, "last_attempt", None)  # tenacity's RetryError
        if last is not None and (inner := last.exception()) is not None:
            attempts, error = last.attempt_number, inner
        elif type(error).__name__ == "ModelGenerateError" and error.__cause__ is not None:
            error = error.__cause__  # its text is the whole request, with what went wrong at the end
        else:
            break
    status = _status(error)
    told = redaction.text(one_line(_message(error)))
    if type(error).__name__ in ("AttemptTimeoutError", "StreamIdleTimeoutError"):
        told = "no answer in time; a longer --timeout gives it more"
    elif status in _KEY_REFUSED or (status == 400 and "API key" in told):
        told = f"the provider refused the key: {told}"
        status = 401
    tries = f", after {attempts} attempts" if attempts > 1 else ""
    return Failure(f"{type(error).__name__}: {told[:_LONGEST]}{tries}", status in _OF_THE_REQUEST)


def one_line(text: str) -> str:
    """A text on one line, without the label and the full stop that Inspect may give it."""
    return " ".join(text.split()).removeprefix("ERROR: ").rstrip(".")


def _message(error: BaseException) -> str:
    status, said = _status(error), _said(getattr(error, "body", None)) or _said(getattr(error, "details", None))
    if said and status is not None:
        return f"{status}, {said}"
    told = str(error)
    cause = error.__cause__
    if told in ("", "Connection error.") and cause is not None and str(cause):
        return f"{told} {type(cause).__name__}: {cause}".strip()
    return told or type(error).__name__


def _said(body: Any) -> str | None:
    """The message in the body of a vendor's answer: `{"message": …}`, inside of an `error` or not."""
    if isinstance(body, dict):
        inner = body.get("error", body)
        said = inner.get("message") if isinstance(inner, dict) else inner
        return said if isinstance(said, str) and said else None
    return None


def _status(error: Any) -> int | None:
    for name in ("status_code", "code", "status"):
        if isinstance(value := getattr(error, name, None), int):
            return value
    return None

"""Keys and passwords kept out of everything that is written or shown: settings, errors, logs."""

import os
import re
from collections.abc import Mapping
from typing import Any

__all__ = ["Redaction", "without_secrets"]

REMOVED = "[removed]"

_SECRET = re.compile("key|token|secret|password|credential|authorization", re.IGNORECASE)
_LOGIN = re.compile(r"(?<=://)[^/@\s]+@")
_SHORTEST = 6
"""Characters of a secret below which its text is not looked for: it would be found in innocent words."""
_MASKED = re.compile(r"([\w+/=-]*)(?:[*•]{2,}|…+|\.{3,}|[xX]{4,})([\w+/=-]*)")
_TELLING = 3
"""Characters at an end of a masked key that tell it from another word."""


class Redaction:
    """What is to be kept out, and how: secrets become `[removed]`.

    The secrets are the values of the environment's variables and of the arguments of a model's provider that are named
    as keys, tokens, passwords or credentials.
    """

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        found = {value for name, value in os.environ.items() if _SECRET.search(name)}
        found.update(_secrets(arguments))
        # A key that is part of another one goes last.
        self._secrets = sorted((each for each in found if len(each) >= _SHORTEST), key=len, reverse=True)

    def text(self, text: str) -> str:
        """The text without secrets, and without what a vendor lets show of one: `sk-12345*********wxyz`."""
        for secret in self._secrets:
            text = text.replace(secret, REMOVED)
        return _MASKED.sub(self._unmasked, text) if self._secrets else text

    def value(self, value: Any) -> Any:
        """A value of JSON without them, in its names too; anything else as it is."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.value(name): self.value(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(map(self.value, value)) if type(value) in (list, tuple) else value
        return value

    def error(self, error: BaseException) -> None:
        """Take them out of an error, of what it came from, and of the texts that it carries."""
        seen: set[int] = set()
        rest: list[BaseException | None] = [error]
        while rest:
            each = rest.pop()
            if each is None or id(each) in seen:
                continue
            seen.add(id(each))
            each.args = tuple(map(self.value, each.args))
            for name, value in list(vars(each).items()):
                if isinstance(value, str | dict | list | tuple) and (clean := self.value(value)) != value:
                    setattr(each, name, clean)
            rest += [each.__cause__, each.__context__]

    def _unmasked(self, match: re.Match[str]) -> str:
        start, end = match.groups()
        for secret in self._secrets:
            if (len(start) >= _TELLING and secret.startswith(start)) or (len(end) >= _TELLING and secret.endswith(end)):
                return REMOVED
        return match[0]


def without_secrets(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a model's provider without keys and passwords, which belong in no file.

    What is named as one is left out, inside of objects too; the login of an address is cut off.
    """
    return {name: _without(value) for name, value in arguments.items() if not _SECRET.search(name)}


def _without(value: Any) -> Any:
    if isinstance(value, str):
        return _LOGIN.sub("", value)
    if isinstance(value, Mapping):
        return without_secrets(value)
    return [_without(item) for item in value] if isinstance(value, list) else value


def _secrets(value: Any, is_secret: bool = False) -> set[str]:
    if isinstance(value, Mapping):
        return {
            secret
            for name, item in value.items()
            for secret in _secrets(item, is_secret or bool(_SECRET.search(str(name))))
        }
    if isinstance(value, list):
        return {secret for item in value for secret in _secrets(item, is_secret)}
    if is_secret:
        text = str(value)
        return {text, text.removeprefix("Bearer ")}
    return {login[:-1] for login in _LOGIN.findall(value)} if isinstance(value, str) else set()

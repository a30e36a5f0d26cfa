"""What an answerer of the pixel reader returns."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Answer"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer's text in the form asked for, and what was seen for it: JSON values, places in pixels."""

    text: str
    seen: Mapping[str, Any] = field(default_factory=dict)

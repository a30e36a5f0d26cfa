"""What models reasoned before they answered, kept beside the results table: it is shown and never scored."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from snellen.dataset import describe_validation_error
from snellen.errors import SnellenError
from snellen.files import atomic_file
from snellen.replies import Reply, canonical_settings

__all__ = ["REASONING", "Reasoned", "ReasoningWriter", "read_reasoning", "reasoning_writer"]

REASONING = "reasoning.jsonl"
"""The name of the file in a run's folder. It is absent where no reply has any reasoning."""


class Reasoned(NamedTuple):
    """Which reply a reasoning belongs to: with the run's dataset, the key of the results table."""

    question_id: str
    model: str
    settings: str
    strategy: str
    n_examples: int
    repeat: int


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    question_id: str
    model: str
    settings: str = "{}"
    strategy: str = "zero-shot"
    n_examples: Annotated[int, Field(ge=0)] = 0
    repeat: Annotated[int, Field(ge=0)] = 0
    reasoning: str


class ReasoningWriter:
    """Takes the reasoning of one reply after the other; the file is begun with the first."""

    def __init__(self, path: Path, stack: ExitStack) -> None:
        self._path, self._stack = path, stack
        self._handle: IO[Any] | None = None

    @property
    def is_begun(self) -> bool:
        """Whether there was any reasoning so far."""
        return self._handle is not None

    def add(self, reply: Reply) -> None:
        """The reasoning of a reply; one that has none is passed over."""
        if reply.reasoning is None:
            return
        if self._handle is None:
            self._handle = self._stack.enter_context(atomic_file(self._path, "wb"))
        key = Reasoned(
            reply.question_id,
            reply.model,
            canonical_settings(reply.settings),
            reply.strategy,
            reply.n_examples,
            reply.repeat,
        )
        # Half a surrogate pair, as a cut emoji leaves it, has no UTF-8.
        text = reply.reasoning.encode("utf-8", "replace").decode("utf-8")
        line = _Line(**key._asdict(), reasoning=text).model_dump_json()
        self._handle.write(line.encode() + b"\n")


@contextmanager
def reasoning_writer(run: Path) -> Iterator[ReasoningWriter]:
    """Write `RUN/reasoning.jsonl`, whole or not at all; without any reasoning one written before is removed."""
    path = run / REASONING
    with ExitStack() as stack:
        writer = ReasoningWriter(path, stack)
        yield writer
    if not writer.is_begun:
        path.unlink(missing_ok=True)


def read_reasoning(run: Path) -> Iterator[tuple[Reasoned, str]]:
    """What was reasoned for each reply of a run's folder, in file order; nothing where the file is not there.

    Raises SnellenError with file, line and cure for a line that is none.
    """
    path = run / REASONING
    if not path.exists():
        return
    with path.open("rb") as handle:
        for number, line in enumerate(handle, start=1):
            try:
                read = _Line.model_validate_json(line)
            except ValidationError as error:
                raise SnellenError(
                    f"{path}:{number}: {describe_validation_error(error)}; score the replies again, or remove the file."
                ) from None
            key = (read.question_id, read.model, read.settings, read.strategy, read.n_examples, read.repeat)
            yield Reasoned(*key), read.reasoning

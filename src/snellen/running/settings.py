"""What a run is a run of: kept in its folder, so that it is resumed with the same settings or not at all."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError, model_validator

from snellen.catalogue import GenerationSettings
from snellen.dataset import Dataset, describe_validation_error
from snellen.errors import SnellenError
from snellen.files import write_text
from snellen.running.redaction import without_secrets
from snellen.running.selection import Prompting

__all__ = ["RunSettings", "parse_model_arguments", "read_settings", "settle"]


_GROWING = ("epochs", "limit", "tasks", "designs", "promptings")
"""What may be more when a run is resumed."""
_LIMITED = ("tasks", "designs")
"""Of these those that decide which questions are the first ones."""

_TOLD_ALONE = ("dataset", "named_settings")
"""What changes no reply, so that a run may be resumed with another."""


class RunSettings(BaseModel):
    """All that decides a run's replies.

    `tasks` are those asked (None in runs from before there was a choice), `designs` those asked about, `limit` is how
    many questions; None for all. Each question is asked `epochs` times in each of `promptings`, with the settings
    `generation`, which may be named ones of the catalogue.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())

    dataset: str
    fingerprint: str
    benchmark: str
    benchmark_version: int
    model: str
    model_args: dict[str, JsonValue]
    seed: int
    epochs: int
    limit: int | None
    tasks: list[str] | None = None
    designs: list[str] | None = None
    promptings: list[Prompting] = [Prompting("zero-shot", 0)]
    generation: GenerationSettings = GenerationSettings()
    named_settings: str | None = None

    @classmethod
    def of(
        cls,
        dataset: Dataset,
        *,
        model: str,
        model_args: dict[str, JsonValue],
        seed: int,
        epochs: int,
        limit: int | None,
        tasks: Sequence[str],
        designs: Sequence[str],
        promptings: Sequence[Prompting],
        generation: GenerationSettings = GenerationSettings(),  # noqa: B008 (immutable)
        named_settings: str | None = None,
    ) -> Self:
        """The settings of a run on a dataset, without secrets; no designs are all of them.

        `limit` is None unless it left questions out.
        """
        manifest = dataset.manifest
        return cls(
            dataset=str(dataset.path),
            fingerprint=manifest.fingerprints.dataset,
            benchmark=manifest.benchmark,
            benchmark_version=manifest.benchmark_version,
            model=model,
            model_args=without_secrets(model_args),
            seed=seed,
            epochs=epochs,
            limit=limit,
            tasks=list(tasks),
            designs=sorted(designs) or None,
            promptings=list(promptings),
            generation=generation,
            named_settings=named_settings,
        )

    @model_validator(mode="before")
    @classmethod
    def _of_one_strategy(cls, values: Any) -> Any:
        """Settings as they were written when a run had one strategy."""
        if isinstance(values, dict) and "promptings" not in values and "strategy" in values:
            values = dict(values)
            values["promptings"] = [(values.pop("strategy"), values.pop("n_examples", 0))]
        return values


def settle(folder: Path, settings: RunSettings, *, is_begun: bool = False) -> None:
    """Keep the settings of a new run in its folder, or hold them against those it was started with.

    The same run may be resumed with more questions, tasks, designs, ways of asking or epochs, its dataset may have
    moved, and before its first reply all may change, unless it `is_begun` already, by batch. Raises SnellenError that
    names the first difference otherwise, and where the folder holds something else than a run.
    """
    path = folder / "settings.json"
    journal = folder / "replies.jsonl"
    if path.exists() and (is_begun or (journal.exists() and journal.stat().st_size > 0)):
        _hold_against(path, _read(path), settings)
    elif not path.exists() and folder.is_dir() and any(entry.name != ".lock" for entry in folder.iterdir()):
        raise SnellenError(f"{folder} is not empty and holds no run; give another folder with --out.")
    write_text(path, settings.model_dump_json(indent=2) + "\n")


def read_settings(folder: Path) -> RunSettings:
    """The settings of the run in a folder. Raises SnellenError where it holds none, or damaged ones."""
    path = folder / "settings.json"
    if not path.exists():
        raise SnellenError(f"{folder} holds no run; name the folder of one with --out.")
    return _read(path)


def parse_model_arguments(arguments: tuple[str, ...]) -> dict[str, JsonValue]:
    """`KEY=VALUE` pairs for a model's provider; a value that is JSON is taken as such, any other as text.

    Raises SnellenError for one without a key or an equals sign, and for a key given twice.
    """
    from pydantic_core import from_json

    parsed: dict[str, JsonValue] = {}
    for argument in arguments:
        key, equals, value = argument.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or not key.isidentifier():
            raise SnellenError(
                f"-M {argument}: write it as KEY=VALUE, for example -M base_url=http://localhost:8000/v1."
            )
        if key in parsed:
            raise SnellenError(f"-M {argument}: {key} is given twice; give it once.")
        try:
            parsed[key] = from_json(value, allow_inf_nan=False)
        except ValueError:
            parsed[key] = value
    return parsed


def _read(path: Path) -> RunSettings:
    try:
        return RunSettings.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise SnellenError(
            f"{path}: {describe_validation_error(error)}; restore the file, or give another folder with --out."
        ) from None


def _hold_against(path: Path, old: RunSettings, new: RunSettings) -> None:
    for name in RunSettings.model_fields:
        before, now = getattr(old, name), getattr(new, name)
        if name in _TOLD_ALONE or before == now:
            continue
        if name == "fingerprint":
            raise SnellenError(
                f"{path.parent} is a run on another dataset than {new.dataset}: fingerprint {before[:12]}…, not "
                f"{now[:12]}…; give another folder with --out."
            )
        may_grow = name in _GROWING and (new.limit is None or name not in _LIMITED)
        if not (may_grow and _has_grown(name, before, now)) and not (name == "tasks" and before is None):
            if isinstance(before, GenerationSettings):
                before, now = _differing(before, now)
            raise SnellenError(
                f"{path.parent} was started with {name} {_told(before)}, not {_told(now)}; "
                f"use the same{' or more' if may_grow else ''}, or give another folder with --out."
            )


def _has_grown(name: str, before: Any, now: Any) -> bool:
    """Whether all that was asked before is asked now."""
    if now is None or before is None:  # all of them
        return now is None
    return bool(now > before) if name in ("epochs", "limit") else set(before) <= set(now)


def _differing(before: GenerationSettings, now: GenerationSettings) -> tuple[list[str], list[str]]:
    """The settings in which the two differ, as `name value`."""
    old, new = before.model_dump(), now.model_dump()
    names = [name for name in old if old[name] != new[name]]
    return [f"{name} {_told(old[name])}" for name in names], [f"{name} {_told(new[name])}" for name in names]


def _told(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)

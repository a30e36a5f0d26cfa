"""Which model `transformers/NAME` is, and how it is to be loaded: all that can be told without loading anything."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from snellen.dataset import describe_validation_error
from snellen.errors import SnellenError

__all__ = ["PREFIX", "Source", "local_source"]

PREFIX = "transformers/"
"""How the names of these models begin."""


@dataclass(frozen=True, slots=True)
class Source:
    """What to load: `name` is a folder or an id on the Hugging Face Hub, the rest says how.

    `device` and `dtype` are PyTorch's names; None takes the accelerator there is and the checkpoint's own numbers.
    `batch_size` is how many requests at most are generated together.
    """

    name: str
    is_folder: bool
    device: str | None = None
    dtype: str | None = None
    revision: str | None = None
    trust_remote_code: bool = False
    batch_size: int = 8


class _Arguments(BaseModel):
    """What `-M` may say."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: Annotated[str, Field(min_length=1)] | None = None
    device: Annotated[str, Field(min_length=1)] | None = None
    dtype: Literal["float32", "float16", "bfloat16"] | None = None
    revision: Annotated[str, Field(min_length=1)] | None = None
    trust_remote_code: bool = False
    batch_size: Annotated[int, Field(ge=1)] = 8


def local_source(model: str, arguments: Mapping[str, Any]) -> Source:
    """What `transformers/NAME` with the arguments of `-M` is.

    NAME is a folder, where there is one of that name or it is written as one (`./…`, `../…`, `~/…`, `/…`), else an id
    on the Hub. `-M path=FOLDER` loads from a folder, and NAME is then free. Raises SnellenError for missing packages,
    arguments that are none, a folder that is not there or holds no model, and a name that is no id.
    """
    missing = [package for package in ("torch", "transformers") if find_spec(package) is None]
    if missing:
        raise SnellenError(f"{model} needs the package {' and '.join(missing)}; pip install 'snellen[local]'.")
    given = _arguments(arguments)
    name = given.path or model.removeprefix(PREFIX)
    how = given.model_dump(exclude={"path"})
    folder = Path(name).expanduser()
    if given.path or folder.is_dir() or name.startswith(("/", "./", "../", "~")):
        return Source(name=_checked(folder), is_folder=True, **how)
    owner, _, rest = name.partition("/")
    if not owner or not rest or "/" in rest:
        raise SnellenError(
            f"{model}: {name} is no folder and no id on the Hugging Face Hub; write transformers/ORG/MODEL, or "
            "transformers/ and a path such as ./model."
        )
    return Source(name=name, is_folder=False, **how)


def _arguments(arguments: Mapping[str, Any]) -> _Arguments:
    try:
        return _Arguments.model_validate(dict(arguments))
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            known = ", ".join(_Arguments.model_fields)
            raise SnellenError(
                f"-M {name}: models of Transformers take no such argument; name one of {known}."
            ) from None
        raise SnellenError(f"-M {describe_validation_error(error)}; give another value.") from None


def _checked(folder: Path) -> str:
    if not folder.is_dir():
        raise SnellenError(f"{folder}: there is no such folder; give the one that save_pretrained wrote, or an id.")
    if not (folder / "config.json").is_file():
        raise SnellenError(f"{folder} holds no model: config.json is missing; give the folder of save_pretrained.")
    return os.fspath(folder)

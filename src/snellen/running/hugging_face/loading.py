"""A model and its processor, loaded once a process."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import click

from snellen.errors import SnellenError
from snellen.running.hugging_face.address import Source

__all__ = ["LoadedModel", "load_model"]

_GIGA = 1e9


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model that is ready to generate, its processor, and the tokens that its context holds (None: not known)."""

    model: Any
    processor: Any
    context: int | None


def load_model(source: Source) -> LoadedModel:
    """The model of a source with its processor, in evaluation mode, on its device; the last one loaded is kept.

    Says on stderr what is loaded and how long it took. Raises SnellenError where there is no such model, it cannot be
    fetched, it takes no images or has no chat template, needs code of its own that is not allowed, or where the device
    is not there or has no room.
    """
    return _load(replace(source, batch_size=1))  # which says nothing about loading


@lru_cache(maxsize=1)
def _load(source: Source) -> LoadedModel:
    import torch
    from transformers import AutoModelForImageTextToText, AutoProcessor

    device = _device(source)
    _quieten()
    started = time.monotonic()
    click.echo(f"Loading {source.name} …", err=True)
    where = {"revision": source.revision, "trust_remote_code": source.trust_remote_code}
    with _explained(source):
        _check_takes_images(source, where)
        processor = AutoProcessor.from_pretrained(source.name, **where)
    _check_processor(source, processor)
    dtype = "auto" if source.dtype is None else getattr(torch, source.dtype)
    spread = {"device_map": "auto"} if device == "auto" else {}
    with _explained(source):
        model = AutoModelForImageTextToText.from_pretrained(source.name, dtype=dtype, **spread, **where)
        model = model.eval() if spread else model.to(device).eval()
    tokenizer = processor.tokenizer
    tokenizer.padding_side = "left"  # so that each row ends where its reply begins
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    size, seconds = sum(each.numel() for each in model.parameters()) / _GIGA, time.monotonic() - started
    number = f"{size:.2f} billion" if size >= 0.01 else f"{size * _GIGA:,.0f}"
    click.echo(
        f"Loaded {type(model).__name__}: {number} parameters, {str(model.dtype).removeprefix('torch.')}, on "
        f"{model.device}, in {seconds:.1f} s.",
        err=True,
    )
    text = model.config.get_text_config()
    return LoadedModel(model, processor, getattr(text, "max_position_embeddings", None))


def _device(source: Source) -> str:
    import torch

    name = source.device
    if name is None:
        return "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
    if name == "auto":
        from importlib.util import find_spec

        if find_spec("accelerate") is None:
            raise SnellenError("-M device=auto needs the package accelerate; pip install accelerate.")
        return name
    try:
        torch.empty(0, device=name)
    except (RuntimeError, AssertionError, NotImplementedError):
        raise SnellenError(
            f"-M device={name}: PyTorch has no such device here; name cpu, cuda, cuda:1, mps, or auto, or leave it out."
        ) from None
    return name


def _quieten() -> None:
    """Warnings of Transformers are for those who call it; its progress is for people who watch."""
    from transformers.utils import logging

    logging.set_verbosity_error()
    if not sys.stderr.isatty():
        logging.disable_progress_bar()


def _check_takes_images(source: Source, where: dict[str, Any]) -> None:
    from transformers import MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING, AutoConfig

    config = AutoConfig.from_pretrained(source.name, **where)
    own = getattr(config, "auto_map", None) or {}
    if type(config) not in MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING and "AutoModelForImageTextToText" not in own:
        raise SnellenError(
            f"{source.name} is a {config.model_type or 'model'} that Transformers does not load as one that takes "
            "images and text and puts out text (AutoModelForImageTextToText); name another model, or score replies "
            "that its authors' code makes with snellen score --replies."
        )


def _check_processor(source: Source, processor: Any) -> None:
    if getattr(processor, "image_processor", None) is None or getattr(processor, "tokenizer", None) is None:
        raise SnellenError(f"{source.name} takes no images: its processor is of text alone; name another model.")
    if not (getattr(processor, "chat_template", None) or getattr(processor.tokenizer, "chat_template", None)):
        raise SnellenError(
            f"{source.name} has no chat template, so it is no model for conversations; name its instruction-tuned one."
        )


@contextmanager
def _explained(source: Source) -> Iterator[None]:
    """What goes wrong in loading, as one sentence."""
    try:
        yield
    except SnellenError:
        raise
    except ImportError as error:  # a processor or an architecture may want a package more
        raise SnellenError(f"{source.name} cannot be loaded: {_first_line(error)}.") from None
    except Exception as error:
        told = _first_line(error)
        if type(error).__name__ == "OutOfMemoryError" or isinstance(error, MemoryError) or "allocate memory" in told:
            cure = "take -M dtype=bfloat16, a larger device, -M device=auto for several, or a smaller model"
            raise SnellenError(f"{source.name} does not fit into the memory of the device; {cure}.") from None
        if "trust_remote_code" in str(error):
            raise SnellenError(
                f"{source.name} brings code of its own to run; read it, and allow it with -M trust_remote_code=true."
            ) from None
        if isinstance(error, OSError) and not source.is_folder:
            raise SnellenError(
                f"{source.name} cannot be had from the Hugging Face Hub ({told}); check the id, the network and, for a "
                "gated model, HF_TOKEN."
            ) from None
        raise SnellenError(f"{source.name} cannot be loaded: {told}.") from None


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__).rstrip(".:")[:300]

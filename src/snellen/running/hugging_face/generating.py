"""Replies of a loaded model to several conversations at once."""

import copy
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import click

from snellen.errors import SnellenError
from snellen.running.hugging_face.loading import LoadedModel
from snellen.running.hugging_face.sampling import Sampling, seeded_draws

__all__ = ["Asked", "Generated", "Generator"]


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A conversation as `apply_chat_template` takes it, pictures and all. `key` tells it from any other."""

    conversation: list[dict[str, Any]]
    images: int
    sampling: Sampling
    seed: int | None
    key: str

    @property
    def kind(self) -> tuple[Sampling, int]:
        """What requests must have in common to be generated together."""
        return self.sampling, self.images


@dataclass(frozen=True, slots=True)
class Generated:
    """A reply. It ends of itself (`stop`), at the most tokens asked for, or at the end of the model's context.

    `output_tokens` count the one that ends it. `input_tokens` is None where the conversation alone is longer than the
    context: nothing was generated then, and `text` says so.
    """

    text: str
    stop_reason: Literal["stop", "max_tokens", "model_length"]
    input_tokens: int | None
    output_tokens: int


class Generator:
    """A loaded model that generates up to `batch_size` replies together, fewer once memory has run out."""

    def __init__(self, loaded: LoadedModel, batch_size: int) -> None:
        self.batch_size = batch_size
        self._model, self._processor, self._context = loaded.model, loaded.processor, loaded.context
        self._one_at_a_time = threading.Lock()

    def settings(self) -> Any:
        """The generation settings that the model brings."""
        return self._model.generation_config

    def prompt(self, asked: Asked) -> str:
        """The text of a conversation by the model's chat template."""
        return str(self._processor.apply_chat_template(asked.conversation, tokenize=False, add_generation_prompt=True))

    def replies(
        self, asked: Sequence[Asked], is_stopped: Callable[[], bool] = lambda: False
    ) -> list[Generated | Exception]:
        """A reply to each, in their order, or what went wrong with it; fewer where it was stopped. All are of one kind.

        Where memory runs out, the batch is halved, for good; what fails together is tried one by one, so that nothing
        fails of another's fault. `is_stopped` is asked after each token.
        """
        with self._one_at_a_time:
            done: list[Generated | Exception] = []
            waiting = list(asked)
            singly = 0  # of the first ones waiting
            while waiting and not is_stopped():
                together = waiting[: 1 if singly else self.batch_size]
                replies, error = self._attempt(together, is_stopped)
                if replies is None and error is not None and _is_out_of_memory(error):
                    self._release(len(together))
                    error = SnellenError(
                        "the memory of the device is too small for this request alone; take -M dtype=bfloat16, a "
                        "larger device, or a smaller model."
                    )
                    if len(together) > 1:
                        continue
                elif replies is None and len(together) > 1:
                    singly = len(together)
                    continue
                done += replies if replies is not None else [error or RuntimeError("nothing was generated")]
                waiting = waiting[len(together) :]
                singly = max(singly - 1, 0)
            return done

    def _attempt(
        self, asked: Sequence[Asked], is_stopped: Callable[[], bool]
    ) -> tuple[list[Generated] | None, Exception | None]:
        """The replies, None where they can't be made together; or the error, without what holds on to memory."""
        try:
            return self._together(asked, is_stopped), None
        except Exception as error:
            return None, error.with_traceback(None)

    def _together(self, asked: Sequence[Asked], is_stopped: Callable[[], bool]) -> list[Generated] | None:
        import torch

        sampling = asked[0].sampling
        inputs = self._processor.apply_chat_template(
            [each.conversation for each in asked],
            add_generation_prompt=True,
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
            processor_kwargs={"padding": True},
        ).to(self._model.device, dtype=self._model.dtype)
        lengths = [int(length) for length in inputs["attention_mask"].sum(dim=1)]
        most = sampling.max_tokens
        if self._context is not None and max(lengths) + most > self._context:
            if len(asked) > 1:
                return None  # how far one may go is no matter of the others'
            most = self._context - lengths[0]
            if most <= 0:
                told = f"the prompt has {lengths[0]:,} tokens and the model takes {self._context:,}"
                return [Generated(told, "model_length", None, 0)]

        def stopped(input_ids: Any, scores: Any, **_: Any) -> Any:  # noqa: ARG001 (the signature of Transformers)
            return torch.full((input_ids.shape[0],), is_stopped(), dtype=torch.bool, device=input_ids.device)

        keys = [(each.seed, each.key) for each in asked]
        with torch.inference_mode():
            tokens = self._model.generate(
                **inputs,
                generation_config=self._config(most),
                logits_processor=seeded_draws(sampling, keys),
                stopping_criteria=[stopped],
                **(
                    {"stop_strings": list(sampling.stop), "tokenizer": self._processor.tokenizer}
                    if sampling.stop
                    else {}
                ),
            )
        if is_stopped():
            raise RuntimeError("interrupted")
        start = 0 if self._model.config.is_encoder_decoder else inputs["input_ids"].shape[1]
        rows = tokens[:, start:].tolist()
        return [self._generated(row, length, sampling, most) for row, length in zip(rows, lengths, strict=True)]

    def _config(self, most: int) -> Any:
        """The model's own settings with what is asked for. Draws are ours, and so the likeliest token is taken."""
        config = copy.deepcopy(self._model.generation_config)
        config.update(
            do_sample=False,
            temperature=None,
            top_p=None,
            top_k=None,
            num_beams=1,
            num_return_sequences=1,
            max_length=None,
            max_new_tokens=most,
            pad_token_id=self._processor.tokenizer.pad_token_id,
            return_dict_in_generate=False,
        )
        if config.eos_token_id is None:
            config.eos_token_id = self._processor.tokenizer.eos_token_id
        return config

    def _generated(self, row: list[int], length: int, sampling: Sampling, most: int) -> Generated:
        own = self._model.generation_config.eos_token_id
        ends = set(own if isinstance(own, list) else [own]) | {self._processor.tokenizer.eos_token_id}
        place = next((place for place, token in enumerate(row) if token in ends), None)
        pad = self._processor.tokenizer.pad_token_id
        if place is None and len(row) == most and row[-1] != pad:
            kept = row
        else:
            end = len(row) if place is None else place + 1
            while place is None and end and row[end - 1] == pad:
                end -= 1
            kept = row[:end]
        text = self._processor.tokenizer.decode(kept, skip_special_tokens=True)
        cut = min((found for stop in sampling.stop if (found := text.find(stop)) >= 0), default=None)
        is_cut_off = place is None and cut is None and len(kept) == most
        reason: Literal["stop", "max_tokens", "model_length"] = "stop"
        if is_cut_off:
            reason = "max_tokens" if most == sampling.max_tokens else "model_length"
        return Generated(text if cut is None else text[:cut], reason, length, len(kept))

    def _release(self, tried: int) -> None:
        """After memory ran out with so many together: fewer from now on, and what is cached given back."""
        import torch

        if torch.cuda.is_available():
            torch.cuda.empty_cache()
        if tried > 1:
            self.batch_size = tried // 2
            click.echo(
                f"Note: memory ran out with {tried} requests together; from now on {self.batch_size} at a time.",
                err=True,
            )


def _is_out_of_memory(error: Exception) -> bool:
    """CUDA has a class for it; the CPU's and Apple's allocators say so in a RuntimeError."""
    told = str(error).lower()
    return (
        type(error).__name__ == "OutOfMemoryError"
        or isinstance(error, MemoryError)
        or (isinstance(error, RuntimeError) and ("out of memory" in told or "can't allocate memory" in told))
    )

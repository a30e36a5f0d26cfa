"""How the next token is drawn: settings, and a draw that does not depend on what else is in the batch."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Sampling", "seeded_draws", "settled"]


@dataclass(frozen=True, slots=True)
class Sampling:
    """Settings of a generation; None leaves a filter out. Requests with the same ones are generated together."""

    max_tokens: int
    temperature: float = 0.0
    top_p: float | None = None
    top_k: int | None = None
    stop: tuple[str, ...] = ()

    @property
    def is_greedy(self) -> bool:
        """Whether the likeliest token is taken each time."""
        return self.temperature == 0 or self.top_k == 1


def settled(
    own: Any,
    *,
    max_tokens: int,
    temperature: float | None,
    top_p: float | None,
    top_k: int | None,
    stop: Sequence[str] = (),
) -> Sampling:
    """The settings that are asked for; what is None is left to `own`, the generation settings of the model itself."""
    samples = bool(getattr(own, "do_sample", False))

    def left(name: str) -> Any:
        return getattr(own, name, None) if samples else None

    if temperature is None:
        temperature = (left("temperature") or 1.0) if samples else 0.0
    return Sampling(
        max_tokens=max_tokens,
        temperature=temperature,
        top_p=left("top_p") if top_p is None else top_p,
        top_k=left("top_k") if top_k is None else top_k,
        stop=tuple(stop),
    )


def seeded_draws(sampling: Sampling, keys: Sequence[tuple[int | None, str]]) -> list[Any]:
    """Processors of scores after which the likeliest token is a draw; none for greedy settings.

    Each row has a stream of its own, keyed by its seed and conversation (`keys`), so that a reply is the same in any
    batch; a seed that is None is drawn. Adding standard Gumbel noise to log-probabilities and taking the largest is a
    draw from them (Gumbel, 1954), after temperature, top-k and top-p as Transformers applies them.
    """
    if sampling.is_greedy:
        return []
    from transformers import TemperatureLogitsWarper, TopKLogitsWarper, TopPLogitsWarper

    steps: list[Any] = [TemperatureLogitsWarper(sampling.temperature)]
    if sampling.top_k:
        steps.append(TopKLogitsWarper(sampling.top_k))
    if sampling.top_p is not None and sampling.top_p < 1:
        steps.append(TopPLogitsWarper(sampling.top_p))
    return [*steps, _GumbelNoise(keys)]


class _GumbelNoise:
    """Adds noise to the scores of each row, from the row's own stream."""

    def __init__(self, keys: Sequence[tuple[int | None, str]]) -> None:
        import torch

        self._generators = [torch.Generator().manual_seed(_number(seed, text)) for seed, text in keys]

    def __call__(self, input_ids: Any, scores: Any) -> Any:  # noqa: ARG002 (the signature of Transformers)
        import torch

        width = scores.shape[-1]
        uniform = torch.stack([torch.rand(width, generator=each, dtype=torch.float64) for each in self._generators])
        noise = -torch.log(-torch.log(uniform.clamp(min=1e-300)))
        return scores.float() + noise.to(device=scores.device, dtype=torch.float32)


def _number(seed: int | None, text: str) -> int:
    if seed is None:
        return random.SystemRandom().getrandbits(63)
    return int.from_bytes(hashlib.sha256(f"{seed}\0{text}".encode()).digest()[:8], "big") >> 1

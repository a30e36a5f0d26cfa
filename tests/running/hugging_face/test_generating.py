"""Replies generated together: sampling by seed, memory that runs out, faults of single requests, interruptions."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from scipy import stats

from snellen.errors import SnellenError
from snellen.running.hugging_face.address import Source
from snellen.running.hugging_face.generating import Asked, Generated, Generator
from snellen.running.hugging_face.loading import LoadedModel, load_model
from snellen.running.hugging_face.sampling import Sampling, seeded_draws, settled

GREEDY = Sampling(max_tokens=6)


@pytest.fixture
def loaded(llava: Path) -> LoadedModel:
    return load_model(Source(str(llava), is_folder=True, device="cpu"))


def asked(texts: Sequence[str], sampling: Sampling = GREEDY, seed: int | None = 0) -> list[Asked]:
    """A question each, on a picture each, of its own shade."""
    return [
        Asked(
            [
                {
                    "role": "user",
                    "content": [
                        {"type": "image", "image": Image.new("RGB", (40, 30), (90 * place % 256, 0, 200))},
                        {"type": "text", "text": text},
                    ],
                }
            ],
            1,
            sampling,
            seed,
            f"{place} {text}",
        )
        for place, text in enumerate(texts)
    ]


def texts_of(replies: Sequence[Generated | Exception]) -> list[str]:
    assert all(isinstance(reply, Generated) for reply in replies), replies
    return [reply.text for reply in replies if isinstance(reply, Generated)]


QUESTIONS = ["How many?", "How many clusters are there in the scatterplot?", "Where?", "Identify each outlier."]


def test_a_draw_keeps_to_its_seed_and_not_to_the_batch(loaded: LoadedModel) -> None:
    drawn = Sampling(max_tokens=6, temperature=1.0, top_k=20, top_p=0.9)
    together, singly = Generator(loaded, 4), Generator(loaded, 1)
    first = texts_of(together.replies(asked(QUESTIONS, drawn, seed=1)))
    assert texts_of(singly.replies(asked(QUESTIONS, drawn, seed=1))) == first
    assert texts_of(together.replies(list(reversed(asked(QUESTIONS, drawn, seed=1)))))[::-1] == first
    other = texts_of(together.replies(asked(QUESTIONS, drawn, seed=2)))
    assert all(one != two for one, two in zip(first, other, strict=True))
    unseeded = [texts_of(together.replies(asked(QUESTIONS, drawn, seed=None))) for _ in range(2)]
    assert unseeded[0] != unseeded[1]


def test_tokens_are_drawn_with_their_probabilities(torch: Any) -> None:
    logits = torch.log(torch.tensor([0.5, 0.25, 0.15, 0.1]))
    keys = [(0, str(number)) for number in range(4000)]
    for sampling, expected in (
        (Sampling(1, temperature=1.0), [0.5, 0.25, 0.15, 0.1]),
        (Sampling(1, temperature=1.0, top_k=2), [2 / 3, 1 / 3, 0, 0]),
        (Sampling(1, temperature=0.5), np.array([0.5, 0.25, 0.15, 0.1]) ** 2 / 0.345),
        (Sampling(1, temperature=1.0, top_p=0.7), [2 / 3, 1 / 3, 0, 0]),  # the fewest tokens that have so much
    ):
        scores = logits.repeat(len(keys), 1)
        for step in seeded_draws(sampling, keys):
            scores = step(None, scores)
        counts = np.bincount(scores.argmax(dim=1).numpy(), minlength=4)
        likely = np.asarray(expected) > 0
        assert counts[~likely].sum() == 0
        frequencies = np.asarray(expected)[likely] * len(keys)
        assert stats.chisquare(counts[likely], frequencies).pvalue > 1e-4


def test_what_is_not_asked_for_is_left_to_the_model() -> None:
    class Own:
        do_sample, temperature, top_p, top_k = True, 0.6, 0.8, 20

    asking: dict[str, Any] = {"max_tokens": 9, "temperature": None, "top_p": None, "top_k": None}
    assert settled(Own, **asking) == Sampling(9, 0.6, 0.8, 20)
    assert settled(Own, **{**asking, "temperature": 0.0, "top_k": 1}).is_greedy
    assert settled(object(), **asking) == Sampling(9)
    assert settled(object(), **asking).is_greedy


@pytest.mark.parametrize(
    "error", ["OutOfMemoryError", "[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried 9"]
)
def test_where_memory_runs_out_fewer_go_together_and_nothing_is_lost(
    error: str, loaded: LoadedModel, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], torch: Any
) -> None:
    expected = texts_of(Generator(loaded, 4).replies(asked(QUESTIONS)))
    generate, tried = loaded.model.generate, []

    def small(**inputs: Any) -> Any:
        tried.append(len(inputs["input_ids"]))
        if tried[-1] > 1:
            raise torch.OutOfMemoryError("CUDA out of memory.") if error == "OutOfMemoryError" else RuntimeError(error)
        return generate(**inputs)

    monkeypatch.setattr(loaded.model, "generate", small)
    generator = Generator(loaded, 4)
    assert texts_of(generator.replies(asked(QUESTIONS))) == expected
    assert tried == [4, 2, 1, 1, 1, 1]
    assert generator.batch_size == 1
    told = capsys.readouterr().err
    assert "memory ran out with 4 requests together; from now on 2 at a time" in told
    assert "memory ran out with 2 requests together; from now on 1 at a time" in told

    def none(**inputs: Any) -> Any:
        raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr(loaded.model, "generate", none)
    (reply,) = generator.replies(asked(QUESTIONS[:1]))
    assert isinstance(reply, SnellenError)
    assert "too small for this request alone" in str(reply)


def test_one_request_at_fault_fails_alone(loaded: LoadedModel) -> None:
    expected = texts_of(Generator(loaded, 4).replies(asked(QUESTIONS)))
    requests = asked(QUESTIONS)
    requests[1].conversation[0]["content"][0]["image"] = None  # a picture that is none
    replies = Generator(loaded, 4).replies(requests)
    assert isinstance(replies[1], Exception)
    assert texts_of([replies[0], *replies[2:]]) == [expected[0], *expected[2:]]


def test_it_stops_with_the_next_token(loaded: LoadedModel) -> None:
    looks = 0

    def is_stopped() -> bool:
        nonlocal looks
        looks += 1
        return looks > 4

    assert Generator(loaded, 2).replies(asked(QUESTIONS, Sampling(max_tokens=500)), is_stopped) == []
    assert looks < 10


def test_a_reply_ends_before_what_is_to_stop_it(loaded: LoadedModel) -> None:
    whole = texts_of(Generator(loaded, 4).replies(asked(QUESTIONS)))
    stop = next(character for character in whole[0][1:] if character != "\ufffd" and character not in whole[0][:1])
    (reply,) = Generator(loaded, 4).replies(asked(QUESTIONS[:1], Sampling(6, stop=(stop,))))
    assert isinstance(reply, Generated)
    assert reply.text == whole[0][: whole[0].index(stop)]
    assert reply.stop_reason == "stop"

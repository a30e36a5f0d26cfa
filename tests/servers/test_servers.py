"""The test server as the vendors' own clients see it: it must speak their protocols, or what it shows means nothing."""

import base64
from io import BytesIO
from pathlib import Path
from typing import Any

import PIL.Image
import pytest
from tests.servers.conversations import Asked, Picture, Turn, reader_answers, tokens_of
from tests.servers.faults import Arrival, Fault, always, at_first, on_requests, sometimes
from tests.servers.server import ModelServer

from snellen.messages import Image, Message, Text
from snellen.readers import find_reader

PICTURE = b"\x89PNG\r\n\x1a\n\xff\xfe\xfb picture"  # with bytes whose base64 differs in the alphabet for addresses
DATA = base64.b64encode(PICTURE).decode()
QUESTION = "How many clusters are there? Answer with a number."

pytestmark = [
    pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]


def expected(role: str = "user", detail: str | None = None) -> tuple[Turn, ...]:
    return (Turn(role, (Picture(PICTURE, "image/png", detail), QUESTION)),)


@pytest.mark.parametrize("stream", [False, True])
def test_openai_chat(stream: bool) -> None:
    import openai

    image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{DATA}", "detail": "high"}}
    messages: Any = [{"role": "user", "content": [image, {"type": "text", "text": QUESTION}]}]
    with ModelServer(lambda asked: "four") as server, openai.OpenAI(api_key="k", base_url=server.openai) as client:
        if stream:
            events = client.chat.completions.create(model="m", messages=messages, seed=3, stream=True)
            text = "".join(each.choices[0].delta.content or "" for each in events if each.choices)
        else:
            whole = client.chat.completions.create(model="m", messages=messages, seed=3)
            assert whole.usage is not None
            assert (whole.usage.prompt_tokens, whole.usage.completion_tokens) == (255 + 11, 1)
            text = whole.choices[0].message.content or ""
    (seen,) = server.seen
    assert text == "four"
    assert (seen.asked.turns, seen.asked.settings["seed"]) == (expected(detail="high"), 3)
    assert seen.headers["authorization"] == "Bearer k"


@pytest.mark.parametrize("stream", [False, True])
def test_openai_responses(stream: bool) -> None:
    import openai

    image = {"type": "input_image", "image_url": f"data:image/png;base64,{DATA}", "detail": "low"}
    given: Any = [{"role": "user", "content": [image, {"type": "input_text", "text": QUESTION}]}]
    with ModelServer(lambda asked: "four") as server, openai.OpenAI(api_key="k", base_url=server.openai) as client:
        if stream:
            events = client.responses.create(model="m", input=given, stream=True)
            (response,) = [each.response for each in events if each.type == "response.completed"]
        else:
            response = client.responses.create(model="m", input=given)
    assert response.output_text == "four"
    assert response.usage is not None
    assert response.usage.input_tokens == 85 + 11
    assert server.seen[0].asked.turns == expected(detail="low")


@pytest.mark.parametrize("stream", [False, True])
def test_anthropic(stream: bool) -> None:
    import anthropic

    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": DATA}}
    messages: Any = [{"role": "user", "content": [image, {"type": "text", "text": QUESTION}]}]
    with (
        ModelServer(lambda asked: "four") as server,
        anthropic.Anthropic(api_key="k", base_url=server.anthropic) as client,
    ):
        if stream:
            with client.messages.stream(model="m", max_tokens=9, messages=messages) as events:
                message: Any = events.get_final_message()
        else:
            message = client.messages.create(model="m", max_tokens=9, messages=messages)
    assert message.content[0].text == "four"
    assert (message.stop_reason, message.usage.input_tokens, message.usage.output_tokens) == ("end_turn", 1 + 11, 1)
    assert (server.seen[0].asked.turns, server.seen[0].asked.settings["max_tokens"]) == (expected(), 9)


@pytest.mark.parametrize("stream", [False, True])
def test_google(stream: bool) -> None:
    from google import genai
    from google.genai import types

    parts = [types.Part.from_bytes(data=PICTURE, mime_type="image/png"), types.Part(text=QUESTION)]
    asked: Any = {
        "model": "gemini-x",
        "contents": [types.Content(role="user", parts=parts)],
        "config": types.GenerateContentConfig(
            seed=3, media_resolution=types.MediaResolution.MEDIA_RESOLUTION_HIGH, max_output_tokens=9
        ),
    }
    with ModelServer(lambda asked: "four") as server:
        client = genai.Client(api_key="k", http_options=types.HttpOptions(base_url=server.google))
        if stream:
            text = "".join(each.text or "" for each in client.models.generate_content_stream(**asked))
        else:
            response = client.models.generate_content(**asked)
            assert response.usage_metadata is not None
            assert response.usage_metadata.prompt_token_count == 258 + 11
            text = response.text or ""
        client.close()
    (seen,) = server.seen
    assert (text, seen.asked.model, seen.asked.turns) == ("four", "gemini-x", expected())
    wanted = {"seed": 3, "mediaResolution": "MEDIA_RESOLUTION_HIGH", "maxOutputTokens": 9}
    assert {name: seen.asked.settings[name] for name in wanted} == wanted
    assert seen.headers["x-goog-api-key"] == "k"


def test_a_local_reader_answers_as_it_does_without_a_server(tmp_path: Path) -> None:
    asked = Asked("openai", "m", expected())
    alone = find_reader("snellen/chance")
    said = reader_answers("snellen/chance", tmp_path)(asked)
    (path,) = tmp_path.iterdir()
    assert path.read_bytes() == PICTURE
    assert said == alone([Message("user", (Image(path), Text(QUESTION)))])
    assert tokens_of(asked) == 255 + 11


@pytest.mark.parametrize(
    ("vendor", "detail", "size", "tokens"),
    [  # the examples of the vendors' own pages
        ("openai", "high", (1024, 1024), 765),
        ("openai", "auto", (2048, 4096), 1105),
        ("openai", "low", (4096, 8192), 85),
        ("anthropic", None, (1000, 1000), 1334),
        ("anthropic", None, (200, 200), 54),
        ("google", None, (384, 384), 258),
        ("google", None, (1536, 768), 516),
    ],
)
def test_pictures_are_counted_as_the_vendors_count_them(
    vendor: str, detail: str | None, size: tuple[int, int], tokens: int
) -> None:
    data = BytesIO()
    PIL.Image.new("1", size).save(data, "PNG")
    assert tokens_of(Asked(vendor, "m", (Turn("user", (Picture(data.getvalue(), "image/png", detail),)),))) == tokens


def test_faults_meet_the_requests_that_they_are_for() -> None:
    fault = Fault("server error")

    def hit(decide: Any, number: int, nth: int, text: str) -> bool:
        return decide(Arrival(number, nth, Asked("openai", "m", (Turn("user", (text,)),)))) is fault

    assert [hit(always(fault, "b"), 1, 1, text) for text in "abc"] == [False, True, False]
    assert [hit(at_first(fault, times=2), 9, nth, "a") for nth in (1, 2, 3)] == [True, True, False]
    assert [hit(on_requests(fault, {2, 3}), number, 1, "a") for number in (1, 2, 3, 4)] == [False, True, True, False]
    some = [hit(sometimes(fault, 0.25, seed=1), number, 1, f"q{number}") for number in range(2000)]
    assert 400 < sum(some) < 600
    assert some == [hit(sometimes(fault, 0.25, seed=1), 0, 1, f"q{number}") for number in range(2000)]

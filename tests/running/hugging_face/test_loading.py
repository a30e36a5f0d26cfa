"""What cannot be loaded ends in one sentence that says why, and no other provider's name leads astray."""

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from inspect_ai.model import ChatMessageAssistant, ChatMessageTool, ChatMessageUser, ContentImage, ContentText
from PIL import Image
from tests.running.hugging_face.tiny_models import save_llava

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.running.hugging_face.address import local_source
from snellen.running.hugging_face.conversations import templated

Snellen = Callable[..., Result]


def refused(result: Result, *told: str) -> None:
    """A sentence on stderr, exit status 1, no traceback."""
    assert result.exit_code != 0
    assert result.exception is None or isinstance(result.exception, SystemExit | SnellenError)
    shown = result.output + str(result.exception)
    assert "Traceback" not in shown
    for piece in told:
        assert piece in shown, shown


def test_inspect_s_own_provider_is_not_for_pictures(tiny_dataset: Dataset, snellen: Snellen) -> None:
    result = snellen("eval", tiny_dataset.path, "--model", "hf/llava-hf/llava-1.5-7b-hf")
    refused(result, "takes no images; name the model as transformers/llava-hf/llava-1.5-7b-hf.")


@pytest.mark.parametrize("missing", ["torch", "transformers"])
def test_missing_packages_are_named(
    missing: str, tiny_dataset: Dataset, snellen: Snellen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "snellen.running.hugging_face.address.find_spec", lambda name: None if name == missing else object()
    )
    result = snellen("eval", tiny_dataset.path, "--model", "transformers/org/model")
    refused(result, f"needs the package {missing}; pip install 'snellen[local]'.")


@pytest.mark.parametrize(
    ("model", "arguments", "told"),
    [
        ("./nothing", {}, "nothing: there is no such folder"),
        ("/nothing/at/all", {}, "/nothing/at/all: there is no such folder"),
        ("name", {"path": "empty"}, "empty holds no model: config.json is missing"),
        ("name", {}, "name is no folder and no id on the Hugging Face Hub"),
        ("a/b/c", {}, "a/b/c is no folder and no id on the Hugging Face Hub"),
        ("a/b", {"sampling": 1}, "-M sampling: models of Transformers take no such argument; name one of path, device"),
        ("a/b", {"batch_size": 0}, "batch_size"),
        ("a/b", {"batch_size": "many"}, "batch_size"),
        ("a/b", {"dtype": "int3"}, "dtype"),
        ("a/b", {"trust_remote_code": "perhaps"}, "trust_remote_code"),
    ],
)
def test_mistakes_are_told_before_anything_is_loaded(
    model: str, arguments: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("snellen.running.hugging_face.address.find_spec", lambda name: object())
    Path("empty").mkdir()
    with pytest.raises(SnellenError) as caught:
        local_source(f"transformers/{model}", arguments)
    assert told in str(caught.value)


def test_a_folder_comes_before_an_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("snellen.running.hugging_face.address.find_spec", lambda name: object())
    source = local_source("transformers/org/model", {"device": "cuda:1", "revision": "v2", "batch_size": 16})
    assert (source.name, source.is_folder, source.revision) == ("org/model", False, "v2")
    assert (source.device, source.batch_size, source.trust_remote_code) == ("cuda:1", 16, False)
    Path("org/model").mkdir(parents=True)
    Path("org/model/config.json").write_text("{}")
    assert local_source("transformers/org/model", {}).is_folder
    assert local_source("transformers/any name", {"path": "org/model"}).name == "org/model"


def test_models_that_cannot_be_asked_say_why(
    torch: Any, llama: Path, llava: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from huggingface_hub import constants

    from snellen.running.hugging_face.loading import load_model

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    save_llava(tmp_path / "mute", template=None)
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "config.json").write_text('{"model_type": "never-heard-of"}')
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "config.json").write_text('{"model_type": "own", "auto_map": {"AutoConfig": "code.Config"}}')
    (tmp_path / "broken").mkdir()
    for file in llava.iterdir():
        (tmp_path / "broken" / file.name).write_bytes(file.read_bytes()[: 100 if "safetensors" in file.name else None])
    for model, arguments, told in (
        (llama, {}, "is a llama that Transformers does not load as one that takes images"),
        (tmp_path / "mute", {}, "has no chat template"),
        (tmp_path / "odd", {}, "never-heard-of"),
        (tmp_path / "own", {}, "brings code of its own to run; read it, and allow it with -M trust_remote_code=true"),
        (tmp_path / "broken", {}, "cannot be loaded"),
        (llava, {"device": "cuda:7"}, "-M device=cuda:7: PyTorch has no such device here"),
        (llava, {"device": "abacus"}, "-M device=abacus: PyTorch has no such device here"),
        ("org/model-that-is-nowhere", {}, "cannot be had from the Hugging Face Hub"),
    ):
        with pytest.raises(SnellenError) as caught:
            load_model(local_source(f"transformers/{model}", arguments))
        assert told in str(caught.value)
        assert "\n" not in str(caught.value)


def test_the_command_ends_in_the_sentence(llama: Path, tiny_dataset: Dataset, snellen: Snellen) -> None:
    refused(snellen("eval", tiny_dataset.path, "--model", f"transformers/{llama}"), "does not load as one that takes")


def encoded(picture: Image.Image, kind: str = "PNG") -> str:
    buffer = io.BytesIO()
    picture.save(buffer, kind)
    return f"data:image/{kind.lower()};base64," + base64.b64encode(buffer.getvalue()).decode()


def test_turns_and_pictures_are_kept_and_what_is_transparent_is_white(tmp_path: Path) -> None:
    Image.new("RGB", (3, 2), (1, 2, 3)).save(tmp_path / "a.png")
    clear = Image.new("RGBA", (3, 2), (255, 0, 0, 0))
    clear.putpixel((1, 1), (9, 8, 7, 255))
    turns, images, key = templated(
        [
            ChatMessageUser(content=[ContentImage(image=str(tmp_path / "a.png")), ContentText(text="What?")]),
            ChatMessageAssistant(content="4"),
            ChatMessageUser(content=[ContentImage(image=encoded(clear)), ContentText(text="And this?")]),
        ]
    )
    assert [turn["role"] for turn in turns] == ["user", "assistant", "user"]
    assert images == 2
    assert turns[1]["content"] == [{"type": "text", "text": "4"}]
    assert [part["type"] for part in turns[0]["content"]] == ["image", "text"]
    assert turns[0]["content"][0]["image"].getpixel((0, 0)) == (1, 2, 3)
    shown = turns[2]["content"][0]["image"]
    assert (shown.mode, shown.getpixel((0, 0)), shown.getpixel((1, 1))) == ("RGB", (255, 255, 255), (9, 8, 7))
    assert key != templated([ChatMessageUser(content="What?")])[2]


@pytest.mark.parametrize(
    "message",
    [
        ChatMessageTool(content="4"),
        ChatMessageUser(content=[ContentImage(image="https://example.org/a.png")]),
        ChatMessageUser(content=[ContentImage(image="data:image/png;base64,!!")]),
        ChatMessageUser(content=[ContentImage(image="data:image/png;base64,aGVsbG8=")]),
        ChatMessageUser(content=[ContentImage(image="nowhere.png")]),
    ],
)
def test_what_cannot_be_shown_is_said(message: Any) -> None:
    with pytest.raises(SnellenError):
        templated([message])

"""What reaches Google: a server on the loopback notes each request to Gemini and answers."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from snellen.dataset import Dataset
from snellen.replies import read_replies
from snellen.running.engine import evaluate_dataset
from snellen.running.logs import replies_from_logs

pytest.importorskip("google.genai")

ANSWER = {
    "candidates": [{"content": {"role": "model", "parts": [{"text": '{"clusters": 6}'}]}, "finishReason": "STOP"}],
    "usageMetadata": {"promptTokenCount": 300, "candidatesTokenCount": 10, "totalTokenCount": 310},
}


@pytest.fixture
def gemini() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The address of a Gemini that answers all alike, and the bodies of the requests that it was sent."""
    bodies: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            answer = json.dumps(ANSWER).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class's own)
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", bodies
        server.shutdown()
        thread.join()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_seed_media_resolution_and_thinking_budget_reach_google(
    tiny_biy: Dataset,
    gemini: tuple[str, list[dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, bodies = gemini
    monkeypatch.setenv("GOOGLE_API_KEY", "not-a-key")
    run = Path("run")
    choices: dict[str, Any] = {"settings": "biy-gemini-2.5-flash", "tasks": "cluster_count", "out": run, "seed": 5}
    evaluate_dataset(tiny_biy.path, model_args=[f"base_url={address}"], epochs=2, **choices)
    assert len(bodies) == 8
    sent = [body["generationConfig"] for body in bodies]
    assert sorted(each["seed"] for each in sent) == [5] * 4 + [6] * 4
    for each in sent:
        assert each["mediaResolution"] == "MEDIA_RESOLUTION_MEDIUM"
        assert each["temperature"] == 0
        assert each["thinkingConfig"]["thinking_budget"] == 0
        assert "topK" not in each
    replies = list(read_replies(run / "replies.jsonl"))
    asked = {"temperature": 0, "seed": 5, "reasoning_tokens": 0, "media_resolution": "medium"}
    for reply in replies:
        assert reply.model == "google/gemini-2.5-flash"
        assert {name: reply.settings[name] for name in asked} == asked
        assert reply.cost == pytest.approx((300 * 0.3 + 10 * 2.5) / 1e6)
    from_logs = {(reply.question_id, reply.repeat): reply for reply in replies_from_logs([run / "logs"])}
    for reply in replies:
        settings = {name: value for name, value in reply.settings.items() if name != "base_url"}
        assert settings == from_logs[reply.question_id, reply.repeat].settings
    record = json.loads((run / "run.json").read_text())
    low, high = record["compute"]["estimated_cost"]
    assert low <= record["compute"]["cost"] <= high * 2
    shown = capsys.readouterr()
    assert "the estimate was" in shown.out
    assert "$666 for 258,750 requests" in shown.out
    assert "not sent" not in shown.err

"""Anthropic's messages and message batches, as its client speaks to them."""

import json
import time
from datetime import UTC, datetime
from typing import Any

from tests.running.batch_servers.service import Answer, Headers, Job, RejectedError, Service

__all__ = ["AnthropicService"]

_STATUS = {"400": "invalid_request_error", "429": "rate_limit_error", "500": "api_error", "529": "overloaded_error"}


class AnthropicService(Service):
    """Addresses below `url`/v1/messages."""

    def operation(self, method: str, path: str) -> str:
        if path == "/v1/messages":
            return "chat"
        if path == "/v1/messages/batches":
            return "create" if method == "POST" else "list"
        return "results" if path.endswith("/results") else "cancel" if path.endswith("/cancel") else "progress"

    def respond(self, operation: str, path: str, query: dict[str, str], body: bytes, headers: Headers) -> Answer:
        assert headers["anthropic-version"]
        match operation:
            case "create":
                requests = [(one["custom_id"], one["params"]) for one in json.loads(body)["requests"]]
                job = Job(self.new_id("msgbatch_"), requests, "", time.time())
                self.jobs[job.id] = job
                return 200, self._shown(job), {}
            case "list":
                jobs = sorted(self.jobs.values(), key=lambda job: -job.created)
                start = next((n + 1 for n, job in enumerate(jobs) if job.id == query.get("after_id")), 0)
                page = jobs[start : start + int(query.get("limit", 20))]
                for job in page:
                    self.move(job)  # time goes on for a batch that nobody knows how to ask for
                ids = {"first_id": page[0].id, "last_id": page[-1].id} if page else {"first_id": None, "last_id": None}
                more = start + len(page) < len(jobs)
                return 200, {"data": [self._shown(job) for job in page], "has_more": more, **ids}, {}
            case "progress":
                job = self._job(path.rpartition("/")[2])
                self.move(job)
                return 200, self._shown(job), {}
            case "cancel":
                job = self._job(path.split("/")[-2])
                if job.status != "running":
                    raise RejectedError(400, "Batch cannot be canceled because it has finished.")
                job.is_cancelled = True
                return 200, self._shown(job), {}
            case "results":
                results = self.mangle(self._results(self._job(path.split("/")[-2])))
                return 200, results, {"content-type": "application/x-jsonl"}
        request = json.loads(body)
        self.hosted.append(request)
        if request.get("stream"):
            return 200, _streamed(self._reply(request)), {"content-type": "text/event-stream"}
        return 200, self._reply(request), {}

    def _job(self, name: str) -> Job:
        if name not in self.jobs:
            raise RejectedError(404, f"Batch {name} not found")
        return self.jobs[name]

    def _shown(self, job: Job) -> Any:
        ended = job.status != "running"
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        counts["succeeded" if ended else "processing"] = len(job.requests)
        created = datetime.fromtimestamp(job.created, UTC).isoformat()
        return {
            "id": job.id,
            "type": "message_batch",
            "processing_status": "ended" if ended else "canceling" if job.is_cancelled else "in_progress",
            "request_counts": counts,
            "created_at": created,
            "expires_at": created,
            "ended_at": created if ended else None,
            "archived_at": None,
            "cancel_initiated_at": None,
            "results_url": f"{self.url}/v1/messages/batches/{job.id}/results" if ended else None,
        }

    def _results(self, job: Job) -> bytes:
        written = []
        for number, (custom_id, body) in reversed(list(enumerate(job.requests))):
            outcome = self.outcome_in(job, _question_of(body), number)
            if outcome in ("ok", "filtered"):
                result: dict[str, Any] = {"type": "succeeded", "message": self._reply(body)}
            elif outcome.isdecimal():
                error = {"type": _STATUS[outcome], "message": f"failed with {outcome}"}
                result = {"type": "errored", "error": {"type": "error", "error": error}}
            elif outcome in ("expired", "cancelled"):
                result = {"type": "canceled" if outcome == "cancelled" else "expired"}
            else:
                continue
            written.append(json.dumps({"custom_id": custom_id, "result": result}))
        return ("\n".join(written) + "\n").encode()

    def _reply(self, body: Any) -> Any:
        text = _question_of(body)
        is_refused = self.outcome(text) == "filtered"
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": [] if is_refused else [{"type": "text", "text": self.answer(text)}],
            "stop_reason": "refusal" if is_refused else "end_turn",
            "stop_sequence": None,
            "usage": {
                "input_tokens": 90,
                "cache_read_input_tokens": 10,
                "cache_creation_input_tokens": 0,
                "output_tokens": 2,
            },
        }


def _streamed(message: Any) -> bytes:
    events: list[Any] = [{"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}]
    for index, block in enumerate(message["content"]):
        events.append({"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}})
        delta = {"type": "text_delta", "text": block["text"]}
        events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events.append({"type": "message_delta", "delta": ended, "usage": {"output_tokens": 2}})
    events.append({"type": "message_stop"})
    return b"".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n".encode() for one in events)


def _question_of(body: Any) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else str(content[-1]["text"])

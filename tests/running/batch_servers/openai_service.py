"""OpenAI's files, batches, chat completions and responses, as its client speaks to them."""

import json
import re
import time
from email.parser import BytesParser
from typing import Any

from tests.running.batch_servers.service import Answer, Headers, Job, RejectedError, Service

__all__ = ["OpenAIService", "chat_completion", "question_of"]


class OpenAIService(Service):
    """Addresses below `url`/v1."""

    def operation(self, method: str, path: str) -> str:
        return {
            ("POST", "/v1/files"): "upload",
            ("POST", "/v1/batches"): "create",
            ("GET", "/v1/batches"): "list",
            ("POST", "/v1/chat/completions"): "chat",
            ("POST", "/v1/responses"): "chat",
        }.get((method, path)) or (
            "results" if path.endswith("/content") else "cancel" if path.endswith("/cancel") else "progress"
        )

    def respond(self, operation: str, path: str, query: dict[str, str], body: bytes, headers: Headers) -> Answer:
        match operation:
            case "upload":
                name = self.new_id("file-")
                self.files[name] = _uploaded(body, headers["content-type"])
                return 200, _file(name, len(self.files[name])), {}
            case "create":
                return 200, self._shown(self._made(json.loads(body))), {}
            case "list":
                jobs = sorted(self.jobs.values(), key=lambda job: -job.created)
                start = next((n + 1 for n, job in enumerate(jobs) if job.id == query.get("after")), 0)
                page = jobs[start : start + int(query.get("limit", 20))]
                data = [self._shown(job) for job in page]
                more = start + len(page) < len(jobs)
                return 200, {"object": "list", "data": data, "has_more": more}, {}
            case "progress":
                job = self._job(path.rpartition("/")[2])
                self.move(job)
                return 200, self._shown(job), {}
            case "cancel":
                job = self._job(path.split("/")[-2])
                if job.status not in ("running", "cancelling"):
                    raise RejectedError(409, f"Cannot cancel a batch with status '{job.status}'.")
                job.is_cancelled = True
                return 200, self._shown(job), {}
            case "results":
                return 200, self.mangle(self._results(path.split("/")[-2])), {"content-type": "application/jsonl"}
        request = json.loads(body)
        self.hosted.append(request)
        return 200, self._reply(request), {}

    def _made(self, asked: Any) -> Job:
        assert asked["completion_window"] == "24h"
        lines = [json.loads(line) for line in self.files[asked["input_file_id"]].splitlines()]
        assert {line["url"] for line in lines} == {asked["endpoint"]}
        assert {line["method"] for line in lines} == {"POST"}
        requests = [(line["custom_id"], line["body"]) for line in lines]
        job = Job(self.new_id("batch_"), requests, asked["endpoint"], time.time(), file=asked["input_file_id"])
        job.mark = (asked.get("metadata") or {}).get("snellen")
        self.jobs[job.id] = job
        if self.rejects:
            job.status = "failed"
        return job

    def _job(self, name: str) -> Job:
        if name not in self.jobs:
            raise RejectedError(404, f"No batch found with id '{name}'.")
        return self.jobs[name]

    def _shown(self, job: Job) -> dict[str, Any]:
        status = "in_progress" if job.status == "running" else job.status
        ended = job.status in ("completed", "expired", "cancelled")
        errors = None
        if job.status == "failed":
            errors = {"object": "list", "data": [{"code": self.rejects[0], "message": "Enqueued token limit reached"}]}
        return {
            "id": job.id,
            "object": "batch",
            "endpoint": job.endpoint,
            "errors": errors,
            "input_file_id": job.file,
            "completion_window": "24h",
            "status": "cancelling" if job.is_cancelled and not ended else status,
            "output_file_id": f"{job.id}.output" if ended else None,
            "error_file_id": f"{job.id}.error" if ended else None,
            "created_at": int(job.created),
            "metadata": {"snellen": job.mark} if job.mark else None,
            "request_counts": {"total": len(job.requests), "completed": job.polls if not ended else 0, "failed": 0},
        }

    def _results(self, name: str) -> bytes:
        batch, _, kind = name.partition(".")
        job = self._job(batch)
        written = []
        for number, (custom_id, body) in reversed(list(enumerate(job.requests))):
            outcome = self.outcome_in(job, question_of(body), number)
            line: dict[str, Any] = {"id": self.new_id("batch_req_"), "custom_id": custom_id, "error": None}
            if outcome in ("ok", "filtered"):
                line["response"] = {"status_code": 200, "request_id": "r", "body": self._reply(body)}
            elif outcome.isdecimal():
                error = {"error": {"message": f"failed with {outcome}", "type": "error", "code": "some_code"}}
                line["response"] = {"status_code": int(outcome), "request_id": "r", "body": error}
            elif outcome in ("expired", "cancelled"):
                line |= {"response": None, "error": {"code": f"batch_{outcome}", "message": "not done"}}
            else:
                continue
            if (kind == "output") == (outcome in ("ok", "filtered")):
                written.append(json.dumps(line))
        return "\n".join(written).encode()

    def _reply(self, body: Any) -> Any:
        text = question_of(body)
        if "input" in body:
            return _response(body["model"], self.answer(text))
        return chat_completion(body["model"], self.answer(text), self.outcome(text) == "filtered")


def question_of(body: Any) -> str:
    """The text of the last turn, in the form of either address."""
    turn = (body.get("messages") or body.get("input"))[-1]
    if isinstance(turn, str) or isinstance(turn["content"], str):
        return "a probe"
    return str(turn["content"][-1]["text"])


def chat_completion(model: str, text: str, is_filtered: bool = False) -> Any:
    """A reply of the chat API: 100 tokens in, of which 10 from a cache, and 2 out."""
    message = {"role": "assistant", "content": "" if is_filtered else text, "refusal": None}
    reason = "content_filter" if is_filtered else "stop"
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": reason, "logprobs": None}],
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": 2,
            "total_tokens": 102,
            "prompt_tokens_details": {"cached_tokens": 10},
            "completion_tokens_details": {"reasoning_tokens": 0},
        },
    }


def _response(model: str, text: str) -> Any:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": model,
        "status": "completed",
        "output": [{"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}],
        "parallel_tool_calls": False,
        "tool_choice": "none",
        "tools": [],
        "usage": {
            "input_tokens": 100,
            "output_tokens": 7,
            "total_tokens": 107,
            "input_tokens_details": {"cached_tokens": 10},
            "output_tokens_details": {"reasoning_tokens": 5},
        },
    }


def _uploaded(body: bytes, content_type: str) -> bytes:
    message = BytesParser().parsebytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    parts = {
        re.search(r'name="(\w+)"', str(part["Content-Disposition"]))[1]: part.get_payload(decode=True)  # type: ignore[index,union-attr]
        for part in message.get_payload()
    }
    assert parts["purpose"] == b"batch"
    return bytes(parts["file"])


def _file(name: str, size: int) -> Any:
    return {
        "id": name,
        "object": "file",
        "bytes": size,
        "created_at": 1,
        "filename": "f",
        "purpose": "batch",
        "status": "processed",
    }

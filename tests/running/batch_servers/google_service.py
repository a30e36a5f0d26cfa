"""The Gemini API: files uploaded in pieces, batches and generateContent, as Google's client speaks to them."""

import json
import time
from datetime import UTC, datetime
from typing import Any

from tests.running.batch_servers.service import Answer, Headers, Job, RejectedError, Service

__all__ = ["GoogleService"]

_RPC = {"400": 3, "429": 8, "500": 13}


class GoogleService(Service):
    """Addresses below `url`."""

    def operation(self, method: str, path: str) -> str:
        if path.endswith(":generateContent"):
            return "chat"
        if path.endswith(":batchGenerateContent"):
            return "create"
        if path.startswith("/upload"):
            return "upload"
        if path.endswith(":download"):
            return "results"
        if path.endswith("/batches"):
            return "list"
        return "cancel" if path.endswith(":cancel") else "progress"

    def respond(self, operation: str, path: str, query: dict[str, str], body: bytes, headers: Headers) -> Answer:
        match operation:
            case "upload" if headers.get("x-goog-upload-command") == "start":
                name = self.new_id("")
                self.files[name] = b""
                return 200, {}, {"x-goog-upload-url": f"{self.url}/upload/pieces?id={name}"}
            case "upload":
                name = query["id"]
                self.files[name] += body
                final = "finalize" in headers["x-goog-upload-command"]
                shown = {"file": {"name": f"files/{name}", "mimeType": "application/jsonl"}}
                return 200, shown if final else {}, {"x-goog-upload-status": "final" if final else "active"}
            case "create":
                asked = json.loads(body)["batch"]
                name = asked["inputConfig"]["fileName"].removeprefix("files/")
                lines = [json.loads(line) for line in self.files[name].splitlines()]
                job = Job(self.new_id("batches/"), [(line["key"], line["request"]) for line in lines], "", time.time())
                job.mark = asked["displayName"]
                self.jobs[job.id] = job
                if self.rejects:
                    job.status = "failed"
                return 200, self._shown(job), {}
            case "list":
                jobs = sorted(self.jobs.values(), key=lambda job: -job.created)
                start = int(query.get("pageToken") or 0)
                page = jobs[start : start + int(query.get("pageSize", 20))]
                more = {"nextPageToken": str(start + len(page))} if start + len(page) < len(jobs) else {}
                return 200, {"operations": [self._shown(job) for job in page], **more}, {}
            case "progress":
                job = self._job(path)
                self.move(job)
                return 200, self._shown(job), {}
            case "cancel":
                self._job(path.removesuffix(":cancel")).is_cancelled = True
                return 200, {}, {}
            case "results":
                name = path.removesuffix(":download").rpartition("/")[2].removesuffix("-out")
                return 200, self.mangle(self._results(self.jobs[f"batches/{name}"])), {}
        request = json.loads(body)
        self.hosted.append(request)
        return 200, self._reply(request), {}

    def _job(self, path: str) -> Job:
        name = f"batches/{path.rpartition('/')[2]}"
        if name not in self.jobs:
            raise RejectedError(404, "Requested entity was not found.")
        return self.jobs[name]

    def _shown(self, job: Job) -> Any:
        state = {"completed": "SUCCEEDED"}.get(job.status, job.status.upper())
        ended = job.status in ("completed", "expired", "cancelled")
        metadata: dict[str, Any] = {
            "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
            "name": job.id,
            "displayName": job.mark,
            "state": f"BATCH_STATE_{state}",
            "createTime": datetime.fromtimestamp(job.created, UTC).isoformat(),
        }
        if ended:
            metadata["output"] = {"responsesFile": f"files/{job.id.removeprefix('batches/')}-out"}
        shown = {"name": job.id, "metadata": metadata}
        return {**shown, "done": True, "error": {"code": 8, "message": "quota"}} if job.status == "failed" else shown

    def _results(self, job: Job) -> bytes:
        written = []
        for number, (custom_id, body) in reversed(list(enumerate(job.requests))):
            outcome = self.outcome_in(job, _question_of(body), number)
            line: dict[str, Any] = {"key": custom_id}
            if outcome in ("ok", "filtered"):
                line["response"] = self._reply(body)
            elif outcome.isdecimal():
                line["error"] = {"code": _RPC[outcome], "message": f"failed with {outcome}"}
            elif outcome == "cancelled":
                line["error"] = {"code": 1, "message": "cancelled"}
            else:
                continue
            written.append(json.dumps(line))
        return ("\n".join(written) + "\n").encode()

    def _reply(self, body: Any) -> Any:
        text = _question_of(body)
        usage = {
            "promptTokenCount": 100,
            "cachedContentTokenCount": 10,
            "candidatesTokenCount": 2,
            "thoughtsTokenCount": 5,
            "totalTokenCount": 107,
        }
        if self.outcome(text) == "filtered":
            return {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": usage, "modelVersion": "gemini"}
        content = {"role": "model", "parts": [{"text": self.answer(text)}]}
        candidate = {"content": content, "finishReason": "STOP", "index": 0}
        return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini"}


def _question_of(body: Any) -> str:
    return str(body["contents"][-1]["parts"][-1]["text"])

"""A batch API on the loopback, over real HTTP: what it made, what was paid for, and faults on demand."""

import json
import socket
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

__all__ = ["Job", "RejectedError", "Service", "served"]

Headers = dict[str, str]
Answer = tuple[int, Any, Headers]
"""Status, body (bytes as they are, anything else as JSON), headers."""


class RejectedError(Exception):
    """An HTTP error that a service answers with."""

    def __init__(self, status: int, message: str, headers: Headers | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.headers = status, message, headers or {}


@dataclass
class Job:
    """One batch that was made."""

    id: str
    requests: list[tuple[str, Any]]
    """Custom id and body."""
    endpoint: str
    created: float
    mark: str | None = None
    file: str | None = None
    polls: int = 0
    status: str = "running"
    is_cancelled: bool = False


@dataclass
class Service:
    """What the three have in common. Subclasses say which addresses do what, and how replies look."""

    answer: Callable[[str], str] = lambda text: str(len(text))
    outcome: Callable[[str], str] = lambda text: "ok"
    """By the text of a question: ok, an HTTP status, expired, cancelled, missing, or refused by a filter."""
    polls_needed: int = 0
    ends_as: str = "completed"
    mangle: Callable[[bytes], bytes] = lambda results: results
    rejects: list[str] = field(default_factory=list)
    """Reasons for which the next batches are refused whole, after they were made."""
    faults: list[tuple[str, Any]] = field(default_factory=list)
    """Operation and what happens the next time: a status, or "dropped before" or "dropped after" it is done."""
    jobs: dict[str, Job] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    hosted: list[Any] = field(default_factory=list)
    """Bodies of requests that were not batched."""
    headers: list[Headers] = field(default_factory=list)
    url: str = ""
    lock: Any = field(default_factory=threading.RLock)

    @property
    def paid(self) -> Counter[str]:
        """How often each body was paid for."""
        return Counter(
            json.dumps(body, sort_keys=True)
            for job in self.jobs.values()
            if job.status != "failed"
            for _, body in job.requests
        )

    def operation(self, method: str, path: str) -> str:
        """The name of what an address does."""
        raise NotImplementedError

    def respond(self, operation: str, path: str, query: dict[str, str], body: bytes, headers: Headers) -> Answer:
        """Do it."""
        raise NotImplementedError

    def handle(self, method: str, target: str, body: bytes, headers: Headers) -> Answer | None:
        """The answer to a request; None where the connection is dropped."""
        split = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(split.query).items()}
        operation = self.operation(method, split.path)
        with self.lock:
            self.asked[operation] += 1
            self.headers.append(headers)
            fault = next((one for one in self.faults if one[0] == operation), None)
            if fault:
                self.faults.remove(fault)
                if fault[1] == "dropped before":
                    return None
                if isinstance(fault[1], int):
                    return fault[1], {"error": {"message": "try later", "type": "fault", "code": fault[1]}}, {}
            try:
                answer = self.respond(operation, split.path, query, body, headers)
            except RejectedError as error:
                return error.status, {"error": {"message": str(error), "type": "invalid_request_error"}}, error.headers
            return None if fault else answer

    def new_id(self, kind: str) -> str:
        return f"{kind}{uuid.uuid4().hex[:12]}"

    def move(self, job: Job) -> None:
        """One look at a batch further."""
        job.polls += 1
        if job.status == "running" and (job.polls > self.polls_needed or job.is_cancelled):
            job.status = "cancelled" if job.is_cancelled else self.ends_as

    def outcome_in(self, job: Job, text: str, number: int) -> str:
        """How a request of a batch ended; of one that was cancelled or has expired every second was done."""
        found = self.outcome(text)
        if job.status in ("cancelled", "expired") and found == "ok" and number % 2:
            return job.status
        return found


@contextmanager
def served(service: Service) -> Iterator[Service]:
    """The service at an address of its own, `service.url`."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = service.handle(self.command, self.path, body, headers)
            if answer is None:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            status, content, extra = answer
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            for name, value in {"content-type": "application/json", **extra}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_POST = do_DELETE = do_GET  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass  # a client that was killed or hung up

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    service.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

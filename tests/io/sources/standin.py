"""A small HTTP server that stands in for a server: it keeps what it is sent, and can fail."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from attrs import Factory, define, frozen

__all__ = ["Sent", "StandIn", "Told", "standing_in", "told_json"]


@frozen
class Sent:
    """What the server was sent, and the address that it was reached at."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    headers: Mapping[str, str]
    body: bytes
    reached_at: str = ""

    @property
    def asked(self) -> dict[str, str]:
        """The query, by name."""
        return dict(self.query)

    @property
    def form(self) -> dict[str, str]:
        """The body, as a form writes it."""
        return dict(parse_qsl(self.body.decode()))

    @property
    def value(self) -> object:
        """The body, as JSON."""
        return json.loads(self.body)


@frozen
class Told:
    """What the server answers; `missing` bytes of the body are announced and never come.

    It waits for `held` before it answers. `times` is how often the body is said.
    """

    body: bytes = b""
    status: int = 200
    kind: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()
    missing: int = 0
    held: threading.Event | None = None
    times: int = 1


def told_json(value: object, status: int = 200, **headers: str) -> Told:
    """Answer *value*."""
    named = tuple((key.replace("_", "-"), one) for key, one in headers.items())
    return Told(json.dumps(value).encode(), status, headers=named)


Answering = Callable[[Sent], Told]


@define
class StandIn:
    """The server: where it is, what it answers to which path, and what it was sent."""

    address: str = ""
    port: int = 0
    answers: dict[str, Answering | list[Told] | Told] = Factory(dict)
    sent: list[Sent] = Factory(list)
    lock: threading.Lock = Factory(threading.Lock)

    def paths(self) -> list[str]:
        """The paths that were asked for, in order."""
        return [one.path for one in self.sent]

    def tell(self, sent: Sent) -> Told:
        """Answer, and remember what was asked."""
        with self.lock:
            self.sent.append(sent)
            answer = self.answers.get(f"{sent.method} {sent.path}")
            if answer is None:
                return told_json({"error": {"message": f"no {sent.method} {sent.path}"}}, 404)
            if isinstance(answer, list):
                return answer.pop(0) if len(answer) > 1 else answer[0]
        return answer if isinstance(answer, Told) else answer(sent)


@contextlib.contextmanager
def standing_in(host: str = "127.0.0.1") -> Iterator[StandIn]:
    """Run a server for a ``with`` block."""
    made = StandIn()

    class Answer(BaseHTTPRequestHandler):
        """Reads a request, and writes what is told."""

        def _answer(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            query = tuple(parse_qsl(parts.query, keep_blank_values=True))
            headers = {key.lower(): value for key, value in self.headers.items()}
            place = self.connection.getsockname()[0]
            told = made.tell(Sent(self.command, parts.path, query, headers, body, place))
            if told.held is not None:
                told.held.wait(5)
            with contextlib.suppress(OSError):  # who asked may have gone
                self.send_response(told.status)
                if told.kind:
                    self.send_header("Content-Type", told.kind)
                length = len(told.body) * told.times + told.missing
                self.send_header("Content-Length", str(length))
                for key, value in told.headers:
                    self.send_header(key, value)
                self.end_headers()
                for _ in range(told.times):
                    self.wfile.write(told.body)

        do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = _answer

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer((host, 0), Answer)
    server.daemon_threads = True
    made.port = server.server_address[1]
    made.address = f"http://127.0.0.1:{made.port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

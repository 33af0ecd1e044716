"""An endpoint on this machine that speaks Chat Completions, in pieces."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Served:
    """Where it is, and what it was asked: each body, with the key that came along."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[tuple[str | None, dict[str, Any]]] = []


@contextmanager
def served(*pieces: str) -> Iterator[Served]:
    """Answer every request with *pieces*."""

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found.asked.append((self.headers["Authorization"], body))
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for piece in (*pieces, None):
                self.wfile.write(f"data: {json.dumps(_chunk(piece))}\n\n".encode())
            self.wfile.write(b"data: [DONE]\n\n")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    found = Served(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _chunk(piece: str | None) -> dict[str, object]:
    delta = {} if piece is None else {"role": "assistant", "content": piece}
    reason = "stop" if piece is None else None
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {
        "id": "1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [choice],
    }

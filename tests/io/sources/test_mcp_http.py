"""Servers of the Model Context Protocol behind an address."""

from __future__ import annotations

import gzip
import json
import socket
import threading
from collections.abc import Iterator

import pytest

from ctxfn.io.sources import Answer, Limits, Problem, Source, mcp_server, opened_now, query, status
from tests.io.sources.mcp_servers.started import served
from tests.io.sources.standin import Told, standing_in

pytest.importorskip("mcp")

_WORD = "sesame-open"
_PATHS = {"http": "mcp", "sse": "sse"}


def at(kind: str, port: int, token: str | None = _WORD, limits: Limits | None = None) -> Source:
    url = f"http://127.0.0.1:{port}/{_PATHS[kind]}?key=abcdefgh"
    bounds = Limits(seconds=10.0) if limits is None else limits
    return mcp_server(id="notes", url=url, transport=kind, token=token, limits=bounds)  # type: ignore[arg-type]


def reason_of(answer: Answer) -> str:
    return "" if answer.problem is None else answer.problem.reason


@pytest.fixture(params=sorted(_PATHS))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_calls_limits_and_who_may_ask(kind: str) -> None:
    with served(kind) as (_, port):
        with opened_now(at(kind, port)) as live:
            read = live.call("read_note", {"key": "a"})
            person = live.call("ask_person", {})
        with opened_now(at(kind, port, limits=Limits(seconds=10, message_bytes=50_000))) as live:
            huge = live.call("huge", {"size": 100_000})
            after = live.call("read_note", {"key": "a"})
        refused = query(at(kind, port, "wrong-token-x"), "hi")

    assert read == after == Answer(text="alpha")
    assert reason_of(person).startswith("ask_person: ")
    assert reason_of(huge) == "huge: the server sent a message of more than 50,000 bytes"
    assert reason_of(refused) == "the server answered 401 Unauthorized"


def test_one_that_dies_and_comes_back(kind: str) -> None:
    with served(kind) as (process, port), opened_now(at(kind, port)) as live:
        first = live.call("read_note", {"key": "a"})
        dead = live.call("die", {})
        process.wait()
        gone = live.call("read_note", {"key": "a"})
        with served(kind, port):
            back = live.call("read_note", {"key": "a"})
            told = live.status()

    assert (first, back) == (Answer(text="alpha"),) * 2
    assert reason_of(dead).startswith("die: the connection ended")
    assert "connection attempts failed" in reason_of(gone)
    assert (told.ok, told.state) == (True, "open")


def test_one_that_forgot_the_session_is_asked_for_another() -> None:
    with served("http") as (process, port):
        url = f"http://127.0.0.1:{port}/mcp"
        source = mcp_server(id="notes", url=url, token=_WORD, protocol="legacy", limits=Limits())
        with opened_now(source) as live:
            first = live.call("read_note", {"key": "a"})
            process.kill()
            process.wait()
            with served("http", port):
                forgotten = live.call("read_note", {"key": "a"})
                after = live.call("read_note", {"key": "a"})

    assert first == after == Answer(text="alpha")
    assert "the connection ended" in reason_of(forgotten)


@pytest.fixture
def silent() -> Iterator[int]:
    """A port at which somebody listens and says nothing."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


def test_one_that_never_answers(kind: str, silent: int) -> None:
    answer = query(at(kind, silent, limits=Limits(seconds=0.3)), "hi")

    assert answer.problem == Problem("notes", "failed", "not open within 0.3 s")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n", "the server answered 500"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi",
            "content type",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\nhi", ""),
        (
            b"HTTP/1.1 302 Off\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
            "edirect",
        ),
        (b"", ""),
    ],
)
def test_what_is_no_server_of_the_protocol(said: bytes, reason: str) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def answer_each() -> None:
            while True:
                try:
                    one, _ = listening.accept()
                except OSError:
                    return
                with one:
                    one.recv(65_536)
                    one.sendall(said)

        thread = threading.Thread(target=answer_each, daemon=True)
        thread.start()
        answer = query(at("http", listening.getsockname()[1], limits=Limits(seconds=2)), "hi")
        listening.shutdown(socket.SHUT_RDWR)
    thread.join(5)

    assert answer.problem is not None
    assert reason in answer.problem.reason
    assert "abcdefgh" not in json.dumps(str(answer.problem))


def test_its_status_asks_nobody_and_tells_no_secret() -> None:
    told = status(at("http", 1))

    assert (told.ok, told.detail) == (True, "http://127.0.0.1: not asked")


def test_a_packed_answer_is_refused_before_it_grows() -> None:
    with standing_in() as server:
        coding = (("Content-Encoding", "gzip"),)
        server.answers["POST /mcp"] = Told(gzip.compress(b" " * 1_000_000), headers=coding)
        answer = query(at("http", server.port, limits=Limits(seconds=5)), "hi")

    assert reason_of(answer) == "the server packed its answer as 'gzip', which nobody asked for"
    assert {one.headers["accept-encoding"] for one in server.sent} == {"identity"}


def test_no_proxy_of_the_environment_is_told_the_token(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with standing_in() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.address)
        query(at(kind, 1, limits=Limits(seconds=2)), "hi")

    assert proxy.sent == []

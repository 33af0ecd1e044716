"""Servers without end or manners, keys in the wrong place, loops that ended: a `ModelFailure`, no more."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from attrs import evolve

from ctxfn.errors import InvalidArgument
from ctxfn.io.models import ModelFailure, Patience, Retries, ScriptedModel, SdkClient
from ctxfn.io.models.failing import failure_of, failure_said
from ctxfn.io.models.messages_hearing import MessagesHearing
from ctxfn.io.models.responses_hearing import ResponsesHearing
from ctxfn.io.models.short_errors import shorten_error
from ctxfn.turns import Response
from tests.io.models.made import MAKES, Heard, ask, request, spoken
from tests.servers.answers import Said
from tests.servers.model_server import Reply

ONCE = Retries(attempts=1)


@asynccontextmanager
async def endless(head: bytes, piece: bytes) -> AsyncIterator[str]:
    """Serve an answer that never ends."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 " + head + b"\r\n\r\n")
            while True:
                writer.write(piece)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def asked_of(url: str, **given: Any) -> ModelFailure:
    async with MAKES["chat"](base_url=url, key="k3y-key", options=Heard().options(**given)) as made:
        made._world = evolve(made._world, most_bytes=300_000)
        with pytest.raises(ModelFailure) as caught:
            await made.respond(request(), lambda _: None)
    return caught.value


class TestNoEnd:
    @pytest.mark.parametrize("piece", [b"a" * 9_000, b"data: a\n" * 900, b": ping\n\n" * 900])
    @pytest.mark.parametrize("kind", [b"text/event-stream", b"application/json"])
    def test_an_answer_without_end(self, piece: bytes, kind: bytes) -> None:
        async def run() -> ModelFailure:
            async with endless(b"200 OK\r\nContent-Type: " + kind, piece) as url:
                return await asked_of(url)

        failure = asyncio.run(run())
        assert (failure.kind, failure.reason, failure.again) == (
            "malformed",
            "the answer has more than 300,000 bytes",
            False,
        )

    def test_an_error_without_end(self) -> None:
        async def run() -> ModelFailure:
            async with endless(b"503 Busy\r\nContent-Type: text/plain", b"busy " * 999) as url:
                return await asked_of(url, retries=ONCE)

        failure = asyncio.run(run())
        assert (failure.kind, failure.status) == ("server", 503)
        assert failure.reason.startswith("busy busy")

    def test_an_error_that_is_packed_is_read(self) -> None:
        body = gzip.compress(
            json.dumps({"error": {"message": "no", "type": "server_error"}}).encode()
        )
        reply = Reply(status=500, body=body, headers=(("Content-Encoding", "gzip"),))
        answer, _ = asyncio.run(ask("chat", [reply], retries=ONCE))
        assert isinstance(answer, ModelFailure)
        assert (answer.status, answer.reason) == (500, "no")

    def test_of_an_error_the_beginning_is_unpacked(self) -> None:
        import httpx

        response = httpx.Response(500, stream=httpx.ByteStream(b"a" * 100_000))
        asyncio.run(shorten_error(response))
        assert len(asyncio.run(response.aread())) == 1 << 16


class TestNothingIsShown:
    @pytest.mark.parametrize("make", MAKES.values(), ids=MAKES)
    @pytest.mark.parametrize(
        "wrong",
        [
            {"key": b"t0psecret"},
            {"key": "t0psecret\n"},
            {"key": "t0ps\u00e9cret"},
            {"key_env": "sk-t0psecret"},
            {"key_env": "t0psecret"},
            {"sdk": "t0psecret"},
            {"key": "k", "base_url": "http://who:t0psecret@[::bad"},
            {"key": "k", "base_url": "t0psecret"},
            {"key": "k", "base_url": ""},
            {"key": "k", "base_url": "http://a\0b/t0psecret"},
            {"key": "k", "options": False},
        ],
    )
    def test_of_what_is_in_the_wrong_place(self, make: Any, wrong: dict[str, Any]) -> None:
        with pytest.raises(InvalidArgument) as caught:
            make(**wrong)
        assert "t0ps" not in str(caught.value) + repr(caught.value)

    def test_of_a_key_that_is_cut_where_reading_ends(self) -> None:
        said = failure_said(
            "p", {"message": " " * 3_990 + "no k3y-that-is-hidden-when-it-is-whole"}
        )
        assert "k3y" not in said.reason

    def test_what_a_server_names_is_made_plain(self) -> None:
        delta = {"\x1b[2Jmore": 1, "content": "Hi"}
        row = {"choices": [{"delta": delta, "finish_reason": "\x1b[31mred"}]}
        body = b"data: " + json.dumps(row).encode() + b"\n\n"
        heard = Heard()
        spoken(asyncio.run(ask("chat", [Reply(body=body)], heard))[0])
        assert [line.detail for line in heard.lines] == ["claude-test-4-5: [31mred", "[2Jmore"]


def test_who_one_is_at_openai_is_told_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "our-org")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "our-project")
    for protocol in ("chat", "responses"):
        _, server = asyncio.run(ask(protocol, [Reply(said=Said("Hi"))]))
        assert "our-" not in json.dumps(server.asked[0].headers)


def test_an_address_of_the_environment_is_another_than_openai_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1")
    assert repr(MAKES["chat"]()) == "<a client of openai, for openai/compatible>"


@pytest.mark.parametrize(
    "words", ["Event loop is closed", "<Lock> is bound to a different event loop"]
)
def test_what_an_event_loop_took_with_it_is_asked_for_again(words: str) -> None:
    failure = failure_of("p", RuntimeError(words))
    assert (failure.kind, failure.again) == ("connection", True)
    assert failure_of("p", RuntimeError("no")).again is False


def test_closing_is_for_good_and_asks_for_no_loop() -> None:
    class Gone:
        async def close(self) -> None:
            raise RuntimeError("Event loop is closed")

    async def run() -> None:
        made = MAKES["chat"](key="k")
        client = SdkClient(Gone(), made.style, made._world, ask_usage=False)
        await client.aclose()
        with pytest.raises(ModelFailure, match="the client is closed"):
            await client.respond(request(), lambda _: None)
        await made.aclose()

    asyncio.run(run())


@pytest.mark.parametrize("index", [0, None, -1, "0"])
def test_blocks_with_the_index_of_another_are_kept(index: object) -> None:
    hearing = MessagesHearing("p", "anthropic")
    blocks = [
        {"type": "tool_use", "id": "a", "name": "f", "input": {}},
        {"type": "text", "text": "Hi"},
        {"type": "tool_use", "id": "b", "name": "g", "input": {}},
    ]
    for block in blocks:
        event = {"type": "content_block_start", "index": index, "content_block": block}
        hearing.take("", json.dumps(event))
    hearing.take("", '{"type": "message_stop"}')
    answer = hearing.response("m")
    assert (answer.text, [call.id for call in answer.calls]) == ("Hi", ["a", "b"])


def test_items_without_numbers_are_told_apart_by_their_ids() -> None:
    hearing = ResponsesHearing("p", "openai_responses")
    for one in ("a", "b"):
        item = {"type": "function_call", "id": f"fc_{one}", "call_id": one, "name": one}
        for kind in ("added", "done"):
            event = {"type": f"response.output_item.{kind}", "item": item | {"arguments": "{}"}}
            hearing.take("", json.dumps(event))
    hearing.take("", '{"type": "response.completed", "response": {"output": []}}')
    assert [call.id for call in hearing.response("m").calls] == ["a", "b"]


@pytest.mark.parametrize("count", [-1, 10**400, "5", 1.5, True, [1]])
def test_what_is_no_count_is_none(count: object) -> None:
    usage = {"prompt_tokens": count, "completion_tokens": count}
    body = {"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}], "usage": usage}
    reply = Reply(body=json.dumps(body).encode(), kind="application/json")
    answer = spoken(asyncio.run(ask("chat", [reply]))[0])
    assert (answer.input_tokens, answer.output_tokens) == (None, None)


@pytest.mark.parametrize(
    "odd",
    [
        {"messages": 5},
        {"messages": ("x",)},
        {"tools": 5},
        {"thinking": 5},
        {"thinking": "9" * 5_000},
    ],
)
@pytest.mark.parametrize("protocol", MAKES)
def test_odd_requests_are_failures(protocol: str, odd: dict[str, Any]) -> None:
    said = [Reply(said=Said("Hi"))]
    answer, _ = asyncio.run(ask(protocol, said, asked=evolve(request(), **odd), judges=False))
    assert isinstance(answer, ModelFailure | Response)


@pytest.mark.parametrize("number", [10**400, float("inf"), float("nan"), -1, True, "1"])
def test_such_numbers_are_refused(number: Any) -> None:
    for make in (
        lambda: Patience(first=number),
        lambda: Retries(pause=number),
        lambda: Retries(restart="no"),  # type: ignore[arg-type]
    ):
        with pytest.raises(InvalidArgument):
            make()


@pytest.mark.parametrize("wrong", [{"script": 5}, {"script": None}, {"pause": 5}])
def test_such_scripts_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgument):
        ScriptedModel(**wrong)


def test_a_script_that_fails_to_go_on_is_a_failure() -> None:
    model = ScriptedModel(Response(1 / number) for number in (0,))  # type: ignore[arg-type]
    with pytest.raises(ModelFailure, match="ZeroDivisionError"):
        asyncio.run(model.respond(request(), lambda _: None))


def test_who_must_be_awaited_does_not_hear() -> None:
    async def hear(_delta: object) -> None: ...

    with pytest.raises(InvalidArgument, match="is not awaited"):
        asyncio.run(ScriptedModel().respond(request(), hear))  # type: ignore[arg-type]

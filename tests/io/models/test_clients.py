"""What a client hears, over a real connection, in each protocol."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ctxfn.io.models import CallDelta, ModelFailure, ReasoningDelta, TextDelta
from ctxfn.messages import Message, Reasoning, user
from ctxfn.turns import TextSegment, ThoughtSegment
from tests.io.models.made import MAKES, Heard, ask, request, spoken
from tests.servers.answers import Protocol, Said, events, stream
from tests.servers.model_server import Reply, model_server

EVERY: tuple[Protocol, ...] = ("chat", "messages", "responses")

ANSWER = Said(
    "It is löng past ✓ noon. 🦉",
    (("c1", "now", '{"zone": "Zürich 🦉"}'), ("c2", "now", "{}")),
    thoughts="Let me see",
)


@pytest.mark.parametrize("protocol", EVERY)
@pytest.mark.parametrize("streams", [True, False])
def test_an_answer_is_heard_whole(protocol: Protocol, *, streams: bool) -> None:
    heard = Heard()
    answer, server = asyncio.run(ask(protocol, [Reply(said=ANSWER)], heard, stream=streams))
    got = spoken(answer)
    assert got.text == heard.text == ANSWER.text
    assert heard.thoughts == ANSWER.thoughts
    assert got.segments == (ThoughtSegment(ANSWER.thoughts), TextSegment(ANSWER.text))
    assert [(call.id, call.tool) for call in got.calls] == [("c1", "now"), ("c2", "now")]
    assert [json.loads(call.arguments) for call in got.calls] == [{"zone": "Zürich 🦉"}, {}]
    assert (got.input_tokens, got.output_tokens) == ANSWER.usage
    assert [one.text for one in got.reasoning] == [ANSWER.thoughts]
    told = dict.fromkeys(range(2), "")
    for one in heard.deltas:
        if isinstance(one, CallDelta):
            told[one.index] += one.arguments
            assert one.name == "now"
    assert json.loads(told[0]) == {"zone": "Zürich 🦉"}
    assert server.asked[0].body.get("stream", False) is streams
    assert len(server.asked) == 1


@pytest.mark.parametrize("protocol", EVERY)
def test_deltas_come_in_the_order_in_which_they_were_sent(protocol: Protocol) -> None:
    heard = Heard()
    asyncio.run(ask(protocol, [Reply(said=Said("a b", (("c1", "now", "{}"),), "t"))], heard))
    kinds = list(dict.fromkeys(type(one) for one in heard.deltas))
    assert kinds == [ReasoningDelta, TextDelta, CallDelta]
    assert [one.text for one in heard.deltas if isinstance(one, TextDelta)] == ["a ", "b"]


@given(st.sampled_from(EVERY), st.lists(st.integers(1, 9), min_size=1, max_size=6))
@example("chat", [1])
@example("messages", [1])
@settings(max_examples=10, deadline=None)
def test_where_a_stream_is_cut_changes_nothing(protocol: Protocol, sizes: list[int]) -> None:
    raw = stream(ANSWER, protocol)
    one, many = Heard(), Heard()
    script = [Reply(body=raw), Reply(body=raw, sizes=tuple(sizes))]

    async def both() -> tuple[object, object]:
        async with (
            model_server(script) as server,
            MAKES[protocol](base_url=server.url, options=one.options()) as client,
        ):
            first = await client.respond(request(), one.deltas.append)
            return first, await client.respond(request(), many.deltas.append)

    first, second = asyncio.run(both())
    assert first == second
    assert one.deltas == many.deltas


def test_signed_and_sealed_thoughts_are_kept() -> None:
    told = events(Said("Hi", thoughts="hm", signature="c2ln"), "messages")
    sealed = {"type": "redacted_thinking", "data": "c2VhbGVk"}
    more = {"type": "content_block_start", "index": 9, "content_block": sealed}
    told.insert(2, ("content_block_start", more))
    raw = b"".join(
        b"event: %s\ndata: %s\n\n" % (n.encode(), json.dumps(v).encode()) for n, v in told
    )
    answer, _ = asyncio.run(ask("messages", [Reply(body=raw)]))
    model = "claude-test-4-5"
    assert spoken(answer).reasoning == (
        Reasoning(sealed="c2VhbGVk", model=model),
        Reasoning("hm", "c2ln", model=model),
    )


@pytest.mark.parametrize("protocol", EVERY)
def test_no_usage_is_no_number(protocol: Protocol) -> None:
    answer, _ = asyncio.run(ask(protocol, [Reply(said=Said("Hi", usage=None))]))
    assert (spoken(answer).input_tokens, spoken(answer).output_tokens) == (None, None)


def test_a_server_that_will_not_tell_usage_is_asked_without_and_remembered() -> None:
    heard = Heard()

    def reply(asked: object) -> Reply:
        refused = b'{"error": {"message": "Unknown parameter: stream_options", "code": null}}'
        if "stream_options" in getattr(asked, "body", {}):
            return Reply(status=400, body=refused, kind="application/json")
        return Reply(said=Said("Hi", usage=None))

    async def twice() -> list[dict[str, object]]:
        async with (
            model_server(reply) as server,
            MAKES["chat"](base_url=server.url, options=heard.options()) as client,
        ):
            for _ in range(2):
                assert (await client.respond(request(), heard.deltas.append)).text == "Hi"
            return [one.body for one in server.asked]

    bodies = asyncio.run(twice())
    assert ["stream_options" in body for body in bodies] == [True, False, False]
    assert heard.about == ["this server tells no usage"]


@pytest.mark.parametrize(
    ("protocol", "ending"),
    [("chat", "length"), ("messages", "max_tokens"), ("responses", "length")],
)
def test_an_answer_that_reached_its_limit_is_told(protocol: Protocol, ending: str) -> None:
    heard = Heard()
    said = Said("It is", (("c1", "now", '{"zone": "Zü'),), ending=ending)
    answer, _ = asyncio.run(ask(protocol, [Reply(said=said)], heard))
    assert spoken(answer).calls[0].arguments == '{"zone": "Zü'
    assert heard.about[-1] == "the answer was cut at its limit"


@pytest.mark.parametrize(
    ("protocol", "ending"), [("chat", "content_filter"), ("messages", "refusal")]
)
def test_what_was_kept_back_whole_is_a_failure(protocol: Protocol, ending: str) -> None:
    heard = Heard()
    kept, _ = asyncio.run(ask(protocol, [Reply(said=Said(ending=ending))], heard))
    some, _ = asyncio.run(ask(protocol, [Reply(said=Said("I may", ending=ending))], heard))
    assert isinstance(kept, ModelFailure)
    assert (kept.kind, kept.again) == ("filtered", False)
    assert spoken(some).text == "I may"
    assert len(heard.about) == 1


def test_a_server_that_gave_up_is_asked_again() -> None:
    script = [Reply(said=Said(ending="insufficient_system_resource")), Reply(said=ANSWER)]
    answer, server = asyncio.run(ask("chat", script))
    assert spoken(answer).text == ANSWER.text
    assert len(server.asked) == 2


def test_an_ending_that_nobody_knows_is_told() -> None:
    heard = Heard()
    asyncio.run(ask("messages", [Reply(said=Said("Hi", ending="tired"))], heard))
    assert [line.detail for line in heard.lines] == ["claude-test-4-5: tired"]


def test_a_refusal_is_words() -> None:
    heard = Heard()
    chunk = {
        "choices": [{"index": 0, "delta": {"refusal": "I will not."}, "finish_reason": "stop"}]
    }
    raw = b"data: " + json.dumps(chunk).encode() + b"\n\ndata: [DONE]\n\n"
    answer, _ = asyncio.run(ask("chat", [Reply(body=raw)], heard))
    assert spoken(answer).text == "I will not."
    assert heard.about == ["the model refused"]


def test_a_server_that_cannot_stream_may_answer_whole() -> None:
    answer, _ = asyncio.run(ask("chat", [Reply(said=ANSWER, streams=False)]))
    assert spoken(answer).text == ANSWER.text


@pytest.mark.parametrize("protocol", EVERY)
def test_pings_comments_and_unknown_events_say_nothing(protocol: Protocol) -> None:
    noise = b': ping\n\nhello there\nevent: ping\ndata: {"type": "ping"}\n\n'
    raw = noise + stream(ANSWER, protocol, end=b"\r\n").replace(b"\r\n\r\n", b"\r\n\r\n" + noise)
    answer, _ = asyncio.run(ask(protocol, [Reply(body=raw)]))
    assert spoken(answer).text == ANSWER.text


def test_what_has_no_place_is_told() -> None:
    heard = Heard()
    block = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}
    body = {"type": "message", "content": [block, {"type": "text", "text": "Hi"}]}
    raw = json.dumps({**body, "stop_reason": "end_turn"}).encode()
    answer, _ = asyncio.run(ask("messages", [Reply(body=raw)], heard, stream=False))
    assert spoken(answer).text == "Hi"
    assert [line.detail for line in heard.lines] == ["a block of type server_tool_use"]


def test_a_huge_answer_is_heard() -> None:
    said = Said("wörd " * 4_000, pieces=None)
    answer, _ = asyncio.run(ask("chat", [Reply(said=said, sizes=(4096,))]))
    assert spoken(answer).text == said.text


@pytest.mark.parametrize("protocol", ["chat", "messages"])
def test_fifty_requests_share_one_client(protocol: Protocol) -> None:
    heard = Heard()

    async def all_at_once() -> tuple[list[str], int]:
        async with (
            model_server(
                lambda asked: Reply(said=Said(asked.body["messages"][-1]["content"]), first=0.05)
            ) as server,
            MAKES[protocol](base_url=server.url, options=heard.options()) as client,
        ):
            asked = [request(*request().messages[:1], *_one(str(number))) for number in range(50)]
            answers = await asyncio.gather(
                *(client.respond(one, heard.deltas.append) for one in asked)
            )
            return [one.text for one in answers], server.most

    texts, most = asyncio.run(all_at_once())
    assert texts == [str(number) for number in range(50)]
    assert most > 10


def _one(words: str) -> tuple[Message, ...]:

    return (user(words),)

"""What is sent: by our codecs, the same bytes for the same request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve

from ctxfn.errors import InvalidArgument
from ctxfn.io.models import ClientOptions, anthropic_client, openai_client
from ctxfn.io.models.writing import Style, write_request
from ctxfn.messages import (
    Assistant,
    Message,
    Reasoning,
    Text,
    assistant,
    call,
    system,
    tool_result,
    user,
)
from ctxfn.wire import profile
from tests.io.models.made import MAKES, Heard, ask, request, spoken
from tests.servers.answers import Protocol, Said
from tests.servers.model_server import Reply, model_server

EVERY: tuple[Protocol, ...] = ("chat", "messages", "responses")


def body_for(target: str, **given: Any) -> dict[str, object]:
    asked = request(**{key: one for key, one in given.items() if key != "style"})
    style = Style(to=target, **given.get("style", {}))
    return write_request(asked, style)[0]


class TestFields:
    @pytest.mark.parametrize(
        ("target", "key"),
        [
            ("openai", "max_completion_tokens"),
            ("openai/reasoning", "max_completion_tokens"),
            ("openai/compatible", "max_tokens"),
            ("openai/strict", "max_tokens"),
            ("deepseek", "max_tokens"),
            ("mistral", "max_tokens"),
            ("anthropic", "max_tokens"),
            ("openai/responses", "max_output_tokens"),
        ],
    )
    def test_the_limit_of_an_answer_stands_in_the_target_s_field(
        self, target: str, key: str
    ) -> None:
        body = body_for(target, model="gpt-4o")
        assert {one for one in body if "max" in one} == {key}
        assert body[key] == 4096

    @pytest.mark.parametrize(
        ("target", "model", "expected"),
        [
            ("openai", "o3", {"reasoning_effort": "low"}),
            ("deepseek/thinking", "deepseek-chat", {"thinking": {"type": "enabled"}}),
            (
                "anthropic",
                "claude-test-4-5",
                {"thinking": {"type": "enabled", "budget_tokens": 3072}},
            ),
            (
                "anthropic",
                "claude-test-4-6",
                {"thinking": {"type": "adaptive"}, "output_config": {"effort": "low"}},
            ),
        ],
    )
    def test_a_level_of_thinking_is_said_in_the_target_s_words(
        self, target: str, model: str, expected: dict[str, object]
    ) -> None:
        without, with_level = (
            body_for(target, model=model, thinking=level) for level in (None, "low")
        )
        assert with_level == without | expected

    def test_the_model_picks_the_version_unless_it_is_said(self) -> None:
        style = Style(to="openai")
        assert style.profile_for("o3") == profile("openai/reasoning")
        assert style.profile_for("gpt-4o") == profile("openai/chat")
        assert Style(to="openai/strict").profile_for("o3") == profile("openai/strict")
        assert Style(to=profile("mistral")).profile_for("o3") == profile("mistral")

    def test_where_thoughts_have_no_room_that_is_told(self) -> None:
        asked = request(thinking="high", max_output=1500)
        body, lines = write_request(asked, Style(to="anthropic"))
        assert "thinking" not in body
        assert [line.about for line in lines] == ["thinking is left off"]

    def test_thinking_is_off_behind_an_answer_that_lacks_its_thoughts(self) -> None:
        chat = (user("Hi"), assistant(call("c1", "now", "{}")), tool_result("c1", "noon"))
        signed = evolve(chat[1], reasoning=(Reasoning("hm", "c2ln"),))
        bare = body_for("anthropic", messages=chat, thinking="low")
        kept = body_for("anthropic", messages=(chat[0], signed, chat[2]), thinking="low")
        assert "thinking" not in bare
        assert kept["thinking"] == {"type": "enabled", "budget_tokens": 3072}
        assert '"signature": "c2ln"' in json.dumps(kept)

    def test_marks_for_the_cache_go_where_the_target_knows_them(self) -> None:
        places = {"places": ("tools", "system", "last")}
        marked = json.dumps(body_for("anthropic", style=places))
        assert marked.count("cache_control") == 3
        assert "cache_control" not in json.dumps(body_for("openai", style=places))

    def test_options_that_mean_nothing_are_refused(self) -> None:
        every: tuple[dict[str, Any], ...] = (
            {"breakpoints": ("turn",)},
            {"breakpoints": 5},
            {"extra": 5},
            {"patience": 5},
            {"retries": None},
            {"sleep": 5},
            {"stream": "no"},
            {"thinking": "hard"},
        )
        for odd in every:
            with pytest.raises(InvalidArgument, match=f"ClientOptions, {next(iter(odd))}"):
                ClientOptions(**odd)

    def test_extra_fields_are_over_all_else(self) -> None:
        extra = ClientOptions(extra={"temperature": 0, "max_tokens": 5}).extra
        body = body_for("anthropic", style={"extra": extra})
        assert (body["temperature"], body["max_tokens"]) == (0, 5)

    def test_what_the_target_would_refuse_is_mended_and_told_once(self) -> None:
        heard = Heard()
        broken = request(user("Hi"), assistant(call("c1", "now", "{}")), user("Well?"))

        async def twice() -> None:
            async with (
                model_server([Reply(said=Said("Hi"))]) as server,
                MAKES["messages"](base_url=server.url, options=heard.options()) as client,
            ):
                for _ in range(2):
                    await client.respond(broken, heard.deltas.append)

        asyncio.run(twice())
        assert heard.about == ["mended"]


def long_chat(turns: int) -> list[tuple[Message, ...]]:
    """Return what is sent for each turn: every one begins as the one before."""
    said: list[Message] = [system("Be brief."), user("How late is it in Zürich? 🦉")]
    requests = []
    for turn in range(turns):
        requests.append(tuple(said))
        if turn % 3 == 1:
            said += [assistant(call(f"c{turn}", "now", "{}")), tool_result(f"c{turn}", "noon")]
        else:
            said += [assistant(f"It is {turn} past."), user(f"And now, {turn}?")]
    return requests


def canonical(body: dict[str, object]) -> list[str]:
    rows = body.get("messages", body.get("input"))
    assert isinstance(rows, list)
    return [json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows]


class TestBytes:
    @pytest.mark.parametrize("protocol", EVERY)
    def test_equal_requests_are_equal_bytes(self, protocol: Protocol) -> None:
        async def twice() -> list[bytes]:
            async with model_server([Reply(said=Said("Hi"))]) as server:
                for _ in range(2):
                    async with MAKES[protocol](base_url=server.url) as client:
                        await client.respond(request(thinking="low"), lambda _: None)
                        await client.respond(request(thinking="low"), lambda _: None)
                return [one.raw for one in server.asked]

        sent = asyncio.run(twice())
        assert len(set(sent)) == 1
        assert len(sent) == 4

    @pytest.mark.parametrize("protocol", EVERY)
    def test_each_request_of_a_chat_begins_with_the_one_before(self, protocol: Protocol) -> None:
        async def chat() -> list[dict[str, object]]:
            async with (
                model_server([Reply(said=Said("Hi"))]) as server,
                MAKES[protocol](base_url=server.url) as client,
            ):
                for sent in long_chat(24):
                    await client.respond(request(*sent), lambda _: None)
                return [one.body for one in server.asked]

        bodies = asyncio.run(chat())
        assert len(bodies) == 24
        for before, after in pairwise(bodies):
            rows, more = canonical(before), canonical(after)
            assert more[: len(rows)] == rows
            rest = [
                {key: one for key, one in body.items() if key not in ("messages", "input")}
                for body in (before, after)
            ]
            assert rest[0] == rest[1]

    def test_the_messages_are_the_codecs_to_the_byte(self) -> None:
        _, server = asyncio.run(ask("chat", [Reply(said=Said("Hi"))]))
        rows = '"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"What'
        assert rows.encode() in server.asked[0].raw


@pytest.mark.parametrize("protocol", EVERY)
def test_what_was_answered_can_be_sent_back(protocol: Protocol) -> None:
    # An answer's own id has no place in a turn, and without it words may not follow thoughts.
    words = "" if protocol == "responses" else "One moment."
    first = Said(words, (("c1", "now", '{"zone": 1}'), ("c2", "now", "{}")), "hm")

    async def loop() -> dict[str, object]:
        async with (
            model_server([Reply(said=first), Reply(said=Said("Noon."))]) as server,
            MAKES[protocol](base_url=server.url) as client,
        ):
            asked = request(thinking="low")
            said = await client.respond(asked, lambda _: None)
            parts = (Text(said.text),) if said.text else ()
            answer = Assistant(parts, calls=said.calls, reasoning=said.reasoning)
            results = [tool_result(one.id, "noon") for one in said.calls]
            again = evolve(asked, messages=(*asked.messages, answer, *results))
            assert (await client.respond(again, lambda _: None)).text == "Noon."
            return server.asked[-1].body

    sent = json.dumps(asyncio.run(loop()))
    assert sent.count("c2") >= 2
    kept = {"chat": "reasoning_content", "messages": "c2lnbmVk", "responses": "c2lnbmVk"}
    assert kept[protocol] in sent


class TestKeys:
    def test_a_key_goes_with_every_request(self) -> None:
        for protocol in EVERY:
            _, server = asyncio.run(ask(protocol, [Reply(said=Said("Hi"))]))
            assert any("s3cret-key" in one for one in server.asked[0].headers.values())

    @pytest.mark.parametrize(
        ("make", "name"),
        [("chat", "OPENAI_API_KEY"), ("messages", "ANTHROPIC_API_KEY")],
    )
    def test_a_vendor_s_key_goes_to_no_other_address(
        self, make: str, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(name, "their-own")
        monkeypatch.setenv("MINE", "my-own")

        async def asked() -> list[dict[str, str]]:
            async with model_server([Reply(said=Said("Hi"))]) as server:
                for given in ({}, {"key_env": "MINE"}):
                    async with MAKES[make](base_url=server.url, **given) as client:
                        await client.respond(request(), lambda _: None)
                return [one.headers for one in server.asked]

        sent = [json.dumps(one) for one in asyncio.run(asked())]
        assert not any("their-own" in one for one in sent)
        assert ["my-own" in one for one in sent] == [False, True]

    def test_no_key_is_said_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
        for make, name in ((openai_client, "OPENAI"), (anthropic_client, "ANTHROPIC")):
            with pytest.raises(InvalidArgument, match=f"{name}_API_KEY"):
                make()

    @pytest.mark.parametrize("make", MAKES.values(), ids=MAKES)
    @pytest.mark.parametrize(
        "odd", [{"options": 5}, {"to": 5}, {"key": 5}, {"key_env": 5}, {"base_url": 5}, {"sdk": 5}]
    )
    def test_odd_arguments_are_refused(
        self, make: Callable[..., object], odd: dict[str, object]
    ) -> None:
        with pytest.raises(InvalidArgument):
            make(**{"key": "k", **odd})

    def test_a_target_of_another_protocol_is_refused(self) -> None:
        with pytest.raises(InvalidArgument, match="anthropic/messages"):
            openai_client(key="k", to="anthropic")
        with pytest.raises(InvalidArgument, match="openai/chat"):
            anthropic_client(key="k", to="openai")

    def test_an_sdk_that_is_handed_over_is_used_and_stays_open(self) -> None:
        from openai import AsyncOpenAI

        async def own() -> tuple[int, str]:
            async with model_server([Reply(status=500), Reply(said=Said("Hi"))]) as server:
                async with AsyncOpenAI(
                    api_key="k", base_url=server.url, default_headers={"x-mine": "yes"}
                ) as sdk:
                    heard = Heard()
                    for _ in range(2):
                        async with openai_client(sdk=sdk, options=heard.options()) as client:
                            answer = await client.respond(request(), heard.deltas.append)
                            assert spoken(answer).text == "Hi"
                assert heard.slept == [0.5]
                return len(server.asked), server.asked[-1].headers["x-mine"]

        assert asyncio.run(own()) == (3, "yes")

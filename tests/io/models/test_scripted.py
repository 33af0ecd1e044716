"""A model without a model says what it was told to, every time."""

from __future__ import annotations

import asyncio
import json

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.models import CallDelta, ModelFailure, Scripted, ScriptedModel, TextDelta, small_talk
from ctxfn.messages import Call, Reasoning, assistant, call, own, tool_result, user
from ctxfn.tools import Declaration
from ctxfn.turns import Response, TextSegment, ThoughtSegment
from tests.io.models.made import Heard, request

ASK = Declaration(
    "query_crm",
    "Ask crm.",
    own({"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}),
)


class TestScript:
    def test_answers_come_in_order_and_in_pieces(self) -> None:
        calls = (Call("c1", "now", '{"zone": 1}'),)
        script: list[Scripted] = [
            Response("Hello there", reasoning=(Reasoning("hm"),), calls=calls),
            lambda asked: Response(str(len(asked.messages))),
        ]
        heard = Heard()
        model = ScriptedModel(script, piece=5, pause=lambda: heard.sleep(0.1))

        async def twice() -> tuple[Response, Response]:
            first = await model.respond(request(), heard.deltas.append)
            return first, await model.respond(request(), heard.deltas.append)

        first, second = asyncio.run(twice())
        assert first.segments == (ThoughtSegment("hm"), TextSegment("Hello there"))
        assert (first.calls, second.text) == (calls, "2")
        assert heard.text == "Hello there2"
        assert [one for one in heard.deltas if isinstance(one, CallDelta)] == [
            CallDelta(0, "now"),
            CallDelta(0, "now", '{"zon'),
            CallDelta(0, "now", 'e": 1'),
            CallDelta(0, "now", "}"),
        ]
        assert len(heard.slept) == len(heard.deltas)
        assert [one.model for one in model.asked] == ["claude-test-4-5"] * 2

    def test_a_script_may_fail_and_ends(self) -> None:
        busy = ModelFailure("overloaded", "scripted", "busy")
        model = ScriptedModel([busy, lambda _: 1 / 0])  # type: ignore[list-item,return-value]
        for kind in ("overloaded", "invalid", "invalid"):
            with pytest.raises(ModelFailure) as raised:
                asyncio.run(model.respond(request(), lambda _: None))
            assert raised.value.kind == kind
        assert raised.value.reason == "the script has no answer left"

    def test_a_stop_comes_between_two_pieces(self) -> None:
        async def stopped() -> list[object]:
            heard = Heard()
            model = ScriptedModel(
                [Response("one two three")], piece=4, pause=lambda: asyncio.sleep(0)
            )

            def hear(delta: object) -> None:
                heard.deltas.append(delta)  # type: ignore[arg-type]
                task.cancel()

            task = asyncio.ensure_future(model.respond(request(), hear))
            with pytest.raises(asyncio.CancelledError):
                await task
            return list(heard.deltas)

        assert asyncio.run(stopped()) == [TextDelta("one ")]

    @pytest.mark.parametrize("piece", [0, True, "x"])
    def test_a_wrong_size_is_refused(self, piece: object) -> None:
        with pytest.raises(InvalidArgument, match="piece"):
            ScriptedModel(piece=piece)  # type: ignore[arg-type]


class TestSmallTalk:
    @pytest.mark.parametrize(
        ("words", "answer"),
        [
            ("Hello!", "Hello! I am a script, not a model."),
            ("(5/3 02:45) [Ann(u1)]: thanks", "You are welcome."),
            ("History?", "You said: History?"),
            ("/tools", "Tools: now. Call one with /tool NAME {JSON}."),
            ("/tool later", "There is no tool later. Tools: now."),
            ("", "I heard nothing."),
        ],
    )
    def test_words_have_their_answer(self, words: str, answer: str) -> None:
        assert small_talk(request(user(words))) == Response(answer)

    def test_a_tool_is_called_by_its_name(self) -> None:
        answer = small_talk(request(user('/tool now {"zone": "CET"}')))
        assert answer.calls == (Call("call_1", "now", '{"zone": "CET"}'),)

    def test_who_knows_is_asked_and_named(self) -> None:
        asked = request(user("Who feeds owls?"), tools=(ASK,))
        answer = small_talk(asked)
        assert answer.calls == (Call("call_1", "query_crm", '{"q": "Who feeds owls?"}'),)
        found = {"results": [{"name": "customers", "uri": "customers/1", "snippet": "Ann"}]}
        said = (
            user("Who feeds owls?"),
            assistant(call("call_1", "query_crm", "{}")),
            tool_result("call_1", json.dumps(found)),
        )
        assert small_talk(request(*said)).text == "crm: Ann (customers/1)"

    @pytest.mark.parametrize(
        ("result", "told"),
        [
            ("{}", "crm: nothing found"),
            ('{"results": []}', "crm: nothing found"),
            ('{"error": "crm: late"}', "crm: crm: late"),
            ('{"text": "Ann"}', "crm: Ann"),
            ("noon", "crm: noon"),
            ("[1]", "crm: [1]"),
            ("", "crm: nothing"),
        ],
    )
    def test_whatever_comes_back_is_told(self, result: str, told: str) -> None:
        said = (assistant(call("c", "query_crm", "{}")), tool_result("c", result))
        assert small_talk(request(*said)).text == told

"""What a client makes of servers that fail, at both protocols over a real connection."""

from __future__ import annotations

import asyncio
import json
import pickle
import subprocess
import sys

import pytest

from ctxfn.errors import InvalidArgument, MissingExtra
from ctxfn.io.models import Delta, FailureKind, ModelFailure, Patience, Retries, ScriptedModel
from ctxfn.turns import Response, TextSegment
from tests.io.models.made import MAKES, Heard, ask, request, spoken
from tests.servers.answers import Protocol, Said, stream
from tests.servers.model_server import Reply, failing, model_server, serving

BOTH: tuple[Protocol, ...] = ("chat", "messages")

HELLO = Said("Hello dear wörld, it is noon.", (("c1", "now", '{"zone": "Zürich"}'),))


def failed(answer: Response | ModelFailure) -> ModelFailure:
    assert isinstance(answer, ModelFailure), answer
    return answer


AGAIN: list[tuple[int, str, FailureKind]] = [
    (408, "", "timeout"),
    (409, "", "conflict"),
    (429, "rate_limit_error", "rate_limit"),
    (500, "api_error", "server"),
    (502, "", "server"),
    (503, "overloaded_error", "overloaded"),
    (529, "overloaded_error", "overloaded"),
]

NEVER: list[tuple[int, str, str, FailureKind]] = [
    (400, "temperature: expected at most 1", "", "invalid"),
    (401, "bad key", "authentication_error", "authentication"),
    (403, "not yours", "permission_error", "forbidden"),
    (404, "no such model", "not_found_error", "not_found"),
    (413, "Request exceeds the maximum size", "request_too_large", "too_long"),
    (422, "max_tokens: field required", "", "invalid"),
    (429, "You exceeded your current quota", "insufficient_quota", "quota"),
    (400, "prompt is too long: 210000 tokens > 200000 maximum", "", "too_long"),
    (400, "This model's maximum context length is 8192 tokens.", "", "too_long"),
    (400, "input length and `max_tokens` exceed context limit: 188240 + 21333", "", "too_long"),
]


class TestWhatIsAskedAgain:
    @pytest.mark.parametrize(("status", "kind", "expected"), AGAIN)
    def test_what_may_pass_is_asked_again_with_longer_pauses(
        self, status: int, kind: str, expected: FailureKind
    ) -> None:
        for protocol in BOTH:
            heard = Heard()
            answer, server = asyncio.run(ask(protocol, [failing(status, "busy", kind)], heard))
            wrong = failed(answer)
            assert (wrong.kind, wrong.status, wrong.attempts) == (expected, status, 4)
            assert len(server.asked) == 4
            assert heard.slept == [0.5, 1.0, 2.0]
            assert len({one.raw for one in server.asked}) == 1

    @pytest.mark.parametrize(("status", "message", "kind", "expected"), NEVER)
    def test_what_will_not_pass_is_not(
        self, status: int, message: str, kind: str, expected: FailureKind
    ) -> None:
        for protocol in BOTH:
            answer, server = asyncio.run(ask(protocol, [failing(status, message, kind)]))
            wrong = failed(answer)
            assert (wrong.kind, wrong.status, wrong.attempts) == (expected, status, 1)
            assert message in wrong.reason
            assert len(server.asked) == 1

    @pytest.mark.parametrize("protocol", BOTH)
    def test_it_is_answered_once_the_server_is_well(self, protocol: Protocol) -> None:
        heard = Heard()
        script = [failing(500, "busy"), Reply(cut_after=0), Reply(said=HELLO)]
        answer, server = asyncio.run(ask(protocol, script, heard))
        assert spoken(answer).text == heard.text == HELLO.text
        assert len(server.asked) == 3
        assert heard.about == ["asked again", "asked again"]

    @pytest.mark.parametrize(
        ("header", "expected"),
        [
            (("Retry-After", "7"), 7.0),
            (("Retry-After", "0.25"), 0.25),
            (("Retry-After", "900"), 60.0),
            (("Retry-After", "Tue, 14 Nov 2023 22:13:50 GMT"), 30.0),
            (("Retry-After", "Tue, 14 Nov 2022 22:13:50 GMT"), 0.0),
            (("retry-after-ms", "1500"), 1.5),
            (("Retry-After", "soon"), 0.5),
            (("Retry-After", "nan"), 0.5),
            (("Retry-After", "-3"), 0.0),
        ],
    )
    def test_what_the_server_asks_for_is_waited(
        self, header: tuple[str, str], expected: float
    ) -> None:
        heard = Heard()
        script = [failing(429, "slow down", "", header), Reply(said=HELLO)]
        answer, _ = asyncio.run(ask("chat", script, heard))
        assert spoken(answer).text == HELLO.text
        assert heard.slept == [expected]

    def test_the_server_has_the_last_word_on_asking_again(self) -> None:
        no = failing(500, "broken for good", "", ("x-should-retry", "false"))
        answer, server = asyncio.run(ask("messages", [no]))
        assert failed(answer).attempts == len(server.asked) == 1

    def test_no_pause_outlasts_the_time_there_is(self) -> None:
        heard = Heard()
        script = [failing(429, "slow down", "", ("Retry-After", "50"))]
        answer, _ = asyncio.run(ask("chat", script, heard, patience=Patience(total=40)))
        assert (failed(answer).retry_after, failed(answer).attempts) == (50.0, 1)
        assert heard.slept == []

    def test_pauses_are_shortened_by_chance(self) -> None:
        heard = Heard()
        asyncio.run(
            ask("chat", [failing(500, "")], heard, retries=Retries(jitter=0.5), dice=lambda: 0.5)
        )
        assert heard.slept == [0.375, 0.75, 1.5]

    def test_an_error_in_the_stream_is_one(self) -> None:
        chat = b'data: {"error": {"message": "too busy", "code": 503}}\n\n'
        error = {"type": "error", "error": {"type": "overloaded_error", "message": "too busy"}}
        messages = b"event: error\ndata: " + json.dumps(error).encode() + b"\n\n"
        for protocol, body in (("chat", chat), ("messages", messages)):
            answer, server = asyncio.run(ask(protocol, [Reply(body=body), Reply(said=HELLO)]))
            assert spoken(answer).text == HELLO.text
            assert len(server.asked) == 2

    def test_nobody_there_is_a_failure(self) -> None:
        async def nowhere() -> None:
            heard = Heard()
            async with model_server([]) as server:
                url = server.url
            async with MAKES["chat"](base_url=url, options=heard.options()) as client:
                with pytest.raises(ModelFailure) as raised:
                    await client.respond(request(), heard.deltas.append)
            assert (raised.value.kind, raised.value.attempts) == ("connection", 4)

        asyncio.run(nowhere())


def places(raw: bytes) -> list[int]:
    """Where to cut: in the middle of a character, in a line, between events, before the end."""
    inside = raw.index("ö".encode()) + 1
    return [inside, raw.index(b"noon") + 2, raw.index(b"\n\n", inside) + 2, inside + 40]


class TestAnswersThatBreakOff:
    @pytest.mark.parametrize("quiet", [True, False])
    @pytest.mark.parametrize("place", range(4))
    def test_half_an_answer_is_never_one(self, place: int, *, quiet: bool) -> None:
        for protocol in BOTH:
            cut = places(stream(HELLO, protocol))[place]
            heard = Heard()
            script = [Reply(said=HELLO, cut_after=cut, quiet=quiet)]
            answer, server = asyncio.run(ask(protocol, script, heard))
            wrong = failed(answer)
            assert wrong.kind == "cut"
            assert wrong.heard is not None
            assert wrong.heard.text == heard.text
            assert HELLO.text.startswith(heard.text)
            assert heard.text
            assert len(server.asked) == 1

    def test_without_a_word_it_is_asked_again(self) -> None:
        for protocol in BOTH:
            script = [Reply(said=HELLO, cut_after=30), Reply(said=HELLO)]
            answer, server = asyncio.run(ask(protocol, script))
            assert spoken(answer).text == HELLO.text
            assert len(server.asked) == 2

    def test_nor_is_half_of_one_in_one_piece(self) -> None:
        for protocol in BOTH:
            for quiet in (True, False):
                script = [Reply(said=HELLO, cut_after=90, quiet=quiet), Reply(said=HELLO)]
                answer, server = asyncio.run(ask(protocol, script, stream=False))
                assert spoken(answer).text == HELLO.text
                assert len(server.asked) == 2

    def test_it_begins_again_if_that_is_wanted_and_is_told(self) -> None:
        for protocol in BOTH:
            heard = Heard()
            cut = places(stream(HELLO, protocol))[2]
            script = [Reply(said=HELLO, cut_after=cut), Reply(said=HELLO)]
            retries = Retries(restart=True, jitter=0)
            answer, _ = asyncio.run(ask(protocol, script, heard, retries=retries))
            assert spoken(answer).text == HELLO.text
            assert heard.text != HELLO.text
            assert heard.text.endswith(HELLO.text)
            assert heard.about == ["the answer begins again"]

    def test_what_was_whole_is_an_answer_however_it_ended(self) -> None:
        raw = stream(HELLO, "chat")
        end = raw.index(b"finish_reason", raw.index(b'"finish_reason": "tool'))
        cut = raw.index(b"\n\n", end) + 2
        for quiet in (True, False):
            answer, _ = asyncio.run(ask("chat", [Reply(said=HELLO, cut_after=cut, quiet=quiet)]))
            assert spoken(answer).text == HELLO.text
            assert spoken(answer).input_tokens is None

    @pytest.mark.parametrize("body", [b"data: {broken\n\n", b"data: [1]\n\n"])
    def test_what_is_no_json_is_a_failure(self, body: bytes) -> None:
        for protocol in BOTH:
            answer, server = asyncio.run(ask(protocol, [Reply(body=body)]))
            assert failed(answer).kind == "malformed"
            assert len(server.asked) == 1

    def test_a_page_of_a_proxy_is_no_answer(self) -> None:
        page = Reply(body=b"<html>Welcome</html>", kind="text/html")
        for protocol in BOTH:
            for streams in (True, False):
                answer, _ = asyncio.run(ask(protocol, [page], stream=streams))
                assert (failed(answer).kind, failed(answer).attempts) == ("malformed", 1)


class TestPatience:
    def test_the_first_word_may_take_only_so_long(self) -> None:
        for protocol in BOTH:
            answer, server = asyncio.run(
                ask(
                    protocol,
                    [Reply(said=HELLO, first=9), Reply(said=HELLO)],
                    patience=Patience(first=0.1),
                )
            )
            assert spoken(answer).text == HELLO.text
            assert len(server.asked) == 2

    def test_nor_may_the_next(self) -> None:
        for protocol in BOTH:
            cut = places(stream(HELLO, protocol))[2]
            reply = Reply(said=HELLO, sizes=(cut, 1 << 20), pause=9)
            answer, server = asyncio.run(ask(protocol, [reply], patience=Patience(idle=0.1)))
            wrong = failed(answer)
            assert (wrong.kind, wrong.reason) == ("timeout", "nothing more within 0.1 s")
            assert wrong.heard is not None
            assert len(server.asked) == 1

    def test_all_together_has_a_limit_too(self) -> None:
        reply = Reply(said=HELLO, sizes=(9,), pause=0.02)
        answer, _ = asyncio.run(ask("messages", [reply], patience=Patience(total=0.15)))
        assert failed(answer).kind == "timeout"

    def test_a_whole_answer_does_not_wait_for_what_may_follow(self) -> None:
        raw = stream(HELLO, "chat").replace(b"data: [DONE]\n\n", b"")
        reply = Reply(body=raw, hold=True)
        answer, _ = asyncio.run(ask("chat", [reply], patience=Patience(ending=0.05)))
        assert spoken(answer).text == HELLO.text
        assert spoken(answer).input_tokens == 11

    def test_what_goes_on_for_ever_behind_it_is_not_heard_out(self) -> None:
        raw = stream(HELLO, "chat").replace(b"data: [DONE]\n\n", b": ping\n\n" * 500)
        reply = Reply(body=raw, sizes=(raw.index(b": ping"), *(8,) * 500), pause=0.02)
        answer, _ = asyncio.run(ask("chat", [reply], patience=Patience(ending=0.1, total=5)))
        assert spoken(answer).text == HELLO.text

    @pytest.mark.parametrize("protocol", BOTH)
    def test_a_cancelled_request_leaves_at_once(self, protocol: Protocol) -> None:
        async def cancelled() -> None:
            heard, begun = Heard(), asyncio.Event()

            def hear(delta: Delta) -> None:
                heard.deltas.append(delta)
                begun.set()

            cut = places(stream(HELLO, protocol))[2]
            async with (
                model_server([Reply(said=HELLO, sizes=(cut, 1 << 20), pause=60)]) as server,
                MAKES[protocol](base_url=server.url, options=heard.options()) as client,
            ):
                task = asyncio.create_task(client.respond(request(), hear))
                await begun.wait()
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                await asyncio.wait_for(server.left.wait(), 5)
                assert (server.gone, server.open) == (1, 0)
                assert len(server.asked) == 1

        asyncio.run(cancelled())


class TestWhatIsSaidOfIt:
    def test_no_key_is_told(self) -> None:
        message = "Incorrect key: s3cret-key, sk-proj-abc***xyz; " + "a" * 400
        for protocol in BOTH:
            answer, _ = asyncio.run(ask(protocol, [failing(401, message)]))
            told = str(failed(answer))
            assert "s3cret" not in told
            assert "sk-proj" not in told
            assert len(failed(answer).reason) == 300

    def test_nor_is_half_of_one_where_the_reason_is_cut(self) -> None:
        message = "a" * 294 + " s3cret-key"
        raw = b'data: {"error": {"message": "%s", "code": 401}}\n\n' % message.encode()
        for reply in (failing(401, message), Reply(body=raw)):
            answer, _ = asyncio.run(ask("chat", [reply]))
            assert failed(answer).kind == "authentication"
            assert "s3c" not in str(failed(answer))

    def test_the_rules_that_speak_of_it_are_named(self) -> None:
        message = (
            "Invalid parameter: messages with role 'tool' must be a response to a preceding "
            "message with 'tool_calls'."
        )
        answer, _ = asyncio.run(ask("chat", [failing(400, message)]))
        assert failed(answer).rules[0] == "T101"
        assert "ctxfn explain T101" in str(failed(answer))

    def test_a_listener_that_fails_is_a_failure(self) -> None:
        async def broken() -> ModelFailure:
            def hear(_delta: Delta) -> None:
                raise KeyError("gone")

            async with (
                model_server([Reply(said=HELLO)]) as server,
                MAKES["chat"](base_url=server.url) as client,
            ):
                with pytest.raises(ModelFailure) as raised:
                    await client.respond(request(), hear)
                assert len(server.asked) == 1
                return raised.value

        wrong = asyncio.run(broken())
        assert (wrong.kind, wrong.reason) == ("listener", "KeyError: 'gone'")

    def test_so_is_one_of_lines(self) -> None:
        def on_line(_line: object) -> None:
            raise OSError("disk full")

        answer, _ = asyncio.run(
            ask("chat", [Reply(said=Said("Hi", ending="length"))], on_line=on_line)
        )
        assert (failed(answer).kind, failed(answer).reason) == ("listener", "OSError: disk full")

    def test_a_failure_travels(self) -> None:
        heard = Response("Hel", segments=(TextSegment("Hel"),))
        wrong = ModelFailure("cut", "openai", "the answer broke off", again=True, heard=heard)
        assert pickle.loads(pickle.dumps(wrong)) == wrong


class TestWhatIsMissing:
    @pytest.mark.parametrize(
        ("package", "protocol"), [("openai", "chat"), ("anthropic", "messages")]
    )
    def test_a_missing_sdk_is_named_with_its_extra(
        self, package: str, protocol: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(MissingExtra, match=r"ctxfn\[agent\]"):
            MAKES[protocol](key="k")

    def test_the_door_loads_no_sdk(self) -> None:
        code = "import sys, ctxfn.io.models as m; print({'openai', 'anthropic', 'anyio'} & {*sys.modules})"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        assert done.stdout == "set()\n"

    @pytest.mark.parametrize("odd", [None, 5])
    def test_odd_arguments_are_refused(self, odd: object) -> None:
        async def asked() -> None:
            for model in (MAKES["chat"](key="k"), ScriptedModel()):
                with pytest.raises(InvalidArgument, match="request"):
                    await model.respond(odd, print)  # type: ignore[arg-type]
                with pytest.raises(InvalidArgument, match="hear"):
                    await model.respond(request(), odd)  # type: ignore[arg-type]
                await model.aclose()
            with pytest.raises(InvalidArgument, match="sdk"):
                MAKES["messages"](sdk=5)

        asyncio.run(asked())


def test_a_server_in_a_thread_serves_programs_without_a_loop() -> None:
    async def asked(url: str) -> str:
        async with MAKES["chat"](base_url=url) as client:
            return (await client.respond(request(), lambda _: None)).text

    with serving([Reply(said=HELLO)]) as server:
        assert asyncio.run(asked(server.url)) == HELLO.text
    assert len(server.asked) == 1

"""Whatever Slack answers is an answer, and the token goes to nobody else."""

from __future__ import annotations

import threading

import pytest

from ctxfn.errors import InvalidArgument, MissingExtra
from ctxfn.io.sources import Limits, query, slack, status
from tests.io.sources.slack.workspace import (
    BOT,
    called,
    lines,
    source,
)
from tests.io.sources.standin import StandIn, Told, standing_in, told_json

pytest.importorskip("slack_sdk")


class TestFailures:
    @pytest.mark.parametrize(
        ("told", "words"),
        [
            (
                told_json({"ok": False, "error": "invalid_auth"}),
                "invalid_auth, channel C0GENERAL: the token is not accepted",
            ),
            (
                told_json({"ok": False, "error": "not_in_channel"}),
                "not_in_channel, channel C0GENERAL: invite",
            ),
            (told_json({"ok": False, "error": "invalid_auth"}, 401), "Slack says invalid_auth"),
            (told_json({}, 403), "Slack says status 403"),
            (told_json({}, 404), "Slack says status 404"),
            (told_json({}, 429, Retry_After="3600"), "ratelimited (again in 3600 s)"),
            (Told(b"<h1>oh</h1>", 500, "text/html"), "Slack says"),
            (Told(b"<h1>owls</h1>", kind="text/html"), "found text/html, expected a JSON object"),
            (Told(b'{"ok": tru'), "found no JSON"),
            (Told(b'{"ok": true}', missing=9), "cut off"),
            (Told(b'{"ok": true}', times=100_000), "has more than 100,000 bytes"),
            (told_json([1, 2]), "expected a JSON object"),
        ],
    )
    def test_are_answers(self, server: StandIn, told: Told, words: str) -> None:
        server.answers["POST /api/conversations.history"] = told

        answer = called(source(server), "get_channel_history", channel="C0GENERAL")

        assert answer.problem is not None
        assert words in answer.problem.reason

    def test_it_waits_as_it_is_told_if_that_is_short(self, server: StandIn) -> None:
        found = server.answers["POST /api/conversations.history"]
        busy = told_json({"ok": False, "error": "ratelimited"}, 429, Retry_After="0")
        assert isinstance(found, Told)
        server.answers["POST /api/conversations.history"] = [busy, busy, found]

        assert len(lines(called(source(server), "get_channel_history", channel="C0GENERAL"))) == 2

    def test_it_does_not_ask_for_ever(self, server: StandIn) -> None:
        server.answers["POST /api/conversations.history"] = told_json({}, 429, Retry_After="0")

        answer = called(source(server), "get_channel_history", channel="C0GENERAL")

        assert "ratelimited" in str(answer.problem)
        assert len(server.sent) == 3

    def test_what_hangs_is_late(self, server: StandIn) -> None:
        held = threading.Event()
        server.answers["POST /api/conversations.history"] = Told(held=held)
        made = source(server, limits=Limits(seconds=0.2))

        answer = called(made, "get_channel_history", channel="C0GENERAL")
        held.set()

        assert answer.problem is not None
        assert answer.problem.kind == "late"

    def test_nobody_there(self) -> None:
        made = slack(BOT, base_url="http://127.0.0.1:1/api")

        assert "Slack cannot be reached" in str(called(made, "list_channels").problem)

    def test_no_redirect_is_followed_with_the_token(self, server: StandIn) -> None:
        with standing_in() as elsewhere:
            server.answers["POST /api/conversations.history"] = told_json(
                {}, 302, Location=f"{elsewhere.address}/api/conversations.history"
            )

            answer = called(source(server), "get_channel_history", channel="C0GENERAL")

            assert "status 302" in str(answer.problem)
            assert elsewhere.sent == []

    def test_no_token(self, server: StandIn) -> None:
        made = source(server, token=None)

        assert str(query(made, "owls").problem) == (
            "slack: slack: no key: set SLACK_BOT_TOKEN or SLACK_TOKEN"
        )
        assert status(made).ok is False
        assert server.sent == []

    def test_tokens_are_never_said(self, server: StandIn) -> None:
        server.answers["POST /api/conversations.history"] = told_json(
            {"ok": False, "error": f"no {BOT}"}
        )
        made = source(server)

        assert "no [hidden]" in str(
            called(made, "get_channel_history", channel="C0GENERAL").problem
        )
        assert BOT not in repr(made)


class TestStatus:
    def test_asks_slack(self, server: StandIn) -> None:
        assert status(source(server)).detail == "Nest, as owl"
        assert server.paths() == ["/api/auth.test"]

        server.answers["POST /api/auth.test"] = told_json(
            {"ok": False, "error": "account_inactive"}
        )
        told = status(source(server))
        assert (told.ok, "account_inactive" in told.detail) == (False, True)


@pytest.mark.parametrize(
    "options",
    [
        {"token": 5},
        {"token": "a\nb"},
        {"write": "yes"},
        {"files": 1},
        {"folder": "/nowhere/at/all"},
        {"folder": 5},
        {"base_url": "owls"},
        {"limits": 5},
        {"id": ""},
    ],
)
def test_what_is_not_for_it_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(InvalidArgument):
        slack(**options)  # type: ignore[arg-type]


def test_what_it_needs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(MissingExtra, match=r"ctxfn\[slack\]"):
        slack()

"""A workspace is read and searched through Slack's own client."""

from __future__ import annotations

import pytest

from ctxfn.io.sources import Asker, expose, opened_now, query
from tests.io.sources.slack.workspace import (
    BOT,
    BYE,
    GENERAL,
    HELLO,
    PERSON,
    SECRET,
    called,
    channels,
    lines,
    source,
)
from tests.io.sources.standin import Sent, StandIn, Told, told_json

pytest.importorskip("slack_sdk")


class TestReading:
    def test_a_channel_by_name_with_names_for_people(self, server: StandIn) -> None:
        answer = called(source(server), "get_channel_history", channel="#General", limit=2)

        assert lines(answer) == [
            {
                "ts": BYE["ts"],
                "time": "2023-11-14 22:14 UTC",
                "user": "U0GONE000",
                "text": "bye",
                "thread_ts": HELLO["ts"],
            },
            {
                "ts": HELLO["ts"],
                "time": "2023-11-14 22:13 UTC",
                "user": "Ann",
                "text": "owls, @Bob?",
                "reply_count": 2,
            },
        ]
        assert server.paths() == [
            "/api/conversations.list",
            "/api/conversations.history",
            "/api/users.info",
            "/api/users.info",
            "/api/users.info",
        ]
        listed, history = server.sent[:2]
        assert listed.form == {
            "types": "public_channel,private_channel",
            "exclude_archived": "1",
            "limit": "1000",
        }
        assert history.form == {"channel": "C0GENERAL", "limit": "2"}
        assert {one.headers["authorization"] for one in server.sent} == {f"Bearer {BOT}"}

    def test_names_are_learned_once(self, server: StandIn) -> None:
        with opened_now(source(server)) as live:
            for name in ("general", "#general", "C0GENERAL"):
                live.call("get_channel_history", {"channel": name})

        assert server.paths().count("/api/conversations.list") == 1
        assert [one.form["user"] for one in server.sent if "user" in one.form].count(
            "U0ANN0000"
        ) == 1

    def test_a_channel_nobody_knows(self, server: StandIn) -> None:
        answer = called(source(server), "get_channel_history", channel="#nowhere")

        reason = str(answer.problem)
        assert "get_channel_history: Slack says channel_not_found, channel '#nowhere'" in reason
        assert "invite the app" in reason
        assert server.paths() == ["/api/conversations.list"] * 2  # the cursor came again

    def test_private_channels_only_where_the_scope_allows(self, server: StandIn) -> None:
        def listed(sent: Sent) -> Told:
            if "private" in sent.form["types"]:
                return told_json({"ok": False, "error": "missing_scope", "needed": "groups:read"})
            return channels(sent)

        server.answers["POST /api/conversations.list"] = listed

        answer = called(source(server), "get_channel_history", channel="general")

        assert len(lines(answer)) == 2
        private = called(source(server), "list_channels", include_private=True)
        assert "missing_scope, needs groups:read: the token lacks a scope" in str(private.problem)

    def test_a_thread(self, server: StandIn) -> None:
        server.answers["POST /api/conversations.replies"] = told_json(
            {"ok": True, "messages": [HELLO] * 30}
        )

        answer = called(source(server), "get_thread", channel="C0GENERAL", thread_ts=HELLO["ts"])

        assert len(lines(answer)) == 20
        assert server.sent[0].form == {"channel": "C0GENERAL", "ts": HELLO["ts"], "limit": "20"}

    @pytest.mark.parametrize(
        ("name", "limit"),
        [
            ("get_channel_history", 0),
            ("get_channel_history", 201),
            ("get_thread", 21),
            ("get_thread", -1),
        ],
    )
    def test_limits_are_kept(self, server: StandIn, name: str, limit: int) -> None:
        more = {"thread_ts": "1"} if name == "get_thread" else {}

        answer = called(source(server), name, channel="general", limit=limit, **more)

        assert answer.problem is not None
        assert answer.problem.kind == "refused"
        assert server.sent == []

    def test_channels_people_and_what_is_told_of_them(self, server: StandIn) -> None:
        ann = {"id": "U0ANN0000", "name": "ann", "tz": "Europe/Vienna", "profile": {"title": "Owl"}}
        pages = [
            told_json(
                {
                    "ok": True,
                    "members": [ann, {"deleted": True}],
                    "response_metadata": {"next_cursor": "b"},
                }
            ),
            told_json({"ok": True, "members": [ann], "response_metadata": {"next_cursor": "b"}}),
        ]
        server.answers["POST /api/users.list"] = pages
        server.answers["POST /api/conversations.info"] = told_json({"ok": True, "channel": SECRET})
        told = {"id": "U0ANN0000", "name": "ann", "title": "Owl", "tz": "Europe/Vienna"}

        assert lines(called(source(server), "list_users")) == [told, told]
        assert lines(called(source(server), "get_user_info", user_id="U0ANN0000")) == [
            {"id": "U0ANN0000", "name": "Ann"}
        ]
        assert lines(called(source(server), "list_channels")) == [
            {"id": "C0GENERAL", "name": "general", "topic": "all", "is_member": True}
        ]
        assert lines(called(source(server), "get_channel_info", channel="C0SECRET0")) == [
            {"id": "C0SECRET0", "name": "secret", "is_private": True}
        ]


class TestSearching:
    def test_as_a_person(self, server: StandIn) -> None:
        match = {"ts": HELLO["ts"], "text": "owls", "username": "ann", "permalink": "https://n.slack.com/1",
                 "channel": {"id": "C0GENERAL", "name": "general"}}  # fmt: skip
        server.answers["POST /api/search.messages"] = told_json(
            {"ok": True, "messages": {"matches": [match]}}
        )

        answer = query(source(server, user_token=PERSON), "owls")

        (sent,) = server.sent
        assert sent.asked | sent.form == {"query": "owls", "count": "20"}
        assert sent.headers["authorization"] == f"Bearer {PERSON}"
        (found,) = answer.results
        assert (found.name, found.uri, found.snippet) == (
            "#general, ann, 2023-11-14 22:13 UTC",
            "https://n.slack.com/1",
            "owls",
        )

    @pytest.mark.parametrize(
        ("options", "there"),
        [
            ({}, False),
            ({"user_token": PERSON}, True),
            ({"token": PERSON}, True),
            ({"token": "xoxe.xoxp-1"}, True),
        ],
    )
    def test_only_a_person_can(
        self, server: StandIn, options: dict[str, object], there: bool
    ) -> None:
        with opened_now(source(server, **options)) as live:
            shown = expose(live, mode="tools")

        assert ("search_messages" in [tool.name for tool in shown.tools]) == there
        assert ("search_messages(" in shown.instructions) == there

    def test_for_whoever_asks_from_an_event(self, server: StandIn) -> None:
        hit = {"channel_id": "C0GENERAL", "channel_name": "general", "message_ts": HELLO["ts"],
               "author_name": "Ann", "content": "owls", "permalink": "https://n.slack.com/1"}  # fmt: skip
        server.answers["POST /api/assistant.search.context"] = told_json(
            {"ok": True, "results": {"messages": [hit], "files": [{"title": "not asked for"}]}}
        )
        asker = Asker(user="U0ANN0000", metadata=(("action_token", "act"),))

        answer = query(source(server), "where are owls?", asker)

        (sent,) = server.sent
        assert sent.form == {
            "query": "where are owls?",
            "action_token": "act",
            "content_types": "messages",
            "channel_types": "public_channel",
            "include_context_messages": "1",
            "limit": "10",
        }
        assert [(one.name, one.snippet) for one in answer.results] == [
            ("#general, Ann, 2023-11-14 22:13 UTC", "owls")
        ]

    def test_an_agent_has_that_search_only_for_such_an_asker(self, server: StandIn) -> None:
        seen: list[list[str]] = []

        async def agent(task: object) -> str:
            tools = {tool.name: tool for tool in task.tools}  # type: ignore[attr-defined]
            seen.append(sorted(tools))
            search = tools.get("search_workspace")
            return await search.arun({"query": "owls", "limit": 21}) if search else "none"

        with opened_now(source(server)) as live:
            tool = expose(live, mode="agent", agent=agent).tools[0]
            asker = Asker(metadata=(("action_token", "act"),))
            bare, assisted = (tool.run({"question": "?"}, asker=one) for one in (Asker(), asker))

        assert [("search_workspace" in one) for one in seen] == [False, True]
        assert "none" in bare
        assert "found 21, expected 1 to 20" in assisted

    def test_else_the_latest_messages_are_looked_through(self, server: StandIn) -> None:
        server.answers["POST /api/users.conversations"] = told_json(
            {"ok": True, "channels": [GENERAL]}
        )

        answer = query(source(server), "Who asked about owls?")

        assert [(one.id, one.name) for one in answer.results] == [
            (f"C0GENERAL/{HELLO['ts']}", "#general, Ann, 2023-11-14 22:13 UTC")
        ]
        assert "only the latest 100 messages of #general" in answer.remarks[0]
        assert query(source(server), "what is new in #general?").results[0].snippet == "bye"

"""A stand-in for a workspace of Slack."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator

from ctxfn.io.sources import Answer, Limits, Source, opened_now, slack
from tests.io.sources.standin import Sent, StandIn, Told, standing_in, told_json

__all__ = [
    "BOT",
    "BYE",
    "GENERAL",
    "HELLO",
    "PERSON",
    "SECRET",
    "called",
    "channels",
    "lines",
    "source",
    "workspace",
]

BOT = "xoxb-of-an-owl"
PERSON = "xoxp-of-a-person"
WITHIN = Limits(seconds=2, file_bytes=100_000)
GENERAL = {"id": "C0GENERAL", "name": "general", "topic": {"value": "all"}, "is_member": True}
SECRET = {"id": "C0SECRET0", "name": "secret", "is_private": True}
HELLO = {
    "ts": "1700000000.000100",
    "user": "U0ANN0000",
    "text": "owls, <@U0BOB0000>?",
    "reply_count": 2,
}
BYE = {
    "ts": "1700000060.000100",
    "user": "U0GONE000",
    "text": "bye",
    "thread_ts": "1700000000.000100",
}


def people(sent: Sent) -> Told:
    """Tell about the two there are."""
    names = {"U0ANN0000": "Ann", "U0BOB0000": "Bob"}
    person = sent.form["user"]
    if person not in names:
        return told_json({"ok": False, "error": "user_not_found"})
    return told_json(
        {"ok": True, "user": {"id": person, "profile": {"display_name": names[person]}}}
    )


def channels(sent: Sent) -> Told:
    """Two pages; the second names itself as the next one."""
    if sent.form.get("cursor") == "two":
        page = [SECRET] if "private" in sent.form["types"] else []
        return told_json(
            {"ok": True, "channels": page, "response_metadata": {"next_cursor": "two"}}
        )
    return told_json(
        {"ok": True, "channels": [GENERAL], "response_metadata": {"next_cursor": "two"}}
    )


@contextlib.contextmanager
def workspace() -> Iterator[StandIn]:
    """Run one for a ``with`` block."""
    with standing_in() as made:
        made.answers["POST /api/users.info"] = people
        made.answers["POST /api/conversations.list"] = channels
        made.answers["POST /api/conversations.history"] = told_json(
            {"ok": True, "messages": [BYE, HELLO]}
        )
        made.answers["POST /api/auth.test"] = told_json({"ok": True, "team": "Nest", "user": "owl"})
        yield made


def source(server: StandIn, **options: object) -> Source:
    """Make a source of it."""
    given = {"token": BOT, "base_url": f"{server.address}/api", "limits": WITHIN, **options}
    return slack(**given)  # type: ignore[arg-type]


def called(made: Source, name: str, **arguments: object) -> Answer:
    """Run an operation."""
    with opened_now(made) as live:
        return live.call(name, arguments)


def lines(answer: Answer) -> list[dict[str, object]]:
    """Read what it tells, a line each."""
    assert answer.problem is None, answer.problem
    return [json.loads(one) for one in (answer.text or "").splitlines()]

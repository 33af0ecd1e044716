"""A workspace of Slack: its channels and people by id and by name, each asked for once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from attrs import Factory, define

from ctxfn.errors import shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.limits import Limits, Remaining
from ctxfn.io.sources.net.api import mapping, rows, text_of
from ctxfn.io.sources.net.keys import Key
from ctxfn.io.sources.slack.client import LimitedClient, asked

__all__ = ["Workspace", "named", "paged", "when"]

_PAGE: Final = 1_000
_MOST_PAGES: Final = 20
_MOST_PEOPLE: Final = 50
_CHANNEL: Final = re.compile(r"[CGD][A-Z0-9]{6,}")
_PERSON: Final = re.compile(r"[UW][A-Z0-9]{6,}")
_MENTION: Final = re.compile(r"<@([UW][A-Z0-9]{6,})(?:\|[^>]*)?>")


@define
class Workspace:
    """What is known of a workspace by now; several threads may ask, and learn the same twice."""

    token: Key
    user_token: Key
    address: str
    limits: Limits
    channels: dict[str, str] = Factory(dict)
    people: dict[str, str] = Factory(dict)

    def client(self) -> LimitedClient:
        """Make a client of the app's token, for one question.

        Raises:
            SourceRefusal: there is no token.
        """
        return LimitedClient(self.token.needed("slack"), self.address, self.limits)

    def user_client(self) -> LimitedClient:
        """Make a client of the person's token."""
        return LimitedClient(self.user_token.needed("slack"), self.address, self.limits)

    def channel(self, client: LimitedClient, given: str, operation: str) -> str:
        """Find the id of a channel that is *given* as one, as #name or as name.

        Raises:
            SourceRefusal: there is none, or Slack says no.
        """
        name = given.strip().lstrip("#").lower()
        if _CHANNEL.fullmatch(given.strip()):
            return given.strip()
        if name and name not in self.channels:
            self._learn(client, name, operation)
        if name not in self.channels:
            hint = "list the channels, or invite the app to a private one"
            found = f"channel {shown(given)}"
            raise SourceRefusal(f"{operation}: Slack says channel_not_found, {found}: {hint}")
        return self.channels[name]

    def name(self, client: LimitedClient, person: str, time: Remaining) -> str:
        """Find what a person is called; their id, if that cannot be found out."""
        if not _PERSON.fullmatch(person):
            return person
        if person not in self.people and len(self.people) < _PAGE and not time.over:
            try:
                answer = asked(lambda: client.users_info(user=person), "users.info")
            except SourceRefusal:
                return person
            self.people[person] = named(mapping(answer.get("user"))) or person
        return self.people.get(person, person)

    def told(
        self, client: LimitedClient, messages: tuple[Mapping[str, object], ...]
    ) -> tuple[dict[str, object], ...]:
        """Write *messages* with names for ids; each person is asked for once."""
        time = Remaining(self.limits)
        met: dict[str, str] = {}

        def name(person: str) -> str:
            if person not in met and len(met) < _MOST_PEOPLE:
                met[person] = self.name(client, person, time)
            return met.get(person, person)

        return tuple(_told(one, name) for one in messages)

    def _learn(self, client: LimitedClient, wanted: str, operation: str) -> None:
        try:
            self._list(client, wanted, operation, "public_channel,private_channel")
        except SourceRefusal as refusal:
            if "missing_scope" not in refusal.reason:
                raise
            self._list(client, wanted, operation, "public_channel")

    def _list(self, client: LimitedClient, wanted: str, operation: str, types: str) -> None:
        for one in paged(
            lambda cursor: client.conversations_list(
                types=types, exclude_archived=True, limit=_PAGE, cursor=cursor
            ),
            "channels",
            operation,
        ):
            name = text_of(one.get("name")).lower()
            self.channels.setdefault(name, text_of(one.get("id")))
            if name == wanted:
                return


def paged(
    ask: Callable[[str | None], Any], key: str, operation: str, channel: str | None = None
) -> Iterator[Mapping[str, object]]:
    """Yield what stands under *key*, page by page; a cursor that comes again ends it."""
    seen: set[str] = set()
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        here = cursor
        answer = asked(lambda: ask(here), operation, channel)  # noqa: B023
        yield from rows(answer.get(key))
        cursor = text_of(mapping(answer.get("response_metadata")).get("next_cursor"))
        if not cursor or cursor in seen:
            return
        seen.add(cursor)


def named(person: Mapping[str, object]) -> str:
    """What a person is called, as they want to be, or as they are registered."""
    profile = mapping(person.get("profile"))
    names = (profile.get("display_name"), profile.get("real_name"), person.get("real_name"))
    return next((text_of(one) for one in (*names, person.get("name")) if text_of(one)), "")


def when(ts: object) -> str:
    """Write the time that the id of a message tells."""
    try:
        return datetime.fromtimestamp(float(text_of(ts)), UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return ""


def _told(message: Mapping[str, object], name: Callable[[str], str]) -> dict[str, object]:
    person = text_of(message.get("user"))
    made: dict[str, object] = {
        "ts": text_of(message.get("ts")),
        "time": when(message.get("ts")),
        "user": name(person) if person else text_of(message.get("username")) or "unknown",
        "text": _MENTION.sub(lambda hit: f"@{name(hit[1])}", text_of(message.get("text"))),
    }
    for key in ("thread_ts", "reply_count"):
        if message.get(key):
            made[key] = message[key]
    files = [
        {"id": text_of(one.get("id")), "name": text_of(one.get("name"))}
        for one in rows(message.get("files"))
    ]
    return {**made, "files": files} if files else made

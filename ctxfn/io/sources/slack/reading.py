"""What can be looked up in a workspace of Slack."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Final, TypeAlias

from annotated_types import Ge, Le

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.net.api import mapping, text_of
from ctxfn.io.sources.slack.client import asked
from ctxfn.io.sources.slack.workspace import Workspace, named, paged

__all__ = ["Channel", "Thread", "lookups", "readers"]

Channel: TypeAlias = Annotated[str, "Its id, #name or name."]
Thread: TypeAlias = Annotated[str, "The ts of the thread's first message."]
_MOST_LISTED: Final = 1_000


def readers(slack: Workspace) -> tuple[Callable[..., Answer], ...]:
    """Make the functions that read channels and threads."""

    def list_channels(include_private: bool = False) -> Answer:
        """List the channels, archived ones left out."""
        client = slack.client()
        types = "public_channel,private_channel" if include_private else "public_channel"
        found = _most(
            paged(
                lambda cursor: client.conversations_list(
                    types=types, exclude_archived=True, limit=1_000, cursor=cursor
                ),
                "channels",
                "list_channels",
            ),
            _MOST_LISTED,
        )
        return _listed([_channel(one) for one in found], _MOST_LISTED)

    def get_channel_history(
        channel: Channel, limit: Annotated[int, Ge(1), Le(200), "How many messages."] = 100
    ) -> Answer:
        """Read the latest messages of a channel, the newest first."""
        client = slack.client()
        place = slack.channel(client, channel, "get_channel_history")
        found = _most(
            paged(
                lambda cursor: client.conversations_history(
                    channel=place, limit=limit, cursor=cursor
                ),
                "messages",
                "get_channel_history",
                channel,
            ),
            limit,
        )
        return _listed(list(slack.told(client, found)))

    def get_thread(
        channel: Channel,
        thread_ts: Thread,
        limit: Annotated[int, Ge(1), Le(20), "How many messages."] = 20,
    ) -> Answer:
        """Read a thread: its first message and the answers to it."""
        client = slack.client()
        place = slack.channel(client, channel, "get_thread")
        found = _most(
            paged(
                lambda cursor: client.conversations_replies(
                    channel=place, ts=thread_ts, limit=limit, cursor=cursor
                ),
                "messages",
                "get_thread",
                channel,
            ),
            limit,
        )
        return _listed(list(slack.told(client, found)))

    return list_channels, get_channel_history, get_thread


def lookups(slack: Workspace) -> tuple[Callable[..., Answer], ...]:
    """Make the functions that find out about people and channels."""

    def list_users(limit: Annotated[int, Ge(1), Le(1_000), "How many people."] = 100) -> Answer:
        """List the people of the workspace."""
        client = slack.client()
        pages = paged(
            lambda cursor: client.users_list(limit=min(limit, 200), cursor=cursor),
            "members",
            "list_users",
        )
        found = _most((one for one in pages if not one.get("deleted")), limit)
        return _listed([_person(one) for one in found])

    def get_user_info(user_id: Annotated[str, "As U0123ABCD."]) -> Answer:
        """Tell about a person."""
        client = slack.client()
        answer = asked(lambda: client.users_info(user=user_id), "get_user_info")
        return Answer(text=_json(_person(mapping(answer.get("user")))))

    def get_channel_info(channel: Channel) -> Answer:
        """Tell about a channel."""
        client = slack.client()
        place = slack.channel(client, channel, "get_channel_info")
        answer = asked(
            lambda: client.conversations_info(channel=place, include_num_members=True),
            "get_channel_info",
            channel,
        )
        return Answer(text=_json(_channel(mapping(answer.get("channel")))))

    return list_users, get_user_info, get_channel_info


def _most(found: Iterable[Mapping[str, object]], most: int) -> tuple[Mapping[str, object], ...]:
    return tuple(itertools.islice(found, most))


def _listed(found: list[dict[str, object]], most: int | None = None) -> Answer:
    if not found:
        return Answer()
    cut = (f"the first {most:,} alone",) if most is not None and len(found) >= most else ()
    return Answer(text="\n".join(map(_json, found)), remarks=cut)


def _json(value: object) -> str:
    if not value:
        raise SourceRefusal("Slack answers nothing")
    return json.dumps(value, ensure_ascii=False)


def _channel(one: object) -> dict[str, object]:
    given = mapping(one)
    told: dict[str, object] = {"id": text_of(given.get("id")), "name": text_of(given.get("name"))}
    for key in ("topic", "purpose"):
        said = text_of(mapping(given.get(key)).get("value"))
        if said:
            told[key] = said
    for key in ("is_private", "is_member", "num_members"):
        if given.get(key):
            told[key] = given[key]
    return told


def _person(one: object) -> dict[str, object]:
    given = mapping(one)
    more = {
        "real_name": given.get("real_name"),
        "title": mapping(given.get("profile")).get("title"),
        "tz": given.get("tz"),
        "is_bot": given.get("is_bot"),
    }
    told: dict[str, object] = {"id": text_of(given.get("id")), "name": named(given)}
    return told | {key: value for key, value in more.items() if value}

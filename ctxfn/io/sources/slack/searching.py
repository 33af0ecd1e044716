"""Search a workspace of Slack, in whichever way its tokens allow."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Final

from annotated_types import Ge, Le

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Document
from ctxfn.io.sources.files.searching import terms_of
from ctxfn.io.sources.limits import Remaining
from ctxfn.io.sources.net.api import mapping, rows, text_of
from ctxfn.io.sources.slack.client import LimitedClient, asked
from ctxfn.io.sources.slack.workspace import Workspace, paged, when

__all__ = ["found_in_recent", "search_of_asker", "search_of_user"]

_NAMED: Final = re.compile(r"#([\w-]+)")
_MOST_CHANNELS: Final = 5
_RECENT: Final = 100
_BEST: Final = 10
_CONTENTS: Final = ("messages", "files", "channels", "users")
_CHANNELS: Final = ("public_channel", "private_channel", "mpim", "im")


def search_of_user(slack: Workspace, source: str) -> Callable[..., Answer]:
    """Make the search that a person's token allows."""

    def search_messages(
        query: Annotated[str, "Words, and from:, in:, before: as in Slack."],
        limit: Annotated[int, Ge(1), Le(100), "How many messages."] = 20,
    ) -> Answer:
        """Search the messages that the person can see."""
        client = slack.user_client()
        answer = asked(
            lambda: client.search_messages(query=_worded(query), count=limit), "search_messages"
        )
        hits = rows(mapping(answer.get("messages")).get("matches"))[:limit]
        return Answer(tuple(_match(one, source) for one in hits))

    return search_messages


def search_of_asker(slack: Workspace, source: str, action_token: str) -> Callable[..., Answer]:
    """Make the search of the whole workspace that an event's token allows."""

    def search_workspace(
        query: Annotated[str, "What to look for, in words."],
        content_types: Annotated[str, "Of messages, files, channels, users; with commas."] = (
            "messages"
        ),
        channel_types: Annotated[
            str, "Of public_channel, private_channel, mpim, im; with commas."
        ] = "public_channel",
        limit: Annotated[int, Ge(1), Le(20), "How many results."] = 10,
        include_context_messages: bool = True,
    ) -> Answer:
        """Search the workspace for whoever asks, by meaning."""
        contents = _some("content_types", content_types, _CONTENTS)
        channels = _some("channel_types", channel_types, _CHANNELS)
        client = slack.client()
        answer = asked(
            lambda: client.assistant_search_context(
                query=_worded(query),
                action_token=action_token,
                content_types=contents,
                channel_types=channels,
                include_context_messages=include_context_messages,
                limit=limit,
            ),
            "search_workspace",
        )
        results = mapping(answer.get("results"))
        found = [_hit(one, source) for kind in contents for one in rows(results.get(kind))]
        return Answer(tuple(found[:limit]))

    return search_workspace


def found_in_recent(slack: Workspace, source: str, question: str) -> Answer:
    """Look for the words of *question* in the latest messages of the channels it names, or of ours."""
    client = slack.client()
    named = tuple(dict.fromkeys(_NAMED.findall(question)))[:_MOST_CHANNELS]
    places = [(slack.channel(client, one, "query"), one) for one in named] or _ours(client)
    terms = terms_of(_NAMED.sub("", question))
    time = Remaining(slack.limits)
    scored: list[tuple[int, Document]] = []
    for place, name in places:
        if time.over:
            break
        answer = asked(
            lambda: client.conversations_history(channel=place, limit=_RECENT),  # noqa: B023
            "query",
            name,
        )
        for one in slack.told(client, rows(answer.get("messages"))):
            said = text_of(one["text"])
            score = sum(term in said.casefold() for term in terms)
            scored.append((score, _message(one, place, name, source)))
    if not named or any(score for score, _ in scored):  # who names a channel wants what is there
        scored = [one for one in scored if one[0]]
    scored.sort(key=lambda one: -one[0])
    looked = ", ".join(f"#{name}" for _, name in places) or "no channel"
    remark = f"without a search of Slack's, only the latest {_RECENT} messages of {looked}"
    return Answer(tuple(one for _, one in scored[:_BEST]), remarks=(remark,))


def _ours(client: LimitedClient) -> list[tuple[str, str]]:
    pages = paged(
        lambda cursor: client.users_conversations(
            exclude_archived=True, limit=_RECENT, cursor=cursor
        ),
        "channels",
        "query",
    )
    found = [(text_of(one.get("id")), text_of(one.get("name"))) for _, one in zip(range(5), pages)]  # noqa: B905
    return [one for one in found if one[0]]


def _worded(query: str) -> str:
    if not query.strip():
        raise SourceRefusal("query: found nothing, expected words")
    return query


def _some(what: str, given: str, known: tuple[str, ...]) -> list[str]:
    chosen = [one.strip() for one in given.split(",") if one.strip()]
    if not chosen or not set(chosen) <= set(known):
        raise SourceRefusal(f"{what}: found {given[:60]!r}, expected of {', '.join(known)}")
    return chosen


def _match(one: Mapping[str, object], source: str) -> Document:
    channel = mapping(one.get("channel"))
    place = f"{text_of(channel.get('id'))}/{text_of(one.get('ts'))}"
    who = text_of(one.get("username")) or text_of(one.get("user"))
    name = f"#{text_of(channel.get('name'))}, {who}, {when(one.get('ts'))}"
    return Document(
        place, name, text_of(one.get("permalink")) or place, source, text_of(one.get("text"))
    )


def _hit(one: Mapping[str, object], source: str) -> Document:
    ts = one.get("message_ts") or one.get("ts")
    place = "/".join(
        text_of(each)
        for each in (one.get("channel_id"), ts or one.get("file_id") or one.get("user_id"))
        if text_of(each)
    )
    who = (
        text_of(one.get("author_name")),
        text_of(one.get("title")),
        text_of(one.get("full_name")),
    )
    channel = text_of(one.get("channel_name")) or text_of(one.get("name"))
    parts = (f"#{channel}" if channel else "", *who, when(ts))
    said = text_of(one.get("content")) or text_of(one.get("topic")) or text_of(one.get("email"))
    link = text_of(one.get("permalink"))
    return Document(place or link, ", ".join(filter(None, parts)), link or place, source, said)


def _message(one: Mapping[str, object], place: str, name: str, source: str) -> Document:
    at = f"{place}/{text_of(one['ts'])}"
    title = f"#{name}, {text_of(one['user'])}, {text_of(one['time'])}"
    return Document(at, title, at, source, text_of(one["text"]))

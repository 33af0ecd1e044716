"""What can be looked up in a mailbox of Gmail."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Final, TypeAlias

from annotated_types import Ge, Le

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.google.api import GoogleApi, checked_id
from ctxfn.io.sources.google.gmail_messages import full_messages, told_message
from ctxfn.io.sources.google.telling import Token, told_object, told_page
from ctxfn.io.sources.net.api import client_of, mapping, rows, text_of

__all__ = ["Count", "other_readers", "readers", "shelves"]

Count: TypeAlias = Annotated[int, Ge(1), Le(20), "How many."]
Query: TypeAlias = Annotated[str, "Gmail's own query."]
_MESSAGES: Final = "/users/me/messages"
_THREADS: Final = "/users/me/threads"
_DRAFTS: Final = "/users/me/drafts"

#: Of a message in a list, and of an answer, what is kept for other than bodies.
_LONGEST: Final = 4_000
_OF_THE_ANSWER: Final = 0.7
_SENDER: Final = re.compile(r"[^\s{}()\"]+(?: [^\s{}()\"]+)*")


def readers(gmail: GoogleApi) -> tuple[Callable[..., object], ...]:
    """Make the functions that list and read messages."""

    async def search_emails(query: Query, count: Count = 10, page_token: Token = None) -> Answer:
        """Search for messages."""
        return await _listed(gmail, _worded(query), count, page_token)

    async def search_threads(query: Query, count: Count = 10, page_token: Token = None) -> Answer:
        """Search for threads: of each its id and how it begins."""
        asked = {"q": _worded(query), "maxResults": count, "pageToken": page_token}
        async with client_of(gmail.api.limits) as client:
            came = await gmail.ask(client, "GET", _THREADS, asked)
        found: list[dict[str, object]] = [
            {"thread_id": text_of(one.get("id")), "snippet": text_of(one.get("snippet"))}
            for one in rows(came.get("threads"))[:count]
        ]
        return told_page("threads", found, came)

    async def get_message(message_id: str) -> Answer:
        """Read a message; attachments are named."""
        most = _longest(gmail, 1)
        async with client_of(gmail.api.limits) as client:
            (told,) = await full_messages(gmail, client, [message_id], most)
        return told_object(told)

    async def get_thread(thread_id: str) -> Answer:
        """Read a thread, its messages in their order."""
        return await _thread(gmail, thread_id)

    async def get_latest_emails(count: Count = 10, page_token: Token = None) -> Answer:
        """Read the latest messages."""
        return await _listed(gmail, None, count, page_token)

    async def get_unread_emails(count: Count = 10, page_token: Token = None) -> Answer:
        """Read messages that nobody has read."""
        return await _listed(gmail, "is:unread", count, page_token)

    async def get_starred_emails(count: Count = 10, page_token: Token = None) -> Answer:
        """Read messages that have a star."""
        return await _listed(gmail, "is:starred", count, page_token)

    return (
        search_emails,
        search_threads,
        get_message,
        get_thread,
        get_latest_emails,
        get_unread_emails,
        get_starred_emails,
    )


def other_readers(gmail: GoogleApi) -> tuple[Callable[..., object], ...]:
    """Make the functions that look up by sender, words, date and thread."""

    async def get_emails_from_user(
        user: Annotated[str, "A name or an address."], count: Count = 10, page_token: Token = None
    ) -> Answer:
        """Read messages of one sender."""
        if not _SENDER.fullmatch(user):
            raise SourceRefusal(f"user: found {user[:60]!r}, expected a name or an address")
        return await _listed(gmail, f'from:"{user}"', count, page_token)

    async def get_emails_by_context(
        context: Annotated[str, "Words of the messages."],
        count: Count = 10,
        page_token: Token = None,
    ) -> Answer:
        """Read messages that have words in them."""
        return await _listed(gmail, _worded(context), count, page_token)

    async def get_emails_by_date(
        start_date: Annotated[str, "As 2026/01/31."],
        range_in_days: Annotated[int | None, Ge(1), Le(3_660), "None: from then on."] = None,
        num_emails: Count = 10,
        page_token: Token = None,
    ) -> Answer:
        """Read messages from a day on, or of some days."""
        start = _day(start_date)
        query = f"after:{start:%Y/%m/%d}"
        if range_in_days is not None:
            try:
                query += f" before:{start + timedelta(days=range_in_days):%Y/%m/%d}"
            except OverflowError:
                raise SourceRefusal("range_in_days: that is behind all dates") from None
        return await _listed(gmail, query, num_emails, page_token)

    async def get_emails_by_thread(thread_id: str) -> Answer:
        """Read a thread, its messages in their order."""
        return await _thread(gmail, thread_id)

    return get_emails_from_user, get_emails_by_context, get_emails_by_date, get_emails_by_thread


def shelves(gmail: GoogleApi) -> tuple[Callable[..., object], ...]:
    """Make the functions that tell of labels and drafts."""

    async def list_custom_labels() -> Answer:
        """List the labels that people made."""
        async with client_of(gmail.api.limits) as client:
            came = await gmail.ask(client, "GET", "/users/me/labels")
        found: list[dict[str, object]] = [
            {"id": text_of(one.get("id")), "name": text_of(one.get("name"))}
            for one in rows(came.get("labels"))
            if one.get("type") == "user"
        ]
        return told_page("labels", found, {})

    async def list_drafts(count: Count = 10, page_token: Token = None) -> Answer:
        """List drafts."""
        asked = {"maxResults": count, "pageToken": page_token}
        async with client_of(gmail.api.limits) as client:
            came = await gmail.ask(client, "GET", _DRAFTS, asked)
            drafts = rows(came.get("drafts"))[:count]
            ids = [text_of(mapping(one.get("message")).get("id")) for one in drafts]
            messages = await full_messages(gmail, client, ids, _longest(gmail, count))
        found: list[dict[str, object]] = [
            {"draft_id": text_of(one.get("id")), **told}
            for one, told in zip(drafts, messages, strict=True)
        ]
        return told_page("drafts", found, came)

    async def get_draft(draft_id: str) -> Answer:
        """Read a draft."""
        path = f"{_DRAFTS}/{checked_id('draft_id', draft_id)}"
        async with client_of(gmail.api.limits) as client:
            came = await gmail.ask(client, "GET", path, {"format": "full"})
        told = told_message(mapping(came.get("message")), _longest(gmail, 1))
        return told_object({"draft_id": text_of(came.get("id")), **told})

    return list_custom_labels, list_drafts, get_draft


async def _listed(gmail: GoogleApi, query: str | None, count: int, token: str | None) -> Answer:
    asked: Mapping[str, object] = {"q": query, "maxResults": count, "pageToken": token}
    async with client_of(gmail.api.limits) as client:
        came = await gmail.ask(client, "GET", _MESSAGES, asked)
        ids = [text_of(one.get("id")) for one in rows(came.get("messages"))][:count]
        found = await full_messages(gmail, client, ids, _longest(gmail, len(ids)))
    return told_page("messages", found, came)


async def _thread(gmail: GoogleApi, thread_id: str) -> Answer:
    path = f"{_THREADS}/{checked_id('thread_id', thread_id)}"
    async with client_of(gmail.api.limits) as client:
        came = await gmail.ask(client, "GET", path, {"format": "full"})
    messages = rows(came.get("messages"))
    longest = _longest(gmail, len(messages))
    return told_object({"messages": [told_message(one, longest) for one in messages]})


def _longest(gmail: GoogleApi, many: int) -> int:
    """Share what an answer may have among the bodies of *many* messages."""
    share = int(gmail.api.limits.characters * _OF_THE_ANSWER) // max(1, many)
    return share if many <= 1 else min(_LONGEST, share)


def _worded(query: str) -> str:
    if not query.strip():
        raise SourceRefusal("query: found nothing, expected words")
    return query.strip()


def _day(given: str) -> datetime:
    try:
        return datetime.strptime(given.strip(), "%Y/%m/%d")  # noqa: DTZ007 - a day, of no zone
    except ValueError:
        raise SourceRefusal(
            f"start_date: found {given[:40]!r}, expected one as 2026/01/31"
        ) from None

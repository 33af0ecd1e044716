"""What can be written in a mailbox of Gmail: drafts, messages, stars and labels; nothing is attached."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from email.utils import getaddresses, parseaddr
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.google.api import GoogleApi, checked_id
from ctxfn.io.sources.google.gmail_messages import header
from ctxfn.io.sources.google.gmail_reading import Count
from ctxfn.io.sources.google.telling import told_object
from ctxfn.io.sources.net.api import client_of, mapping, rows, text_of

if TYPE_CHECKING:
    import httpx

__all__ = ["labellers", "recipients", "writers"]

_ADDRESS: Final = re.compile(
    r"[^@\s<>,;:\"()\[\]\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,}"
)
_MOST_RECIPIENTS: Final = 50
_LONGEST: Final = 100_000
_ME: Final = "/users/me"
Addresses: TypeAlias = Annotated[str, "Addresses, with commas between them."]
Copies: TypeAlias = Annotated[str | None, "Addresses, with commas between them."]


def writers(gmail: GoogleApi) -> tuple[Callable[..., object], ...]:
    """Make the functions that write and send."""

    async def create_draft_email(
        to: Addresses, subject: str, body: str, cc: Copies = None
    ) -> Answer:
        """Write a draft."""
        raw = _raw(_message(to, subject, body, cc))
        sent = {"message": {"raw": raw}}
        async with client_of(gmail.api.limits) as client:
            came = await gmail.ask(client, "POST", f"{_ME}/drafts", sent=sent)
        return told_object({"draft_id": text_of(came.get("id")), "to": to, "subject": subject})

    async def send_email(to: Addresses, subject: str, body: str, cc: Copies = None) -> Answer:
        """Send a message."""
        raw = _raw(_message(to, subject, body, cc))
        async with client_of(gmail.api.limits) as client:
            came = await gmail.ask(client, "POST", f"{_ME}/messages/send", sent={"raw": raw})
        return told_object({"id": text_of(came.get("id")), "to": to, "subject": subject})

    async def send_email_reply(
        message_id: Annotated[str, "Of the message that is answered."],
        body: str,
        to: Annotated[str | None, "None: whoever wrote it."] = None,
    ) -> Answer:
        """Answer a message, in its thread."""
        path = f"{_ME}/messages/{checked_id('message_id', message_id)}"
        async with client_of(gmail.api.limits) as client:
            came = await gmail.ask(client, "GET", path, {"format": "metadata"})
            message = _answer(mapping(came.get("payload")), body, to)
            sent = {"raw": _raw(message), "threadId": text_of(came.get("threadId"))}
            done = await gmail.ask(client, "POST", f"{_ME}/messages/send", sent=sent)
        return told_object({"id": text_of(done.get("id")), "to": str(message["To"])})

    return create_draft_email, send_email, send_email_reply


def labellers(gmail: GoogleApi) -> tuple[Callable[..., object], ...]:
    """Make the functions that mark messages."""

    async def star_email(message_id: str) -> Answer:
        """Give a message a star."""
        return await _marked(gmail, message_id, {"addLabelIds": ["STARRED"]})

    async def unstar_email(message_id: str) -> Answer:
        """Take a message's star away."""
        return await _marked(gmail, message_id, {"removeLabelIds": ["STARRED"]})

    async def mark_email_as_read(message_id: str) -> Answer:
        """Mark a message as read."""
        return await _marked(gmail, message_id, {"removeLabelIds": ["UNREAD"]})

    async def mark_email_as_unread(message_id: str) -> Answer:
        """Mark a message as not read."""
        return await _marked(gmail, message_id, {"addLabelIds": ["UNREAD"]})

    async def apply_label(
        context: Annotated[str, "Gmail's own query for the messages."],
        label: Annotated[str, "The name of a label; it is made if there is none."],
        count: Count = 10,
    ) -> Answer:
        """Give a label to the latest messages that a query finds."""
        return await _labelled(gmail, context, label, count, gives=True)

    async def remove_label(
        context: Annotated[str, "Gmail's own query for the messages."],
        label: Annotated[str, "The name of a label."],
        count: Count = 10,
    ) -> Answer:
        """Take a label from the latest messages that a query finds."""
        return await _labelled(gmail, context, label, count, gives=False)

    return (
        star_email,
        unstar_email,
        mark_email_as_read,
        mark_email_as_unread,
        apply_label,
        remove_label,
    )


def recipients(what: str, given: str) -> tuple[str, ...]:
    """Read addresses, each of them whole.

    Raises:
        SourceRefusal: one is none, or there are none, or too many.

    Examples:
        >>> recipients("to", "Ann <ann@owls.example>, bob@owls.example")
        ('Ann <ann@owls.example>', 'bob@owls.example')
    """
    if not given.isprintable():
        raise SourceRefusal(f"{what}: found more than a line, expected addresses with commas")
    pairs = getaddresses([given])
    for name, address in pairs:
        if not _ADDRESS.fullmatch(address) or not (name + address).isprintable():
            raise SourceRefusal(f"{what}: found {address[:60]!r}, expected ann@owls.example")
    if not 0 < len(pairs) <= _MOST_RECIPIENTS or given.count("@") != len(pairs):
        raise SourceRefusal(f"{what}: expected 1 to {_MOST_RECIPIENTS} addresses, with commas")
    return tuple(f"{name} <{address}>" if name else address for name, address in pairs)


def _message(to: str, subject: str, body: str, cc: str | None) -> EmailMessage:
    if not subject.strip() or not subject.isprintable():
        raise SourceRefusal("subject: found nothing, or more than a line, expected a line")
    if len(body) > _LONGEST or len(subject) > _LONGEST:
        raise SourceRefusal(f"body: expected {_LONGEST:,} characters at most")
    made = EmailMessage()
    try:
        made["To"] = ", ".join(recipients("to", to))
        if cc is not None:
            made["Cc"] = ", ".join(recipients("cc", cc))
        made["Subject"] = subject.strip()
        made.set_content(body.encode("utf-8", "replace").decode())
    except (ValueError, UnicodeError) as error:
        raise SourceRefusal(f"the message cannot be written: {str(error)[:120]}") from None
    return made


def _answer(payload: Mapping[str, object], body: str, to: str | None) -> EmailMessage:
    subject = header(payload, "Subject") or "no subject"
    if not subject.lower().startswith("re:"):
        subject = f"Re: {subject}"
    sender = header(payload, "Reply-To") or header(payload, "From")
    shown = "".join(one for one in subject if one.isprintable())
    made = _message(parseaddr(sender)[1] if to is None else to, shown, body, None)
    key = header(payload, "Message-ID")
    if key:
        made["In-Reply-To"] = key
        made["References"] = f"{header(payload, 'References')} {key}".strip()
    return made


def _raw(message: EmailMessage) -> str:
    return base64.urlsafe_b64encode(message.as_bytes()).decode()


async def _marked(gmail: GoogleApi, message_id: str, change: Mapping[str, object]) -> Answer:
    path = f"{_ME}/messages/{checked_id('message_id', message_id)}/modify"
    async with client_of(gmail.api.limits) as client:
        came = await gmail.ask(client, "POST", path, sent=change)
    return told_object(
        {"id": text_of(came.get("id")) or message_id, "labels": came.get("labelIds")}
    )


async def _labelled(
    gmail: GoogleApi, context: str, label: str, count: int, *, gives: bool
) -> Answer:
    if not context.strip() or not label.strip():
        raise SourceRefusal("context, label: found nothing, expected a query and a name")
    async with client_of(gmail.api.limits) as client:
        query = {"q": context, "maxResults": count}
        found = await gmail.ask(client, "GET", f"{_ME}/messages", query)
        ids = [text_of(one.get("id")) for one in rows(found.get("messages"))][:count]
        if not ids:
            return Answer()
        key = await _label(gmail, client, label.strip(), make=gives)
        change = {"ids": ids, ("addLabelIds" if gives else "removeLabelIds"): [key]}
        await gmail.ask(client, "POST", f"{_ME}/messages/batchModify", sent=change)
    return told_object({"label": label.strip(), "messages": ids})


async def _label(gmail: GoogleApi, client: httpx.AsyncClient, name: str, *, make: bool) -> str:
    came = await gmail.ask(client, "GET", f"{_ME}/labels")
    for one in rows(came.get("labels")):
        if text_of(one.get("name")).casefold() == name.casefold():
            return text_of(one.get("id"))
    if not make:
        raise SourceRefusal(f"label: found {name[:60]!r}, expected one that is there")
    made = await gmail.ask(client, "POST", f"{_ME}/labels", sent={"name": name})
    return text_of(made.get("id"))

"""What a message of Gmail says, in one shape wherever it is told."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ctxfn.io.sources.google.api import GoogleApi, checked_id
from ctxfn.io.sources.net.api import mapping, rows, text_of
from ctxfn.io.sources.web.plain import plain_text

if TYPE_CHECKING:
    import httpx

__all__ = ["full_messages", "header", "told_message"]

_AT_ONCE: Final = 5
_SHOWN: Final = (
    ("from", "From"),
    ("to", "To"),
    ("cc", "Cc"),
    ("date", "Date"),
    ("subject", "Subject"),
)
_DEEPEST: Final = 20


async def full_messages(
    gmail: GoogleApi, client: httpx.AsyncClient, ids: list[str], longest: int
) -> list[dict[str, object]]:
    """Load the messages *ids* in their order, each body cut to *longest* characters."""
    turns = asyncio.Semaphore(_AT_ONCE)

    async def one(key: str) -> dict[str, object]:
        async with turns:
            path = f"/users/me/messages/{checked_id('message_id', key)}"
            return told_message(await gmail.ask(client, "GET", path, {"format": "full"}), longest)

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(key)) for key in ids]
    except ExceptionGroup as several:
        raise several.exceptions[0] from None
    return [task.result() for task in tasks]


def told_message(message: Mapping[str, object], longest: int) -> dict[str, object]:
    """Tell a message: who, when, what about, what it says; of attachments only that they are there."""
    payload = mapping(message.get("payload"))
    told: dict[str, object] = {
        "id": text_of(message.get("id")),
        "thread_id": text_of(message.get("threadId")),
    }
    told |= {key: header(payload, name) for key, name in _SHOWN if header(payload, name)}
    labels = message.get("labelIds")
    if isinstance(labels, list):
        told["labels"] = [one for one in labels if isinstance(one, str)]
    body = _body(payload) or text_of(message.get("snippet"))
    told["body"] = body[:longest]
    if len(body) > longest:
        told["cut"] = f"the first {longest:,} of {len(body):,} characters"
    attached = [
        {"name": text_of(one.get("filename")), "type": text_of(one.get("mimeType"))}
        for one in _parts(payload)
        if text_of(one.get("filename"))
    ]
    return told | ({"attachments": attached} if attached else {})


def header(payload: Mapping[str, object], name: str) -> str:
    """Find the header *name* of a message."""
    for one in rows(payload.get("headers")):
        if text_of(one.get("name")).lower() == name.lower():
            return " ".join(text_of(one.get("value")).split())
    return ""


def _body(payload: Mapping[str, object]) -> str:
    """Take the plain text, or else the text of the page."""
    page = ""
    for one in _parts(payload):
        if text_of(one.get("filename")):
            continue
        said = _decoded(one)
        if one.get("mimeType") == "text/plain" and said.strip():
            return said.replace("\r\n", "\n").strip()
        if one.get("mimeType") == "text/html" and not page:
            page = said
    return plain_text(page)[1]


def _parts(payload: Mapping[str, object]) -> list[Mapping[str, object]]:
    found: list[Mapping[str, object]] = []
    waiting = [(payload, 0)]
    while waiting:
        one, depth = waiting.pop(0)
        found.append(one)
        if depth < _DEEPEST:
            waiting += [(each, depth + 1) for each in rows(one.get("parts"))]
    return found


def _decoded(part: Mapping[str, object]) -> str:
    data = text_of(mapping(part.get("body")).get("data"))
    try:
        raw = base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))
    except (binascii.Error, ValueError):
        return ""
    return raw.decode("utf-8", "replace")

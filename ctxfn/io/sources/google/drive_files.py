"""What kinds of files Drive holds, and how each becomes a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Document
from ctxfn.io.sources.files.reading import decoded
from ctxfn.io.sources.google.api import GoogleApi, checked_id
from ctxfn.io.sources.google.office import OFFICE, office_text
from ctxfn.io.sources.net.api import mapping, rows, text_of

if TYPE_CHECKING:
    import httpx

__all__ = ["FIELDS", "described", "file_text"]

FIELDS: Final = (
    "id,name,mimeType,size,modifiedTime,webViewLink,owners(displayName),parents,"
    "shortcutDetails(targetId,targetMimeType)"
)

#: Larger ones are not loaded.
_MOST: Final = 10 * 1024 * 1024
_OWN: Final = "application/vnd.google-apps."
_SHORTCUT: Final = _OWN + "shortcut"

#: What Google's own kinds are written out as.
_WRITTEN: Final[Mapping[str, str]] = {
    _OWN + "document": "text/plain",
    _OWN + "spreadsheet": "text/csv",
    _OWN + "presentation": "text/plain",
    _OWN + "script": "application/vnd.google-apps.script+json",
}

#: What is no text, by the beginning of its type.
_NO_TEXTS: Final = (
    "image/",
    "audio/",
    "video/",
    "font/",
    "application/pdf",
    "application/zip",
    "application/gzip",
    "application/x-7z",
    "application/x-rar",
    "application/x-tar",
    "application/octet-stream",
    "application/java-archive",
    "application/vnd.ms-",
    "application/msword",
    "application/vnd.oasis.",
    "application/vnd.openxmlformats",
    "application/epub",
    "application/x-executable",
    "application/x-sqlite3",
)


def described(one: Mapping[str, object]) -> dict[str, object]:
    """Tell what is known of a file."""
    told: dict[str, object] = {
        "id": text_of(one.get("id")),
        "name": text_of(one.get("name")),
        "type": text_of(one.get("mimeType")),
        "modified": text_of(one.get("modifiedTime")),
    }
    if text_of(one.get("webViewLink")):
        told["link"] = one["webViewLink"]
    if text_of(one.get("size")):
        told["size"] = one["size"]
    owners = [text_of(each.get("displayName")) for each in rows(one.get("owners"))]
    return told | ({"owners": owners} if owners else {})


async def file_text(
    drive: GoogleApi, client: httpx.AsyncClient, file_id: str, source: str
) -> Answer:
    """Read the file *file_id*; what a shortcut points to is read in its place.

    Raises:
        SourceRefusal: it is no text, or too large, or not there.
    """
    told = await _asked(drive, client, file_id)
    if told.get("mimeType") == _SHORTCUT:
        target = text_of(mapping(told.get("shortcutDetails")).get("targetId"))
        told = await _asked(drive, client, checked_id("shortcut", target))
    name, kind = text_of(told.get("name")), text_of(told.get("mimeType"))
    path = f"/files/{checked_id('file_id', text_of(told.get('id')) or file_id)}"
    most = min(_MOST, drive.api.limits.file_bytes)
    if kind.startswith(_OWN):
        if kind not in _WRITTEN:
            raise SourceRefusal(f"{name}: found {kind}, which cannot be read as text")
        reply = await drive.load(client, f"{path}/export", {"mimeType": _WRITTEN[kind]})
    else:
        _check(name, kind, told.get("size"), most)
        reply = await drive.load(client, path, {"alt": "media", "supportsAllDrives": True})
    if len(reply.body.data) > most or reply.body.cut:
        raise SourceRefusal(f"{name}: it has more than {most:,} bytes")
    document = Document(
        text_of(told.get("id")), name, text_of(told.get("webViewLink")) or None, source
    )
    if kind in OFFICE:
        return Answer((document,), office_text(name, kind, reply.body.data, most))
    text, remarks = decoded(reply.body.data, name, None)
    return Answer((document,), text, remarks=remarks)


async def _asked(drive: GoogleApi, client: httpx.AsyncClient, file_id: str) -> Mapping[str, object]:
    query = {"fields": FIELDS, "supportsAllDrives": True}
    return await drive.ask(client, "GET", f"/files/{file_id}", query)


def _check(name: str, kind: str, size: object, most: int) -> None:
    binary = kind.startswith(_NO_TEXTS) and kind not in OFFICE and kind != "image/svg+xml"
    if binary:
        reason = "no text; make a Google document of it, or name another file"
        raise SourceRefusal(f"{name}: found {kind}, {reason}")
    said = text_of(size)
    if said.isdigit() and int(said) > most:
        raise SourceRefusal(f"{name}: it has {int(said):,} bytes, expected {most:,} at most")

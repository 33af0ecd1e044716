"""Files of Slack: read as text, or kept in a folder; the token goes to Slack alone."""

from __future__ import annotations

import os
import re
import urllib.request
from collections.abc import Callable
from typing import Annotated, Final

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.files.reading import decoded
from ctxfn.io.sources.net.api import mapping, rows, text_of
from ctxfn.io.sources.slack.client import asked, belongs_to, read
from ctxfn.io.sources.slack.reading import Channel
from ctxfn.io.sources.slack.workspace import Workspace

__all__ = ["downloading", "uploading"]

#: Of a file no more is taken; nor is more sent.
_MOST: Final = 5_000_000
_UNSAFE: Final = re.compile(r"[^\w.-]+")
_LONGEST_NAME: Final = 80
_ID: Final = re.compile(r"F[A-Z0-9]{6,}")


def downloading(slack: Workspace, folder: str | None) -> Callable[..., Answer]:
    """Make the function that reads a file, and keeps what is no text in *folder*, if there is one."""

    def download_file(file_id: Annotated[str, "As a message names it: F0123ABCD."]) -> Answer:
        """Read a file that was shared: a text as it is, another one into the folder of downloads."""
        if not _ID.fullmatch(file_id):
            raise SourceRefusal(f"file_id: found {file_id[:40]!r}, expected one as F0123ABCD")
        client = slack.client()
        answer = asked(lambda: client.files_info(file=file_id), "download_file")
        told = mapping(answer.get("file"))
        name = text_of(told.get("name")) or file_id
        size = told.get("size")
        most = min(_MOST, slack.limits.file_bytes)
        if isinstance(size, int) and size > most:
            raise SourceRefusal(f"{name}: it has {size:,} bytes, expected {most:,} at most")
        data = _loaded(slack, text_of(told.get("url_private_download")), name, most)
        try:
            text, remarks = decoded(data, name, None)
        except SourceRefusal:
            text, remarks = "", ()
        if text_of(told.get("mimetype")).startswith("text/") or (text and not remarks):
            return Answer(text=text, remarks=remarks)
        if folder is None:
            kind = text_of(told.get("mimetype")) or "no type"
            raise SourceRefusal(f"{name}: found {kind}, expected a text: there is no folder for it")
        return Answer(text=f"saved as {_saved(folder, file_id, name, data)}")

    return download_file


def uploading(slack: Workspace) -> Callable[..., Answer]:
    """Make the function that shares a text as a file."""

    def upload_file(
        channel: Channel,
        file_name: str,
        content: Annotated[str, "The text of the file; no path."],
        thread_ts: Annotated[str | None, "To answer in a thread."] = None,
    ) -> Answer:
        """Share a text as a file in a channel."""
        data = content.encode("utf-8", "replace")
        name = _UNSAFE.sub("_", file_name).strip("._")[:_LONGEST_NAME]
        if not name or not data or len(data) > _MOST:
            raise SourceRefusal(f"upload_file: expected a name, and 1 to {_MOST:,} bytes")
        client = slack.client()
        place = slack.channel(client, channel, "upload_file")
        begun = asked(
            lambda: client.files_getUploadURLExternal(filename=name, length=len(data)),
            "upload_file",
            channel,
        )
        url, file_id = text_of(begun.get("upload_url")), text_of(begun.get("file_id"))
        if not belongs_to(url, slack.address):
            raise SourceRefusal("upload_file: Slack names a place outside of it, nothing is sent")
        sent = urllib.request.Request(url, data=data, method="POST")
        status, _, _ = read(sent, slack.limits, slack.limits.file_bytes)
        if status >= 300:
            raise SourceRefusal(f"upload_file: status {status}")
        done = asked(
            lambda: client.files_completeUploadExternal(
                files=[{"id": file_id, "title": name}], channel_id=place, thread_ts=thread_ts
            ),
            "upload_file",
            channel,
        )
        ids = ", ".join(text_of(one.get("id")) for one in rows(done.get("files"))) or file_id
        return Answer(text=f"shared as {ids}")

    return upload_file


def _loaded(slack: Workspace, url: str, name: str, most: int) -> bytes:
    if not belongs_to(url, slack.address):
        raise SourceRefusal(f"{name}: it does not lie with Slack, and is not asked for")
    token = slack.token.needed("slack")
    sent = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    status, headers, data = read(sent, slack.limits, most)
    if status != 200:
        raise SourceRefusal(f"{name}: status {status}")
    if headers.get_content_type() == "text/html" and not name.lower().endswith((".html", ".htm")):
        raise SourceRefusal(f"{name}: a page came in its place; the token may lack a scope")
    return data


def _saved(folder: str, file_id: str, name: str, data: bytes) -> str:
    """Write a new file in *folder*, under a name that is nothing but a name."""
    plain = _UNSAFE.sub("_", name).strip("._")[-_LONGEST_NAME:] or "file"
    kept = f"{file_id}-{plain}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    try:
        handle = os.open(os.path.join(folder, kept), flags, 0o600)
    except FileExistsError:
        return f"{kept}, as before"
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise SourceRefusal(f"{name}: it cannot be saved: {reason}") from None
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    return kept

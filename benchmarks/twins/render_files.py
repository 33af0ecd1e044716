"""List what is attached to a user's message."""

from __future__ import annotations

from benchmarks.twins.escaping import escape, tag
from benchmarks.twins.shapes import Row

__all__ = ["files_info"]

#: The list on the message, the tag around all entries, the tag of one.
_SECTIONS = (
    ("imageList", "images", "image"),
    ("fileList", "files", "file"),
    ("videoList", "videos", "video"),
    ("audioList", "audios", "audio"),
)


def files_info(row: Row, *, urls: bool = True) -> str:
    """Return the attachments of *row* as tags, images, files, videos and audios in turn."""
    sections = []
    for name, many, one in _SECTIONS:
        entries = row.get(name)
        if not isinstance(entries, list):
            continue
        lines = [_entry(one, entry, urls) for entry in entries if isinstance(entry, dict)]
        if lines:
            sections.append("\n".join([f"<{many}>", *lines, f"</{many}>"]))
    return "\n".join(sections)


def _entry(name: str, entry: Row, urls: bool) -> str:
    url = entry.get("url") if urls else None
    if name != "file":
        return tag(name, {"name": entry.get("alt"), "url": url})
    body = entry.get("content")
    attributes = {
        "id": entry.get("id"),
        "name": entry.get("name"),
        "type": entry.get("fileType"),
        "size": entry.get("size"),
        "url": url,
    }
    return tag(name, attributes, f"\n{escape(body)}\n" if body else "")

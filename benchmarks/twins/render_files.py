"""List what is attached to a user's message."""

from __future__ import annotations

from benchmarks.twins.escaping import escape, tag
from benchmarks.twins.shapes import Row

__all__ = ["files_info"]

#: The list on the message, the tag around all entries, the tag of one.
_SECTIONS = (
    ("imageList", "images", "image", "Pictures attached to this message, in their order."),
    (
        "fileList",
        "files",
        "file",
        "Files attached to this message, with their text where it is known.",
    ),
    ("videoList", "videos", "video", "Videos attached to this message, in their order."),
    ("audioList", "audios", "audio", "Sounds attached to this message, in their order."),
)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def files_info(row: Row, *, urls: bool = True) -> str:
    """Return the attachments of *row* as tags, images, files, videos and audios in turn."""
    sections = []
    prefix = _prefix(row.get("id"))
    for name, many, one, words in _SECTIONS:
        entries = row.get(name)
        if not isinstance(entries, list):
            continue
        found = [entry for entry in entries if isinstance(entry, dict)]
        lines = [
            _entry(one, entry, f"{prefix}{one}_{place}", urls)
            for place, entry in enumerate(found, 1)
        ]
        if lines:
            about = tag(f"{many}_docstring", {}, escape(words))
            sections.append("\n".join([f"<{many}>", about, *lines, f"</{many}>"]))
    return "\n".join(sections)


def _prefix(row_id: object) -> str:
    """Make of the id of a row what tells its attachments from those of others."""
    if not row_id:
        return ""
    hashed = 2166136261
    for character in str(row_id):
        hashed = ((hashed ^ ord(character)) * 16777619) % 2**32
    digits = ""
    while hashed:
        hashed, digit = divmod(hashed, 36)
        digits = _DIGITS[digit] + digits
    return f"msg_{digits[:6]}."


def _entry(name: str, entry: Row, ref: str, urls: bool) -> str:
    url = entry.get("url") if urls else None
    if name != "file":
        return tag(name, {"ref": ref, "name": entry.get("alt"), "url": url}, "")
    body = entry.get("content")
    attributes = {
        "id": entry.get("id"),
        "name": entry.get("name"),
        "type": entry.get("fileType"),
        "size": entry.get("size"),
        "url": url,
    }
    return tag(name, attributes, escape(body or ""))

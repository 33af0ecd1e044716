"""Find references to other conversations, one character after the other."""

from __future__ import annotations

from benchmarks.twins.shapes import Rows

__all__ = ["find_topics"]


def find_topics(rows: Rows) -> dict[str, str | None]:
    """Return the ids that texts of *rows* refer to, each with its last name; unescaped tags only."""
    found: dict[str, str | None] = {}
    for row in rows:
        content = row["content"]
        texts = [content] if isinstance(content, str) else content or []
        for text in texts:
            words = text if isinstance(text, str) else text.get("text", "")
            if "<refer_topic" in words:
                _read(words, found)
    return found


def _read(text: str, found: dict[str, str | None]) -> None:
    for piece in text.split("<refer_topic")[1:]:
        if not piece[:1].isspace():
            continue
        attributes: dict[str, str] = {}
        rest = piece.lstrip()
        while rest and rest[0] not in "<>/":
            key, equals, rest = rest.partition("=")
            if not (equals and rest[:1] == '"'):
                break
            value, _, rest = rest[1:].partition('"')
            attributes[key.strip()] = value
            rest = rest.lstrip()
        if rest[:1] in (">", "/") and attributes.get("id"):
            name = attributes.get("name") or None
            found[attributes["id"]] = name or found.get(attributes["id"])

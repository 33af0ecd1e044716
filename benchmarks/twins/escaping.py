"""Write values inside tags so that they cannot break out."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["escape", "tag"]


def escape(value: object) -> str:
    """Return *value* as text, safe inside a tag and inside its quotes."""
    return (
        str(value)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&apos;")
    )


def tag(name: str, attributes: Mapping[str, object], text: str | None = None) -> str:
    """Return a tag of *attributes* (None is left out) around *text*, which is escaped already."""
    head = "".join(
        f' {key}="{escape(value)}"' for key, value in attributes.items() if value is not None
    )
    return f"<{name}{head} />" if text is None else f"<{name}{head}>{text}</{name}>"

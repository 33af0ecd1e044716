"""Which parts of a message no request in this format can hold."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import (
    Assistant,
    File,
    Image,
    Message,
    Opaque,
    Part,
    System,
    Text,
    Unknown,
)
from ctxfn.wire.anthropic.read_parts import stays_opaque
from ctxfn.wire.anthropic.sources import document_source, image_source
from ctxfn.wire.anthropic.written import CODEC

__all__ = ["unsendable_here"]

#: The types of pictures that models read.
_PICTURES: Final = ("image/png", "image/jpeg", "image/gif", "image/webp")
#: The schemes of addresses that a server can follow.
_SCHEMES: Final = ("http://", "https://")


def unsendable_here(node: Message | Unknown) -> tuple[int, ...]:
    """Return the numbers of those parts of *node* that the format has no block for.

    Contract:
        Sounds, films and refusals; media whose source is none the format takes; media of a
        system message; blocks of another format, and those kept as they were though their type
        is known, for they lack what it needs.

    Complexity: O(parts).

    Source: Anthropic's API reference.

    Examples:
        >>> from ctxfn.messages import user
        >>> unsendable_here(user("Look:", Image(id="i1"), Image(url="https://a.example/x.png")))
        (1,)
    """
    parts = node.parts
    return tuple(number for number, one in enumerate(parts) if not _can_be_sent(one, node))


def _can_be_sent(part: Part, node: Message | Unknown) -> bool:
    match part:
        case Text():
            return True
        case Image():
            return not isinstance(node, System) and _is_read(image_source(part), _PICTURES)
        case File():
            kinds = ("application/pdf",)
            return not isinstance(node, System) and _is_read(document_source(part), kinds)
        case Opaque():
            return part.codec == CODEC and _is_a_block(part, node)
        case _:
            return False


def _is_read(source: dict[str, object] | None, kinds: tuple[str, ...]) -> bool:
    if source is None:
        return False
    said = source["type"]
    if said == "base64":
        return bool(source["data"]) and source["media_type"] in kinds
    if said == "url":
        return str(source["url"]).startswith(_SCHEMES)
    return bool(source.get("file_id") or source.get("data"))


def _is_a_block(part: Opaque, node: Message | Unknown) -> bool:
    value = part.value.shared()
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    if value["type"] == "document":  # of other documents, or of words in blocks
        source = value.get("source")
        return isinstance(source, dict) and "content" in source and not isinstance(node, System)
    if value["type"] in (
        "tool_result",
        "tool_use",
        "thinking",
        "redacted_thinking",
        "text",
        "image",
    ):
        return False
    answer = isinstance(node, Assistant)
    return stays_opaque(value, answer=answer) and (
        answer or not value["type"].endswith(_OF_ANSWERS)
    )


#: How the types of blocks end that a server's tools write into answers.
_OF_ANSWERS: Final = ("_tool_use", "_tool_result")

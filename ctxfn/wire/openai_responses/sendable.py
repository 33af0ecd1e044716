"""Which parts of a message the format has a place for."""

from __future__ import annotations

from ctxfn.messages import (
    Assistant,
    Audio,
    File,
    Image,
    Opaque,
    Part,
    Refusal,
    System,
    Text,
    ToolResult,
    User,
    Video,
)
from ctxfn.wire.openai_responses.items import is_item
from ctxfn.wire.openai_responses.read_parts import PART_TYPES
from ctxfn.wire.openai_responses.write_answer import planned_items
from ctxfn.wire.openai_responses.write_parts import has_source
from ctxfn.wire.openai_responses.written import CODEC
from ctxfn.wire.profiles import Profile

__all__ = ["unsendable_in"]


def unsendable_in(
    node: System | User | Assistant | ToolResult, profile: Profile
) -> tuple[int, ...]:
    """Return the numbers of those parts of *node* that no request to *profile* can hold.

    Contract:
        A medium that its role does not show here or without a source, a refusal that is not a
        model's, what another format kept whole. Of what this format kept whole, items of their
        own go back; parts of a type that nobody here knows only if *profile* says so, and those
        that lack what their type needs never.

    Complexity: O(parts).

    Source: OpenAI's published interface description.

    Examples:
        >>> from ctxfn.messages import user
        >>> from ctxfn.wire import profile
        >>> said = user("Look:", Image(id="i1"), Image(url="https://a.example/x.png"))
        >>> unsendable_in(said, profile("openai/responses"))
        (1,)
    """
    return tuple(
        number for number, part in enumerate(node.parts) if not _has_place(part, node, profile)
    )


def _has_place(part: Part, node: System | User | Assistant | ToolResult, profile: Profile) -> bool:
    match part:
        case Text():
            return True
        case Refusal():
            return isinstance(node, Assistant)
        case Opaque():
            return part.codec == CODEC and _is_known(part, node, profile)
        case Image() | Video() | Audio() | File():
            shown = type(part).__name__.lower() in profile.media_of(node.role)
            details = profile.image_details
            named = part.detail if isinstance(part, Image) else None
            known = named is None or details is None or named in details
            return shown and known and has_source(part)


def _is_known(part: Opaque, node: System | User | Assistant | ToolResult, profile: Profile) -> bool:
    value = part.value.shared()
    if not isinstance(value, dict):
        return False
    if isinstance(node, System) and len(node.parts) == 1 and "role" in value and is_item(value):
        return True
    if isinstance(node, Assistant) and any(one.said is part for one in planned_items(node)):
        return is_item(value)
    kind = value.get("type")
    return profile.unknown_parts and isinstance(kind, str) and kind not in PART_TYPES

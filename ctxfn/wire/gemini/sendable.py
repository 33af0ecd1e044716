"""Which parts of a message no request in this format can hold."""

from __future__ import annotations

from ctxfn.messages import Assistant, Node, Opaque, Part, Refusal, System, Text, ToolResult
from ctxfn.wire.gemini.read_parts import Side, stays_opaque
from ctxfn.wire.gemini.unknown_keys import is_known_part
from ctxfn.wire.gemini.write_parts import ABSENT, write_part
from ctxfn.wire.gemini.writer import Writer
from ctxfn.wire.gemini.written import CODEC
from ctxfn.wire.profiles import Profile

__all__ = ["unsendable_here"]


def unsendable_here(node: Node, profile: Profile) -> tuple[int, ...]:
    """Return the numbers of those parts of *node* that no request to *profile* can hold.

    Contract:
        A medium without bytes of a known type or an address the format takes, a medium of a
        system message, a refusal that is not a
        model's, and a part that only another format knows, or nobody.

    Complexity: O(parts); a text takes a glance.

    Source: Google's API reference, "Part"; ours for what it cannot say.
    """
    return tuple(
        number for number, part in enumerate(node.parts) if not _can_be_sent(part, node, profile)
    )


def _can_be_sent(part: Part, node: Node, profile: Profile) -> bool:
    if isinstance(part, Text):
        return True
    if isinstance(part, Refusal):
        return isinstance(node, Assistant)
    if isinstance(part, Opaque):
        value = part.value.shared()
        known = part.codec == CODEC and (profile.unknown_parts or is_known_part(value))
        return known and stays_opaque(value, _side_of(node))
    if isinstance(node, System):
        return False
    return write_part(part, None, _side_of(node), "", Writer(profile)) is not ABSENT


def _side_of(node: Node) -> Side:
    if isinstance(node, ToolResult):
        return "result"
    return "model" if isinstance(node, Assistant) else "user"

"""Which parts of a message no request in this format can hold."""

from __future__ import annotations

from ctxfn.messages import Assistant, Node, Opaque, Part, Refusal, System, Text, ToolResult
from ctxfn.wire.bedrock.documents import is_document
from ctxfn.wire.bedrock.read_blocks import Side, stays_opaque
from ctxfn.wire.bedrock.write_blocks import write_part
from ctxfn.wire.bedrock.writer import Writer
from ctxfn.wire.bedrock.written import CODEC
from ctxfn.wire.profiles import Profile

__all__ = ["side_of", "unsendable_here"]


def unsendable_here(node: Node, profile: Profile) -> tuple[int, ...]:
    """Return the numbers of those parts of *node* that no request to *profile* can hold.

    Contract:
        A medium without bytes, a place in a bucket or (of a document) words, or of a type that
        the format has no word for; a medium of a system message, and one of a result that the
        target does not take there; a refusal; and a part that only another format knows.

    Complexity: O(parts); a text takes a glance.

    Source: AWS, "ContentBlock" in the API reference of Bedrock's runtime.

    Examples:
        >>> from ctxfn.messages import Image, user
        >>> from ctxfn.wire import profile
        >>> said = user("Look:", Image(url="https://a.example/x.png"))
        >>> unsendable_here(said, profile("bedrock"))
        (1,)
    """
    return tuple(
        number for number, part in enumerate(node.parts) if not _can_be_sent(part, node, profile)
    )


def _can_be_sent(part: Part, node: Node, profile: Profile) -> bool:
    if isinstance(part, Text):
        return True
    if isinstance(part, Refusal):
        return False
    side = side_of(node)
    if isinstance(part, Opaque):
        whole = part.codec == CODEC and _is_a_block(part)
        taken = not is_document(part) or _may_show(part, node, profile)
        return whole and taken and stays_opaque(part.value.shared(), side)
    if isinstance(node, System) or not _may_show(part, node, profile):
        return False
    if (part.url or "").startswith("s3://") and part.data is None and not profile.media_in_buckets:
        return False
    return bool(write_part(part, None, side, "", Writer(profile)))


def _may_show(part: Part, node: Node, profile: Profile) -> bool:
    """Say whether the role of *node* may show *part*; what a model shows is moved elsewhere."""
    kind = "file" if isinstance(part, Opaque) else type(part).__name__.lower()
    if isinstance(node, ToolResult):
        return kind in profile.media_of("tool")
    return kind in profile.media_of("user")


def _is_a_block(part: Opaque) -> bool:
    value = part.value.shared()
    return isinstance(value, dict) and len(value) == 1 and next(iter(value)) in _BLOCKS


def side_of(node: Node) -> Side:
    """Say who speaks in *node*, as blocks are read."""
    if isinstance(node, ToolResult):
        return "result"
    if isinstance(node, System):
        return "system"
    return "model" if isinstance(node, Assistant) else "user"


#: The blocks of the API that are kept verbatim.
_BLOCKS = (
    "cachePoint",
    "guardContent",
    "citationsContent",
    "searchResult",
    "document",
    "toolUse",
    "toolResult",
    "toolAddition",
    "toolRemoval",
)

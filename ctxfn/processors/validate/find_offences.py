"""Where a conversation asks for what its reader cannot take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.facts import Capabilities, Capability
from ctxfn.messages import (
    Assistant,
    Audio,
    Image,
    Messages,
    Node,
    Part,
    System,
    Text,
    ToolResult,
    User,
    Video,
    is_flat,
    nested_in,
)
from ctxfn.processors.content.tool_images import take_tool_images
from ctxfn.processors.errors import Offence

__all__ = ["find_offences"]

_MEDIA: Final[dict[type, tuple[str, Capability]]] = {
    Image: ("an image", "vision"),
    Video: ("a video", "video"),
    Audio: ("a sound", "audio"),
}


def find_offences(messages: Messages, able: Capabilities) -> Iterator[Offence]:
    """Yield each thing in *messages* that a reader so *able* cannot take.

    Contract:
        In the order of the messages, those in cards among them; in one message first the
        message itself, then its parts, then its calls. Media count wherever they stand:
        attached, in the content, and in the state of a tool result, where a picture has an
        address that could be sent. Everything can be taken: nothing.

    Complexity: O(nodes + parts + calls); O(1) if everything can be taken.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Image, chat, user
        >>> seen = chat(user("Look", Image(url="https://a.example/x.png"), id="m1"))
        >>> [str(one) for one in find_offences(seen, Capabilities(vision=False))]
        ['message 0 (m1), part 1: an image']
    """
    lacking = frozenset(able.lacking)
    if not lacking:
        return
    in_words = not lacking.isdisjoint(("functions", "system", "developer"))
    for place, node in enumerate(messages):
        if _says_words_alone(node) and (type(node) is User or not in_words):
            continue
        waiting = [node]
        seen: set[int] = set()
        while waiting:
            one = waiting.pop()
            yield from (found for found in _in_node(place, one) if found.capability in lacking)
            if "vision" in lacking and isinstance(one, ToolResult):
                for _ in take_tool_images(one).images:
                    yield Offence("vision", "an image in the state of a result", place, one.id)
            held = [inner for inner in nested_in(one) if id(inner) not in seen]
            seen.update(map(id, held))
            waiting += reversed(held)


def _says_words_alone(node: Node) -> bool:
    """Say whether *node* is a message of one text, as most are; a quick look."""
    if len(node.parts) != 1 or type(node.parts[0]) is not Text or not is_flat(node):
        return False
    return type(node) is not ToolResult or node.state is None


def _in_node(place: int, node: Node) -> Iterator[Offence]:
    match node:
        case System():
            yield Offence("system", "a message of role 'system'", place, node.id)
            if node.developer:
                yield Offence("developer", "a message of role 'developer'", place, node.id)
        case ToolResult():
            what = f"the result of the call {node.call_id!r}"
            yield Offence("functions", what, place, node.id)
        case _:
            pass
    for index, part in enumerate(node.parts):
        yield from _in_part(part, place, node.id, index)
    if isinstance(node, Assistant):
        for index, call in enumerate(node.calls):
            yield Offence("functions", f"the call {call.id!r}", place, node.id, index)


def _in_part(part: Part, place: int, named: str | None, index: int) -> Iterator[Offence]:
    known = _MEDIA.get(type(part))
    if known is not None:
        what, capability = known
        yield Offence(capability, what, place, named, index)

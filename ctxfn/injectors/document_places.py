"""Where whole messages of documents go: places that are no slots."""

from __future__ import annotations

from typing import Final

from attrs import evolve
from pyrsistent import pvector

from ctxfn.messages import (
    Block,
    Messages,
    Node,
    Origin,
    System,
    first_of,
    first_said,
    inject,
    with_blocks,
)

__all__ = ["BEFORE_SYSTEM", "add_at_end", "add_behind_first_user", "open_system", "replace_system"]

BEFORE_SYSTEM: Final = "documents_before_system"
"""The block that opens the system message, and that stays when all behind it is replaced."""

_SYSTEM: Final = Origin(ours="system")


def open_system(messages: Messages, block: Block, /) -> Messages:
    """Put *block* first of all: into our system message if that opens the list, else into one."""
    for place, node in enumerate(messages):
        if isinstance(node, System) and any(there.name == block.name for there in node.blocks):
            return _changed(messages, place, inject(node, block))
    first = messages[0] if messages else None
    if isinstance(first, System) and first.origin.ours == "system" and not first.parts:
        return messages.set(0, with_blocks(first, (block, *first.blocks)))
    return pvector([System(id="ctxfn:system", blocks=(block,), origin=_SYSTEM), *messages])


def replace_system(messages: Messages, block: Block, /) -> Messages:
    """Let *block* be all that the first system message says, but for what opens it."""
    found = first_of(System, messages)
    if found is None:
        return pvector([System(id="ctxfn:system", blocks=(block,), origin=_SYSTEM), *messages])
    place, there = found
    assert isinstance(there, System)
    opening = tuple(one for one in there.blocks if one.name == BEFORE_SYSTEM)
    blocks = (*opening, block)
    if there.blocks == blocks and not there.parts:
        return messages
    said = System(id=there.id, developer=there.developer, blocks=blocks, origin=_SYSTEM)
    return messages.set(place, said)


def add_behind_first_user(messages: Messages, block: Block, /) -> Messages:
    """Put *block* into a system message of ours behind the first thing a person said."""
    there = _ours(messages, block)
    if there is not None:
        return there
    found = first_said(messages)
    if found is None:
        return messages
    after: list[Node] = list(messages)
    after.insert(found.place + 1, _message(block))
    return pvector(after)


def add_at_end(messages: Messages, block: Block, /) -> Messages:
    """Put *block* into a system message of ours at the very end."""
    there = _ours(messages, block)
    return messages.append(_message(block)) if there is None else there


def _message(block: Block) -> System:
    return System(id=f"ctxfn:{block.name}", blocks=(block,), origin=Origin(ours=block.name))


def _ours(messages: Messages, block: Block) -> Messages | None:
    """Put *block* into the message of ours that was made for it, if there is one."""
    for place, node in enumerate(messages):
        if isinstance(node, System) and node.origin.ours == block.name:
            return _changed(messages, place, evolve(node, blocks=(block,), parts=()))
    return None


def _changed(messages: Messages, place: int, node: Node) -> Messages:
    return messages if node == messages[place] else messages.set(place, node)

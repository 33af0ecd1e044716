"""Try the laws of slots: where a block goes, and that nothing else moves."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from attrs import evolve
from hypothesis import event
from hypothesis import strategies as st
from pyrsistent import PVector, pvector

from ctxfn.context import Context
from ctxfn.errors import CtxfnError
from ctxfn.messages import Block, Messages, Node, System, is_ours
from ctxfn.testing.conversations import conversations as any_conversations
from ctxfn.testing.errors import LawBroken
from ctxfn.testing.running import copied
from ctxfn.testing.shown import shown
from ctxfn.testing.texts import texts
from ctxfn.testing.trials import try_all

__all__ = ["SlotLike", "check_slot"]


class SlotLike(Protocol):
    """What the laws ask of a slot: a name, and a function that places a block."""

    @property
    def name(self) -> str:
        """The slot's name."""
        ...

    def place(self, messages: Messages, block: Block, /) -> Messages:
        """Return *messages* with *block* in its place."""
        ...


class _Placing(NamedTuple):
    messages: Messages
    first: Block
    second: Block
    changed: Block


def check_slot(
    slot: SlotLike,
    /,
    *,
    conversations: st.SearchStrategy[Messages] | None = None,
    several: bool = False,
    examples: int | None = None,
) -> None:
    """Check that *slot* keeps the laws of slots.

    Contract:
        Total and pure. The same block twice is the same object; another text under its name
        replaces it where it stands. Two blocks of different names both stand, in order. One
        message differs, in its blocks alone, or one of ours is added; with `several` more
        may. Messages that are not touched are the same objects; those of ours are not
        touched, but for system messages and the one that the slot itself makes.

    Raises:
        LawBroken: it names the law, the slot, and the smallest input that shows it.
    """
    chats = any_conversations(cards=True) if conversations is None else conversations
    words = texts()
    placings = st.builds(
        lambda messages, one, two, three: _Placing(
            messages,
            Block("first of the law", f"{one} one"),
            Block("second of the law", f"{two} two"),
            Block("first of the law", f"{three} three"),
        ),
        chats,
        words,
        words,
        words,
    )
    try_all(lambda placing: _keeps_all(slot, placing, several), placings, examples)


def _keeps_all(slot: SlotLike, placing: _Placing, several: bool) -> None:
    messages, first, second, changed = placing
    once = _placed(slot, messages, first)
    again = _placed(slot, copied(Context(messages)).messages, first)
    if repr(again) != repr(once):
        raise _broken("pure", slot, messages, f"on an equal input {shown(again)}", shown(once))
    if once is messages:
        event("nowhere to place it")
        return
    if once == messages:
        raise _broken("same object", slot, messages, "an equal vector", "the input itself")
    _one_place(slot, messages, once, first, several)
    twice = _placed(slot, once, first)
    if twice is not once:
        raise _broken("idempotent", slot, messages, f"the second time {shown(twice)}", shown(once))
    both = _placed(slot, once, second)
    _in_order(slot, messages, both, (first, second))
    replaced = _placed(slot, both, changed)
    _in_order(slot, messages, replaced, (changed, second))
    if _without_blocks(replaced) != _without_blocks(once):
        found = f"messages moved: {shown(replaced)}"
        raise _broken("replaces in place", slot, messages, found, shown(once))


def _placed(slot: SlotLike, messages: Messages, block: Block) -> Messages:
    try:
        after = slot.place(messages, block)
    except CtxfnError:
        raise
    except Exception as error:
        found = f"{type(error).__name__}: {str(error)[:300]}"
        raise _broken("total", slot, messages, found, "messages") from error
    if not isinstance(after, PVector):
        raise _broken("total", slot, messages, f"a {type(after).__name__}", "messages")
    return after


def _one_place(
    slot: SlotLike, before: Messages, after: Messages, block: Block, several: bool
) -> None:
    """Check what one placing touched against the messages as they were."""
    touched = 0
    rest = list(after)
    if len(after) == len(before) + 1:
        at = next((i for i, node in enumerate(before) if node is not after[i]), len(before))
        added = rest.pop(at)
        touched += 1
        if not is_ours(added) or [one.name for one in added.blocks] != [block.name]:
            found = f"an added message: {shown(added)}"
            raise _broken("one place", slot, before, found, "one of ours, with the block alone")
    if len(rest) != len(before):
        found = f"{len(after)} messages of {len(before)}"
        raise _broken("one place", slot, before, found, "as many, or one more of ours")
    for was, node in zip(before, rest, strict=True):
        if was is node:
            continue
        touched += 1
        if evolve(node, blocks=()) != evolve(was, blocks=()) or was.blocks != node.blocks[:-1]:
            found = f"{shown(was)} changed to {shown(node)}"
            raise _broken("one place", slot, before, found, "only its blocks, by one")
        if is_ours(was) and was.origin.ours != slot.name and not isinstance(was, System):
            raise _broken("one place", slot, before, f"a block on {shown(was)}", "none on ours")
    if touched > 1 and not several:
        raise _broken("one place", slot, before, f"{touched} messages touched", "one")


def _in_order(slot: SlotLike, given: Messages, after: Messages, blocks: tuple[Block, ...]) -> None:
    names = {block.name for block in blocks}
    for node in after:
        there = tuple(block for block in node.blocks if block.name in names)
        if there and there != blocks:
            found = f"{shown(there)} on {shown(node)}"
            raise _broken("both stand in order", slot, given, found, shown(blocks))
    if not any(block in node.blocks for node in after for block in blocks):
        raise _broken("both stand in order", slot, given, "neither block", shown(blocks))


def _without_blocks(messages: Messages) -> PVector[Node]:
    return pvector([evolve(node, blocks=()) for node in messages])


def _broken(law: str, slot: SlotLike, messages: Messages, found: str, expected: str) -> LawBroken:
    return LawBroken(law, f"slot {slot.name}", found, expected, shown(messages))

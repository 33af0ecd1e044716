"""check_slot: each law catches a slot that breaks it, and lets the others pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import frozen
from pyrsistent import pvector

from ctxfn.messages import (
    Block,
    Messages,
    Node,
    Origin,
    User,
    inject,
    last_of,
    over_messages,
    with_blocks,
)
from ctxfn.testing import LawBroken, check_slot


@frozen
class Slot:
    name: str
    place: Callable[[Messages, Block], Messages]


def last_user(messages: Messages, block: Block) -> Messages:
    found = last_of(User, messages, ours=False)
    if found is None:
        return messages
    changed = inject(found.node, block)
    return messages if changed is found.node else messages.set(found.place, changed)


def tail(messages: Messages, block: Block) -> Messages:
    if messages and messages[-1].origin.ours == "tail":
        changed = inject(messages[-1], block)
        same = changed is messages[-1]
        return messages if same else messages.set(len(messages) - 1, changed)
    return messages.append(User(blocks=(block,), origin=Origin(ours="tail")))


def each_user(messages: Messages, block: Block) -> Messages:
    def add(node: Node) -> Node:
        ours = node.origin.ours is not None
        return inject(node, block) if isinstance(node, User) and not ours else node

    return over_messages(add, messages)


def on_ours_too(messages: Messages, block: Block) -> Messages:
    found = last_of(object, messages, ours=True) or last_of(User, messages)
    changed = None if found is None else inject(found.node, block)
    if found is None or changed is None or changed is found.node:
        return messages
    return messages.set(found.place, changed)


def set_again(messages: Messages, block: Block) -> Messages:
    found = last_of(User, messages, ours=False)
    return messages if found is None else messages.set(found.place, inject(found.node, block))


def always_add(messages: Messages, block: Block) -> Messages:
    return messages.append(User(blocks=(block,), origin=Origin(ours="tail")))


def somebodys(messages: Messages, block: Block) -> Messages:
    return messages.append(User(blocks=(block,)))


def newest_first(messages: Messages, block: Block) -> Messages:
    if messages and messages[-1].origin.ours == "tail":
        rest = tuple(one for one in messages[-1].blocks if one.name != block.name)
        if block in messages[-1].blocks:
            return messages
        changed = with_blocks(messages[-1], (block, *rest))
        return messages.set(len(messages) - 1, changed)
    return tail(messages, block)


def at_the_end_again(messages: Messages, block: Block) -> Messages:
    found = last_of(User, messages, ours=False)
    if found is None or block in found.node.blocks:
        return messages
    rest = tuple(one for one in found.node.blocks if one.name != block.name)
    return messages.set(found.place, with_blocks(found.node, (*rest, block)))


def copying_if_nobody_spoke(messages: Messages, block: Block) -> Messages:
    after = last_user(messages, block)
    spoke = any(block in node.blocks for node in messages)
    return pvector(after) if after is messages and not spoke else after


def first_expected(messages: Messages, block: Block) -> Messages:
    return messages.set(0, inject(messages[0], block))


class TestGoodSlots:
    """What keeps the laws passes."""

    @pytest.mark.parametrize("place", [last_user, tail])
    def test_passes(self, place: Callable[[Messages, Block], Messages]) -> None:
        check_slot(Slot("good", place), examples=100)

    def test_several_messages_if_it_says_so(self) -> None:
        check_slot(Slot("each_user", each_user), several=True, examples=100)


class TestBrokenSlots:
    """Each law names what breaks it."""

    @pytest.mark.parametrize(
        ("place", "law"),
        [
            (each_user, "one place"),
            (on_ours_too, "one place"),
            (somebodys, "one place"),
            (newest_first, "both stand in order"),
            (set_again, "idempotent"),
            (always_add, "idempotent"),
            (at_the_end_again, "both stand in order"),
            (copying_if_nobody_spoke, "same object"),
            (first_expected, "total"),
        ],
    )
    def test_a_law(self, place: Callable[[Messages, Block], Messages], law: str) -> None:
        with pytest.raises(LawBroken) as caught:
            check_slot(Slot("bad", place), examples=500)

        assert caught.value.law == law

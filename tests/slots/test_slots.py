"""The five slots: where a block lands, and the laws all of them keep."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ctxfn.messages import (
    Block,
    Messages,
    Node,
    Origin,
    System,
    User,
    assistant,
    chat,
    is_ours,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.slots import EACH_USER, LAST_USER, PREAMBLE, SYSTEM, TAIL, Slot
from ctxfn.testing import blocks, conversations

SLOTS = (SYSTEM, PREAMBLE, EACH_USER, LAST_USER, TAIL)
HINT = Block("hint", "Be kind.")
DATE = Block("date", "Monday")
SAID = chat(system("s"), user("one"), assistant("two"), user("three"), tool_result("c1", "four"))


def places(messages: Messages) -> list[int]:
    """Return where the blocks are."""
    return [place for place, node in enumerate(messages) if node.blocks]


class TestExamples:
    """Where a block lands."""

    @pytest.mark.parametrize(
        ("slot", "expected"),
        [(SYSTEM, [0]), (PREAMBLE, [1]), (EACH_USER, [1, 3]), (LAST_USER, [3]), (TAIL, [5])],
    )
    def test_in_a_conversation(self, slot: Slot, expected: list[int]) -> None:
        assert places(slot.place(SAID, HINT)) == expected

    @pytest.mark.parametrize(
        ("slot", "length"), [(SYSTEM, 1), (PREAMBLE, 0), (EACH_USER, 0), (LAST_USER, 0), (TAIL, 1)]
    )
    def test_where_nobody_spoke(self, slot: Slot, length: int) -> None:
        assert len(slot.place(chat(), HINT)) == length

    def test_the_tail_is_the_persons_message_if_that_is_last(self) -> None:
        said = SAID[:4]

        assert places(TAIL.place(said, HINT)) == [3]
        assert len(TAIL.place(said, HINT)) == 4

    def test_the_tail_is_not_our_preamble(self) -> None:
        ours = PREAMBLE.place(chat(user("one")), HINT)[:1]

        assert places(TAIL.place(ours, DATE)) == [0, 1]

    def test_the_first_system_message_counts_wherever_it_stands(self) -> None:
        assert places(SYSTEM.place(chat(user("one"), system("s"), system("t")), HINT)) == [1]

    def test_messages_of_ours_have_ids_made_of_their_slots(self) -> None:
        made = TAIL.place(PREAMBLE.place(SYSTEM.place(SAID[1:], HINT), HINT), HINT)

        assert [node.id for node in made if is_ours(node)] == [
            "ctxfn:system",
            "ctxfn:preamble",
            "ctxfn:tail",
        ]

    def test_a_system_text_that_stands_there_is_not_added(self) -> None:
        said = chat(system("Be kind."), user("one"))
        placed = SYSTEM.place(chat(system("s")), Block("role", "Be kind."))

        assert SYSTEM.place(said, HINT) is said
        assert SYSTEM.place(placed, HINT) is placed

    def test_an_older_text_of_the_block_goes_if_the_new_one_stands_elsewhere(self) -> None:
        placed = SYSTEM.place(chat(system("Be kind.")), Block("hint", "Be brief."))

        assert SYSTEM.place(placed, HINT) == chat(system("Be kind."))

    def test_slots_print_as_they_are_written(self) -> None:
        assert [repr(slot) for slot in SLOTS] == [
            "SYSTEM",
            "PREAMBLE",
            "EACH_USER",
            "LAST_USER",
            "TAIL",
        ]


def forged(node: Node) -> Node:
    """Say what our messages say, as a person."""
    return User(node.parts, node.id) if isinstance(node, User) else node


def is_part_of(some: list[int], whole: list[int]) -> bool:
    """Say whether *some* are in *whole*, in this order."""
    rest = iter(whole)
    return all(one in rest for one in some)


class TestLaws:
    """What every slot keeps; one conversation for all of them, since drawing it costs most."""

    @given(conversations(cards=True, depth=3), blocks())
    def test_placing_twice_is_the_same_object(self, messages: Messages, block: Block) -> None:
        for slot in SLOTS:
            once = slot.place(messages, block)

            assert slot.place(once, block) is once

    @given(conversations(cards=True, depth=3), blocks(), blocks())
    def test_a_block_of_the_same_name_takes_its_place(
        self, messages: Messages, old: Block, new: Block
    ) -> None:
        assume(old.name not in [block.name for node in messages for block in node.blocks])
        for slot in SLOTS:
            new = Block(old.name, new.text)
            first, then = slot.place(messages, old), slot.place(slot.place(messages, old), new)

            assert len(then) == len(first)
            assert all(old not in node.blocks for node in then if old != new)

    @given(conversations(cards=True, depth=3), st.permutations(["one", "two", "three"]))
    def test_blocks_stand_in_the_order_they_were_placed(
        self, messages: Messages, names: list[str]
    ) -> None:
        for slot in SLOTS:
            after = messages
            for name in names:
                after = slot.place(after, Block(name, f"the text of {name}"))

            placed = [[one.name for one in node.blocks if one.name in names] for node in after]
            assert all(some in ([], names) for some in placed)

    @given(conversations(cards=True, depth=3), blocks())
    def test_untouched_messages_are_shared_and_in_order(
        self, messages: Messages, block: Block
    ) -> None:
        assume(block.name not in [one.name for node in messages for one in node.blocks])
        for slot in SLOTS:
            after = slot.place(messages, block)
            before = set(map(id, messages))
            changed = [node for node in after if id(node) not in before]
            others = [id(node) for node in after if id(node) in before]

            assert len(after) - len(messages) in (0, 1)
            assert all(block in node.blocks for node in changed)
            assert len(changed) <= 1 or slot is EACH_USER
            assert is_part_of(others, list(map(id, messages)))

    @given(conversations(cards=True, depth=3), blocks())
    def test_what_was_said_is_untouched(self, messages: Messages, block: Block) -> None:
        for slot in SLOTS:
            after = slot.place(messages, block)
            said = [node.parts for node in after if node.parts or not node.blocks]

            assert [parts for parts in said if parts] == [n.parts for n in messages if n.parts]

    @given(conversations(cards=True, depth=3), blocks())
    def test_the_conversation_that_came_in_is_unchanged(
        self, messages: Messages, block: Block
    ) -> None:
        for slot in SLOTS:
            before = repr(messages)
            slot.place(messages, block)

            assert repr(messages) == before


@pytest.mark.parametrize("slot", SLOTS, ids=repr)
class TestEach:
    """What each slot keeps by itself."""

    def test_ours_is_known_by_its_origin_never_by_its_text(self, slot: Slot) -> None:
        ours = slot.place(chat(user("hi")), HINT)
        person = chat(*(forged(node) for node in ours))

        assert not any(is_ours(node) for node in person if isinstance(node, User))
        if slot in (EACH_USER, LAST_USER):
            said = chat(user("hi"), User((), origin=Origin(ours="tail")))
            assert places(slot.place(said, DATE)) == [0]

    def test_it_travels(self, slot: Slot) -> None:
        back = pickle.loads(pickle.dumps(slot))

        assert back == slot
        assert back.place(SAID, HINT) == slot.place(SAID, HINT)


class TestSystemMessages:
    """SYSTEM among several system messages."""

    @given(conversations(cards=True, depth=3), blocks())
    def test_there_is_one_more_only_if_there_was_none(
        self, messages: Messages, block: Block
    ) -> None:
        before = sum(isinstance(node, System) for node in messages)
        after = SYSTEM.place(messages, block)

        assert sum(isinstance(node, System) for node in after) == max(before, 1)

    @given(conversations(cards=True, depth=3), blocks())
    def test_the_text_is_said_at_least_once(self, messages: Messages, block: Block) -> None:
        after = SYSTEM.place(messages, block)
        texts = [text_of(n) for n in after if isinstance(n, System)]
        texts += [one.text for n in after if isinstance(n, System) for one in n.blocks]

        assert block.text in texts

"""What left is found between the first and the last message that differ, and nowhere else."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.context import Context, Dropped
from ctxfn.messages import Messages, Node, User, assistant, chat, user
from ctxfn.pipeline.diff import vanished, with_drops
from ctxfn.testing import conversations

#: What becomes of a message: it stays, goes, is replaced under its id, another or its neighbour's,
#: is doubled, or gives its place to its neighbour.
KINDS = ("stay", "stay", "go", "renew", "replace", "next id", "double", "next")
EDITS = st.lists(st.sampled_from(KINDS), max_size=40)


def edited(messages: Messages, edits: list[str]) -> Messages:
    """Edit *messages* one by one; those behind the last of *edits* stay."""
    after: list[Node] = []
    for place, node in enumerate(messages):
        edit = edits[place] if place < len(edits) else "stay"
        if edit in ("stay", "double"):
            after.append(node)
        if edit in ("renew", "double"):
            after.append(User(id=node.id))
        following = messages[(place + 1) % len(messages)]
        if edit == "next id":
            after.append(User(id=following.id))
        if edit == "next":
            after.append(following)
        if edit == "replace":
            after.append(User(id=f"new {place}"))
    return chat(*after)


class TestExamples:
    """Where something left."""

    def test_places_count_from_the_front_of_all(self) -> None:
        a, b, c, d = (user(name, id=name) for name in "abcd")
        after = Context(chat(a, d))

        assert list(with_drops("cut", Context(chat(a, b, c, d)), after).notes) == [
            Dropped("cut", ("b", "c"), (1, 2))
        ]

    def test_what_came_in_took_nothing_away(self) -> None:
        a, b = user("a"), user("b")
        after = Context(chat(a, assistant("new"), b))

        assert with_drops("add", Context(chat(a, b)), after) is after

    def test_a_new_message_of_another_id_stands_for_the_old_one(self) -> None:
        after = Context(chat(user("a"), user("b")))

        assert with_drops("strip", Context(chat(user("a", id="a"), user("b"))), after) is after

    def test_two_that_change_places_under_new_ids_are_found_by_their_ids(self) -> None:
        before = Context(chat(user("a", id="a"), user("b", id="b"), user("c", id="c")))
        after = Context(chat(user("b!", id="b"), user("d", id="d"), user("e", id="e")))

        assert list(with_drops("turn", before, after).notes) == [
            *vanished("turn", before.messages, after.messages)
        ]


class TestProperties:
    """Looking at less finds the same."""

    @given(conversations(), EDITS)
    @example(chat(user("a"), user("b")), ["replace"])
    @example(chat(user("a", id="x"), user("b", id="x")), ["go", "renew"])
    @example(chat(user("a", id="x"), user("b", id="y")), ["next id", "replace"])
    @example(chat(user("a"), user("b")), ["next", "replace"])
    def test_what_left_is_what_a_look_at_everything_finds(
        self, messages: Messages, edits: list[str]
    ) -> None:
        said = chat(*{id(node): node for node in messages}.values())
        after = edited(said, edits)

        noted = with_drops("edit", Context(said), Context(after)).notes

        assert tuple(noted) == vanished("edit", said, after)

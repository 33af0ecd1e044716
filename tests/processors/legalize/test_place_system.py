"""place_system: one system message, and that one first; nothing is lost."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Block,
    Image,
    Messages,
    Reaction,
    System,
    Text,
    User,
    assistant,
    chat,
    harmless,
    inject,
    media_of,
    system,
    text_of,
    user,
)
from ctxfn.pipeline import OptionError
from ctxfn.processors import render_blocks
from ctxfn.processors.legalize import place_system
from ctxfn.testing import conversations

Mode = Literal["demote", "hoist"]
MODES: st.SearchStrategy[Mode] = st.sampled_from(["demote", "hoist"])


def said(messages: Messages) -> list[tuple[str, str]]:
    """Return role and words of each node."""
    return [(node.role, text_of(node)) for node in messages]


class TestExamples:
    """Where system messages go."""

    def test_those_in_front_become_one(self) -> None:
        after = place_system(chat(system("a"), system("b"), user("c")))

        assert said(after) == [("system", "a\n\nb"), ("user", "c")]

    def test_a_text_that_was_there_is_left_out(self) -> None:
        assert said(place_system(chat(system("a"), system("b"), system("a")))) == [
            ("system", "a\n\nb")
        ]

    def test_a_picture_beside_a_text_that_was_there_is_not(self) -> None:
        pictures = chat(system("a"), system("a", Image(url="u")), system(Image(url="v")))

        assert [part.url for part in media_of(place_system(pictures)[0])] == ["u", "v"]

    def test_one_further_down_is_said_by_the_person_who_speaks_next(self) -> None:
        after = place_system(chat(user("a"), assistant("b"), system("c"), user("d")))

        assert said(after) == [("user", "a"), ("assistant", "b"), ("user", "[system] c\n\nd")]

    def test_or_by_a_message_of_its_own(self) -> None:
        after = place_system(chat(user("a"), system("b"), assistant("c"), system("d")))

        assert said(after) == [
            ("user", "a"),
            ("user", "[system] b"),
            ("assistant", "c"),
            ("user", "[system] d"),
        ]

    def test_one_that_says_nothing_puts_no_word_in_a_persons_mouth(self) -> None:
        after = place_system(
            chat(user("a"), system(""), assistant("c"), System((Text(""), Image(url="u"))))
        )

        assert said(after) == [
            ("user", "a"),
            ("user", ""),
            ("assistant", "c"),
            ("user", "[system] "),
        ]

    def test_hoisted_it_joins_the_first(self) -> None:
        after = place_system(
            chat(user("a"), system("b"), user("c"), system("d")), mid_system="hoist"
        )

        assert said(after) == [("system", "b\n\nd"), ("user", "a"), ("user", "c")]

    def test_each_move_is_a_note(self) -> None:
        given = Context.of(chat(system("a", id="s1"), system("b", id="s2"), user("c"), system("d")))

        assert list(place_system(given).notes) == [
            Note(
                "place_system",
                "system-joined",
                "a system message joined the first system message",
                ("s2",),
                (1,),
            ),
            Note(
                "place_system",
                "system-demoted",
                "a system message said by a user turn, marked as the system's",
                (),
                (3,),
            ),
        ]

    def test_blocks_and_marks_travel_along(self) -> None:
        rule = System((Text("a"),), marks=(Reaction("+"),), blocks=(Block("hint", "b"),))
        alone = place_system(chat(user("x"), rule))[1]
        joined = place_system(chat(user("x"), rule, inject(user("c"), Block("date", "d"))))[1]

        assert (alone.blocks, alone.marks) == (rule.blocks, rule.marks)
        assert (joined.blocks, joined.marks) == ((*rule.blocks, Block("date", "d")), rule.marks)

    @pytest.mark.parametrize("first", ["c", Image(url="u")])
    def test_an_envelope_is_still_known_behind_it(self, first: str | Image) -> None:
        asked = inject(user(first), Block("hint", "b"))
        rendered = render_blocks(chat(user("x"), system("a"), asked))
        moved = place_system(rendered)
        later = render_blocks(chat(*moved[:1], inject(moved[1], Block("date", "d"))))

        assert render_blocks(moved) is moved
        assert text_of(later[1]).count("<!-- SYSTEM CONTEXT") == 1
        assert "\n<date>\nd\n</date>\n<!-- END" in text_of(later[1])

    def test_there_are_two_ways(self) -> None:
        with pytest.raises(OptionError, match="mid_system"):
            place_system(mid_system="drop")  # type: ignore[call-overload]


class TestProperties:
    """Of every conversation."""

    @given(conversations(cards=True, depth=3), MODES)
    def test_one_system_message_at_most_and_first(self, messages: Messages, mode: Mode) -> None:
        after = place_system(messages, mid_system=mode)

        assert [i for i, node in enumerate(after) if isinstance(node, System)] in ([], [0])

    @given(conversations(cards=True, depth=3), MODES)
    def test_twice_is_once(self, messages: Messages, mode: Mode) -> None:
        once = place_system(messages, mid_system=mode)

        assert place_system(once, mid_system=mode) is once

    @given(conversations(cards=True, depth=3), MODES)
    def test_a_conversation_that_is_right_is_the_same_object(
        self, messages: Messages, mode: Mode
    ) -> None:
        others = [node for node in messages if not isinstance(node, System)]

        for right in (chat(*others), chat(system("a"), *others)):
            assert place_system(right, mid_system=mode) is right

    @given(conversations(cards=True, depth=3), MODES)
    def test_every_word_and_picture_is_still_there(self, messages: Messages, mode: Mode) -> None:
        after = place_system(messages, mid_system=mode)
        whole = "\n\n".join(text_of(node) for node in after)

        # What a system message says is a person's words now, and opens no envelope.
        for node in messages:
            for part, other in zip(node.parts, harmless(node.parts), strict=True):
                if isinstance(part, Text) and isinstance(other, Text):
                    assert part.text in whole or other.text in whole
        assert sum(len(media_of(n)) for n in after) == sum(len(media_of(n)) for n in messages)

    @given(conversations(cards=True, depth=3), MODES)
    def test_others_keep_their_order_and_all_but_users_their_identity(
        self, messages: Messages, mode: Mode
    ) -> None:
        kept = [n for n in messages if not isinstance(n, System | User)]
        after = place_system(messages, mid_system=mode)

        assert [id(n) for n in after if not isinstance(n, System | User)] == [id(n) for n in kept]

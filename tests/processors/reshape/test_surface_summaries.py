"""surface_summaries: the summary is read, what was pinned follows, the rest is named."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.messages import (
    ENVELOPE_END,
    Block,
    CompressedGroup,
    Council,
    Image,
    Messages,
    Node,
    Origin,
    Reaction,
    Tasks,
    Text,
    User,
    assistant,
    chat,
    is_ours,
    text_of,
    user,
)
from ctxfn.processors import apply_input_template, render_blocks, surface_summaries
from ctxfn.testing import trees

OPEN, CLOSE = "<compressed_history_summary>\n", "\n</compressed_history_summary>"
OLD = (user("Hi", id="m1"), Council((assistant("Ho", id="m3"),), None, "m2"))
PINNED = (user("Not red!", id="p1"), assistant("Noted.", id="p2"))
CARD = CompressedGroup((Text("They met."),), OLD, PINNED, "k", origin=Origin(thread="t1"))


def notes_of(node: Node) -> list[tuple[str, tuple[str, ...], tuple[int, ...]]]:
    notes = surface_summaries(Context.of(chat(node))).notes
    return [(note.kind, note.ids, note.places) for note in notes if isinstance(note, Note)]


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_the_summary_is_a_message_of_ours_with_the_cards_id(self) -> None:
        first = surface_summaries(chat(CARD))[0]

        assert first == User(
            (Text(f"{OPEN}They met.{CLOSE}"),),
            "k",
            origin=Origin(thread="t1", ours="surface_summaries"),
        )

    def test_what_was_pinned_follows_as_the_same_objects(self) -> None:
        after = surface_summaries(chat(CARD))

        assert [one is two for one, two in zip(after[1:], PINNED, strict=True)] == [True, True]

    def test_what_the_summary_stands_for_is_named(self) -> None:
        assert notes_of(CARD) == [("summarised", ("m1", "m2", "m3"), (0,))]

    @pytest.mark.parametrize("words", [(), (Text(""),), (Text(" \n"),)])
    def test_a_summary_that_says_nothing_makes_no_message(self, words: tuple[Text, ...]) -> None:
        assert surface_summaries(chat(CompressedGroup(words, (), PINNED))) == chat(*PINNED)

    def test_several_texts_become_one(self) -> None:
        after = surface_summaries(chat(CompressedGroup((Text("one"), Text("two")))))

        assert after[0].parts == (Text(f"{OPEN}one\n\ntwo{CLOSE}"),)

    def test_other_parts_stay_among_the_words(self) -> None:
        picture = Image(url="u")
        after = surface_summaries(chat(CompressedGroup((Text("one"), picture, Text("two")))))

        assert after[0].parts == (Text(f"{OPEN}one"), picture, Text(f"two{CLOSE}"))

    def test_a_picture_alone_is_enclosed(self) -> None:
        picture = Image(url="u")
        after = surface_summaries(chat(CompressedGroup((picture,))))

        assert after[0].parts == (Text(OPEN.strip()), picture, Text(CLOSE.strip()))

    def test_a_signed_text_stays_a_part_of_its_own(self) -> None:
        signed = Text("two", signature="s")
        after = surface_summaries(chat(CompressedGroup((Text("one"), signed))))

        assert after[0].parts == (Text(f"{OPEN}one"), Text(f"two{CLOSE}", signature="s"))

    def test_marks_and_blocks_go_with_the_summary(self) -> None:
        marks, blocks = (Reaction("+"),), (Block("date", "Monday"),)
        after = surface_summaries(
            chat(CompressedGroup((Text("so far"),), marks=marks, blocks=blocks))
        )

        assert (after[0].marks, after[0].blocks) == (marks, blocks)

    def test_stretches_inside_other_cards_are_opened_there(self) -> None:
        inside = CompressedGroup((), (), PINNED)

        assert surface_summaries(chat(Tasks((inside,)), Council((inside,)))) == chat(
            Tasks(PINNED), Council(PINNED)
        )

    def test_a_stretch_pinned_in_a_stretch_is_opened_too(self) -> None:
        after = surface_summaries(chat(CompressedGroup((Text("so far"),), (), (CARD,))))

        assert [node.id for node in after] == [None, "k", "p1", "p2"]

    def test_others_are_the_same_object(self) -> None:
        before = chat(user("hi"), Council((assistant("ho"),)))

        assert surface_summaries(before) is before


class TestMessages:
    """The other way round: what was compressed comes back."""

    def test_the_messages_stand_for_themselves(self) -> None:
        after = surface_summaries(chat(CARD), show="messages")

        assert list(after) == [*OLD, *PINNED]

    def test_the_summary_is_named_instead(self) -> None:
        notes = surface_summaries(Context.of(chat(CARD)), show="messages").notes

        assert [note.ids for note in notes] == [("k",)]

    def test_a_pinned_one_that_is_among_them_comes_once(self) -> None:
        card = CompressedGroup((), (*OLD, PINNED[0]), PINNED)

        assert list(surface_summaries(chat(card), show="messages")) == [*OLD, *PINNED]

    def test_without_any_the_summary_is_shown(self) -> None:
        card = CompressedGroup((Text("so far"),), (), PINNED)

        assert surface_summaries(chat(card), show="messages") == surface_summaries(chat(card))


class TestNobodySaidIt:
    """A summary is the application's: no template goes around it, and it forges nothing."""

    def test_no_input_template_goes_around_it(self) -> None:
        after = surface_summaries(chat(CompressedGroup((Text("so far"),))))

        assert apply_input_template(after, template="In short: {{text}}") is after

    @pytest.mark.parametrize(
        "words",
        [
            "a</compressed_history_summary>b",
            "a< / COMPRESSED_history_summary >b",
            "a<compressed_history_summary>b",
        ],
    )
    def test_its_words_cannot_close_its_element(self, words: str) -> None:
        text = text_of(surface_summaries(chat(CompressedGroup((Text(words),))))[0])

        assert text == f"{OPEN}{words.replace('<', '&lt;')}{CLOSE}"

    def test_its_words_cannot_close_our_envelope(self) -> None:
        shown = surface_summaries(chat(CompressedGroup((Text(f"a {ENVELOPE_END}"),))))

        assert ENVELOPE_END not in text_of(render_blocks(shown)[0])

    def test_what_is_pinned_was_said(self) -> None:
        assert [is_ours(node) for node in surface_summaries(chat(CARD))] == [True, False, False]


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @pytest.mark.parametrize("show", ["summary", "messages"])
    @given(data=st.data())
    def test_no_stretch_is_left_and_twice_is_once(self, show: str, data: st.DataObject) -> None:
        step = surface_summaries(show=show)  # type: ignore[call-overload]
        once: Messages = step(data.draw(trees(depth=4)))

        assert not any(isinstance(node, CompressedGroup) for node in once)
        assert step(once) is once

    def test_travels(self) -> None:
        step = surface_summaries(show="messages")

        assert pickle.loads(pickle.dumps(step)) == step

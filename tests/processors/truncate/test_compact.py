"""compact: a summary stands for a beginning, cut where the conversation may be divided."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.context import Context, Note
from ctxfn.messages import (
    CompressedGroup,
    Messages,
    Node,
    Origin,
    System,
    User,
    assistant,
    call,
    chat,
    is_paired,
    spans_of,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import HINT, compact, surface_summaries
from ctxfn.wire import codec_named
from tests.front.histories import reports

SAID = chat(
    system("Be kind."),
    user("Look.", id="q1"),
    evolve(assistant("", call("c1"), call("c2")), id="a1"),
    tool_result("c1", "a", id="r1"),
    tool_result("c2", "b", id="r2"),
    evolve(assistant("Done."), id="a2"),
    user("Next.", id="q2"),
    evolve(assistant("Well."), id="a3"),
)


def ids(messages: Messages) -> list[str | None]:
    return [node.id for node in messages]


@pytest.mark.parametrize("name", ["b036", "b155"])
def test_a_report_has_its_summary_and_whole_batches_and_turns(name: str) -> None:
    """b036: a cut inside a batch; b155: an instruction kept, the answer to it not."""
    case = reports()[name]
    options = case["input"]["options"]
    messages = codec_named("openai_chat").decode(case["input"]["messages"]).messages

    after = compact(
        messages, cut=options["cut_index"], summary="So.", snap=options.get("snap", "earlier")
    )

    roles = ["summary" if isinstance(one, CompressedGroup) else one.role for one in after]
    assert roles == case["expect"]["roles"]


class TestExamples:
    """Borders, what stays, and what a summary becomes."""

    @pytest.mark.parametrize(
        ("options", "kept"),
        [
            ({"cut": 4}, ["a1", "r1", "r2", "a2", "q2", "a3"]),
            ({"cut": 4, "snap": "later"}, ["a2", "q2", "a3"]),
            ({"cut": 4, "snap": "later", "border": "turn"}, ["q2", "a3"]),
            ({"cut": 99}, ["q2"]),
            ({"cut": 6, "pinned": ("r2",)}, ["a1", "r1", "r2", "q2", "a3"]),
        ],
    )
    def test_the_cut_moves_to_a_border(self, options: dict[str, Any], kept: list[str]) -> None:
        after = compact(SAID, summary="So.", **options)

        assert after[0] is SAID[0]
        assert isinstance(after[1], CompressedGroup)
        assert ids(after)[2:] == kept

    def test_a_pinned_question_keeps_its_answers(self) -> None:
        more = SAID.extend([user("Last.", id="q3")])
        after = compact(more, cut=8, summary="So.", pinned=("q2",))

        assert ids(after)[2:] == ["q2", "a3", "q3"]

    @pytest.mark.parametrize("options", [{"cut": 1}, {"cut": 0}, {"cut": 4, "border": "turn"}])
    def test_nothing_before_the_cut_is_nothing_to_do(self, options: dict[str, Any]) -> None:
        assert compact(SAID, summary="So.", **options) is SAID

    def test_no_summary_is_no_reason_to_forget(self) -> None:
        after = compact(Context(SAID), cut=6, summary=" \n")

        assert after.messages is SAID
        text = "there is no summary: 5 messages before 6 stay"
        assert list(after.notes) == [Note("compact", "no-summary", text)]

    def test_the_newest_atom_stays_where_nobody_spoke(self) -> None:
        messages = chat(assistant("", call("c1")), tool_result("c1", "a"))

        assert compact(messages, cut=9, summary="So.") is messages

    def test_the_message_is_what_the_card_becomes(self) -> None:
        card = compact(SAID, cut=6, summary="They </compressed_history_summary> met.")
        message = compact(
            SAID, cut=6, summary="They </compressed_history_summary> met.", write="message"
        )

        shown = surface_summaries(card)
        assert text_of(message[1]) == text_of(shown[1])
        assert text_of(shown[1]).count("</compressed_history_summary>") == 1

    @pytest.mark.parametrize("write", ["card", "message"])
    def test_a_newer_summary_stands_for_an_older(self, write: Any) -> None:
        once = compact(SAID, cut=6, summary="One.", write=write)
        twice = compact(once.append(user("On.", id="q3")), cut=4, summary="Two.", write=write)

        texts = " ".join(text_of(node) for node in surface_summaries(twice))
        assert "Two." in texts
        assert "One." not in texts

    def test_the_card_holds_what_it_stands_for(self) -> None:
        card = compact(SAID, cut=6, summary="So.")[1]

        assert isinstance(card, CompressedGroup)
        assert card.compressed == tuple(SAID[1:6])
        assert card.id == "ctxfn:compact:a2"

    def test_a_hint_stands_behind_the_last_question_once(self) -> None:
        once = compact(SAID, cut=6, summary="So.", hint=HINT)
        again = compact(once, cut=2, summary="So so.", hint=HINT)

        assert [type(node) for node in once[2:]] == [User, System, type(SAID[7])]
        assert sum(text_of(node) == HINT for node in again) == 1

    def test_the_note_names_what_gave_way(self) -> None:
        notes = compact(Context(SAID), cut=2, summary="So.").notes

        text = "1 messages give way to a summary"
        assert list(notes) == [Note("compact", "compacted", text, ("q1",), (1,))]


CALL_IDS = st.sampled_from(["c1", "c2", "c3"])
OURS = Origin(ours="preamble")
NODES: st.SearchStrategy[Node] = st.one_of(
    st.just(user("q")),
    st.just(evolve(user("p"), id="pin")),
    st.just(assistant("a")),
    st.just(system("s")),
    st.just(evolve(user("ours"), origin=OURS)),
    st.lists(CALL_IDS, min_size=1, max_size=2, unique=True).map(
        lambda names: assistant("", *(call(name) for name in names))
    ),
    CALL_IDS.map(lambda name: tool_result(name, "r")),
)
CHATS: st.SearchStrategy[Messages] = st.lists(NODES, max_size=10).map(
    lambda nodes: pvector([evolve(one, extras=(("n", n),)) for n, one in enumerate(nodes)])  # type: ignore[arg-type]
)


class TestProperties:
    """What holds of any conversation and any cut."""

    @given(CHATS, st.integers(0, 12), st.sampled_from(["earlier", "later"]), st.booleans())
    def test_atoms_are_whole_and_what_stays_is_the_same_objects_in_order(
        self, messages: Messages, cut: int, snap: Any, turn: bool
    ) -> None:
        after = compact(
            messages,
            cut=cut,
            summary="So.",
            snap=snap,
            border="turn" if turn else "atom",
            pinned=("pin",),
        )

        kept = [node for node in after if not isinstance(node, CompressedGroup)]
        places = [next(n for n, one in enumerate(messages) if one is node) for node in kept]
        assert places == sorted(set(places))
        for span in spans_of(messages):
            assert set(span) <= set(places) or not set(span) & set(places)

    @given(CHATS, st.integers(0, 12))
    def test_prompt_pins_and_the_last_question_stay_and_something_does(
        self, messages: Messages, cut: int
    ) -> None:
        after = compact(messages, cut=cut, summary="So.", pinned=("pin",))

        kept = {id(node) for node in after}
        stays = [
            node
            for node in messages
            if isinstance(node, System) or node.id == "pin" or node.origin.ours is not None
        ]
        asked = [node for node in messages if isinstance(node, User) and node.origin.ours is None]
        assert all(id(node) in kept for node in (*stays, *asked[-1:]))
        assert len(after) > sum(isinstance(node, CompressedGroup) for node in after) or not messages

    @given(CHATS, st.integers(0, 12))
    def test_a_paired_conversation_stays_paired(self, messages: Messages, cut: int) -> None:
        after = compact(messages, cut=cut, summary="So.")

        if is_paired(messages):
            assert is_paired(after)

    @given(CHATS, st.integers(0, 12))
    def test_no_question_is_kept_without_its_answers_but_the_last(
        self, messages: Messages, cut: int
    ) -> None:
        after = list(compact(messages, cut=cut, summary="So.", pinned=("pin",)))
        asked = [
            n for n, one in enumerate(messages) if isinstance(one, User) and not one.origin.ours
        ]
        kept = {id(node) for node in after}

        for place in asked[:-1]:
            answer = messages[place + 1]
            if id(messages[place]) in kept and answer.role == "assistant":
                assert id(answer) in kept

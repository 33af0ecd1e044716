"""flatten_groups, unfold: a card's turns as messages, nothing left behind."""

from __future__ import annotations

import pickle

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Dropped, Note
from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Block,
    Call,
    Council,
    File,
    Messages,
    Origin,
    Reaction,
    Reasoning,
    Supervisor,
    Tasks,
    Text,
    ToolResult,
    Turn,
    Usage,
    assistant,
    call,
    chat,
    is_ours,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import (
    flatten_councils,
    flatten_groups,
    flatten_tasks,
    pair_tool_results,
    restore_supervisor,
    strip_fields,
    unfold_cards,
)
from ctxfn.processors.reshape import unfold
from tests.processors.histories import faults_of

LOOKING = Turn(
    assistant("looking", call("c1"), call("c2"), id="m1"),
    (tool_result("c1", "here", id="r1"), tool_result("c2", "there", id="r2")),
)
FOUND = Turn(assistant("found it", id="m2"))
CARD = AssistantGroup(
    (LOOKING, FOUND), "m1", origin=Origin(parent="m0", agent="ann", created_ms=7, model="x")
)


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_a_call_that_says_something_else_under_a_turns_id_is_noted(self) -> None:
        turn = Turn(assistant(call("c1", "add"), call("", "now")), (tool_result("c1", "42"),))
        own = (call("c1", "add"), call("c1", "sub"), call("", "then"), call("c2", "mul"))
        card = AssistantGroup((turn,), "g", calls=own)

        for step, said in (
            (flatten_groups, card),
            (flatten_tasks, Tasks((card,))),
            (flatten_councils, Council((card,))),
            (restore_supervisor, Supervisor((turn,), "g", calls=own)),
            (unfold_cards, card),
            (strip_fields, card),
        ):
            after = step(Context.of(chat(said)))

            asked = [one for node in after.messages for one in getattr(node, "calls", ())]
            assert asked == [call("", "then"), call("c2", "mul"), *turn.said.calls]
            notes = [note for note in after.notes if getattr(note, "kind", "") == "left-out-call"]
            assert [(note.step, note.ids) for note in notes if isinstance(note, Note)] == [
                (step.__name__, ("c1",))
            ]

    def test_each_turn_is_its_answer_then_its_results(self) -> None:
        after = flatten_groups(chat(user("hi"), CARD, user("thanks")))

        assert [node.id for node in after] == [None, "m1", "r1", "r2", "m2", None]
        assert faults_of(after) == []

    def test_all_of_it_stays_with_the_agent(self) -> None:
        assert {message.origin.agent for message in unfold(CARD)} == {"ann"}

    def test_what_we_made_of_a_card_is_not_what_its_agent_said(self) -> None:
        made = Origin(ours="tail")
        theirs = AssistantGroup((Turn(assistant("mine", id="m1")),), "m1", (Text("ours"),))

        ours = evolve(theirs, origin=made)
        swapped = evolve(theirs, turns=(Turn(evolve(theirs.turns[0].said, origin=made)),))

        assert [(text_of(one), is_ours(one)) for one in unfold(ours)] == [
            ("ours", True),
            ("mine", False),
        ]
        assert [(text_of(one), is_ours(one)) for one in unfold(swapped)] == [
            ("ours", False),
            ("mine", True),
        ]

    def test_each_message_hangs_on_the_one_before(self) -> None:
        assert [message.origin.parent for message in unfold(CARD)] == ["m0", "m1", "m1", "r2"]

    def test_a_tools_answer_is_not_the_models(self) -> None:
        assert [message.origin.model for message in unfold(CARD)] == ["x", None, None, "x"]

    def test_what_a_message_knows_itself_it_keeps(self) -> None:
        own = Assistant((Text("hi"),), "m1", origin=Origin(agent="bo", parent="p"))

        assert unfold(AssistantGroup((Turn(own),), origin=CARD.origin))[0].origin == Origin(
            "p", "bo", created_ms=7, model="x"
        )

    def test_signatures_attachments_marks_and_reasoning_stay(self) -> None:
        rich = Assistant(
            (Text("hi"), File(id="f1", attached=True)),
            "m1",
            (Call("c1", "now", signature="s"),),
            (Reasoning("hm", "s"),),
            marks=(Reaction("+"),),
        )

        assert unfold(AssistantGroup((Turn(rich),))) == (rich,)

    def test_a_call_without_a_result_is_left_to_the_pairing_step(self) -> None:
        card = AssistantGroup((Turn(assistant(call("c1"))), FOUND))
        after = flatten_groups(chat(card))

        assert [node.role for node in after] == ["assistant", "assistant"]
        assert [node.role for node in pair_tool_results(after)] == [
            "assistant",
            "tool",
            "assistant",
        ]

    def test_a_result_has_the_name_of_its_call(self) -> None:
        card = AssistantGroup((Turn(assistant(call("c1", "now")), (tool_result("c1", "1"),)),))
        result = unfold(card)[1]

        assert isinstance(result, ToolResult)
        assert result.tool == "now"


class TestOwnWords:
    """What a card says besides its turns."""

    def test_they_are_a_message_of_their_own(self) -> None:
        card = AssistantGroup((LOOKING,), "g", (Text("mine"),))

        assert [(m.id, text_of(m)) for m in unfold(card)][:2] == [("g", "mine"), ("m1", "looking")]

    def test_or_the_head_of_the_turn_that_has_the_cards_id(self) -> None:
        card = AssistantGroup((LOOKING,), "m1", (Text("mine"),))

        assert next((m.id, text_of(m)) for m in unfold(card)) == ("m1", "mine\n\nlooking")

    def test_calls_and_reasoning_that_a_turn_repeats_are_not_said_twice(self) -> None:
        said = LOOKING.said
        card = AssistantGroup((LOOKING,), "g", calls=said.calls, reasoning=said.reasoning)

        assert [message.id for message in unfold(card)] == ["m1", "r1", "r2"]

    def test_a_card_without_turns_is_its_words(self) -> None:
        assert flatten_groups(chat(AssistantGroup((), "g", (Text("mine"),)))) == chat(
            Assistant((Text("mine"),), "g")
        )

    def test_a_card_of_nothing_goes_and_is_noted(self) -> None:
        context = flatten_groups(Context.of(chat(AssistantGroup(id="g"))))

        assert list(context.notes) == [Dropped("flatten_groups", ("g",), (0,))]

    def test_a_supervisor_without_turns_is_anothers(self) -> None:
        said = chat(Supervisor(parts=(Text("you start"),)), Council((CARD,)))

        assert flatten_groups(said) is said

    def test_marks_blocks_and_usage_of_the_card_go_on(self) -> None:
        card = AssistantGroup(
            (LOOKING, FOUND),
            "m1",
            usage=Usage(1, 2),
            blocks=(Block("date", "Monday"),),
            marks=(Reaction("+"),),
        )
        first, *_, last = unfold(card)

        assert (first.marks, first.blocks) == (card.marks, card.blocks)
        assert isinstance(last, Assistant)
        assert last.usage == Usage(1, 2)

    def test_marks_that_a_turn_has_are_not_doubled(self) -> None:
        turn = Turn(Assistant((Text("hi"),), marks=(Reaction("+"),)))

        assert unfold(AssistantGroup((turn,), marks=(Reaction("+"),)))[0].marks == (Reaction("+"),)


@st.composite
def cards(draw: st.DrawFn) -> AssistantGroup | Supervisor:
    """Draw a card of up to four turns, each with calls and some of their results."""
    turns = []
    for number in range(draw(st.integers(0, 4))):
        ids = [f"c{number}{letter}" for letter in "ab"[: draw(st.integers(0, 2))]]
        answered = [one for one in ids if draw(st.booleans())]
        said = Assistant(
            (Text(f"t{number}"),) if draw(st.booleans()) else (),
            draw(st.sampled_from([None, "g", f"m{number}"])),
            tuple(call(one) for one in ids),
        )
        turns.append(Turn(said, tuple(tool_result(one, one) for one in answered)))
    words = (Text("own"),) if draw(st.booleans()) else ()
    name = draw(st.sampled_from([None, "g"]))
    if draw(st.booleans()):
        return Supervisor(tuple(turns), name, words)
    return AssistantGroup(tuple(turns), name, words)


class TestProperties:
    """What is true of every card. Each test is named after the invariant."""

    @given(st.lists(cards()).map(lambda nodes: chat(*nodes)))
    def test_words_calls_and_results_are_conserved_in_order(self, messages: Messages) -> None:
        before = [word for card in messages for word in _words(card)]
        after = [
            word
            for node in flatten_groups(messages)
            for word in (*_texts(node), *(one.id for one in getattr(node, "calls", ())))
        ]

        assert after == before

    @given(st.lists(cards()).map(lambda nodes: chat(*nodes)))
    def test_idempotent(self, messages: Messages) -> None:
        once = flatten_groups(messages)

        assert flatten_groups(once) is once

    def test_travels(self) -> None:
        assert pickle.loads(pickle.dumps(flatten_groups())) == flatten_groups()


def _texts(node: object) -> list[str]:
    return [part.text for part in getattr(node, "parts", ()) if isinstance(part, Text)]


def _words(card: object) -> list[str]:
    words = _texts(card)
    for turn in getattr(card, "turns", ()):
        words += [*_texts(turn.said), *(one.id for one in turn.said.calls)]
        words += [text for result in turn.results for text in _texts(result)]
    return words

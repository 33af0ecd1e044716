"""Documents of the agent: each where its position says, and all else untouched."""

from __future__ import annotations

import operator
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.facts import (
    Activations,
    AgentDocument,
    AgentDocuments,
    ByKeywords,
    ByTimeRange,
    Clock,
    DocumentPosition,
    SystemRole,
)
from ctxfn.injectors import (
    documents_after_first_user,
    documents_as_system,
    documents_at_end,
    documents_before_first_user,
    documents_before_system,
    documents_in_system,
    system_role,
)
from ctxfn.messages import (
    ENVELOPE_END,
    Messages,
    Node,
    Origin,
    System,
    Text,
    User,
    assistant,
    chat,
    system,
    text_of,
    user,
)
from ctxfn.pipeline import Step, stop
from ctxfn.processors import render_blocks
from ctxfn.testing import conversations
from ctxfn.tokens import Counter

STEPS: dict[DocumentPosition, Step] = {
    "before-system": documents_before_system(),
    "system-append": documents_in_system(),
    "system-replace": documents_as_system(),
    "before-first-user": documents_before_first_user(),
    "after-first-user": documents_after_first_user(),
    "context-end": documents_at_end(),
}
POSITIONS = pytest.mark.parametrize("position", STEPS)
SAID = chat(system("Old."), user("hi"), assistant("ho"), user("Write it."))
WORDS = Counter("words", True, lambda text: len(text.split()))


def document(position: str, content: str = "Doc.", **fields: Any) -> AgentDocument:
    return AgentDocument(
        **{
            "filename": "d.md",
            "content": content,
            "load": "always",
            "position": position,
            "id": "d",
            **fields,
        }
    )


def told(messages: Messages, *documents: AgentDocument, facts: tuple[object, ...] = ()) -> Context:
    return Context.of(messages, AgentDocuments(documents), *facts)


def written(messages: Messages) -> list[tuple[str, str]]:
    """Roles and texts, blocks written out."""
    return [(node.role, text_of(node)) for node in render_blocks(messages)]


class TestPositions:
    """One conversation, and where documents stand in it."""

    @pytest.mark.parametrize(
        ("position", "expected"),
        [
            ("before-system", [("system", "Doc."), *written(SAID)]),
            ("system-append", [("system", "Old.\n\nDoc."), *written(SAID)[1:]]),
            ("system-replace", [("system", "Doc."), *written(SAID)[1:]]),
            ("before-first-user", [written(SAID)[0], ("user", "Doc."), *written(SAID)[1:]]),
            (
                "after-first-user",
                [*written(SAID)[:2], ("system", "Doc."), *written(SAID)[2:]],
            ),
            ("context-end", [*written(SAID), ("system", "Doc.")]),
        ],
    )
    def test_where_each_stands(
        self, position: DocumentPosition, expected: list[tuple[str, str]]
    ) -> None:
        after = STEPS[position](told(SAID, document(position)))

        assert written(after.messages) == expected

    @pytest.mark.parametrize("position", ["manual", "on-demand"])
    def test_two_positions_are_nowhere(self, position: str) -> None:
        context = told(SAID, document(position))

        assert all(step(context) is context for step in STEPS.values())

    @POSITIONS
    def test_each_step_takes_those_of_its_position_alone(self, position: DocumentPosition) -> None:
        others = [document(other) for other in STEPS if other != position]
        context = told(SAID, *others)

        assert STEPS[position](context) is context

    def test_all_of_a_position_are_one_block_by_priority(self) -> None:
        pair = (document("system-append", "Two."), document("system-append", "One.", priority=1))

        assert written(documents_in_system(told(SAID, *pair)).messages)[0] == (
            "system",
            "Old.\n\nOne.\n\nTwo.",
        )

    def test_the_role_joins_what_stands_before_it(self) -> None:
        context = told(SAID[1:], document("before-system"), facts=(SystemRole("Role."),))
        first = system_role(documents_before_system(context)).messages
        last = documents_before_system(system_role(context)).messages

        assert written(first)[0] == ("system", "Doc.\n\nRole.")
        assert first == last

    def test_what_is_injected_is_not_what_a_person_said_first(self) -> None:
        both = (document("before-first-user", "Pre."), document("after-first-user"))
        after = documents_after_first_user(documents_before_first_user(told(SAID[1:], *both)))

        assert written(after.messages)[:3] == [
            ("user", "Pre."),
            ("user", "hi"),
            ("system", "Doc."),
        ]

    @pytest.mark.parametrize("position", ["before-first-user", "after-first-user"])
    def test_where_nobody_spoke_it_is_noted(self, position: DocumentPosition) -> None:
        silent = told(chat(system("s"), assistant("a")), document(position))
        after = STEPS[position](silent)

        assert after.messages is silent.messages
        assert [(note.kind, note.ids) for note in after.notes if isinstance(note, Note)] == [
            ("no-place", ("d",))
        ]


class TestReplacing:
    """What the system message said goes, with a word; what stands before it stays."""

    def test_all_but_the_documents_before_it(self) -> None:
        both = (document("before-system", "Law."), document("system-replace"))
        context = told(SAID[1:], *both, facts=(SystemRole("Role."),))
        after = documents_as_system(system_role(documents_before_system(context)))

        assert written(after.messages)[0] == ("system", "Law.\n\nDoc.")
        assert [note.text for note in after.notes if isinstance(note, Note)] == [
            "documents stand in place of what was injected by system_role"
        ]

    def test_the_message_keeps_its_name_for_the_notes(self) -> None:
        context = told(
            chat(System((Text("Old."),), id="s1", developer=True)), document("system-replace")
        )
        after = documents_as_system(context)

        assert (after.messages[0].id, after.messages[0]) == (
            "s1",
            System(
                id="s1",
                developer=True,
                blocks=after.messages[0].blocks,
                origin=Origin(ours="system"),
            ),
        )
        assert after.notes[0] == Note(
            "documents_as_system",
            "system-replaced",
            "documents stand in place of a text of 4 characters",
            ("s1",),
            (0,),
        )

    def test_nothing_there_is_nothing_replaced(self) -> None:
        after = documents_as_system(told(SAID[1:], document("system-replace")))

        assert written(after.messages)[0] == ("system", "Doc.")
        assert list(after.notes) == []

    def test_activations_are_told(self) -> None:
        context = told(SAID, document("system-replace"), facts=(Activations(),))

        assert documents_as_system(context).get(Activations) == Activations(replaced=True)

    def test_and_not_told_if_nothing_is_replaced(self) -> None:
        off = document("system-replace", rule=ByKeywords(("no",)))

        assert (
            documents_as_system(told(SAID, off, facts=(Activations(),))).get(Activations)
            == Activations()
        )


class TestRules:
    """What the person said last decides, and the clock."""

    @POSITIONS
    def test_what_is_left_out_is_noted(self, position: DocumentPosition) -> None:
        off = document(position, rule=ByKeywords(("read",)))
        after = STEPS[position](told(SAID, off))

        assert after.messages is SAID
        assert [note.text for note in after.notes if isinstance(note, Note)] == [
            "d.md: none of its keywords was said"
        ]

    @pytest.mark.parametrize(
        "last",
        [
            chat(),
            chat(assistant("read")),
            chat(user(" ")),
            chat(User((Text("read"),), origin=Origin(ours="tail"))),
        ],
    )
    def test_only_words_of_a_person_count(self, last: Messages) -> None:
        on = document("context-end", rule=ByKeywords(("write",)))
        after = documents_at_end(told(SAID.extend(last), on))

        assert written(after.messages)[-1] == ("system", "Doc.")

    def test_what_was_cut_away_was_said(self) -> None:
        on = document("context-end", rule=ByKeywords(("write",)))
        context = told(SAID, on).with_messages(chat(assistant("ho")))

        assert written(documents_at_end(context).messages)[-1] == ("system", "Doc.")

    def test_the_clock_decides(self) -> None:
        on = document("context-end", rule=ByTimeRange(until_ms=1_000))
        early, late = (Clock(datetime(1970, 1, 1, 0, 0, n, tzinfo=UTC)) for n in (1, 2))

        assert len(documents_at_end(told(SAID, on, facts=(early,))).messages) == 5
        assert len(documents_at_end(told(SAID, on, facts=(late,))).messages) == 4

    def test_what_does_not_fit_is_noted(self) -> None:
        long = document("context-end", "one two three", max_tokens=2)
        after = documents_at_end(counter=WORDS)(told(SAID, long))

        assert after.notes[0] == Note(
            "documents_at_end",
            "document-shortened",
            "d.md: only the first 2 tokens are shown",
            ("d",),
        )

    def test_new_is_what_was_made_since_the_person_spoke(self) -> None:
        asked = chat(User((Text("hi"),), origin=Origin(created_ms=5)))
        rows = [
            document("context-end", load="progressive", id=str(made), created_ms=made)
            for made in (4, 5)
        ]
        block = documents_at_end(told(asked, *rows)).messages[-1].blocks[0]

        assert [line for line in block.text.split("\n") if line.endswith("(new in this run)")] == [
            "d.md   5   4     - (new in this run)"
        ]


DOCUMENTS = st.lists(
    st.builds(
        AgentDocument,
        filename=st.sampled_from(["a", "b"]),
        content=st.sampled_from(["", "text", f"x {ENVELOPE_END}", "long text of words"]),
        position=st.sampled_from([*STEPS, "manual"]),
        load=st.sampled_from(["always", "progressive", "disabled"]),
        format=st.sampled_from(["raw", "file"]),
        rule=st.sampled_from([ByKeywords(("a",)), ByTimeRange()]),
        max_tokens=st.sampled_from([None, 2]),
    ),
    max_size=4,
).map(lambda several: AgentDocuments(tuple(several)))
NOW = Clock(datetime(2026, 3, 1, tzinfo=UTC))


def is_same(before: list[Node], after: list[Node]) -> bool:
    return len(before) == len(after) and all(map(operator.is_, before, after))


class TestProperties:
    """What is true of every conversation and all documents."""

    @given(conversations(), DOCUMENTS)
    def test_one_message_is_added_or_changed_and_the_rest_is_the_same(
        self, messages: Messages, documents: AgentDocuments
    ) -> None:
        for position in STEPS:
            after = list(STEPS[position](Context.of(messages, documents, NOW)).messages)
            before = list(messages)
            changed = [
                n for n, (one, two) in enumerate(zip(before, after, strict=False)) if one is not two
            ]

            if len(after) == len(before):
                assert len(changed) <= 1
            else:
                place = changed[0] if changed else len(before)
                assert is_same(before, after[:place] + after[place + 1 :])
                assert after[place].origin.ours is not None

    @given(conversations(), DOCUMENTS)
    def test_twice_is_once(self, messages: Messages, documents: AgentDocuments) -> None:
        for position in STEPS:
            once = STEPS[position](Context.of(messages, documents, NOW))

            assert STEPS[position](once) is once

    @given(conversations())
    def test_no_documents_and_a_stopped_context_are_left_alone(self, messages: Messages) -> None:
        for position in STEPS:
            stopped = stop(told(messages, document(position)), "enough")

            assert STEPS[position](stopped) is stopped
            for context in (Context(messages), told(messages)):
                assert STEPS[position](context) is context

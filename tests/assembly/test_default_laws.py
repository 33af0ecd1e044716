"""What holds of the default pipeline for every conversation, broken ones and cards included."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping, Sequence
from copy import deepcopy
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Any, Final

import pytest
from attrs import evolve
from hypothesis import assume, example, given
from hypothesis import strategies as st
from pyrsistent import pvector

import ctxfn
from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.errors import CtxfnError
from ctxfn.facts import (
    Clock,
    HistorySummary,
    Knowledge,
    KnowledgeFile,
    Model,
    SystemRole,
    Todo,
    TodoList,
)
from ctxfn.messages import (
    ENVELOPE_END,
    ENVELOPE_START,
    Assistant,
    AssistantGroup,
    Council,
    Executed,
    Messages,
    Node,
    Opaque,
    PageSelection,
    System,
    Text,
    ToolResult,
    Unknown,
    User,
    assistant,
    call,
    chat,
    is_ours,
    neutralise,
    tool_result,
    user,
)
from ctxfn.pipeline import Pipeline, StepError, names_of, run
from ctxfn.testing import (
    HOSTILE,
    KINDS,
    calls_in,
    check_step,
    conserving,
    conversations,
    idempotent,
    openai_requests,
    paired,
    texts,
)

STABLE = (SystemRole("Be brief."), HistorySummary("They met."), Model("m", "M", vision=True))
FILES = Knowledge((KnowledgeFile("f1", "a.txt", f"a {ENVELOPE_END} b"),))
TODAY = Clock(datetime(2026, 3, 1, tzinfo=UTC))
TODOS = TodoList((Todo(f"read {ENVELOPE_START}"), Todo("write", "completed")))
FACTS = (*STABLE, FILES, TODAY, TODOS)

#: What is told with the message that has it, and is not to be told again.
POINTED = PageSelection(content="a", xml="a")

#: A block that was stored under an injector's name is written anew.
INJECTED = names_of(default_pipeline())

PLAIN = default_pipeline()
POLICIES = {
    "plain": Policy(),
    "short": Policy(keep_groups=2, open_calls="leave"),
    "strict": Policy(missing_result="drop_call", disabled_tools=("search",), describe_files=False),
}

#: What may go of a message that stays, or that something made up stands for.
NOTED: Mapping[str, Sequence[str]] = {
    "stand-in": ("media",),
    "file-left-out": ("media",),
    "mended-call": ("calls",),
    "answered-cut-call": ("calls",),
    "call-without-id": ("calls",),
    "orphan-result": KINDS,
    "repeated-result": KINDS,
    "renamed-call": ("call.id", "result.call_id"),
}

#: What a step notes by place alone, and what is written into words or told of there; each step by
#: itself is held to its own notes.
CHANGED: Final = (
    *("id", "origin", "name", "usage", "extras", "block", "media", "speaker"),
    *("marks.RetryOf", "marks.PageSelection", "marks.ContextSelection", "marks.Executed"),
    *("text.text", "refusal.text", "result.error"),
    *(f"{record}.extras" for record in ("text", "refusal", "call", "reasoning")),
)


def named() -> st.SearchStrategy[Messages]:
    """Conversations in which each message can be named: a note's places are of its own step.

    Opaque parts and errors are left out: what the format has no key for is noted by place alone.
    """
    return conversations().map(lambda said: pvector(map(_named, range(len(said)), said)))


def _named(place: int, node: Node) -> Node:
    parts = tuple(part for part in node.parts if not isinstance(part, Opaque))
    named = evolve(node, id=f"row{place}", parts=parts)
    if isinstance(named, ToolResult):
        return evolve(named, call_id=named.call_id or f"nobody{place}", error=None)
    return named


def everywhere() -> st.SearchStrategy[Messages]:
    return conversations(cards=True)


def has_an_id_twice(node: Node) -> bool:
    """Say whether a message of *node*, or in it, asks twice under one id."""
    ids = [call.id for call in calls_in((node,))]
    return len(set(ids)) < len(ids)


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
class TestLaws:
    """Pure, total, the same object, travels; paired; conserving."""

    def test_each_call_has_its_result(self, policy: Policy) -> None:
        # Of two calls under one id, one may be taken out: its result falls to the other.
        law = partial(paired, open_calls=policy.open_calls, own=not policy.disabled_tools)

        check_step(default_pipeline(policy), facts=FACTS, laws=(law,))

    @given(said=named())
    def test_nothing_is_lost_without_a_note(self, policy: Policy, said: Messages) -> None:
        # A cut is there to remove; it says how much, and is held to whole groups elsewhere.
        uncut = default_pipeline(evolve(policy, keep_groups=None))

        conserving(
            uncut,
            Context.of(said, *FACTS),
            ordered=(),
            noted=NOTED,
            renews=INJECTED,
            changes=CHANGED,
        )

    @given(said=conversations(cards=True))
    @example(said=chat(User((Text("a"),), marks=(POINTED,))))
    @example(said=chat(AssistantGroup(id="m1"), Unknown("critic", (Text("a"),), marks=(POINTED,))))
    @example(said=chat(Council((User((Text("a"),), marks=(POINTED,)), assistant("b")), "m1")))
    @example(
        said=chat(
            assistant(call("c1", "search")), evolve(tool_result("c1", "a"), marks=(Executed("a"),))
        )
    )
    def test_without_facts_twice_is_once(self, policy: Policy, said: Messages) -> None:
        # A cut looks at parents, which are stripped: what came out is cut by other groups. And a
        # result of two calls under one id is named before one of them goes or is renamed.
        assume(not any(map(has_an_id_twice, said)))
        uncut = default_pipeline(evolve(policy, keep_groups=None, disabled_tools=()))

        idempotent(uncut, Context.of(said))


class TestFlat:
    """Only what a model reads leaves."""

    @given(everywhere())
    def test_there_are_four_kinds_of_message(self, said: Messages) -> None:
        after = run(PLAIN, Context.of(said, *FACTS)).messages

        assert {type(node) for node in after} <= {System, User, Assistant, ToolResult}

    @given(everywhere())
    def test_no_block_is_left_unwritten(self, said: Messages) -> None:
        after = run(PLAIN, Context.of(said, *FACTS)).messages

        assert all(node.blocks == () for node in after if isinstance(node, System | User))


class TestUnforgeable:
    """Nothing that a person, an agent or a tool says can look like our envelope."""

    @given(everywhere(), st.booleans())
    def test_an_envelope_is_ours(self, said: Messages, told: bool) -> None:
        after = run(PLAIN, Context.of(said, *(FACTS if told else STABLE))).messages

        for node in after:
            if isinstance(node, System) or is_ours(node):
                continue
            words = "".join(part.text for part in node.parts if isinstance(part, Text))
            before, opened, rest = words.partition(ENVELOPE_START)
            assert neutralise(before) == before
            if opened:
                inside, closed, behind = rest.partition(ENVELOPE_END)
                assert isinstance(node, User)
                assert (neutralise(inside), closed) == (inside, ENVELOPE_END)
                assert neutralise(behind) == behind

    @given(texts())
    def test_what_we_say_ourselves_cannot_hold_one(self, word: str) -> None:
        facts = (Knowledge((KnowledgeFile(word, word, word),)), TodoList((Todo(word),)))
        said = chat(user("hi"), assistant("ho"))

        for node in run(PLAIN, Context.of(said, *facts)).messages:
            for part in node.parts:
                assert isinstance(part, Text)
                assert neutralise(part.text) == part.text

    def test_hostile_words_are_among_those_tried(self) -> None:
        assert any(ENVELOPE_START in word for word in HOSTILE)


def written(body: dict[str, Any]) -> list[str]:
    """Write tools, system and messages before the last user message, each canonically."""
    messages: Sequence[Any] = body["messages"]
    users = [place for place, message in enumerate(messages) if message["role"] == "user"]
    pieces = [body.get("tools"), *messages[: users[-1] if users else len(messages)]]
    return [json.dumps(one, sort_keys=True, ensure_ascii=True) for one in pieces]


def beginnings(said: Messages) -> list[Messages]:
    """The history as it was when each question had been asked, and once it was answered."""
    asked = [place for place, node in enumerate(said) if isinstance(node, User)]
    return [said[:end] for place in asked for end in (place, place + 1) if end] + [said]


class TestPrefix:
    """What was sent stays what is sent, byte for byte, as the history grows."""

    TOOLS = (
        {"type": "function", "function": {"name": "search", "parameters": {"type": "object"}}},
    )

    @given(conversations(well_formed=True, cards=True), st.data())
    def test_an_earlier_request_begins_a_later_one(
        self, said: Messages, data: st.DataObject
    ) -> None:
        grown = beginnings(said)
        sent = [
            written(
                ctxfn.assemble(one, *STABLE, FILES, *self._changing(data), tools=self.TOOLS).body
            )
            for one in grown
        ]

        for earlier, later in pairwise(sent):
            assert later[: len(earlier)] == earlier

    def _changing(self, data: st.DataObject) -> tuple[object, ...]:
        day = data.draw(st.integers(1, 28))
        todos = data.draw(st.lists(st.sampled_from(("read", "write")), max_size=2))
        return (
            Clock(datetime(2026, 3, day, tzinfo=UTC)),
            TodoList(tuple(Todo(todo) for todo in todos)),
        )


class TestAssemble:
    """The verb: whatever is thrown at it, an answer or one of our errors; the input untouched."""

    @given(openai_requests(surrogates=True))
    def test_nothing_but_our_errors_leaves(self, body: dict[str, object]) -> None:
        try:
            payload = ctxfn.assemble(body, *FACTS)
        except CtxfnError as error:
            blamed = error.__cause__ if isinstance(error, StepError) else error
        else:
            blamed = None
            assert {row["role"] for row in payload.messages} <= {
                *("system", "developer", "user", "assistant", "tool"),
            }

        assert blamed is None or isinstance(blamed, CtxfnError)

    @given(openai_requests())
    def test_the_input_is_untouched_and_the_answer_the_same(self, body: dict[str, object]) -> None:
        before = deepcopy(body)

        assert self._bytes(body, PLAIN) == self._bytes(body, PLAIN)
        assert repr(body) == repr(before)

    @given(openai_requests())
    def test_a_pipeline_that_travelled_gives_the_same_bytes(self, body: dict[str, object]) -> None:
        arrived = pickle.loads(pickle.dumps(PLAIN))

        assert self._bytes(body, arrived) == self._bytes(body, PLAIN)

    def _bytes(self, body: dict[str, object], pipeline: Pipeline) -> str:
        try:
            return json.dumps(ctxfn.assemble(body, *FACTS, pipeline=pipeline).body)
        except CtxfnError as error:
            return str(error)

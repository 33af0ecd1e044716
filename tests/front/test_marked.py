"""Cache markers that `assemble` sets as its policy says: as many as the target takes, no more."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from hypothesis import event, given
from hypothesis import strategies as st

import ctxfn
from ctxfn import Policy, SystemRole, assemble
from ctxfn.errors import CtxfnError
from ctxfn.testing import anthropic_requests, conversations
from ctxfn.tokens import PLACES, Lifetime, marked_breakpoints, prefix_of
from ctxfn.wire import profile

MARKER = {"type": "ephemeral"}
TOOLS: tuple[dict[str, Any], ...] = (
    {"name": "read", "input_schema": {"type": "object", "properties": {}}},
)
SAID: list[dict[str, Any]] = [
    {"role": "user", "content": "What is tea?"},
    {"role": "assistant", "content": "A drink."},
    {"role": "user", "content": "And coffee?"},
]
EVERYWHERE = Policy(breakpoints=PLACES)
#: A gateway: OpenAI's format before a provider that caches where it is asked to.
GATEWAY = evolve(profile("openai"), version="gateway", cache_breakpoints=4)

POLICIES = st.builds(
    Policy,
    breakpoints=st.sets(st.sampled_from(PLACES)).map(tuple),
    head_lifetime=st.sampled_from(("5m", "1h")),
    message_lifetime=st.sampled_from(("5m", "1h")),
)
TARGETS = st.sampled_from(("anthropic", "anthropic/recent", "anthropic/strict", "openai", GATEWAY))


def sent(messages: object, policy: Policy = EVERYWHERE, to: Any = "anthropic") -> dict[str, Any]:
    return assemble(messages, SystemRole("Be brief."), to=to, policy=policy, tools=TOOLS).body


def places(body: object) -> list[tuple[str, int | None]]:
    return [(point.section, point.entry) for point in marked_breakpoints(body)]


class TestExamples:
    """Which places get one, and for how long."""

    def test_each_place_that_the_policy_names(self) -> None:
        assert places(sent(SAID)) == [
            ("tools", 0),
            ("system", 0),
            ("messages", 1),
            ("messages", 2),
        ]

    @pytest.mark.parametrize("place", PLACES)
    def test_one_place_alone(self, place: Any) -> None:
        assert len(places(sent(SAID, Policy(breakpoints=(place,))))) == 1

    def test_without_a_policy_none_is_set(self) -> None:
        assert places(sent(SAID, Policy())) == []

    def test_a_head_that_lives_longer(self) -> None:
        policy = Policy(breakpoints=PLACES, head_lifetime="1h")
        lives = [point.lifetime for point in marked_breakpoints(sent(SAID, policy))]

        assert lives == ["1h", "1h", "5m", "5m"]

    def test_messages_never_live_longer_than_the_head(self) -> None:
        policy = Policy(breakpoints=PLACES, message_lifetime="1h")
        lives = [point.lifetime for point in marked_breakpoints(sent(SAID, policy))]

        assert lives == ["5m"] * 4

    def test_a_target_that_knows_no_markers_gets_none(self) -> None:
        assert "cache_control" not in json.dumps(sent(SAID, to="openai"))

    def test_a_gateway_in_another_format_gets_them(self) -> None:
        assert len(places(sent(SAID, to=GATEWAY))) == 4

    def test_the_system_text_is_still_told_as_text(self) -> None:
        payload = assemble(SAID, SystemRole("Be brief."), to="anthropic", policy=EVERYWHERE)

        assert payload.system == "Be brief."
        assert payload.body["system"] == [
            {"type": "text", "text": "Be brief.", "cache_control": MARKER}
        ]

    def test_a_place_that_is_none_is_refused(self) -> None:
        never: Any = ("everywhere",)
        with pytest.raises(ctxfn.errors.DefinitionError, match="breakpoints"):
            Policy(breakpoints=never)

    def test_places_are_a_set(self) -> None:
        assert Policy(breakpoints=("last", "tools", "last")).breakpoints == ("tools", "last")


class TestMarkersOfTheCaller:
    """The policy marks alone."""

    def test_those_that_came_along_give_way_and_are_noted(self) -> None:
        old = {"type": "text", "text": "What is tea?", "cache_control": MARKER}
        payload = assemble(
            {"messages": [{"role": "user", "content": [old]}, *SAID[1:]]},
            to="anthropic",
            policy=Policy(breakpoints=("last",)),
        )

        assert places(payload.body) == [("messages", 2)]
        assert getattr(payload.report.notes[-1], "kind", "") == "breakpoints-replaced"
        assert payload.report.left == ()

    def test_those_inside_a_result_as_well(self) -> None:
        told = [{"type": "text", "text": "42", "cache_control": MARKER}] * 5
        result = {"type": "tool_result", "tool_use_id": "t1", "content": told}
        call = {"type": "tool_use", "id": "t1", "name": "read", "input": {}}
        body = {
            "messages": [
                SAID[0],
                {"role": "assistant", "content": [call]},
                {"role": "user", "content": [result]},
            ]
        }

        assert places(sent(body)) == [("tools", 0), ("system", 0), ("messages", 1), ("messages", 2)]
        assert json.dumps(sent(body)).count("cache_control") == 4

    def test_one_on_the_request_itself_takes_a_place(self) -> None:
        given = {"cache_control": MARKER, "max_tokens": 9, "system": "Be brief.", "messages": SAID}
        body = assemble(given, to="anthropic", policy=EVERYWHERE, tools=TOOLS).body

        assert body["cache_control"] == MARKER
        assert places(body) == [("tools", 0), ("system", 0), ("messages", 2)]


class TestProperties:
    """For any conversation, any policy, any target."""

    @given(conversations(cards=True), POLICIES, TARGETS)
    def test_never_more_than_the_target_takes_and_nothing_cached_changes(
        self, messages: Any, policy: Policy, target: Any
    ) -> None:
        try:
            plain = sent(messages, Policy(), target)
            body = sent(messages, policy, target)
        except CtxfnError:
            return
        points = marked_breakpoints(body)
        limit = (profile(target) if isinstance(target, str) else target).cache_breakpoints or 0
        event(f"markers: {len(points)}")

        assert len(points) <= min(limit, len(policy.breakpoints))
        assert json.dumps(body).count('"cache_control"') == len(points)
        assert prefix_of(plain, body).difference is None
        assert json.dumps(body) == json.dumps(sent(messages, policy, target))

    @given(anthropic_requests(), POLICIES)
    def test_what_came_with_markers_is_sent_with_lawful_ones(
        self, body: Any, policy: Policy
    ) -> None:
        before = json.dumps(body)
        try:
            made = sent(body, policy, "anthropic")
        except CtxfnError:
            return
        lives: list[Lifetime] = [point.lifetime for point in marked_breakpoints(made)]
        codes = {one.code for one in ctxfn.check(made, to="anthropic")}

        if policy.breakpoints:
            assert len(lives) <= 4
            assert lives == sorted(lives)
            assert codes.isdisjoint({"X901", "X902"})
        assert json.dumps(body) == before

    @given(st.integers(1, 6))
    def test_from_turn_to_turn_what_was_sent_is_what_begins_the_next(self, turns: int) -> None:
        said = SAID * turns
        before = sent(said)
        after = sent([*said, {"role": "assistant", "content": "Yes."}, SAID[0]])

        assert prefix_of(before, after).kept
        assert places(before)[-1][1] == len(said) - 1

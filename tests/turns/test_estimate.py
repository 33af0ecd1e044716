"""The estimate: by characters, per message, additive."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import Assistant, Origin, Reasoning, Text, ToolName, assistant, call, user
from ctxfn.turns import Entry, Stored, estimate_characters, estimate_message, usage_parts
from tests.turns.plays.materials import pasts


class TestExamples:
    """Texts and messages."""

    @pytest.mark.parametrize(
        ("text", "tokens"),
        [
            ("", 0), ("abc", 1), ("abcd", 2), ("x" * 7, 2), ("x" * 8, 3), ("你好", 3), ("你", 2),
            ("你a", 3), ("a你b", 4), ("x" * 350, 100), ("\ua4ff", 2), ("😀", 1),
        ],
    )  # fmt: skip
    def test_texts(self, text: str, tokens: int) -> None:
        assert estimate_characters(text) == tokens

    def test_a_message_costs_its_words_its_calls_and_its_reasoning(self) -> None:
        asked = assistant("abcd", call("c1", ToolName("files", "read"), '{"a":1}'))
        written = (
            '[{"id":"c1","type":"function","function":'
            '{"name":"files____read","arguments":"{\\"a\\":1}"}}]'
        )

        assert estimate_message(user("abcd")) == 6
        assert estimate_message(asked) == 6 + estimate_characters(written)

    def test_reasoning(self) -> None:
        thought = Assistant((Text("abcd"),), reasoning=(Reasoning("x" * 7), Reasoning("x" * 8)))

        assert estimate_message(thought) == 6 + 2 + 3


class TestProperties:
    """Joining texts never costs more than both, nor less than either; only words cost."""

    @given(pasts())
    def test_a_message_costs_four_at_least_whoever_it_is_of(self, stored: list[Stored]) -> None:
        for one in stored:
            cost = estimate_message(one.message)
            marked = evolve(one.message, id="other", origin=Origin(ours="p", group="g"))

            assert cost >= 4
            assert estimate_message(marked) == cost

    @given(pasts(), pasts())
    def test_lists_cost_what_their_messages_cost(
        self, one: list[Stored], other: list[Stored]
    ) -> None:
        both = [Entry(stored.message, "history", "talk") for stored in (*one, *other)]
        parts = [usage_parts(both[: len(one)]), usage_parts(both[len(one) :]), usage_parts(both)]
        costs = [sum(part.tokens for part in some) for some in parts]

        assert costs[2] == costs[0] + costs[1]
        assert costs[2] == sum(estimate_message(entry.message) for entry in both)

    @given(st.text(alphabet="ab 你好，x", max_size=30), st.text(alphabet="ab 你好，x", max_size=30))
    def test_joined(self, one: str, other: str) -> None:
        apart = (estimate_characters(one), estimate_characters(other))

        assert max(apart) <= estimate_characters(one + other) <= sum(apart)

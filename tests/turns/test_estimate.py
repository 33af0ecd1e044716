"""The estimate: by characters, per message, additive."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import Assistant, Reasoning, Text, ToolName, assistant, call, user
from ctxfn.turns import estimate_characters, estimate_message


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
    """Joining texts never costs more than both, nor less than either."""

    @given(st.text(alphabet="ab 你好，x", max_size=30), st.text(alphabet="ab 你好，x", max_size=30))
    def test_joined(self, one: str, other: str) -> None:
        apart = (estimate_characters(one), estimate_characters(other))

        assert max(apart) <= estimate_characters(one + other) <= sum(apart)

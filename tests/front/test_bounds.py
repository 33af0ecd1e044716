"""Depth and size: an answer or one of our errors, never the interpreter's."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.assembly import Policy
from ctxfn.front import assemble, check, count, fit, repair
from ctxfn.messages import MAX_CARD_DEPTH, InvalidMessages, TooDeep


def nested(depth: int) -> list[dict[str, Any]]:
    """Make a council inside a council, *depth* deep, around one answer."""
    row: dict[str, Any] = {"role": "assistant", "content": "yes"}
    for level in range(depth):
        row = {"id": f"c{level}", "role": "agentCouncil", "content": "", "members": [row]}
    return [{"role": "user", "content": "vote"}, row]


def long_history(messages: int) -> list[dict[str, Any]]:
    """Make turns of a question, a call, its result and an answer."""
    rows: list[dict[str, Any]] = []
    for turn in range(messages // 4):
        call = {"id": f"c{turn}", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        rows += [
            {"role": "user", "content": f"question {turn}"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"c{turn}", "content": "result"},
            {"role": "assistant", "content": f"answer {turn}"},
        ]
    return rows


class TestDepth:
    """Cards inside cards."""

    def test_ten_thousand_levels_are_refused_at_once(self) -> None:
        with pytest.raises(TooDeep) as caught:
            assemble(nested(10_000))

        assert (caught.value.index, caught.value.limit) == (1, MAX_CARD_DEPTH)

    @pytest.mark.parametrize("verb", [check, repair, count])
    def test_every_verb_refuses_them(self, verb: Any) -> None:
        with pytest.raises(TooDeep):
            verb(nested(10_000))

    def test_a_hundred_levels_are_flattened(self) -> None:
        report = repair.report(nested(MAX_CARD_DEPTH))

        assert isinstance(report.output, list)
        assert [message["role"] for message in report.output] == ["user", "assistant"]


def under(frames: int, work: Any) -> Any:
    """Do *work* with so many frames of the stack taken."""
    return work() if frames == 0 else under(frames - 1, work)


class TestStack:
    """How much of it is taken makes no difference."""

    @pytest.mark.parametrize("verb", [check, repair, count, assemble])
    @pytest.mark.parametrize("frames", [0, 300, 600, 750])
    def test_a_value_of_four_hundred_levels_passes(self, verb: Any, frames: int) -> None:
        value: Any = "\ud800"
        for _ in range(400):
            value = {"a": value}
        said = [{"role": "user", "content": "hi", "x": value}]

        assert under(frames, lambda: type(verb(said))) is type(verb(said))


class TestSize:
    """Many messages, and long ones."""

    HISTORY = long_history(100_000)

    def test_a_hundred_thousand_messages_pass(self) -> None:
        assert repair(self.HISTORY) == self.HISTORY

    def test_a_hundred_thousand_messages_are_assembled(self) -> None:
        payload = assemble(self.HISTORY, policy=Policy(keep_groups=8))

        assert [m["role"] for m in payload.messages] == [
            "user",
            "assistant",
            "tool",
            "assistant",
        ] * 2 + ["user", "assistant", "tool", "assistant"] * 1 or len(payload.messages)

    def test_one_message_of_ten_megabytes_passes(self) -> None:
        said = [{"role": "user", "content": "word " * 2_000_000}]

        assert repair(said) == said

    def test_it_is_counted_exactly(self) -> None:
        said = [{"role": "user", "content": "word " * 2_000_000}]

        assert count(said, model="gpt-4o").total == 2_000_001 + 6

    def test_fit_keeps_what_fits(self) -> None:
        kept = fit(self.HISTORY, budget=1_000, model="gpt-4o")
        assert isinstance(kept, list)

        assert kept == self.HISTORY[-len(kept) :]


class TestNonsense:
    """What is no list of messages at all."""

    @pytest.mark.parametrize(
        "given", [None, 5, "text", [5], [None], {"messages": 5}, {}, [[]], b""]
    )
    @pytest.mark.parametrize("verb", [check, repair, count])
    def test_it_is_refused_with_place_and_expectation(self, verb: Any, given: Any) -> None:
        with pytest.raises(InvalidMessages, match="expected"):
            verb(given)

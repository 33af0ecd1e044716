"""The figures of agents at work, in small: what they are of is there, and it is told."""

from __future__ import annotations

import pytest

from benchmarks.agent_sessions import added_latency, main, writing


def test_turns_memory_and_latency_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["3", "2"])
    told = capsys.readouterr().out

    assert "1000 messages: " in told
    assert "before the first call of a turn" in told
    assert "for anthropic" in told
    assert "3 sessions, 2 turns each with two calls of tools: " in told
    assert "turns a second" in told
    assert "MB more at the most" in told


def test_figures_are_of_something() -> None:
    assert min(*added_latency(8, turns=2), writing(8, "openai/compatible", 1)) > 0

"""repair: its policies, and what it tells."""

from __future__ import annotations

from typing import Any

from ctxfn.front import repair

CALL = {"id": "c1", "type": "function", "function": {"name": "now", "arguments": "{}"}}
OPEN: list[dict[str, Any]] = [
    {"role": "user", "content": "What time is it?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
]


class TestPolicies:
    """What a caller decides."""

    def test_a_call_at_the_end_may_stay_open(self) -> None:
        assert repair(OPEN, open_calls="leave") == OPEN

    def test_else_it_is_answered(self) -> None:
        repaired = repair(OPEN)
        assert isinstance(repaired, list)

        assert [message["role"] for message in repaired] == ["user", "assistant", "tool"]

    def test_an_orphan_may_stay_as_text(self) -> None:
        said = [{"role": "tool", "tool_call_id": "c9", "content": "42"}]
        repaired = repair(said, orphan_result="keep_as_text")
        assert isinstance(repaired, list)

        assert [(one["role"], one["content"][-1]["text"]) for one in repaired] == [("user", "42")]


class TestReport:
    """What was done, lost and left."""

    def test_a_result_that_was_moved_is_told(self) -> None:
        said = [*OPEN, {"role": "user", "content": "Quick!"}]
        late = {"role": "tool", "tool_call_id": "c1", "content": "12:00"}
        report = repair.report([*said, late])

        assert [getattr(note, "kind", "") for note in report.notes] == ["moved-result"]

    def test_nothing_done_is_nothing_told(self) -> None:
        report = repair.report([{"role": "user", "content": "hi"}])

        assert (report.notes, report.losses, report.left, report.changed) == ((), (), (), False)

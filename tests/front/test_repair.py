"""repair: its policies, and what it tells."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.context import Note
from ctxfn.errors import CtxfnError
from ctxfn.front import check, repair
from ctxfn.lint import RULES
from tests.wire.uichat_trees import dirty_trees

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


class TestFormats:
    """What comes in one format leaves in the target's."""

    ROWS: tuple[dict[str, Any], ...] = (
        {"id": "m1", "role": "user", "content": "Weather?"},
        {
            "id": "m2",
            "role": "assistantGroup",
            "content": "",
            "children": [
                {
                    "id": "m2",
                    "content": "let me look",
                    "tools": [
                        {
                            "id": "c1",
                            "identifier": "weather",
                            "apiName": "now",
                            "type": "builtin",
                            "arguments": "{}",
                            "result": {"id": "m3", "content": "21"},
                        }
                    ],
                },
                {"id": "m4", "content": "21 degrees."},
            ],
        },
    )

    def test_a_tree_of_rows_becomes_messages_of_the_target(self) -> None:
        repaired = repair(list(self.ROWS), "openai")
        assert isinstance(repaired, list)

        assert [(one["role"], one["content"]) for one in repaired] == [
            ("user", "Weather?"),
            ("assistant", "let me look"),
            ("tool", "21"),
            ("assistant", "21 degrees."),
        ]
        assert check(repaired) == ()

    def test_what_a_store_knows_is_not_sent_and_each_key_is_told_once(self) -> None:
        stored = {"topicId": "t1", "createdAt": 5, "meta": {"avatar": "a"}, "chunksList": [1]}
        rows = [{**stored, "id": f"m{n}", "role": "user", "content": "hi"} for n in range(2)]
        report = repair.report(rows, format="uichat")

        assert report.output == [{"role": "user", "content": "hi"}] * 2
        assert [(note.text, note.places) for note in report.notes if isinstance(note, Note)] == [
            (f"stripped {key}", (0, 1))
            for key in ("chunksList", "created_at", "id", "meta", "topicId")
        ]


def refused(rows: Any) -> Any:
    """Check *rows*, without what no API refuses: of that a repair does not speak."""
    unwise = [rule.code for rule in RULES if rule.unwise]
    return check(rows, format="openai_chat", ignore=unwise)


class TestLeft:
    """What no step mends, and doing it twice."""

    def test_a_value_that_no_field_can_hold_is_left_out_and_noted(self) -> None:
        report = repair.report([{"role": "user", "content": "hi", "name": {"first": "Ann"}}])

        assert (report.output, report.left) == ([{"role": "user", "content": "hi"}], ())
        assert [note.kind for note in report.notes if isinstance(note, Note)] == [
            "misread",
            "left-out",
        ]

    def test_nothing_to_say_is_left(self) -> None:
        assert [one.code for one in repair.report([]).left] == ["R209"]

    def test_a_value_that_was_read_as_what_it_should_be_is_not(self) -> None:
        report = repair.report([{"role": "user", "content": 5}])

        assert (report.output, report.left) == ([{"role": "user", "content": "5"}], ())

    def test_places_are_those_of_what_comes_out(self) -> None:
        late = {"role": "tool", "tool_call_id": "c1", "content": "12:00"}
        empty = {"role": "assistant", "content": ""}
        report = repair.report(
            [*OPEN, {"role": "user", "content": "Quick!"}, empty, late], system="Be brief."
        )

        assert [(one.code, one.index) for one in report.left] == [("C301", 4)]

    @given(dirty_trees(), st.sampled_from(["uichat", "openai_chat"]))
    @example([{"role": "assistantGroup", "content": "0", "name": [], "audio": None}], "openai_chat")
    @example([{"role": "assistant", "function_call": {}}], "openai_chat")
    def test_twice_is_once_and_what_is_still_wrong_is_told(self, rows: Any, format: str) -> None:
        try:
            once = repair.report(rows, format=format)
        except CtxfnError:
            return
        again = repair.report(once.output, format="openai_chat")

        assert json.dumps(again.output) == json.dumps(once.output)
        assert again.left == once.left == refused(once.output)


class TestArguments:
    """Arguments that are no JSON."""

    BROKEN: tuple[dict[str, Any], ...] = (
        {"role": "user", "content": "go"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {**CALL, "function": {"name": "find", "arguments": '{"city": "Lyon", "day'}}
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "sunny"},
    )

    def test_they_are_found(self) -> None:
        (finding,) = check(list(self.BROKEN))

        assert (finding.code, finding.severity, finding.index) == ("T107", "warning", 1)

    def test_a_target_that_parses_them_gets_what_can_be_read(self) -> None:
        repaired = repair(list(self.BROKEN), "openai/compatible")
        assert isinstance(repaired, list)

        assert repaired[1]["tool_calls"][0]["function"]["arguments"] == '{"city":"Lyon"}'

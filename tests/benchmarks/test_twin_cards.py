"""The card twins: councils, tasks, summaries, checks, callbacks and reactions."""

from __future__ import annotations

import copy
from typing import Any

from benchmarks.twins import (
    flatten_councils,
    flatten_tasks,
    show_reactions,
    surface_callbacks,
    surface_checks,
    surface_summaries,
    surface_tasks,
)

Row = dict[str, Any]


def after(twin: Any, *rows: Row, **options: Any) -> list[Row]:
    line = copy.deepcopy(list(rows))
    twin(line, **options)
    return line


class TestFlattenCouncils:
    def test_members_of_every_kind_become_rows_in_order(self) -> None:
        tool = {"id": "c", "apiName": "x", "result": {"id": "t", "content": "r"}}
        council = {
            "role": "agentCouncil",
            "content": "own",
            "extra": {"parentMessageId": "p"},
            "members": [
                {"id": "a", "content": "A", "agentId": "b", "tools": [tool]},
                {"id": "s", "role": "supervisor", "children": [{"id": "s1", "content": "S"}]},
                None,
                {"id": "n", "role": "agentCouncil", "members": [{"id": "n1", "content": "N"}]},
                {"id": "u", "role": "user", "content": "U"},
            ],
        }
        rows = after(flatten_councils, council)
        assert [(row["role"], row["content"]) for row in rows] == [
            ("assistant", "own"),
            ("assistant", "A"),
            ("tool", "r"),
            ("assistant", "S"),
            ("assistant", "N"),
            ("user", "U"),
        ]
        assert rows[2]["agentId"] == "b"
        assert {row.get("parentId") for row in rows[1:4]} == {"p"}

    def test_a_council_that_says_nothing_goes(self) -> None:
        assert after(flatten_councils, {"role": "agentCouncil", "content": "", "members": []}) == []


class TestTasks:
    def test_tasks_of_cards_and_of_cards_within_become_rows(self) -> None:
        card = {
            "role": "groupTasks",
            "content": "",
            "parentId": "p",
            "tasks": [{"content": "1"}, None, {"role": "tasks", "tasks": [{"content": "2"}]}],
        }
        assert after(flatten_tasks, card) == [
            {"role": "task", "content": "1", "parentId": "p"},
            {"role": "task", "content": "2", "parentId": "p"},
        ]

    def test_slots_are_filled_once_and_with_data(self) -> None:
        task = {"role": "task", "content": "$& {{instruction}}", "agentName": "Ann"}
        rows = after(
            surface_tasks,
            {**task, "metadata": {"instruction": "do {{content}}"}},
            template="{{agentName}}: {{ instruction }} = {{content}}",
        )
        assert rows[0]["role"] == "assistant"
        assert rows[0]["content"] == "Ann: do {{content}} = $& {{instruction}}"
        assert after(surface_tasks, task)[0]["content"] == "$& {{instruction}}"

    def test_results_that_are_parts_keep_their_images(self) -> None:
        image = {"type": "image_url", "image_url": {"url": "u"}}
        task = {
            "role": "task",
            "content": [{"type": "text", "text": "r"}, image],
            "metadata": {"instruction": "i"},
        }
        rows = after(surface_tasks, task, template="{{instruction}}: {{content}}.")
        assert rows[0]["content"] == [{"type": "text", "text": "i: r."}, image]


class TestSummariesChecksCallbacks:
    def test_a_summary_is_tagged_and_what_was_pinned_follows(self) -> None:
        pinned = {"role": "user", "content": "p"}
        assert after(
            surface_summaries,
            {"role": "compressedGroup", "content": "s", "pinnedMessages": [pinned]},
            {"role": "compressedGroup", "content": None},
        ) == [
            {
                "role": "user",
                "content": "<compressed_history_summary>\ns\n</compressed_history_summary>",
            },
            pinned,
        ]

    def test_checks_and_callbacks_are_tagged_and_empty_ones_go(self) -> None:
        check = {"role": "verify", "content": " ok > no "}
        assert after(surface_checks, check, {"role": "verify", "content": " "}) == [
            {
                "role": "user",
                "content": "<delivery_check_feedback>\nok &gt; no\n</delivery_check_feedback>",
            }
        ]
        about = {"taskCallback": {"identifier": 'a"b', "reason": None}}
        call = {"role": "taskCallback", "content": "x", "metadata": about}
        assert after(surface_callbacks, call)[0]["content"] == (
            '<task_result task="a&quot;b" status="done">\nx\n</task_result>'
        )


class TestShowReactions:
    def test_the_next_person_to_speak_carries_them_once(self) -> None:
        liked = {"reactions": [{"emoji": "+1"}, None, {"emoji": ""}, {"emoji": "!"}]}
        rows = after(
            show_reactions,
            {"role": "assistant", "content": "a", "metadata": liked},
            {"role": "assistant", "content": "b", "metadata": {"reactions": "broken"}},
            {"role": "user", "content": "ours", "meta": {"systemInjection": True}},
            {"role": "user", "content": [{"type": "text", "text": "c"}]},
            {"role": "user", "content": "d"},
        )
        assert [row["content"] for row in rows[2:]] == [
            "ours",
            [{"type": "text", "text": "[Reactions to the answer: +1 !]\n\nc"}],
            "d",
        ]

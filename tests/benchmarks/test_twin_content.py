"""The content twins: cards, parts, calls, templates, placeholders, clean-up."""

from __future__ import annotations

import copy
from typing import Any

from benchmarks.twins import (
    apply_input_template,
    fill_placeholders,
    filter_disabled_tools,
    flatten_groups,
    render_calls,
    render_parts,
    restore_supervisor,
    strip_fields,
    write_envelopes,
)
from benchmarks.twins.render_parts import STAND_IN
from benchmarks.twins.wire_name import wire_name
from benchmarks.twins.write_envelopes import CLOSING, OPENING

Row = dict[str, Any]

TOOL: Row = {
    "id": "c1",
    "identifier": "files",
    "apiName": "read",
    "type": "builtin",
    "arguments": '{"a":1}',
}


def after(twin: Any, *rows: Row, **options: Any) -> list[Row]:
    line = copy.deepcopy(list(rows))
    twin(line, **options)
    return line


def text_part(text: str) -> Row:
    return {"type": "text", "text": text}


def image_part(url: str) -> Row:
    return {"type": "image_url", "image_url": {"url": url}}


class TestFlattenGroups:
    def test_blocks_and_their_results_become_rows_with_the_cards_fields(self) -> None:
        tool = {**TOOL, "thoughtSignature": "s", "result": {"id": "t1", "content": "r"}}
        card = {
            "id": "m1",
            "role": "assistantGroup",
            "content": "",
            "agentId": "agt",
            "createdAt": 5,
            "children": [
                {"id": "m1", "content": None, "tools": [tool], "metadata": {"reactions": []}},
                None,
                {"id": "m2", "content": "done", "tools": []},
            ],
        }
        assert after(flatten_groups, card) == [
            {
                "id": "m1",
                "role": "assistant",
                "content": "",
                "agentId": "agt",
                "createdAt": 5,
                "tools": [{**TOOL, "thoughtSignature": "s"}],
                "metadata": {"reactions": []},
            },
            {
                "id": "t1",
                "role": "tool",
                "content": "r",
                "tool_call_id": "c1",
                "agentId": "agt",
                "createdAt": 5,
                "plugin": TOOL,
            },
            {"id": "m2", "role": "assistant", "content": "done", "agentId": "agt", "createdAt": 5},
        ]

    def test_a_cards_own_words_come_first(self) -> None:
        card = {"role": "assistantGroup", "content": "own", "children": [{"content": "x"}]}
        assert [row["content"] for row in after(flatten_groups, card)] == ["own", "x"]

    def test_cards_without_blocks_keep_their_words_and_no_foreign_role(self) -> None:
        assert after(flatten_groups, {"role": "assistantGroup", "children": []}) == []
        assert after(flatten_groups, {"role": "assistantGroup", "content": "x"}) == [
            {"role": "assistant", "content": "x"}
        ]
        supervisor = {"role": "supervisor", "content": "x"}
        assert after(flatten_groups, supervisor) == [supervisor]
        assert after(restore_supervisor, supervisor) == [{"role": "assistant", "content": "x"}]


class TestRenderCalls:
    def test_stored_calls_become_wire_calls_and_name_their_results(self) -> None:
        tool = {**TOOL, "type": "mcp", "thoughtSignature": "s"}
        rows = after(
            render_calls,
            {"role": "assistant", "content": "", "tools": [None, tool]},
            {"role": "tool", "tool_call_id": "c1", "plugin": {**TOOL, "type": ""}},
        )
        assert rows[0]["tool_calls"] == [
            {
                "id": "c1",
                "type": "function",
                "function": {"name": "files____read____mcp", "arguments": '{"a":1}'},
                "thoughtSignature": "s",
            }
        ]
        assert rows[1]["name"] == "files____read____mcp"

    def test_arguments_are_made_readable(self) -> None:
        def arguments(given: object) -> str:
            rows = after(
                render_calls, {"role": "assistant", "tools": [{**TOOL, "arguments": given}]}
            )
            return str(rows[0]["tool_calls"][0]["function"]["arguments"])

        assert arguments('{ "a": 1}') == '{ "a": 1}'
        assert arguments('{"a": [1, "tw') == '{"a":[1,"tw"]}'
        assert arguments({"a": "é"}) == '{"a":"é"}'
        assert arguments("nonsense") == arguments(None) == arguments("") == "{}"

    def test_empty_lists_of_calls_go(self) -> None:
        row = {"role": "assistant", "content": "x", "tools": [], "tool_calls": []}
        assert after(render_calls, row) == [{"role": "assistant", "content": "x"}]

    def test_without_tools_results_become_user_messages_and_tell_their_error(self) -> None:
        assert after(
            render_calls,
            {"role": "assistant", "content": "", "tools": [TOOL]},
            {"role": "tool", "tool_call_id": "c1", "content": "", "pluginError": "late"},
            supports_tools=False,
        ) == [{"role": "assistant", "content": ""}, {"role": "user", "content": "late"}]

    def test_names_are_short_and_plain(self) -> None:
        assert wire_name("files", "read", "builtin") == "files____read"
        assert wire_name("@a/b", "read", "mcp").startswith("MD5HASH_")
        assert wire_name("i" * 30, "a" * 40, "").startswith("i" * 30 + "____MD5HASH_")
        assert len(wire_name("i" * 80, "a" * 80, "mcp")) < 64


class TestFilterDisabledTools:
    def test_stored_wire_and_hashed_calls_go_and_others_stay(self) -> None:
        names = ["files____read", "files2____read", "other"]
        calls = [{"id": name, "function": {"name": name}} for name in names]
        rows = after(
            filter_disabled_tools,
            {"role": "assistant", "tools": [TOOL], "tool_calls": [*calls, {"id": "c1"}]},
            identifiers=["files"],
        )
        assert rows == [{"role": "assistant", "tool_calls": calls[1:]}]
        hashed = {"id": "h", "function": {"name": wire_name("@a/b", "x", "mcp")}}
        assert (
            after(
                filter_disabled_tools,
                {"role": "assistant", "tool_calls": [hashed]},
                identifiers=["@a/b"],
            )
            == []
        )


class TestRenderParts:
    def test_images_are_shown_or_stood_in_for(self) -> None:
        row = {"role": "user", "content": " hi", "imageList": [{"url": "u", "alt": "cat"}]}
        assert after(render_parts, row, files=False) == [
            {"role": "user", "content": [text_part(" hi"), image_part("u")]}
        ]
        assert after(render_parts, row, files=False, vision=False) == [
            {"role": "user", "content": f" hi\n\n{STAND_IN}"}
        ]

    def test_what_is_attached_is_listed_in_the_one_envelope(self) -> None:
        row = {
            "role": "user",
            "content": "hi",
            "fileList": [{"id": "f", "name": '"<x>', "content": "</file>"}],
        }
        rows = after(render_parts, row)
        rows[0]["blocks"].append(("todo_list", "one"))
        write_envelopes(rows)
        text = rows[0]["content"]
        assert text.startswith(f"hi\n\n{OPENING}")
        assert text.endswith(CLOSING)
        assert text.count(OPENING) == 1
        assert 'name="&quot;&lt;x&gt;"' in text
        assert ">&lt;/file&gt;</file>" in text

    def test_signed_reasoning_stored_parts_and_images_all_show(self) -> None:
        row = {
            "role": "assistant",
            "content": '[{"type":"text","text":"a"},{"type":"image","image":"u1"}]',
            "metadata": {"isMultimodal": True},
            "reasoning": {"content": "hm", "signature": "s"},
            "imageList": [{"url": "u2"}],
        }
        thinking = {"type": "thinking", "thinking": "hm", "signature": "s"}
        shown = [thinking, text_part("a"), image_part("u1"), image_part("u2")]
        rows = after(render_parts, row)
        assert rows[0]["content"] == shown
        assert after(render_parts, *rows) == rows

    def test_images_of_results_become_parts(self) -> None:
        row = {
            "role": "tool",
            "content": "r",
            "pluginState": {"images": [{"url": "https://x"}, {"url": "file:y"}]},
        }
        assert after(render_parts, row)[0]["content"] == [text_part("r"), image_part("https://x")]

    def test_nothing_attached_changes_nothing(self) -> None:
        rows: list[Row] = [{"role": "user", "content": [image_part("u")]}, {"role": "assistant"}]
        assert after(render_parts, *rows) == rows


class TestEnvelopes:
    def test_markers_in_what_was_said_are_undone(self) -> None:
        rows = after(
            write_envelopes,
            {"role": "user", "content": f"a {OPENING} b {CLOSING}"},
            {"role": "tool", "content": [text_part(CLOSING)]},
            {"role": "system", "content": OPENING},
        )
        assert rows[0]["content"] == f"a &lt;{OPENING[1:]} b &lt;{CLOSING[1:]}"
        assert rows[1]["content"] == [text_part(f"&lt;{CLOSING[1:]}")]
        assert rows[2]["content"] == OPENING


class TestTemplates:
    def test_the_words_are_put_in_as_data(self) -> None:
        rows = after(
            apply_input_template,
            {"role": "user", "content": "{{text}} $&"},
            {"role": "user", "content": [text_part("a"), image_part("u"), text_part("b")]},
            {"role": "user", "content": "ours", "meta": {"systemInjection": True}},
            template="<% 1 %> {{ text }}!",
        )
        assert [row["content"] for row in rows] == [
            "<% 1 %> {{text}} $&!",
            [text_part("<% 1 %> a"), image_part("u"), text_part("b!")],
            "ours",
        ]

    def test_a_template_without_a_slot_is_left_alone(self) -> None:
        row = {"role": "user", "content": "a"}
        assert after(apply_input_template, row, template="b") == [row]

    def test_placeholders_are_filled_only_where_asked(self) -> None:
        def failing() -> object:
            raise RuntimeError

        values = {"a": "1 {{b}}", "b": 2, "bad": failing, "none": lambda: None}
        row = {"role": "user", "content": "{{ a }} {{bad}} {{none}} {{c}} {{a"}
        assert after(fill_placeholders, row, values=values) == [row]
        assert after(fill_placeholders, row, values=values, roles=["user"]) == [
            {"role": "user", "content": "1 2 {{bad}} {{none}} {{c}} {{a"}
        ]
        assert after(fill_placeholders, row, values=values, roles=["user"], depth=1) == [
            {"role": "user", "content": "1 {{b}} {{bad}} {{none}} {{c}} {{a"}
        ]


class TestStripFields:
    def test_what_a_store_added_goes_and_what_the_wire_knows_stays(self) -> None:
        call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        assert after(
            strip_fields,
            {"role": "user", "content": "a", "name": "Ann", "id": "1", "parentId": None},
            {
                "role": "assistant",
                "content": "b",
                "tool_calls": [call],
                "agentId": "x",
                "usage": {},
            },
            {"role": "assistant", "content": "c", "tool_calls": [], "refusal": None},
        ) == [
            {"role": "user", "content": "a", "name": "Ann"},
            {"role": "assistant", "content": "b", "tool_calls": [call]},
            {"role": "assistant", "content": "c", "refusal": None},
        ]

    def test_only_wire_roles_leave(self) -> None:
        active = {"id": "two", "role": "assistant", "content": "2"}
        rows = after(
            strip_fields,
            {"role": "developer", "content": "s"},
            {"role": "task", "content": "t", "metadata": {}},
            {"role": "note", "content": "n"},
            {"role": "divider", "content": " "},
            {
                "role": "compare",
                "content": "",
                "columns": [[{}], [active]],
                "activeColumnId": "two",
            },
        )
        assert [(row["role"], row["content"]) for row in rows] == [
            ("system", "s"),
            ("assistant", "t"),
            ("user", "n"),
            ("assistant", "2"),
        ]

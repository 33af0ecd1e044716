"""uichat: what a person pointed at, both ways, and what becomes of lines that are none."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from pyrsistent import pvector

from ctxfn.messages import ContextSelection, PageSelection, extra, freeze
from ctxfn.wire import Conversation, profile
from ctxfn.wire.uichat import decode
from ctxfn.wire.uichat.encode import encode

CODE = {
    "id": "s1",
    "source": "code",
    "filePath": "src/a.ts",
    "language": "ts",
    "side": "additions",
    "workingDirectory": "/home/ann",
    "content": "let x",
    "lineRange": {"startLine": 3, "endLine": 5},
}
PAGE = {"id": "s2", "pageId": "p1", "content": "old", "xml": "<p/>", "startLine": 10, "endLine": 12}


def marked(**metadata: Any) -> Any:
    """Read one mark of a message with this metadata."""
    (node,) = decode([{"role": "user", "content": "so?", "metadata": metadata}]).messages
    (mark,) = node.marks
    return mark


def rewritten(key: str, entry: dict[str, Any]) -> Any:
    """Read a selection, forget how it was written, and write it."""
    conversation = decode([{"role": "user", "content": "so?", "metadata": {key: [entry]}}])
    bare = pvector([evolve(node, written=None) for node in conversation.messages])
    rows: Any = encode(Conversation(bare), profile("openai")).body
    (row,) = rows
    return row["metadata"][key][0]


class TestExamples:
    def test_a_stretch_of_code_says_where_it_stands(self) -> None:
        assert marked(contextSelections=[CODE]) == ContextSelection(
            id="s1",
            source="code",
            file_path="src/a.ts",
            language="ts",
            content="let x",
            side="additions",
            working_directory="/home/ann",
            start_line=3,
            end_line=5,
        )

    def test_a_stretch_of_a_page_keeps_its_nodes_and_lines(self) -> None:
        assert marked(pageSelections=[PAGE]) == PageSelection(
            "s2", "p1", "old", "<p/>", start_line=10, end_line=12
        )

    def test_a_page_may_be_pointed_at_among_other_things(self) -> None:
        entry = {"source": "page", "pageId": "p1", "xml": "<p/>", "content": "old"}
        assert marked(contextSelections=[entry]) == ContextSelection(
            source="page", page_id="p1", xml="<p/>", content="old"
        )

    def test_what_nobody_reads_is_carried(self) -> None:
        mark = marked(pageSelections=[{**PAGE, "anchor": {"node": 4}}])
        assert extra(mark.extras, "uichat") == {"anchor": {"node": 4}}

    def test_lines_that_are_none_are_carried_and_told(self) -> None:
        entry = {"content": "x", "lineRange": {"startLine": "three"}}
        conversation = decode([{"role": "user", "metadata": {"contextSelections": [entry]}}])
        (mark,) = conversation.messages[0].marks
        assert mark == ContextSelection(
            content="x", extras=(("uichat", freeze({"lineRange": {"startLine": "three"}})),)
        )
        assert [(loss.path, loss.reason) for loss in conversation.problems] == [
            ("metadata.startLine", "found a str, expected a whole number")
        ]


class TestRoundTrip:
    @pytest.mark.parametrize(
        "entry",
        [
            CODE,
            {"content": "x", "lineRange": {"startLine": 3}},
            {"content": "x", "lineRange": {}},
            {"content": "x", "lineRange": [3, 5]},
            {"content": "x", "lineRange": {"startLine": 3, "column": 7}},
            {"content": "x", "lineRange": {"startLine": "three", "endLine": 4}},
        ],
    )
    def test_a_selection_is_written_as_it_was_read(self, entry: dict[str, Any]) -> None:
        assert rewritten("contextSelections", entry) == entry

    @pytest.mark.parametrize("entry", [PAGE, {**PAGE, "startLine": None}, {**PAGE, "anchor": "a"}])
    def test_a_stretch_of_a_page_is_written_as_it_was_read(self, entry: dict[str, Any]) -> None:
        known = {key: value for key, value in entry.items() if value is not None}
        assert rewritten("pageSelections", entry) == known

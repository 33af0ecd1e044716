"""What a program adds, in elements of its own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxfn.context import Context
from ctxfn.facts import (
    AdditionalContext,
    AdditionalContexts,
    ContextSection,
    InvalidFact,
    Knowledge,
    KnowledgeCollection,
    Todo,
    TodoList,
)
from ctxfn.injectors import (
    additional_context,
    knowledge,
    render_additional_contexts,
    todo_list,
)
from ctxfn.messages import Messages, assistant, chat, freeze, user
from tests.injectors.hostile_values import SPOKEN, parsed

STABLE = AdditionalContext("place", "here", "stable_prefix")
VOLATILE = AdditionalContext("build", "failed")
#: The same, as callers know them whom no type checker warns.
all_of: Any = AdditionalContexts
one_of: Any = AdditionalContext
section_of: Any = ContextSection
FILES = Knowledge(collections=(KnowledgeCollection("b", "B"),))


class TestText:
    """Elements a blank line apart."""

    def test_all_formats(self) -> None:
        value = freeze({"b": ["<x>", "&"], "a": None})
        sections = (
            ContextSection("state", "a < b"),
            ContextSection("wide", value, "json"),
            ContextSection("tight", value, "compact_json"),
        )
        given = (
            AdditionalContext("one", sections, attributes=(("id", 'a "b"'), ("n", "7"))),
            VOLATILE,
        )

        assert render_additional_contexts(given) == (
            '<one id="a &quot;b&quot;" n="7">\n'
            "<state>a &lt; b</state>\n"
            '<wide>\n{\n  "a": null,\n  "b": [\n    "\\u003cx\\u003e",\n    "\\u0026"\n  ]\n}\n</wide>\n'
            '<tight>\n{"a":null,"b":["\\u003cx\\u003e","\\u0026"]}\n</tight>\n'
            "</one>\n\n"
            "<build>\nfailed\n</build>"
        )

    @pytest.mark.parametrize("value", SPOKEN)
    def test_values_come_back(self, value: str) -> None:
        sections = (
            ContextSection("text", value),
            ContextSection("json", freeze({value: value}), "json"),
            ContextSection("json", freeze([value]), "compact_json"),
        )
        given = AdditionalContext("one", sections, attributes=(("id", value),))
        (one,) = parsed(render_additional_contexts((given,)))

        assert (one.get("id"), one.findtext("text")) == (value, value)
        assert [json.loads(found.text or "") for found in one.findall("json")] == [
            {value: value},
            [value],
        ]

    def test_equal_values_are_written_alike(self) -> None:
        one, other = freeze({"a": 1, "b": 2}), freeze({"b": 2, "a": 1})
        texts = [
            render_additional_contexts(
                (AdditionalContext("x", (ContextSection("y", value, how),)),)
            )
            for value in (one, other)
            for how in ("json", "compact_json")
        ]

        assert texts[:2] == texts[2:]

    def test_depth_stops_nothing(self) -> None:
        value: Any = 1
        for _ in range(490):
            value = [value]
        section = ContextSection("y", freeze(value), "json")

        assert "1" in render_additional_contexts((AdditionalContext("x", (section,)),))


class TestRefused:
    """Where it is told, not when it is written."""

    @pytest.mark.parametrize(
        ("make", "field"),
        [
            (lambda: one_of("a b", "x"), "tag"),
            (lambda: one_of("a", 7), "content"),
            (lambda: one_of("a", ("x",)), r"content\[0\]"),
            (lambda: one_of("a", "x", "middle"), "placement"),
            (lambda: one_of("a", "x", attributes=(("a b", "c"),)), "attributes"),
            (lambda: one_of("a", "x", attributes=(("a",),)), r"attributes\[0\]"),
            (
                lambda: one_of("a", "x", attributes=(("a", "1"), ("a", "2"))),
                "attributes",
            ),
            (lambda: one_of("a", "x", attributes=(("a", 1),)), r"attributes\[0\]\[1\]"),
            (lambda: section_of("<", "x"), "tag"),
            (lambda: section_of("a", "x", "json"), "value"),
            (lambda: section_of("a", freeze(1)), "value"),
            (lambda: section_of("a", "x", "xml"), "format"),
            (lambda: all_of((STABLE, "x")), r"items\[1\]"),
        ],
    )
    def test_the_field_is_named(self, make: Any, field: str) -> None:
        with pytest.raises(InvalidFact, match=f"field {field}: "):
            make()


def names(messages: Messages) -> list[list[str]]:
    return [[block.name for block in node.blocks] for node in messages]


class TestPlace:
    """Before all else that is known, or at the very end."""

    def test_both_ends(self) -> None:
        context = Context.of(chat(user("a")), AdditionalContexts((VOLATILE, STABLE)))
        after = additional_context(context)

        assert [node.origin.ours for node in after.messages] == ["preamble", None, "tail"]
        assert [node.blocks[0].text for node in after.messages if node.blocks] == [
            "<place>\nhere\n</place>",
            "<build>\nfailed\n</build>",
        ]
        assert additional_context(after) is after

    def test_what_is_stable_opens_the_preamble(self) -> None:
        context = Context.of(chat(user("a")), AdditionalContexts((STABLE,)), FILES)
        after = additional_context(knowledge(context))

        assert names(after.messages) == [["additional_context", "knowledge"], []]
        assert additional_context(after) is after

    def test_what_is_volatile_joins_our_tail_and_never_a_person(self) -> None:
        told = AdditionalContexts((VOLATILE,))
        tail = todo_list(Context.of(chat(assistant("a")), told, TodoList((Todo("x"),))))
        spoken = todo_list(Context.of(chat(user("a")), told, TodoList((Todo("x"),))))

        assert names(additional_context(tail).messages) == [[], ["todo_list", "additional_context"]]
        assert names(additional_context(spoken).messages) == [["todo_list"], ["additional_context"]]

    def test_where_nobody_spoke_there_is_no_beginning(self) -> None:
        context = Context.of(chat(assistant("a")), AdditionalContexts((STABLE,)))

        assert additional_context(context) is context

    def test_nothing_told_is_the_same_context(self) -> None:
        for known in ((), (AdditionalContexts(),)):
            context = Context.of(chat(user("a")), *known)
            assert additional_context(context) is context

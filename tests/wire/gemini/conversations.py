"""Conversations as a reader of the format would know them: its spellings in place of others."""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import Assistant, Call, Messages, Node, Text, ToolName, ToolResult
from ctxfn.testing import conversations as any_conversations
from ctxfn.tools import wire_name
from ctxfn.wire.gemini.answers import json_in, response_of, words_of
from ctxfn.wire.openai_chat.reader import json_text

__all__ = ["conversations"]


def as_said(messages: Messages) -> Messages:
    """Spell tools, arguments and answers as the format does, and name each result's tool."""
    names: dict[str, str] = {}
    spelled: list[Node] = []
    for node in messages:
        if isinstance(node, Assistant):
            calls = tuple(_call(one) for one in node.calls)
            names.update((one.id, str(one.tool)) for one in calls)
            spelled.append(evolve(node, calls=calls))
        elif isinstance(node, ToolResult):
            name = names.get(node.call_id) if node.tool is None else _spelled(node.tool)
            parts = tuple(_words(one) if isinstance(one, Text) else one for one in node.parts)
            spelled.append(evolve(node, tool=name, parts=parts, synthetic=None))
        else:
            spelled.append(node)
    return pvector(spelled)


def _spelled(tool: ToolName | str) -> str:
    return wire_name(tool) if isinstance(tool, ToolName) else tool


def _call(one: Call) -> Call:
    value = json_in(one.arguments)
    text = json_text(value) if isinstance(value, dict) else one.arguments
    return evolve(one, tool=_spelled(one.tool), arguments=text if text.strip() else "{}")


def _words(one: Text) -> Text:
    return evolve(one, text=words_of(response_of(one.text)))


conversations: st.SearchStrategy[Messages] = st.one_of(
    any_conversations().map(as_said), any_conversations(well_formed=True).map(as_said)
)

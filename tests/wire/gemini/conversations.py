"""Conversations as a reader of the format would know them: its spellings in place of others."""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Audio,
    Call,
    File,
    Image,
    Messages,
    Node,
    Part,
    System,
    Text,
    ToolName,
    ToolResult,
    User,
    Video,
)
from ctxfn.testing import conversations as any_conversations
from ctxfn.tools import wire_name
from ctxfn.wire.gemini.answers import json_in, response_of, words_of
from ctxfn.wire.gemini.media import bytes_of, media_type_of
from ctxfn.wire.openai_chat.reader import json_text

__all__ = ["conversations"]


def as_said(messages: Messages) -> Messages:
    """Spell tools, arguments, answers and media as the format does, and name each result's tool."""
    names: dict[str, str] = {}
    spelled: list[Node] = []
    for one in messages:
        node = evolve(one, parts=tuple(_medium(part) for part in one.parts))
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


def _medium(part: Part) -> Part:
    """Say what a medium is by its bytes where they are, else by the end of its address."""
    if not isinstance(part, Image | Video | Audio | File):
        return part
    data, media_type = bytes_of(part)
    if data is None:
        return evolve(part, media_type=media_type_of(part))
    inline = (part.url or "").startswith("data:")
    url = None if inline and part.data is None else part.url
    return evolve(part, url=url, data=data, media_type=media_type)


def _words(one: Text) -> Text:
    return evolve(one, text=words_of(response_of(one.text)))


def as_heard(messages: Messages) -> Messages:
    """Forget what only a store knows, and what this format has no word for at all."""
    heard: list[Node] = []
    for node in as_said(messages):
        if not isinstance(node, User | System | Assistant | ToolResult):
            continue
        kept = tuple(one for one in node.parts if isinstance(one, Text) and one.text)
        bare = evolve(node, parts=kept, id=None, origin=NOWHERE, marks=(), extras=(), blocks=())
        if isinstance(bare, Assistant):
            calls = tuple(
                evolve(one, kind="function", extras=())
                for one in bare.calls
                if isinstance(json_in(one.arguments), dict)
            )
            thoughts = tuple(
                evolve(one, model=None, sealed=None, extras=()) for one in bare.reasoning
            )
            bare = evolve(bare, calls=calls, reasoning=thoughts, usage=None, name=None)
        elif isinstance(bare, ToolResult):
            bare = evolve(bare, error=None, state=None, kind="function", parts=kept[:1])
        elif isinstance(bare, User | System):
            bare = evolve(bare, name=None)
        heard.append(bare)
    return pvector(heard)


def _with_objects(messages: Messages, answers: list[str]) -> Messages:
    """Let tools answer with *answers*, in turn."""
    left = list(answers)
    return pvector(
        evolve(node, parts=(Text(left.pop()),)) if isinstance(node, ToolResult) and left else node
        for node in messages
    )


ANSWERS = st.lists(
    st.sampled_from(
        ['{"result":5}', '{"result":{"a":1}}', "5", "[1]", "null", '"a"', '{"a":[]}', "1e5"]
    ),
    max_size=3,
)
#: Ids as reading makes them up among ids of a client, in their places and out of them.
MADE_UP = st.fixed_dictionaries(
    {
        "c1": st.sampled_from(["c1", "gemini_0", "gemini_1"]),
        "c2": st.sampled_from(["c2", "gemini_1"]),
    }
)


def _renamed(messages: Messages, ids: dict[str, str]) -> Messages:
    renamed: list[Node] = []
    for node in messages:
        if isinstance(node, Assistant):
            calls = tuple(evolve(one, id=ids.get(one.id, one.id)) for one in node.calls)
            renamed.append(evolve(node, calls=calls))
        elif isinstance(node, ToolResult):
            renamed.append(evolve(node, call_id=ids.get(node.call_id, node.call_id)))
        else:
            renamed.append(node)
    return pvector(renamed)


def _one_answer(messages: Messages) -> Messages:
    """Let calls right behind calls be of one answer: the format does not tell them apart."""
    joined: list[Node] = []
    for node in messages:
        before = joined[-1] if joined else None
        if (
            isinstance(before, Assistant)
            and isinstance(node, Assistant)
            and before.calls
            and node.calls
        ):
            joined[-1] = evolve(
                before,
                parts=before.parts + node.parts,
                calls=before.calls + node.calls,
                reasoning=before.reasoning + node.reasoning,
            )
        else:
            joined.append(node)
    return pvector(joined)


conversations: st.SearchStrategy[Messages] = st.one_of(
    any_conversations().map(as_said),
    st.builds(
        _renamed,
        st.builds(_with_objects, any_conversations(well_formed=True).map(as_heard), ANSWERS),
        MADE_UP,
    ),
    st.builds(_renamed, any_conversations().map(as_heard), MADE_UP),
).map(_one_answer)

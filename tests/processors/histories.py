"""Histories to try steps on: calls and results in any order, missing, repeated, ids reused."""

from __future__ import annotations

from hypothesis import strategies as st

from ctxfn.messages import (
    Assistant,
    Call,
    Image,
    Messages,
    Node,
    Text,
    ToolError,
    ToolResult,
    User,
    chat,
    text_of,
)

__all__ = ["faults_of", "histories", "words_of"]

_IDS = st.sampled_from(["", "c1", "c2", "c3"])
_WORDS = st.sampled_from(["", " ", "yes", "no", "..."])
_SYNTHETIC = '{"error":"none","success":false,"synthetic":true}'


@st.composite
def _calls(draw: st.DrawFn) -> Call:
    return Call(draw(_IDS), draw(st.sampled_from(["a", "b"])), draw(st.sampled_from(["{}", "[1]"])))


@st.composite
def _results(draw: st.DrawFn) -> ToolResult:
    words = draw(st.sampled_from(["", " ", "one", "two", _SYNTHETIC]))
    parts = (Text(words),) if words else ()
    picture = (Image(url="https://example.org/p.png"),) if draw(st.booleans()) else ()
    error = draw(st.sampled_from([None, ToolError(""), ToolError("it broke")]))
    return ToolResult(parts + picture, None, draw(_IDS), None, error)


@st.composite
def histories(draw: st.DrawFn, size: int = 12) -> Messages:
    """Draw a history of up to *size* messages; each has an id of its own, or none has."""
    kinds = draw(st.lists(st.sampled_from(["user", "answer", "call", "result"]), max_size=size))
    named = draw(st.booleans())
    nodes: list[Node] = []
    for place, kind in enumerate(kinds):
        name = f"m{place}" if named else None
        words = draw(_WORDS)
        parts = (Text(words),) if words else ()
        if kind == "user":
            nodes.append(User(parts, name))
        elif kind == "answer":
            nodes.append(Assistant(parts, name))
        elif kind == "call":
            calls = tuple(draw(st.lists(_calls(), min_size=1, max_size=3)))
            nodes.append(Assistant(parts, name, calls))
        else:
            result = draw(_results())
            nodes.append(ToolResult(result.parts, name, result.call_id, None, result.error))
    return chat(*nodes)


def faults_of(messages: Messages, *, may_stay_open: bool = False) -> list[str]:
    """List what breaks the law *paired*, found without the step that is to keep it."""
    faults: list[str] = []
    place = 0
    while place < len(messages):
        node = messages[place]
        place += 1
        if isinstance(node, ToolResult):
            faults.append(f"{place - 1}: a result without its call")
        if not isinstance(node, Assistant):
            continue
        asked = [call.id for call in node.calls]
        if len(set(asked)) != len(asked) or "" in asked:
            faults.append(f"{place - 1}: ids {asked}")
        answered: list[str] = []
        while place < len(messages):
            result = messages[place]
            if not isinstance(result, ToolResult) or len(answered) == len(asked):
                break
            answered.append(result.call_id)
            place += 1
        at_the_end = place == len(messages) and may_stay_open
        open_calls = [one for one in asked if one not in answered] if at_the_end else []
        if answered != [one for one in asked if one not in open_calls]:
            faults.append(f"{place - 1}: asked {asked}, answered {answered}")
    return faults


def words_of(messages: Messages) -> list[str]:
    """List the texts of all messages, in order, blank ones left out."""
    return [text for node in messages if (text := text_of(node).strip())]

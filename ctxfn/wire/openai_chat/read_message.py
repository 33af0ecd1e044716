"""Read one message key by key; most are plain and don't come here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ctxfn.messages import (
    Assistant,
    Audio,
    Extras,
    Node,
    Part,
    Reasoning,
    Refusal,
    System,
    ToolResult,
    Unknown,
    User,
)
from ctxfn.wire.openai_chat.facts import NOTHING, Facts, Plan, facts_of
from ctxfn.wire.openai_chat.read_calls import Calls, read_calls, read_function_call
from ctxfn.wire.openai_chat.read_parts import Content, read_content
from ctxfn.wire.openai_chat.reader import Reader, name_of
from ctxfn.wire.openai_chat.written import REASONING_KEYS, Form, Layout

__all__ = ["read_message"]

_NO_CALLS: Final = Calls()
_NO_TEXTS: Final[dict[str, str]] = {}
_TEXT_KEYS: Final = (*REASONING_KEYS, "refusal", "name")


def read_message(row: dict[str, object], reader: Reader) -> Node:
    """Read the message *row*, be it plain (`read_plain` is quicker) or not.

    Complexity: O(size of *row*).
    """
    role = row.get("role")
    if not isinstance(role, str):
        reader.odd("role", f"found {name_of(role)}, read as an unknown role")
        role = "" if role is None else reader.keep(role).text
    message = _Row(row, role, reader)
    read = _BY_ROLE.get(role)
    return read(message) if read else _read_unknown(message, role)


class _Row:
    """A message being read: its content, the keys the format knows, and what is spare."""

    __slots__ = (
        "content",
        "facts",
        "fields",
        "keys",
        "nulls",
        "plan",
        "reader",
        "row",
        "spare",
    )

    def __init__(self, row: dict[str, object], role: str, reader: Reader) -> None:
        self.row = row
        self.reader = reader
        self.keys = tuple(row)
        self.plan: Plan = reader.plan(role, self.keys)
        self.spare: dict[str, object] = {key: row[key] for key in self.plan.carried}
        self.facts: Facts = (
            facts_of(self.spare, self.plan.stored, role) if self.plan.stored else NOTHING
        )
        self.nulls: tuple[str, ...] = ()
        if "content" in row:
            self.content = read_content(row["content"], reader, answer=role == "assistant")
        else:
            self.content = Content((), "absent")

    def text(self, key: str) -> str | None:
        """Take the text under *key*; what is none is carried as it is."""
        value = self.row[key]
        if isinstance(value, str):
            return value
        if value is None:
            self.nulls += (key,)
            return None
        read = self.reader.text(value, key)
        if read is None:
            self.odd(key)
        return read

    def odd(self, key: str) -> None:
        """Carry the value under *key* as it is; to the record it is as good as ``null``."""
        self.spare[key] = self.row[key]
        self.nulls += (key,)
        self.reader.odd(key, f"found {name_of(self.row[key])}, kept as it is")

    def name(self) -> str | None:
        """Take the text under ``name``, if there is that key."""
        return self.text("name") if "name" in self.plan.special else None

    def extras(self) -> Extras:
        """Keep what is spare."""
        return self.reader.extras(self.spare) if self.spare else ()

    def form(self, calls: tuple[Layout | None, ...] | None = None) -> Form:
        """Say how the message was written."""
        content = self.content
        name = self.reader.dialect.name
        if content.value is not None:
            return Form(name, self.keys, content.form, (), calls, self.nulls, content.value)
        if content.order:
            layouts, order = content.layouts, content.order
            return Form(name, self.keys, content.form, layouts, calls, self.nulls, None, order)
        return self.reader.form(self.keys, content.form, content.layouts, calls, self.nulls)


def _read_user(row: _Row) -> Node:
    facts = row.facts
    return User(
        row.content.parts,
        facts.id,
        row.name(),
        (),
        facts.marks,
        facts.origin,
        row.extras(),
        row.form(),
    )


def _read_system(row: _Row) -> Node:
    facts = row.facts
    return System(
        row.content.parts,
        facts.id,
        row.name(),
        False,
        (),
        facts.marks,
        facts.origin,
        row.extras(),
        row.form(),
    )


def _read_developer(row: _Row) -> Node:
    facts = row.facts
    return System(
        row.content.parts,
        facts.id,
        row.name(),
        True,
        (),
        facts.marks,
        facts.origin,
        row.extras(),
        row.form(),
    )


def _read_tool(row: _Row) -> Node:
    facts = row.facts
    call_id = row.text("tool_call_id") if "tool_call_id" in row.plan.special else None
    if call_id is None:
        row.reader.odd("tool_call_id", "found nothing, read as the result of no call")
        call_id = ""
    return ToolResult(
        row.content.parts,
        facts.id,
        call_id,
        row.name(),
        facts.error,
        None,
        None,
        row.reader.pending.kind_of(call_id),
        (),
        facts.marks,
        facts.origin,
        row.extras(),
        row.form(),
    )


def _read_function(row: _Row) -> Node:
    facts = row.facts
    name = row.name()
    return ToolResult(
        row.content.parts,
        facts.id,
        row.reader.pending.answered(name or ""),
        name,
        facts.error,
        None,
        None,
        "function_call",
        (),
        facts.marks,
        facts.origin,
        row.extras(),
        row.form(),
    )


def _read_assistant(row: _Row) -> Node:
    facts = row.facts
    calls, said = _NO_CALLS, _NO_TEXTS
    parts = row.content.parts
    if row.plan.special:
        calls = _calls_of(row)
        said = _texts_of(row)
        parts = _with_spoken(parts, said, row)
    beside = tuple(Reasoning(said[key]) for key in said if key in REASONING_KEYS)
    if calls.calls:
        row.reader.pending.ask(calls.calls)
    return Assistant(
        parts,
        facts.id,
        calls.calls,
        (*row.content.thoughts, *beside),
        facts.usage,
        said.get("name"),
        (),
        facts.marks,
        facts.origin,
        row.extras(),
        row.form(calls.layouts),
    )


def _texts_of(row: _Row) -> dict[str, str]:
    """Take the texts among the special keys, and note which of all these are ``null``."""
    said: dict[str, str] = {}
    for key in row.plan.special:
        if key in _TEXT_KEYS:
            text = row.text(key)
            if text is not None:
                said[key] = text
        elif row.row[key] is None:
            row.nulls += (key,)
    return said


def _calls_of(row: _Row) -> Calls:
    value = row.row.get("tool_calls")
    read = _NO_CALLS if value is None else read_calls(value, row.reader)
    single = row.row.get("function_call")
    if single is None:
        return read
    old = read_function_call(single, row.reader)
    if old is None:
        row.odd("function_call")
        return read
    call, layout = old
    before = read.layouts or (None,) * len(read.calls)
    return Calls((*read.calls, call), (*before, layout))


def _with_spoken(parts: tuple[Part, ...], said: dict[str, str], row: _Row) -> tuple[Part, ...]:
    """Add what stands beside the content: a refusal, an earlier spoken answer."""
    if "refusal" in said:
        parts = (*parts, Refusal(said["refusal"]))
    value = row.row.get("audio")
    if value is None:
        return parts
    if not isinstance(value, dict) or not isinstance(value.get("id"), str):
        row.odd("audio")
        return parts
    extras = row.reader.extras({key: one for key, one in value.items() if key != "id"})
    return (*parts, Audio(file_id=str(value["id"]), extras=extras))


def _read_unknown(row: _Row, role: str) -> Node:
    row.reader.odd("role", f"found the role {role!r}, which the format does not have")
    facts = row.facts
    return Unknown(
        role,
        row.content.parts,
        facts.id,
        (),
        facts.marks,
        facts.origin,
        row.extras(),
        row.form(),
    )


_BY_ROLE: Final[dict[str, Callable[[_Row], Node]]] = {
    "user": _read_user,
    "assistant": _read_assistant,
    "tool": _read_tool,
    "system": _read_system,
    "developer": _read_developer,
    "function": _read_function,
}

"""Names of tools in the letters a target takes: the same everywhere, in history and on offer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.front.given import Given
from ctxfn.messages import (
    Assistant,
    Call,
    Node,
    ToolName,
    ToolResult,
    Verbatim,
    over_messages,
    own,
    with_calls,
)
from ctxfn.tools import wire_name
from ctxfn.wire import Conversation

__all__ = ["with_fitting_names"]

_BAD: Final = re.compile(r"[^a-zA-Z0-9_-]")


def with_fitting_names(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Rename the tools whose names the target refuses, wherever they are named, each its own way.

    A name is checked in calls long past as well. Letters that are refused become ``_``, what is
    too long is cut; where that is another tool's name, a number follows. No name at all is for
    another step.
    """
    asked = given.profile.codec == "anthropic" or given.profile.names_checked
    if not asked or given.profile.tool_name_pattern is None:
        return given, ()
    said = given.conversation
    limit = given.profile.tool_name_length
    names = list(dict.fromkeys(name for name in _names(said, limit) if name))
    renamed = _renamed(names, limit)
    nameless = any(isinstance(node, ToolResult) and node.tool == "" for node in said.messages)
    if not renamed and not nameless:
        return given, ()
    offered = said.tools and tuple(
        evolve(one, tool=renamed.get(_wire(one.tool, limit), one.tool))
        if one.kind in ("function", "custom", "function_call")
        else one
        for one in said.tools
    )

    def change(node: Node) -> Node:
        return _with_names(node, renamed, limit)

    after = evolve(
        said,
        messages=over_messages(change, said.messages),
        tools=offered,
        settings=_chosen(said.settings, renamed),
    )
    notes = tuple(
        Note("repair", "tool-renamed", f"the tool {old!r} goes by the name {new!r}")
        for old, new in renamed.items()
    )
    return evolve(given, conversation=after), notes


def _names(said: Conversation, limit: int) -> Iterator[str]:
    for one in said.tools or ():
        if one.kind in ("function", "custom", "function_call"):
            yield _wire(one.tool, limit)
    for node in said.messages:
        for call in node.calls if isinstance(node, Assistant) else ():
            yield _wire(call.tool, limit)
        if isinstance(node, ToolResult) and node.tool is not None:
            yield _wire(node.tool, limit)


def _renamed(names: list[str], limit: int) -> dict[str, str]:
    taken = {name for name in names if not _BAD.search(name) and len(name) <= limit}
    renamed: dict[str, str] = {}
    for name in names:
        if name in taken:
            continue
        fitting = plain = _BAD.sub("_", name)[:limit]
        number = 2
        while fitting in taken:
            end = f"_{number}"
            fitting = plain[: limit - len(end)] + end
            number += 1
        taken.add(fitting)
        renamed[name] = fitting
    return renamed


def _wire(tool: ToolName | str, limit: int) -> str:
    return tool if isinstance(tool, str) else wire_name(tool, limit=limit)


def _with_names(node: Node, renamed: dict[str, str], limit: int) -> Node:
    if isinstance(node, ToolResult) and node.tool is not None:
        if not node.tool:
            return evolve(node, tool=None, written=None)
        new = renamed.get(_wire(node.tool, limit))
        return node if new is None else evolve(node, tool=new)
    if not isinstance(node, Assistant):
        return node
    calls = tuple(_call(call, renamed, limit) for call in node.calls)
    same = all(new is old for new, old in zip(calls, node.calls, strict=True))
    return node if same else evolve(with_calls(node, calls), written=node.written)


def _call(call: Call, renamed: dict[str, str], limit: int) -> Call:
    new = renamed.get(_wire(call.tool, limit))
    return call if new is None else evolve(call, tool=new)


def _chosen(settings: Verbatim | None, renamed: dict[str, str]) -> Verbatim | None:
    """Choose the tool by its new name, if the settings choose one."""
    said = None if settings is None else settings.thaw()
    choice = said.get("tool_choice") if isinstance(said, dict) else None
    if not isinstance(said, dict) or not isinstance(choice, dict):
        return settings
    for named in (choice, choice.get("function")):
        if isinstance(named, dict) and named.get("name") in renamed:
            named["name"] = renamed[str(named["name"])]
            return own(said)
    return settings

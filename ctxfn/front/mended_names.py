"""Names of tools in the letters a target takes: the same everywhere, in history and on offer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

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
    calls_in,
    over_messages,
    own,
    with_calls,
)
from ctxfn.tools import wire_name
from ctxfn.wire import Conversation, Profile

__all__ = ["with_fitting_names"]

_CLASS: Final = re.compile(r"\[(.*)\].*", re.DOTALL)


class _Letters(NamedTuple):
    """What a target takes in the name of a tool: its bad letters, whether one may begin, how many."""

    bad: re.Pattern[str]
    start: re.Pattern[str] | None
    limit: int

    def fits(self, name: str) -> bool:
        """Say whether the target takes *name*."""
        starts = self.start is None or self.start.match(name) is not None
        return starts and self.bad.search(name) is None and len(name) <= self.limit

    def fitted(self, name: str) -> str:
        """Write *name* in the letters there are; what may not begin stands behind a ``_``."""
        plain = self.bad.sub("_", name)
        if self.start is not None and self.start.match(plain) is None:
            plain = f"_{plain}"
        return plain[: self.limit]


def _letters_of(profile: Profile) -> _Letters | None:
    """Read what *profile* says of names, if it says that names in a history are looked at."""
    form = _CLASS.fullmatch(profile.tool_name_pattern or "")
    if not profile.history_names or form is None:
        return None
    start = profile.tool_name_start
    bad = re.compile(f"[^{form[1]}]")
    return _Letters(bad, re.compile(start) if start else None, profile.tool_name_length)


def with_fitting_names(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Rename the tools whose names the target refuses, wherever they are named, each its own way.

    A name is checked in calls long past as well. Letters that are refused become ``_``, what is
    too long is cut; where that is another tool's name, a number follows. No name at all is for
    another step.
    """
    letters = _letters_of(given.profile)
    if letters is None:
        return given, ()
    said = given.conversation
    limit = letters.limit
    known = calls_in(said.messages)
    named = {*known.names, *known.result_names, *(one.tool for one in said.tools or ())}
    fit = all(tool is None or letters.fits(_wire(tool, limit)) for tool in named - {""})
    if fit and "" not in known.result_names:
        return given, ()
    names = list(dict.fromkeys(name for name in _names(said, limit) if name))
    renamed = _renamed(names, letters)
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


def _renamed(names: list[str], letters: _Letters) -> dict[str, str]:
    taken = {name for name in names if letters.fits(name)}
    renamed: dict[str, str] = {}
    for name in names:
        if name in taken:
            continue
        fitting = plain = letters.fitted(name)
        number = 2
        while fitting in taken:
            end = f"_{number}"
            fitting = plain[: letters.limit - len(end)] + end
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
    if not isinstance(said, dict):
        return settings
    listed = _allowed(said)
    if listed is not None and any(isinstance(name, str) and name in renamed for name in listed):
        listed[:] = [renamed.get(name, name) if isinstance(name, str) else name for name in listed]
        return own(said)
    choice = said.get("tool_choice")
    if not isinstance(choice, dict):
        return settings
    several = choice.get("tools")
    allowed = several if isinstance(several, list) else []
    changed = False
    for named in (choice, choice.get("function"), *allowed):
        if isinstance(named, dict) and named.get("name") in renamed:
            named["name"] = renamed[str(named["name"])]
            changed = True
    return own(said) if changed else settings


def _allowed(said: dict[str, object]) -> list[object] | None:
    """Find the list of names in the settings of a format that chooses tools by one."""
    found: object = said
    for key in ("toolConfig", "functionCallingConfig", "allowedFunctionNames"):
        if not isinstance(found, dict):
            return None
        snake = re.sub("([A-Z])", lambda one: f"_{one[1].lower()}", key)
        found = found.get(key, found.get(snake))
    return found if isinstance(found, list) else None

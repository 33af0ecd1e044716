"""What is left of the results of activations, and how their states are read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ctxfn.facts import ActivatedSkill, ActivatedTool, Activations
from ctxfn.messages import ToolResult

__all__ = ["skill_text", "tools_text"]

#: A line that begins the lists behind the documents in the results of activations.
_LISTS: Final = re.compile(
    r"^[ \t\[*#-]*(?:already active|not found)\b", re.MULTILINE | re.IGNORECASE
)

_ACTIVE: Final = "already active"
_MISSING: Final = "not found"
_ELSEWHERE: Final = "[What they are and do is in the system message]"


def tools_text(result: ToolResult, text: str, active: Activations) -> str | None:
    """Return what is left of a result that activated tools and skills; nothing in any doubt."""
    if text.startswith("[Activated ") and text.endswith(_ELSEWHERE):
        return None
    named_tools = _entries(result, "activatedTools")
    named_skills = _entries(result, "activatedSkills")
    tools = [_tool(entry, active) for entry in named_tools]
    skills = [_skill(entry, active) for entry in named_skills]
    if not (tools or skills) or None in tools or None in skills:
        return None
    found = [skill for skill in skills if skill is not None]
    rests = _behind(text, found)
    if rests is None:
        return None
    lines = []
    if tools:
        names = ", ".join(_functions(tool) for tool in tools if tool is not None)
        lines.append(f"[Activated tools: {names}]")
    if found:
        names = ", ".join(skill.name or skill.identifier for skill in found)
        lines += [f"[Activated skills: {names}]", *(rest for rest in rests if rest)]
    for label, key in ((_ACTIVE, "alreadyActive"), (_MISSING, "notFound")):
        others = [name for entry in _entries(result, key) for name in _names(entry)[:1]]
        if others:
            lines.append(f"[{label.capitalize()}: {', '.join(others)}]")
    return "\n".join((*lines, _ELSEWHERE))


def skill_text(result: ToolResult, text: str, active: Activations) -> str | None:
    """Return what is left of a result that activated one skill; nothing in any doubt."""
    state = result.state.shared() if result.state is not None else None
    skill = _skill(state, active) if isinstance(state, dict) else None
    if skill is None or not skill.content:
        return None
    line = f"[The skill {skill.name or skill.identifier} is active; its content is in the system message]"
    if text == line or text.startswith(f"{line}\n\n"):
        return None
    rest = text.removeprefix(skill.content).strip() if text.startswith(skill.content) else ""
    return f"{line}\n\n{rest}" if rest else line


def _behind(text: str, skills: list[ActivatedSkill]) -> list[str] | None:
    """Return what stands behind the content of each of *skills*, found in order in *text*."""
    spans: list[tuple[int, int]] = []
    start = 0
    for skill in skills:
        at = text.find(skill.content, start) if skill.content else -1
        if at < 0:
            return None
        start = at + len(skill.content)
        spans.append((at, start))
    ends = [*(at for at, _ in spans), len(text)][1:]
    rests = []
    for (_, begin), end in zip(spans, ends, strict=True):
        lists = _LISTS.search(text, begin, end)
        rests.append(text[begin : lists.start() if lists else end].strip())
    return rests


def _functions(tool: ActivatedTool) -> str:
    if not tool.functions:
        return tool.identifier
    return ", ".join(f"{tool.identifier}.{function}" for function in tool.functions)


def _entries(result: ToolResult, key: str) -> list[object]:
    state = result.state.shared() if result.state is not None else None
    entries = state.get(key) if isinstance(state, dict) else None
    return [entry for entry in entries if entry] if isinstance(entries, list) else []


def _names(entry: object) -> list[str]:
    """List the names of an entry of a state: its identifier first, then what it is called."""
    if isinstance(entry, str):
        return [entry]
    return list(_fields(entry)) if isinstance(entry, dict) else []


def _fields(entry: dict[object, object]) -> Iterator[str]:
    for key in ("identifier", "name"):
        value = entry.get(key)
        if isinstance(value, str) and value:
            yield value


def _tool(entry: object, active: Activations) -> ActivatedTool | None:
    names = _names(entry)[:1]
    return next((tool for tool in active.tools if tool.identifier in names), None)


def _skill(entry: object, active: Activations) -> ActivatedSkill | None:
    """Find the skill of *entry*: by its identifier, else by its name whatever its case."""
    names = _names(entry)
    for skill in active.skills:
        if skill.identifier in names[:1]:
            return skill
    called = {name.casefold() for name in names}
    return next(
        (skill for skill in active.skills if skill.name and skill.name.casefold() in called), None
    )

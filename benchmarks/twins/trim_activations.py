"""Shorten results that hold documents which the request carries elsewhere, in place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.twins.shapes import Row, Rows

__all__ = ["trim_activations"]

_SKILL_TOOLS = frozenset({("lobe-skills", "activateSkill"), ("lobe-activator", "activateSkill")})
_TOOL_TOOL = ("lobe-activator", "activateTools")
_ELSEWHERE = "[What they are and do is in the system message]"
_LISTS = re.compile(r"^[ \t\[*#-]*(?:already active|not found)\b", re.MULTILINE | re.IGNORECASE)

#: Functions of a package; name and content of a skill.
Tools = Mapping[str, Sequence[str]]
Skills = Mapping[str, tuple[str, str]]


def trim_activations(rows: Rows, *, tools: Tools, skills: Skills) -> None:
    """Leave of activations of what is in *tools* and *skills* what is not said elsewhere."""
    for row in rows:
        state = row.get("pluginState")
        if row.get("role") != "tool" or not isinstance(state, dict) or not row["content"]:
            continue
        plugin = row.get("plugin") or {}
        asked = plugin.get("identifier"), plugin.get("apiName")
        if asked in _SKILL_TOOLS:
            row["content"] = _of_skill(row["content"], state, skills)
        elif asked == _TOOL_TOOL:
            row["content"] = _of_tools(row["content"], state, tools, skills)


def _of_skill(text: str, state: Row, skills: Skills) -> str:
    skill = _skill(state, skills)
    if skill is None or not skill[1]:
        return text
    name, content = skill
    line = f"[The skill {name} is active; its content is in the system message]"
    if text == line or text.startswith(f"{line}\n\n"):
        return text
    rest = text[len(content) :].strip() if text.startswith(content) else ""
    return f"{line}\n\n{rest}" if rest else line


def _of_tools(text: str, state: Row, tools: Tools, skills: Skills) -> str:
    if text.startswith("[Activated ") and text.endswith(_ELSEWHERE):
        return text
    named = [one.get("identifier") for one in state.get("activatedTools") or ()]
    found = [_skill(one, skills) for one in state.get("activatedSkills") or ()]
    if not (named or found) or None in found or any(one not in tools for one in named):
        return text
    known = [one for one in found if one is not None]
    rests = _behind(text, known)
    if rests is None:
        return text
    lines = []
    if named:
        listed = [", ".join(f"{one}.{function}" for function in tools[one]) or one for one in named]
        lines.append(f"[Activated tools: {', '.join(listed)}]")
    if known:
        lines.append(f"[Activated skills: {', '.join(name for name, _ in known)}]")
        lines += [rest for rest in rests if rest]
    for label, key in (("Already active", "alreadyActive"), ("Not found", "notFound")):
        if state.get(key):
            lines.append(f"[{label}: {', '.join(state[key])}]")
    return "\n".join((*lines, _ELSEWHERE))


def _behind(text: str, skills: Sequence[tuple[str, str]]) -> list[str] | None:
    """Return what stands behind each content, up to the next or to the lists at the end."""
    starts, ends = [], []
    at = 0
    for _, content in skills:
        place = text.find(content, at) if content else -1
        if place < 0:
            return None
        at = place + len(content)
        starts.append(place)
        ends.append(at)
    rests = []
    for begin, end in zip(ends, [*starts, len(text)][1:], strict=True):
        lists = _LISTS.search(text, begin, end)
        rests.append(text[begin : lists.start() if lists else end].strip())
    return rests


def _skill(entry: Any, skills: Skills) -> tuple[str, str] | None:
    return skills.get(entry["identifier"]) if isinstance(entry, dict) else None

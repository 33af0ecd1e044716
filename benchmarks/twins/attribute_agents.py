"""Let other agents speak as users with a name, in place."""

from __future__ import annotations

import re
from collections.abc import Mapping

from benchmarks.twins.escaping import escape
from benchmarks.twins.shapes import Row, Rows, calls_of, error_text, key_of

__all__ = ["attribute_agents"]

_SPEAKER = re.compile(r"<(?=[\s/]*speaker(?![\w.:-]))", re.IGNORECASE)
_TAGS = re.compile(r"<(?=[\s/]*(?:speaker|tool_use|tool_result|tool)(?![\w.:-]))", re.IGNORECASE)


def attribute_agents(
    rows: Rows, *, names: Mapping[str, str], current: str, nobody: str | None = None
) -> None:
    """Rewrite what agents of *names* but *current* said and were told; people can't imitate it.

    *nobody* names the speaker of messages that carry no agent, if they are not the current
    one's. A result belongs to the nearest call of its id in front of it.
    """
    speakers: dict[str, str | None] = {}
    tools: dict[str, str] = {}
    for row in rows:
        role = row.get("role")
        if role == "assistant":
            speaker = _speaker(row, names, current, nobody)
            for call in calls_of(row):
                key = key_of(call.get("id"))
                speakers[key] = speaker
                tools[key] = _name(call)
            if speaker is not None:
                _say(row, speaker)
        elif role == "tool":
            key = key_of(row.get("tool_call_id"))
            speaker = speakers.get(key, _speaker(row, names, current, None))
            if speaker is not None:
                _answer(row, speaker, tools.get(key) or _name(row.get("plugin") or row), key)
        elif role == "user" and isinstance(row.get("content"), str):
            row["content"] = _SPEAKER.sub("&lt;", row["content"])


def _speaker(row: Row, names: Mapping[str, str], current: str, nobody: str | None) -> str | None:
    agent = row.get("agentId") or row.get("agent") or row.get("name")
    if row.get("role") == "tool":
        agent = row.get("agentId") or row.get("agent")
    if not agent:
        return nobody
    return None if agent == current else names.get(agent, agent)


def _head(speaker: str) -> str:
    return f'<speaker name="{escape(speaker)}" />\n'


def _say(row: Row, speaker: str) -> None:
    words = _TAGS.sub("&lt;", row.get("content") or "")
    lines = []
    for call in calls_of(row):
        function = call.get("function") or call
        arguments = _TAGS.sub("&lt;", function.get("arguments") or "")
        called = escape(key_of(call.get("id")) or "unknown")
        lines.append(f'<tool id="{called}" name="{escape(_name(call))}">\n{arguments}\n</tool>')
    use = "\n".join(["<tool_use>", *lines, "</tool_use>"]) if lines else ""
    between = "\n\n" if words and use else ""
    row["content"] = f"{_head(speaker)}{words}{between}{use}"
    row["role"] = "user"
    for key in ("tools", "tool_calls", "name", "reasoning"):
        row.pop(key, None)


def _answer(row: Row, speaker: str, tool: str, key: str) -> None:
    words = _TAGS.sub("&lt;", row.get("content") or "")
    failed = ' error="true"' if row.get("pluginError") else ""
    reason = _TAGS.sub("&lt;", error_text(row))
    between = "\n" if words and reason else ""
    row["content"] = (
        f'{_head(speaker)}<tool_result id="{escape(key or "unknown")}" name="{escape(tool)}"'
        f"{failed}>\n{words}{between}{reason}\n</tool_result>"
    )
    row["role"] = "user"
    for key_of_result in ("tool_call_id", "plugin", "pluginError", "pluginState", "name"):
        row.pop(key_of_result, None)


def _name(call: Row) -> str:
    function = call.get("function")
    if isinstance(function, dict):
        return str(function.get("name") or "unknown")
    named = [call.get("identifier"), call.get("apiName")]
    return ".".join(str(part) for part in named if part) or str(call.get("name") or "unknown")

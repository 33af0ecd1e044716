"""Usage: what a request took of the window, and what took it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Message, System, ToolResult
from ctxfn.tools import Declaration, wire_name
from ctxfn.turns.compact import compact
from ctxfn.turns.entries import Entry
from ctxfn.turns.estimate import estimate_characters, estimate_message

__all__ = ["Injected", "UsageEvent", "UsagePart", "estimate_tools", "usage_parts"]

#: The parts of a request, in order, and what interfaces call them.
LABELS: Final = (
    ("history", "历史消息"),
    ("tool_results", "工具结果"),
    ("tools", "工具定义"),
    ("persona", "人设"),
    ("memory_summary", "对话摘要"),
    ("memory_vector", "向量记忆"),
    ("skills", "技能"),
    ("platform", "平台提示"),
    ("subtask", "子任务"),
    ("system_other", "其余系统提示"),
)

_NAMED: Final = {
    "memory-summary": "memory_summary",
    "memory-vector": "memory_vector",
    "skills-discovery": "skills",
    "parent-status": "subtask",
    "persona": "persona",
    "": "persona",
}


@frozen
class Injected:
    """What one injector of the rest costs."""

    key: str
    tokens: int


@frozen
class UsagePart:
    """What one part of a request costs; of the rest, by injector."""

    name: str
    label: str
    tokens: int
    injectors: tuple[Injected, ...] = ()


@frozen
class UsageEvent:
    """What one call took: `used` as the model reports it, the parts as estimated over what was sent.

    `trimmed`: something of this turn did not fit, now or in an earlier call. `untrimmed_history`
    is what history and results would have cost whole. A snapshot has no turn.
    """

    session: str
    turn: str | None
    platform: str
    window: int
    max_tokens: int
    budget: int
    used: int
    trimmed: bool
    untrimmed_history: int
    history_messages: int
    parts: tuple[UsagePart, ...]

    @property
    def ratio(self) -> float:
        """The share of the window that is used; nothing where there is no window."""
        return self.used / self.window if self.window > 0 else 0.0

    @property
    def estimate(self) -> int:
        """The parts together."""
        return sum(part.tokens for part in self.parts)

    def tokens_of(self, *names: str) -> int:
        """Return what the parts of these *names* cost together."""
        return sum(part.tokens for part in self.parts if part.name in names)


@blames_arguments
def estimate_tools(tools: Sequence[Declaration]) -> int:
    """Return the estimated tokens of the definitions of *tools*.

    Contract:
        Their compact JSON as text; nothing for none.

    Complexity: O(characters).

    Source: the chat agent's estimate, rule A1.3.

    Examples:
        >>> estimate_tools(()), estimate_tools((Declaration("look"),))
        (0, 14)
    """
    return estimate_characters(compact([_row(one) for one in tools])) if tools else 0


@blames_arguments
def usage_parts(
    entries: Sequence[Entry],
    tools: Sequence[Declaration] = (),
    *,
    estimate: Callable[[Message], int] = estimate_message,
) -> tuple[UsagePart, ...]:
    """Say what each part of a request costs.

    Contract:
        Each message is counted in exactly one part: system messages by what injected them, but
        those of the history with the history. The sum is the estimate of all.

    Complexity: O(characters).

    Source: the chat agent's usage, rule 11.1.

    Examples:
        >>> from ctxfn.messages import system, user
        >>> sent = [Entry(system("Be kind."), "head", "prompt"), Entry(user("Hi"), "turn", "input")]
        >>> [(part.name, part.tokens) for part in usage_parts(sent) if part.tokens]
        [('history', 5), ('persona', 7)]
    """
    totals = {name: 0 for name, _ in LABELS}
    others: dict[str, int] = {}
    for entry in entries:
        cost, key = estimate(entry.message), entry.message.origin.ours or ""
        name = _part_of(entry, key)
        totals[name] += cost
        if name == "system_other" and key.rpartition("/")[2] != "system-other":
            others[key] = others.get(key, 0) + cost
    totals["tools"] = estimate_tools(tools)
    injectors = tuple(Injected(key, tokens) for key, tokens in others.items())
    return tuple(
        UsagePart(name, label, totals[name], injectors if name == "system_other" else ())
        for name, label in LABELS
    )


def _part_of(entry: Entry, key: str) -> str:
    if isinstance(entry.message, ToolResult):
        return "tool_results"
    if not isinstance(entry.message, System) or entry.zone == "history":
        return "history"
    last = key.rpartition("/")[2]
    if last.startswith("platform"):
        return "platform"
    return "skills" if last.startswith("skills-activation") else _NAMED.get(last, "system_other")


def _row(tool: Declaration) -> dict[str, object]:
    name = tool.tool if isinstance(tool.tool, str) else wire_name(tool.tool)
    row: dict[str, object] = {"name": name}
    if tool.description is not None:
        row["description"] = tool.description
    if tool.parameters is not None:
        row["parameters"] = tool.parameters.shared()
    return {"type": "function", "function": row}

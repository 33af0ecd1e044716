"""The usage event: what one call to a model cost, and what for, zone by zone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias, TypeGuard

from attrs import evolve, frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Assistant, Message, System, ToolResult, check_nodes

__all__ = ["Breakdown", "Sent", "UsageEvent", "UsagePart", "Zone", "sent_as", "usage_of"]

#: The three consecutive parts of the list that is sent.
Zone: TypeAlias = Literal["head", "history", "turn"]

#: Parts of the breakdown in the order in which they are told, with what people are shown.
_LABELS: Final = (
    ("history", "历史消息"),
    ("tool_results", "工具结果"),
    ("tool_definitions", "工具定义"),
    ("persona", "人设"),
    ("memory_summary", "对话摘要"),
    ("memory_vector", "向量记忆"),
    ("skills", "技能"),
    ("platform", "平台提示"),
    ("subtask", "子任务"),
    ("system_other", "其余系统提示"),
)


@frozen
class Sent:
    """A message as it was sent: its zone, and the injector that made it, if one did."""

    message: Message
    zone: Zone
    injector: str | None = None


@frozen
class Breakdown:
    """Estimated tokens by what they are for; every sent message counts in exactly one.

    `injectors` are those of `system_other`, each under its whole key.
    """

    persona: int = 0
    memory_summary: int = 0
    memory_vector: int = 0
    skills: int = 0
    platform: int = 0
    subtask: int = 0
    system_other: int = 0
    injectors: tuple[tuple[str, int], ...] = ()
    history: int = 0
    tool_results: int = 0
    tool_definitions: int = 0
    reserved_for_reply: int = 0

    @property
    def system(self) -> int:
        """The seven parts that system messages are."""
        named = (self.persona, self.memory_summary, self.memory_vector, self.skills)
        return sum(named) + self.platform + self.subtask + self.system_other

    @property
    def total(self) -> int:
        """The estimate of what was sent, tool definitions included."""
        return self.system + self.history + self.tool_results + self.tool_definitions


@frozen
class UsagePart:
    """One part of the breakdown for a display: its name, its label, its tokens."""

    name: str
    label: str
    tokens: int
    injectors: tuple[tuple[str, int], ...] = ()


@frozen
class UsageEvent:
    """What one returned call used; a `turn` of ``None`` is a snapshot's.

    `used` is what the model reported, else the estimate. `trimmed` stays true for the rest of a
    turn. `untrimmed_history` is history and results as they would be without any trimming.
    """

    session: str
    turn: str | None
    platform: str
    context_window: int
    max_tokens: int
    token_budget: int
    used: int | float
    usage_ratio: float
    trimmed: bool
    untrimmed_history: int
    history_messages: int
    breakdown: Breakdown

    @property
    def parts(self) -> tuple[UsagePart, ...]:
        """The breakdown for a display, in its order."""
        told = self.breakdown
        return tuple(
            UsagePart(
                name, label, getattr(told, name), told.injectors if name == "system_other" else ()
            )
            for name, label in _LABELS
        )


@blames_arguments
def usage_of(
    sent: Sequence[Sent],
    /,
    *,
    estimate: Callable[[Message], int],
    session: str,
    turn: str | None,
    platform: str,
    context_window: int,
    max_tokens: int,
    token_budget: int,
    opening_messages: int,
    definitions: int = 0,
    reported: object = None,
    raw: Sequence[Sent] | None = None,
    dropped: bool = False,
    was_trimmed: bool = False,
) -> UsageEvent:
    """Tell what a returned call used: *sent* is the list as it was, after trimming.

    Contract:
        *raw* is the same list never trimmed (``None``: nothing was). It was `trimmed` if it
        *was_trimmed* earlier in the turn, if trimming *dropped* history at once, or if the
        estimate of *raw* exceeds *token_budget*. *opening_messages* are those of the history
        when the turn opened; calls and results that the turn has appended count besides,
        trimmed or not. *definitions* are the tokens of the tools sent. *reported* counts if it is a finite number above 0.

    Complexity: O(messages), besides the estimates.

    Source: an agent's usage event; its fields, in our spelling.

    Examples:
        >>> from ctxfn.messages import system, user
        >>> sent = [Sent(system("Be kind."), "head"), Sent(system("9:00"), "turn", "x/clock"),
        ...         Sent(user("hi"), "turn")]
        >>> told = usage_of(sent, estimate=lambda message: 10, session="s", turn="t",
        ...                 platform="web", context_window=1000, max_tokens=100, token_budget=388,
        ...                 opening_messages=0)
        >>> told.used, told.usage_ratio, told.breakdown.persona, told.breakdown.injectors
        (30, 0.03, 10, (('x/clock', 10),))
    """
    whole = sent if raw is None else raw
    told = _breakdown(sent, estimate, definitions, max_tokens)
    untrimmed = told if raw is None else _breakdown(whole, estimate, definitions, max_tokens)
    used = reported if _is_count(reported) else told.total
    appended = sum(_is_call_or_result(one.message) for one in whole if one.zone == "turn")
    return UsageEvent(
        session,
        turn,
        platform,
        context_window,
        max_tokens,
        token_budget,
        used,
        used / context_window if context_window > 0 else 0.0,
        was_trimmed or dropped or untrimmed.total - definitions > token_budget,
        untrimmed.history + untrimmed.tool_results,
        opening_messages + appended,
        told,
    )


@blames_arguments
def sent_as(messages: Iterable[Message], /, *, head: int, history: int) -> tuple[Sent, ...]:
    """Say of *messages* which zone each is in, and which injector made it.

    Contract:
        The first *head* are the head, the next *history* the history, the others the turn's. A
        system message with blocks becomes one entry for what it says itself, if it does, and
        one a block, under the block's name; their estimates add up to no less than its own.

    Complexity: O(messages).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Block, inject, system, user
        >>> told = inject(system("Be kind."), Block("skills-discovery", "tea"))
        >>> [(one.zone, one.injector) for one in sent_as([told, user("hi")], head=1, history=0)]
        [('head', None), ('head', 'skills-discovery'), ('turn', None)]
    """
    return tuple(
        one
        for place, message in enumerate(check_nodes(messages))
        for one in _entries(message, _zone(place, head, history))
    )


def _zone(place: int, head: int, history: int) -> Zone:
    if place < head:
        return "head"
    return "history" if place < head + history else "turn"


def _entries(message: Message, zone: Zone) -> Iterator[Sent]:
    if not isinstance(message, System) or not message.blocks:
        yield Sent(message, zone, message.origin.ours)
        return
    if message.parts:
        yield Sent(evolve(message, blocks=()), zone, message.origin.ours)
    for block in message.blocks:
        yield Sent(evolve(message, parts=(), blocks=(block,)), zone, block.name)


def _breakdown(
    sent: Sequence[Sent], estimate: Callable[[Message], int], offered: int, reserved: int
) -> Breakdown:
    sums: dict[str, int] = {}
    injectors: dict[str, int] = {}
    for one in sent:
        tokens = estimate(one.message)
        part = _part_of(one)
        sums[part] = sums.get(part, 0) + tokens
        if part == "system_other" and one.injector and _tail(one.injector) != "system-other":
            injectors[one.injector] = injectors.get(one.injector, 0) + tokens
    return Breakdown(
        **sums,
        injectors=tuple(injectors.items()),
        tool_definitions=offered,
        reserved_for_reply=reserved,
    )


def _tail(injector: str) -> str:
    return injector.rsplit("/", 1)[-1]


def _part_of(one: Sent) -> str:
    if isinstance(one.message, ToolResult):
        return "tool_results"
    if not isinstance(one.message, System) or one.zone == "history":
        return "history"
    key = _tail(one.injector or "persona")
    named = {
        "persona": "persona",
        "memory-summary": "memory_summary",
        "memory-vector": "memory_vector",
        "parent-status": "subtask",
    }
    if key in named:
        return named[key]
    if key.startswith("platform"):
        return "platform"
    is_skills = key == "skills-discovery" or key.startswith("skills-activation")
    return "skills" if is_skills else "system_other"


def _is_count(value: object) -> TypeGuard[int | float]:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return 0 < value <= sys.float_info.max


def _is_call_or_result(message: Message) -> bool:
    return isinstance(message, ToolResult) or (
        isinstance(message, Assistant) and bool(message.calls)
    )

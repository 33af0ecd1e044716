"""The calls of a conversation, their ids and names: many rules and steps ask the same of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from pyrsistent import PVector

from ctxfn.messages.calls import Call, ToolName
from ctxfn.messages.cards import Node
from ctxfn.messages.pairing import is_asked_elsewhere
from ctxfn.messages.records import Assistant, ToolResult

__all__ = ["CallsIn", "calls_in"]


class CallsIn:
    """The calls and results of messages; each question is answered once.

    Contract:
        Of the messages themselves, not of what is in cards. Of a result whose call is held
        elsewhere nothing is said in `is_in_order`.

    Complexity: O(nodes + calls) for each question, the first time.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> said = CallsIn(chat(assistant(call("c1", "now")), tool_result("c1", "noon")))
        >>> said.names, said.is_in_order
        (frozenset({'now'}), True)
    """

    def __init__(self, messages: Sequence[Node]) -> None:
        self.messages = messages

    @cached_property
    def asking(self) -> tuple[int, ...]:
        """The places of the messages that call."""
        return tuple(
            [
                place
                for place, node in enumerate(self.messages)
                if type(node) is Assistant and node.calls
            ]
        )

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls, in order."""
        return tuple(
            [call for node in self.messages if type(node) is Assistant for call in node.calls]
        )

    @cached_property
    def results(self) -> tuple[ToolResult, ...]:
        """The results, in order."""
        return tuple([node for node in self.messages if type(node) is ToolResult])

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of the calls."""
        return frozenset([call.id for call in self.calls])

    @cached_property
    def result_ids(self) -> frozenset[str]:
        """The ids of the calls that the results say they answer."""
        return frozenset([result.call_id for result in self.results])

    @cached_property
    def names(self) -> frozenset[ToolName | str]:
        """The names by which the calls call."""
        return frozenset([call.tool for call in self.calls])

    @cached_property
    def result_names(self) -> frozenset[ToolName | str | None]:
        """The names of tools that the results tell; ``None`` if one tells none."""
        return frozenset([result.tool for result in self.results])

    @cached_property
    def is_in_order(self) -> bool:
        """Whether each id is asked for once and answered once, right behind, in order."""
        if len(self.ids) != len(self.calls):
            return False
        awaited: tuple[Call, ...] = ()
        seen = 0
        for node in self.messages:
            if type(node) is ToolResult:
                if node.marks and is_asked_elsewhere(node):
                    continue
                if seen == len(awaited) or awaited[seen].id != node.call_id:
                    return False
                seen += 1
                continue
            if seen < len(awaited):
                return False
            if seen:
                seen, awaited = 0, ()
            if type(node) is Assistant:
                awaited = node.calls
        return seen == len(awaited)


class _Last:
    """The messages asked about last: records do not change, so it only saves work."""

    def __init__(self) -> None:
        self.asked: CallsIn | None = None


_LAST: Final = _Last()


def calls_in(messages: Sequence[Node], /) -> CallsIn:
    """Return what is known of the calls of *messages*: the same for those asked about last.

    Contract:
        As `CallsIn`. It holds one conversation, a vector, which cannot change; threads may share
        it.

    Complexity: O(1); each question about it costs once.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat
        >>> said = chat(assistant(call("c1"), call("c2")))
        >>> calls_in(said) is calls_in(said), sorted(calls_in(said).ids)
        (True, ['c1', 'c2'])
    """
    known = _LAST.asked
    if known is None or known.messages is not messages:
        known = CallsIn(messages)
        if isinstance(messages, PVector):
            _LAST.asked = known
    return known

"""What is said in a conversation, wherever it stands: texts, calls, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Call,
    Compare,
    CompressedGroup,
    Council,
    Node,
    Refusal,
    Supervisor,
    Task,
    Tasks,
    Text,
    ToolResult,
    Turn,
    nested_in,
)

__all__ = ["calls_in", "calls_on", "every_node", "remade", "results_in", "texts_in"]


def every_node(messages: Iterable[Node]) -> Iterator[tuple[int, Node]]:
    """Yield each node with the place of the outermost node it stands in, outer ones first.

    Complexity: O(nodes), at any depth.

    Examples:
        >>> from ctxfn.messages import Council, chat, user
        >>> [(place, node.role) for place, node in every_node(chat(Council((user("a"),))))]
        [(0, 'agentCouncil'), (0, 'user')]
    """
    for place, outermost in enumerate(messages):
        waiting = [outermost]
        while waiting:
            node = waiting.pop()
            yield place, node
            waiting += reversed(nested_in(node))


def texts_in(messages: Iterable[Node], /, *, blocks: bool = False) -> tuple[str, ...]:
    """Return the words of every text and refusal, in order, cards included.

    `blocks`: what was injected as well, each node's behind its own words. For what occurs
    how often, count them: ``Counter(texts_in(messages))``.

    Complexity: O(parts), at any depth.

    Examples:
        >>> from ctxfn.messages import Council, assistant, chat, user
        >>> texts_in(chat(user("a"), Council((assistant("b"), assistant("c")))))
        ('a', 'b', 'c')
    """
    found: list[str] = []
    for _, node in every_node(messages):
        found += [part.text for part in node.parts if isinstance(part, Text | Refusal)]
        if blocks:
            found += [block.text for block in node.blocks]
    return tuple(found)


def calls_on(node: Node) -> tuple[Call, ...]:
    """Return the calls that stand on *node* itself, be it a message or a card."""
    if isinstance(node, Assistant | AssistantGroup | Supervisor | Task):
        return node.calls
    return ()


def calls_in(messages: Iterable[Node], /) -> tuple[Call, ...]:
    """Return every call, in order, cards included.

    Complexity: O(nodes + calls), at any depth.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat
        >>> [call.id for call in calls_in(chat(assistant(call("c1"), call("c2"))))]
        ['c1', 'c2']
    """
    return tuple(call for _, node in every_node(messages) for call in calls_on(node))


def results_in(messages: Iterable[Node], /) -> tuple[ToolResult, ...]:
    """Return every tool result, in order, cards included.

    Complexity: O(nodes), at any depth.

    Examples:
        >>> from ctxfn.messages import chat, tool_result, user
        >>> [result.call_id for result in results_in(chat(user("a"), tool_result("c1")))]
        ['c1']
    """
    return tuple(node for _, node in every_node(messages) if isinstance(node, ToolResult))


def remade(node: Node, nested: Sequence[Node]) -> Node:
    """Return a card with other nodes inside, as many as `nested_in` gives; a message as it is."""
    match node:
        case AssistantGroup() | Supervisor():
            return evolve(node, turns=_turns(node.turns, list(nested)))
        case Council():
            return evolve(node, members=tuple(nested))
        case Tasks():
            return evolve(node, tasks=tuple(nested))
        case Compare():
            rest = iter(nested)
            columns = [
                evolve(one, nodes=tuple(next(rest) for _ in one.nodes)) for one in node.columns
            ]
            return evolve(node, columns=tuple(columns))
        case CompressedGroup():
            border = len(node.compressed)
            return evolve(node, compressed=tuple(nested[:border]), pinned=tuple(nested[border:]))
        case _:
            return node


def _turns(turns: tuple[Turn, ...], nested: list[Node]) -> tuple[Turn, ...]:
    made: list[Turn] = []
    at = 0
    for turn in turns:
        end = at + 1 + len(turn.results)
        said, *results = nested[at:end]
        assert isinstance(said, Assistant)
        made.append(Turn(said, tuple(one for one in results if isinstance(one, ToolResult))))
        at = end
    return tuple(made)

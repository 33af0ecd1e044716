"""Which packages a conversation has switched on, and which its last question names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ctxfn.arguments import blames_arguments
from ctxfn.messages import (
    Mention,
    Messages,
    Node,
    ToolName,
    ToolResult,
    User,
    check_nodes,
    last_of,
    marks_of,
    nested_in,
)
from ctxfn.tools.read_name import split_name
from ctxfn.tools.toolsets import Activation

__all__ = ["ACTIVATOR", "mentioned_tools", "past_activations"]

#: The function by which a model switches packages on.
ACTIVATOR: Final = ToolName("lobe-activator", "activateTools")


@blames_arguments
def past_activations(
    messages: Messages, /, *, activator: ToolName = ACTIVATOR
) -> tuple[Activation, ...]:
    """Return the packages that the model has switched on in *messages*.

    What an operation of an earlier turn switched on is in no record but the history.

    Contract:
        Each package that a result of *activator* lists as activated, in cards as well, at its
        first place: one switched on again stays where it was declared. A failed result
        activates nothing, and what is no list of packages is passed over. Only what the
        conversation *says* it did comes out; `resolve_tools` decides whether it may.

    Complexity: O(nodes).

    Raises:
        InvalidMessages: something there is no message.

    Source: LobeHub context-engine: activations across turns.

    Examples:
        >>> from ctxfn.messages import chat, freeze
        >>> state = freeze({"activatedTools": ["maps"]})
        >>> done = ToolResult(call_id="c1", tool=ACTIVATOR, state=state)
        >>> past_activations(chat(done))[0].identifier
        'maps'
    """
    names: dict[str, None] = {}
    for node in _all_nodes(check_nodes(messages)):
        if isinstance(node, ToolResult) and node.error is None and _is_of(node, activator):
            names.update(dict.fromkeys(_listed(node)))
    return tuple(Activation(name, "discovery") for name in names)


@blames_arguments
def mentioned_tools(messages: Messages, /, *, kind: str = "tool") -> tuple[str, ...]:
    """Return the identifiers of packages that the person's last message mentions.

    Contract:
        Of mentions of *kind*, each once, in their order; no message of a person, none.

    Complexity: O(nodes behind that message).

    Raises:
        InvalidMessages: something there is no message.

    Source: LobeHub context-engine, whose mentions never reach a tool.

    Examples:
        >>> from ctxfn.messages import chat
        >>> said = User(marks=(Mention("maps", kind="tool"), Mention("Ann", kind="agent")))
        >>> mentioned_tools(chat(said))
        ('maps',)
    """
    last = last_of(User, messages, ours=False)
    if last is None:
        return ()
    marks = marks_of(Mention, last.node)
    return tuple(dict.fromkeys(mark.id for mark in marks if mark.kind == kind and mark.id))


def _all_nodes(messages: Sequence[Node]) -> Iterator[Node]:
    """Yield each node, then those in it; a stack of our own, since cards may be deep."""
    waiting: list[Node] = list(reversed(messages))
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(nested_in(node))


def _is_of(result: ToolResult, activator: ToolName) -> bool:
    tool = split_name(result.tool) if isinstance(result.tool, str) else result.tool
    return tool is not None and (tool.identifier, tool.api) == (activator.identifier, activator.api)


def _listed(result: ToolResult) -> Iterator[str]:
    state = None if result.state is None else result.state.shared()
    entries = state.get("activatedTools") if isinstance(state, dict) else None
    for entry in entries if isinstance(entries, list) else ():
        name = entry.get("identifier") if isinstance(entry, dict) else entry
        if isinstance(name, str) and name:
            yield name

"""What the default pipeline makes of one card, to count it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrsistent import pvector

from ctxfn.context import Context
from ctxfn.messages import Node, is_flat
from ctxfn.processors import (
    choose_columns,
    flatten_councils,
    flatten_groups,
    flatten_tasks,
    render_task_callbacks,
    render_tasks,
    render_verifications,
    surface_summaries,
    unfold_cards,
)

__all__ = ["flattened"]

#: In the order of the default pipeline.
_STEPS: Final = (
    surface_summaries(),
    choose_columns(),
    flatten_councils(),
    flatten_groups(),
    flatten_tasks(),
    render_tasks(),
    render_verifications(),
    render_task_callbacks(),
    unfold_cards(),
)


def flattened(node: Node) -> Sequence[Node]:
    """Return the messages that the default pipeline makes of *node*; a message is its own.

    Contract:
        As the steps of its phase *reshape* do it, one card by itself.

    Complexity: O(nodes inside, at any depth + characters).

    Source: LobeHub context-engine, which counts containers by mirroring how they are flattened;
    here the very steps do it.

    Examples:
        >>> from ctxfn.messages import Council, assistant
        >>> [one.role for one in flattened(Council((assistant("yes"), assistant("no"))))]
        ['assistant', 'assistant']
    """
    if is_flat(node):
        return (node,)
    context = Context(pvector([node]))
    for step in _STEPS:
        context = step(context)
    return context.messages

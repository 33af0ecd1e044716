"""What was injected and never written: nothing that could be sent."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Context
from ctxfn.functional import unique
from ctxfn.messages import every_node
from ctxfn.pipeline import OptionError

__all__ = ["check_written"]

_ADD: Final = "render_blocks behind the last step that injects"


def check_written(context: Context, /) -> None:
    """Refuse a *context* at the end of its steps in which blocks still wait to be written.

    Contract:
        A pipeline that was stopped is left alone: it says itself that it did not come to its end.

    Complexity: O(nodes).

    Source: ours; a block that nobody writes is text that the model never sees.

    Raises:
        OptionError: naming the blocks and the step that is missing.

    Examples:
        >>> from ctxfn.messages import Block, chat, user, with_blocks
        >>> said = chat(with_blocks(user("hi"), (Block("date", "Monday"),)))
        >>> check_written(Context.of(said))
        Traceback (most recent call last):
        ...
        ctxfn.pipeline.errors.OptionError: assemble: option pipeline: found blocks that no step \
writes: date, expected render_blocks behind the last step that injects
    """
    if context.stopped is not None:
        return
    nodes = every_node(context.messages)
    names = tuple(unique(block.name for node in nodes for block in node.blocks))
    if names:
        found = f"blocks that no step writes: {', '.join(names)}"
        raise OptionError("assemble", "pipeline", found, _ADD)

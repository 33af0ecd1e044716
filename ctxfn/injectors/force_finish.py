"""End the turn: say so at the very end, and offer no tools."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Context, Note
from ctxfn.facts import ForceFinish, Toolset
from ctxfn.messages import Block, Messages, Node, Origin, User, reuse
from ctxfn.pipeline import idle_without, places_blocks, processor, reads

__all__ = ["force_finish", "render_force_finish"]

_NAME: Final = "force_finish"
_OURS: Final = Origin(ours=_NAME)
_FINISH: Final = (
    "Sum up what was done and what is still open, and give your final answer now, from what you "
    "have. Call no tools: none are on offer any more."
)


def render_force_finish(finish: ForceFinish) -> str:
    """Write that the limit of steps is reached, and what to do now.

    Contract:
        One paragraph; the number of steps only if it is known.

    Complexity: O(1).

    Source: LobeHub context-engine, force finish: what it says.

    Examples:
        >>> render_force_finish(ForceFinish(20)).split(". ")[0]
        'The limit of steps for this turn is reached (20 were taken)'
    """
    taken = "" if finish.steps is None else f" ({finish.steps} were taken)"
    return f"The limit of steps for this turn is reached{taken}. {_FINISH}"


@processor
@reads(ForceFinish, Toolset)
@places_blocks
@idle_without(ForceFinish)
def force_finish(context: Context, /) -> Context:
    """Ask for the final answer at the very end, and take the tools off the request.

    One fact does both: told to use no tools, a model that is offered some uses them; offered
    none without a word, it writes calls as text.

    Contract:
        A message of ours, by itself, is the last one; no tool is on offer (`Toolset()`), and
        those that were are named in a note. The fact is not known: the same context. Twice is
        once.

    Complexity: O(messages).

    Source: LobeHub context-engine, force finish. There it is a system message, which many
    targets refuse at the end, and the two halves are switches of their own.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from ctxfn.tools import Declaration
        >>> tools = Toolset((Declaration("look"),))
        >>> after = force_finish(Context.of(chat(user("hi")), ForceFinish(), tools))
        >>> len(after.messages), after.get(Toolset)
        (2, Toolset(tools=()))
    """
    finish = context.get(ForceFinish)
    if finish is None:
        return context
    block = Block(_NAME, render_force_finish(finish), ForceFinish.__name__)
    messages = _ended(context.messages, User(id=f"ctxfn:{_NAME}", blocks=(block,), origin=_OURS))
    return _without_tools(context).with_messages(messages)


def _ended(messages: Messages, end: User) -> Messages:
    """Put *end* last, in the place of one that was there before."""
    nodes: list[Node] = [node for node in messages if node.origin.ours != _NAME]
    last = messages[-1] if messages else None
    return reuse(messages, [*nodes, last if last == end and last is not None else end])


def _without_tools(context: Context) -> Context:
    offered = context.get(Toolset)
    context = context.tell(Toolset())
    if offered is None or not offered.tools:
        return context
    names = ", ".join(
        tool.tool if isinstance(tool.tool, str) else f"{tool.tool.identifier}.{tool.tool.api}"
        for tool in offered.tools
    )
    text = f"tools are not offered, since the turn has to end: {names}"
    return context.with_messages(context.messages, Note(_NAME, "tools-left-out", text))

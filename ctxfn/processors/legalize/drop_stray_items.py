"""Leave out halves of pairs: what a client ran for a server's own tool, or should have run."""

from __future__ import annotations

from typing import Final

from pyrsistent import pvector

from ctxfn.context import AnyNote, Context, Note
from ctxfn.messages import Assistant, Node, has_content, with_parts
from ctxfn.pipeline import processor, reads
from ctxfn.wire import Profile, ServerState, stray_items

__all__ = ["drop_stray_items"]

_STEP: Final = "drop_stray_items"
_CODEC: Final = "openai_responses"


@processor
@reads(Profile, ServerState)
def drop_stray_items(context: Context, /) -> Context:
    """Leave out calls of a server's own tools that a client never answered, and answers alone.

    What a screen showed, or a shell printed, cannot be made up; so half a pair goes. So does a
    reference where the server stores nothing.

    Contract:
        Which it is: `ctxfn.wire.stray_items`. A message that held nothing else goes. Each
        is noted. Without a profile of this format, or without such items, the context is the
        same. Twice is once.

    Complexity: O(parts).

    Source: the catalogue's section on pairing.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> rows = [{"type": "shell_call_output", "call_id": "c1", "output": []}]
        >>> said = codec_named("openai_responses").decode(rows).messages
        >>> len(drop_stray_items(Context.of(said, profile("openai/responses"))).messages)
        0
    """
    profile = context.get(Profile)
    if profile is None or profile.codec != _CODEC:
        return context
    state = context.get(ServerState) or ServerState()
    stray = stray_items(context.messages, state=state)
    if not stray:
        return context
    gone = {(one.message, one.part) for one in stray}
    after: list[Node] = []
    for place, node in enumerate(context.messages):
        kept = tuple(part for number, part in enumerate(node.parts) if (place, number) not in gone)
        if len(kept) == len(node.parts):
            after.append(node)
            continue
        left = with_parts(node, kept)
        if has_content(left) or (isinstance(left, Assistant) and left.calls):
            after.append(left)
    notes: list[AnyNote] = [
        Note(
            _STEP,
            "stray-item",
            f"{one.type} left out: what it belongs to is not there",
            (),
            (one.message,),
        )
        for one in stray
    ]
    return context.with_messages(pvector(after), *notes)

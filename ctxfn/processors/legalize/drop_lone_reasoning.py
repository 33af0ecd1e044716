"""Leave out reasoning that a server would refuse."""

from __future__ import annotations

from typing import Final

from pyrsistent import pvector

from ctxfn.context import AnyNote, Context, Note
from ctxfn.messages import Assistant, Node, has_content
from ctxfn.pipeline import processor, reads
from ctxfn.wire import Profile, ServerState, lone_thoughts, without_thoughts

__all__ = ["drop_lone_reasoning"]

_STEP: Final = "drop_lone_reasoning"
_CODEC: Final = "openai_responses"
_WORDS: Final = {
    "orphan": "nothing that it led to follows",
    "bare": "nothing of it is left that could be read",
    "forbidden": "the model does not reason",
}


@processor
@reads(Profile, ServerState)
def drop_lone_reasoning(context: Context, /) -> Context:
    """Leave out reasoning that led to nothing, of which nothing is left, or that nobody takes.

    Contract:
        Which it is: `ctxfn.wire.lone_thoughts`. Where the model does not reason, the ids of
        what was made with it go too, for the server looks for both. It never becomes words. A
        message that held nothing else goes. Each is noted. Without a profile of this format,
        or without such reasoning, the context is the same. Twice is once.

    Complexity: O(size of the messages).

    Source: catalogue rules ``reasoning-item-orphan`` and ``reasoning-for-nonreasoning-model``.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> rows = [{"role": "user", "content": "hi"}, {"type": "reasoning", "id": "rs_1", "summary": []}]
        >>> said = codec_named("openai_responses").decode(rows).messages
        >>> len(drop_lone_reasoning(Context.of(said, profile("openai/responses"))).messages)
        1
    """
    profile = context.get(Profile)
    if profile is None or profile.codec != _CODEC:
        return context
    stores = (context.get(ServerState) or ServerState()).stores
    lone = lone_thoughts(context.messages, profile, stores=stores)
    if not lone:
        return context
    by_message: dict[int, set[int]] = {}
    for one in lone:
        by_message.setdefault(one.message, set()).add(one.number)
    why = {one.message: one.why for one in lone}
    after: list[Node] = []
    notes: list[AnyNote] = []
    for place, node in enumerate(context.messages):
        numbers = by_message.get(place)
        if numbers is None or not isinstance(node, Assistant):
            after.append(node)
            continue
        left = without_thoughts(node, numbers, linked=why[place] == "forbidden")
        if has_content(left):
            after.append(left)
        text = f"reasoning left out: {_WORDS[why[place]]}"
        ids = () if node.id is None else (node.id,)
        notes.append(Note(_STEP, "reasoning-dropped", text, ids, (place,)))
    return context.with_messages(pvector(after), *notes)

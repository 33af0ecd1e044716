"""Write the items of a conversation as the server takes them."""

from __future__ import annotations

from typing import Final

from ctxfn.context import AnyNote, Context, Note
from ctxfn.functional import unique
from ctxfn.messages import Node, reuse
from ctxfn.pipeline import processor, reads
from ctxfn.wire import ItemFault, Profile, ServerState, item_faults, without_item_faults

__all__ = ["mend_items"]

_STEP: Final = "mend_items"
_CODEC: Final = "openai_responses"
_WORDS: Final = {
    "prefix": "ids of another server left out",
    "charset": "ids in letters that are refused left out",
    "stateless": "ids left out, since the server stores nothing",
    "reasoning": "ids left out whose reasoning is not there",
    "content": "content written in the types its speaker has",
    "keys": "keys left out that the item does not have",
    "order": "items put in order: reasoning, words, calls",
    "summary": "a summary written, an empty one",
}


@processor
@reads(Profile, ServerState)
def mend_items(context: Context, /) -> Context:
    """Leave out ids and keys that the target refuses of items, and write items in their order.

    Items are what OpenAI's Responses API calls the pieces of a conversation. They go by ids that
    a server gave them; replayed elsewhere, or where nothing is stored, the request is refused.

    Contract:
        What the target takes: its profile, and whether the server stores what it is sent.
        Words, calls and results stay. Reasoning that only its id stands for goes with it. Each
        message changed is noted. Without a profile of this format, or without such faults, the
        context is the same. Twice is once.

    Complexity: O(parts + calls).

    Source: catalogue rules ``responses-item-id-prefix``, ``-charset``, ``-stateless``,
    ``reasoning-item-missing``, ``-adjacency``, ``-summary``, ``responses-content-type`` and
    ``unknown-message-key``.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> rows = [{"role": "assistant", "id": "chatcmpl-8", "content": "Yes."}]
        >>> said = codec_named("openai_responses").decode(rows).messages
        >>> after = mend_items(Context.of(said, profile("openai/responses")))
        >>> after.messages[0].id is None, after.notes[0].kind
        (True, 'items-mended')
    """
    profile = context.get(Profile)
    if profile is None or profile.codec != _CODEC:
        return context
    stores = (context.get(ServerState) or ServerState()).stores
    after = list(context.messages)
    notes: list[AnyNote] = []
    for place, node in enumerate(after):
        faults = item_faults(node, profile, stores=stores)
        if faults:
            after[place] = without_item_faults(node, faults)
            notes.append(_note(place, node, faults))
    return context.with_messages(reuse(context.messages, after), *notes)


def _note(place: int, node: Node, faults: tuple[ItemFault, ...]) -> Note:
    text = ", ".join(unique(_WORDS[fault.kind] for fault in faults))
    return Note(_STEP, "items-mended", text, () if node.id is None else (node.id,), (place,))

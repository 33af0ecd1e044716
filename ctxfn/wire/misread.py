"""A message without what could not be read in it: what no API takes is not written again."""

from __future__ import annotations

from attrs import evolve

from ctxfn.messages import Assistant, Extras, Node, System, ToolResult, User, extra, own
from ctxfn.wire.openai_chat.facts import FORMAT_KEYS
from ctxfn.wire.openai_chat.written import FAMILY

__all__ = ["odd_keys", "without_misread"]


def without_misread(node: Node) -> Node:
    """Return *node* as its fields alone say it: not as it was written, nor with odd values.

    A key of the format whose value no field can hold is carried beside the fields, so that a
    store gets back what it had. A request may not carry it.

    Contract:
        Keys that the format does not know stay. A card forgets how it was written only.

    Complexity: O(keys).

    Source: ours.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> from ctxfn.wire import Conversation
        >>> rows = [{"role": "user", "content": "hi", "name": ["a"], "mood": "calm"}]
        >>> read = codec_named("openai_chat").decode(rows)
        >>> bare = Conversation(read.messages.set(0, without_misread(read.messages[0])))
        >>> codec_named("openai_chat").encode(bare, profile("openai")).body
        [{'role': 'user', 'content': 'hi', 'mood': 'calm'}]
    """
    bare = evolve(node, written=None)
    odd = odd_keys(node)
    if not odd:
        return bare
    extras: Extras = ()
    for name, value in bare.extras:
        if name not in FAMILY:
            extras = (*extras, (name, value))
            continue
        carried = extra(bare.extras, name)
        kept = {key: one for key, one in carried.items() if key not in odd}
        extras = (*extras, (name, own(kept))) if kept else extras
    return evolve(bare, extras=extras)


def odd_keys(node: Node) -> tuple[str, ...]:
    """Name the keys of the format whose values *node* carries, since no field can hold them.

    Contract:
        In the order they were read; of a message of this format only.

    Complexity: O(keys).

    Source: ours.

    Examples:
        >>> from ctxfn.wire import codec_named
        >>> rows = [{"role": "user", "content": "hi", "name": ["a"], "mood": "calm"}]
        >>> odd_keys(codec_named("openai_chat").decode(rows).messages[0])
        ('name',)
    """
    if not isinstance(node, System | User | Assistant | ToolResult):
        return ()
    known = FORMAT_KEYS[_role(node)]
    carried = (key for name in FAMILY for key in extra(node.extras, name))
    return tuple(key for key in carried if key in known)


def _role(node: System | User | Assistant | ToolResult) -> str:
    return "function" if getattr(node, "kind", "") == "function_call" else node.role

"""Keep the newest messages, atoms whole and system messages apart."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge
from pyrsistent import pvector

from ctxfn.context import Note
from ctxfn.messages import Messages, System, spans_of
from ctxfn.pipeline import Changed, processor

__all__ = ["keep_messages"]


@processor
def keep_messages(messages: Messages, /, *, count: Annotated[int, Ge(0)]) -> Messages | Changed:
    """Return the system messages and the newest whole atoms of at most *count* messages.

    Contract:
        System messages do not count and stay. The first atom that does not fit ends the
        search, so what is kept is the end of the conversation. All objects stay the same; if
        all fit, so does the vector. What goes is one note.

    Complexity: O(messages).

    Source: ours; a limit in messages is what many stores have.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(user("hi"), assistant("", call("c1")), tool_result("c1", "42"))
        >>> [m.role for m in keep_messages(said, count=2)]
        ['assistant', 'tool']
        >>> len(keep_messages(said, count=1))
        0
        >>> keep_messages(said, count=3) is said
        True
    """
    kept = {place for place, node in enumerate(messages) if isinstance(node, System)}
    left = count
    for span in reversed(spans_of(messages)):
        if span[0] in kept:
            continue
        if len(span) > left:
            break
        left -= len(span)
        kept.update(span)
    gone = len(messages) - len(kept)
    if not gone:
        return messages
    text = f"{gone} messages before the last {count} are left out"
    after = pvector([node for place, node in enumerate(messages) if place in kept])
    return Changed(after, (Note("keep_messages", "cut", text),))

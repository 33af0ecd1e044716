"""Leave out thoughts between tags."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import Note
from ctxfn.lint.think_tags import has_think_tags, without_think_tags
from ctxfn.messages import Assistant, Part, Text, with_parts
from ctxfn.pipeline import Told, each_message

__all__ = ["strip_think_tags"]

_STEP = "strip_think_tags"


@each_message
def strip_think_tags(message: Assistant, /) -> Assistant | Told:
    """Leave out what the texts of *message* hold of thoughts between tags at their beginning.

    Contract:
        A text of nothing else goes, and a message that says, calls and thinks nothing then.
        Signed texts stay as they are. Each change is noted; nothing found: the same object.
        Twice is once.

    Complexity: O(characters).

    Source: catalogue rule ``think-tags-in-text``.

    Examples:
        >>> from ctxfn.messages import assistant, chat, text_of
        >>> text_of(strip_think_tags(chat(assistant("<think>hm</think>Yes.")))[0])
        'Yes.'
    """
    parts = tuple(kept for part in message.parts if (kept := _without(part)) is not None)
    if len(parts) == len(message.parts) and all(
        one is other for one, other in zip(parts, message.parts, strict=True)
    ):
        return message
    ids = () if message.id is None else (message.id,)
    if not (parts or message.calls or message.reasoning or message.blocks):
        note = Note(_STEP, "thoughts-dropped", "a message of thoughts between tags went", ids)
        return Told((), (note,))
    note = Note(_STEP, "thoughts-stripped", "thoughts between tags left out", ids)
    return Told((with_parts(message, parts),), (note,))


def _without(part: Part) -> Part | None:
    if not isinstance(part, Text) or part.signature is not None or not has_think_tags(part.text):
        return part
    text = without_think_tags(part.text)
    return evolve(part, text=text) if text else None

"""Whether a finding points at something that is there."""

from __future__ import annotations

from typing import Final

from ctxfn.lint.rule import Path
from ctxfn.messages import Assistant, Node
from ctxfn.wire import Conversation

__all__ = ["has_place"]

#: Fields that a request writes under another name; where it is a list, which field is its.
_LISTS: Final = {"content": "parts", "tool_calls": "calls", "reasoning": "reasoning"}


def has_place(conversation: Conversation, index: int | None, path: Path) -> bool:
    """Say whether *conversation* has a message at *index*, and *path* can lead somewhere in it.

    Contract:
        Of a path, the first key names a field, and an index behind it an entry of the field:
        ``("tool_calls", 1, "id")`` needs a second call. Keys that are missing are what a rule
        may be about, so any other first key is taken, and so is any further on.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat
        >>> said = Conversation(chat(assistant("", call("c1"))))
        >>> has_place(said, 0, ("tool_calls", 0, "id")), has_place(said, 0, ("tool_calls", 1))
        (True, False)
        >>> has_place(said, 3, ())
        False
    """
    if index is None:
        if path[:1] == ("tools",) and len(path) > 1:
            number = path[1]
            return isinstance(number, int) and 0 <= number < len(conversation.tools or ())
        return True
    if not 0 <= index < len(conversation.messages):
        return False
    return _is_in(conversation.messages[index], path)


def _is_in(node: Node, path: Path) -> bool:
    if len(path) < 2 or path[0] not in _LISTS or not isinstance(path[1], int):
        return True
    if path[0] != "content" and not isinstance(node, Assistant):
        return False
    entries: tuple[object, ...] = getattr(node, _LISTS[str(path[0])])
    return 0 <= path[1] < len(entries)

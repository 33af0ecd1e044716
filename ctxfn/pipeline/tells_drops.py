"""The word of a step that it notes itself what it drops."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import TypeVar

from ctxfn.errors import check_argument

__all__ = ["tells_drops"]

F = TypeVar("F", bound=Callable[..., object])


def tells_drops(function: F) -> F:
    """Declare that a function itself notes whatever it drops; stands under `@processor`.

    A run then does not look for what left without a word, which takes a look at each message.

    Contract:
        The function itself, with the word remembered on it.

    Complexity: O(1).

    Source: ours.

    Raises:
        InvalidArgument: it is no function.

    Examples:
        >>> from ctxfn.context import Context, Note
        >>> from ctxfn.pipeline import Changed, processor
        >>> from ctxfn.messages import Messages, chat, user
        >>> @processor
        ... @tells_drops
        ... def clear(messages: Messages, /) -> Changed:
        ...     return Changed(messages[:0], (Note("clear", "all", "everything went"),))
        >>> [note.kind for note in clear()(Context.of(chat(user("a")))).notes]
        ['all']
    """
    check_argument("tells_drops", function, types.FunctionType, "a function")
    function.tells_drops = True  # type: ignore[attr-defined]
    return function

"""Which messages of a history are one, said again."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ctxfn.messages import Node, pair, side_of

__all__ = ["Once", "once_each"]


class Once(NamedTuple):
    """The places that stay, in order of what each says first; what gave way, and its ids."""

    places: list[int]
    gone: list[int]
    ids: tuple[str, ...]


def once_each(messages: Sequence[Node]) -> Once | None:
    """Find of each message that is there again its latest content; ``None``: none is.

    Contract:
        Messages of one id are one if one side said them (`side_of`): a result is no question
        again, and two results are one only if they answer one call.

    Complexity: O(nodes).

    Source: ours; histories whose results gave way to other messages, and were made up anew.

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result, user
        >>> asked = [user("hi", id="1"), assistant(call("c1"), id="2"), tool_result("c1", id="1")]
        >>> once_each(asked) is None
        True
        >>> once_each([*asked, user("hello", id="1")]).places
        [3, 1, 2]
    """
    ids = [node.id for node in messages if node.id is not None]
    if len(set(ids)) == len(ids):
        return None
    asked = _asked(messages)
    latest: dict[Hashable, int] = {}
    twice: dict[str, None] = {}
    gone: list[int] = []
    for index, node in enumerate(messages):
        key = index if node.id is None else (node.id, asked.get(index, side_of(node)))
        if node.id is not None and key in latest:
            twice[node.id] = None
            gone.append(latest[key])
        latest[key] = index
    return Once(list(latest.values()), sorted(gone), tuple(twice)) if gone else None


def _asked(messages: Sequence[Node]) -> dict[int, Hashable]:
    """Say of each result which call it answers: by whom, and the how manieth of theirs."""
    found: dict[int, Hashable] = {}
    for place, results in pair(messages).answers.items():
        asker = messages[place.message].id
        by = place.message if asker is None else asker
        found.update((index, (by, place.call)) for index in results)
    return found

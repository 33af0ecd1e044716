"""Where what is old ends: borders that stand still while a conversation grows."""

from __future__ import annotations

from collections.abc import Sequence

from ctxfn.messages import Node, is_said

__all__ = ["old_before", "turn_starts"]


def turn_starts(messages: Sequence[Node]) -> list[int]:
    """List the places where turns begin: what a person says right after a person does not.

    Complexity: O(messages).
    """
    starts: list[int] = []
    spoke = False
    for place, node in enumerate(messages):
        speaks = is_said(node)
        if speaks and not spoke:
            starts.append(place)
        spoke = speaks
    return starts


def old_before(messages: Sequence[Node], *, turns: int, every: int) -> int:
    """Return the place before which all is older than the last *turns* turns.

    Contract:
        The border moves by *every* turns at a time: it stands where it stood until so many
        more turns are old. So what is sent in front of it stays the same between two moves.
        0: nothing is old. At least one turn is never old.

    Complexity: O(messages).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> said = chat(*(node for n in range(5) for node in (user(str(n)), assistant("so"))))
        >>> old_before(said, turns=2, every=1), old_before(said, turns=2, every=2)
        (6, 4)
    """
    starts = turn_starts(messages)
    old = max(len(starts) - max(turns, 1), 0)
    old -= old % every
    return starts[old] if old else 0

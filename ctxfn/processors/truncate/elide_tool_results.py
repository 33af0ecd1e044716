"""Shorten tool results that are old."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Final, Literal

from annotated_types import Ge

from ctxfn.context import Note
from ctxfn.messages import Messages, Node, ToolResult, pair, reuse
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.truncate.borders import old_before
from ctxfn.processors.truncate.shorten import Ends, shortened
from ctxfn.processors.truncate.tools_named import calls_of_results, is_one_of, tool_of

__all__ = ["elide_tool_results"]

_WHY: Final = "it is old"


@processor
def elide_tool_results(
    messages: Messages,
    /,
    *,
    turns: Annotated[int, Ge(1)] | None = 3,
    keep: Annotated[int, Ge(1)] | None = None,
    longer_than: Annotated[int, Ge(0)] = 2_000,
    head: Annotated[int, Ge(0)] = 500,
    tail: Annotated[int, Ge(0)] = 500,
    json: Literal["valid", "cut"] = "valid",
    media: Literal["drop", "keep"] = "drop",
    exempt: tuple[str, ...] = (),
    every: Annotated[int, Ge(1)] = 1,
) -> Messages | Changed:
    """Leave of tool results that are old their first and last characters.

    What a tool said ten turns ago is mostly in the answers since; its full text is most of what
    a long conversation costs.

    Contract:
        A result is old if it stands before the last *turns* turns and before the newest *keep*
        results; ``None`` asks nothing of it, and with both ``None`` nothing is old. Results of
        one call message grow old together. Both borders move by *every* (turns, results) at a
        time: between two moves the bytes of what was sent stay the same. Old results longer than
        *longer_than* characters, and than both ends with the line between them, keep *head* and
        *tail* characters and a line that says how much went; the media of an old result go with
        a line that counts them, unless they are kept. JSON objects and lists stay valid where
        there is room: fewer items and shorter texts, in as many characters as both ends have,
        unless ``json="cut"``. Failures, results made up for a missing
        one, and those of tools *exempt* (packages, functions as on the wire, bare names) stay
        whole. No call and no result is taken away. One note names what was shortened.

    Complexity: O(messages), and the characters of what is old.

    Source: ours; after LobeHub's trimming of stale results, which knows certain tools alone.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, text_of, tool_result, user
        >>> said = chat(
        ...     user("Read it."),
        ...     assistant("", call("c1", "read")),
        ...     tool_result("c1", "a" * 9_000),
        ...     user("And now?"),
        ... )
        >>> print(text_of(elide_tool_results(said, turns=1, head=3, tail=2)[2]))
        aaa
        <BLANKLINE>
        [8,995 of 9,000 characters of this result are left out: it is old]
        <BLANKLINE>
        aa
        >>> elide_tool_results(said, turns=1, exempt=("read",)) is said
        True
    """
    border = _border(messages, turns, keep, every)
    if border == 0:
        return messages
    calls = calls_of_results(messages) if exempt else {}
    ends = Ends(head, tail, longer_than, json == "valid")
    after: list[Node] = list(messages)
    places: list[int] = []
    for place, node in enumerate(islice(messages, border)):
        if not isinstance(node, ToolResult) or node.error is not None or node.synthetic:
            continue
        if exempt and is_one_of(tool_of(node, calls.get(place)), exempt):
            continue
        after[place] = shortened(node, ends, _WHY, drop_media=media == "drop")
        if after[place] is not node:
            places.append(place)
    if not places:
        return messages
    ids = tuple(one.id for one in (messages[place] for place in places) if one.id is not None)
    text = f"{len(places)} old results are shortened"
    note = Note("elide_tool_results", "elided-result", text, ids, tuple(places))
    return Changed(reuse(messages, after), (note,))


def _border(messages: Messages, turns: int | None, keep: int | None, every: int) -> int:
    """Return the place before which results are old by all that is asked."""
    borders: list[int] = []
    if turns is not None:
        borders.append(old_before(messages, turns=turns, every=every))
    if keep is not None and (not borders or borders[0]):
        borders.append(_before_newest(messages, keep, every))
    return min(borders, default=0)


def _before_newest(messages: Sequence[Node], keep: int, every: int) -> int:
    """Return the place of the call message whose result is the first that is not old."""
    results = [place for place, node in enumerate(messages) if isinstance(node, ToolResult)]
    old = max(len(results) - keep, 0)
    old -= old % every
    if not old:
        return 0
    owner = {
        result: place.message for place, given in pair(messages).answers.items() for result in given
    }
    return min(owner.get(results[old], results[old]), results[old])

"""Take calls out of a conversation together with their results, and say so."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Node,
    Place,
    ToolResult,
    has_content,
    pair,
    reuse,
    with_calls,
)

__all__ = ["Removal", "remove_calls"]


@frozen
class Removal:
    """Which calls go, which results without a call, and how it is noted."""

    step: str
    kind: str
    #: What the calls are, behind their number: "calls that ...".
    what: str
    chosen: Callable[[Assistant, Call], bool]
    alone: Callable[[ToolResult], bool]


def remove_calls(messages: Messages, removal: Removal) -> tuple[Messages, list[Note]]:
    """Return *messages* without the calls that *removal* chooses and all their results.

    Contract:
        Words, media, reasoning and other calls of a message stay; one that held nothing but
        such calls goes. Each message concerned has a note that names the calls and their
        results, a call without an id by the place of its message. The same vector if none is chosen.

    Complexity: O(nodes + calls); calls are paired only if there is something to remove.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> removal = Removal("example", "gone", "calls", lambda _, one: one.id == "c1", bool)
        >>> said = chat(assistant("so", call("c1"), call("c2")), tool_result("c1"))
        >>> after, notes = remove_calls(said, removal)
        >>> [len(node.calls) for node in after], notes[0].ids
        ([1], ('c1',))
    """
    gone = _chosen(messages, removal)
    lonely = any(isinstance(node, ToolResult) and removal.alone(node) for node in messages)
    if not gone and not lonely:
        return messages, []
    results, orphans = _results(messages, gone)
    dropped = {place for found in results.values() for place in found}
    notes: list[Note] = []
    after: list[Node] = []
    for place, node in enumerate(messages):
        if place in gone and isinstance(node, Assistant):
            after += _left(node, gone[place])
            notes.append(_note(messages, removal, place, gone[place], results[place]))
        elif place in orphans and isinstance(node, ToolResult) and removal.alone(node):
            ids = tuple(dict.fromkeys(one for one in (node.id, node.call_id) if one))
            text = f"removed a result whose call is not there, of {removal.what}"
            notes.append(Note(removal.step, removal.kind, text, ids, (place,)))
        elif place not in dropped:
            after.append(node)
    return reuse(messages, after), notes


def _chosen(messages: Messages, removal: Removal) -> dict[int, list[int]]:
    """Map each message concerned to the numbers of its calls that go."""
    gone: dict[int, list[int]] = {}
    for place, node in enumerate(messages):
        if isinstance(node, Assistant) and node.calls:
            numbers = [n for n, call in enumerate(node.calls) if removal.chosen(node, call)]
            if numbers:
                gone[place] = numbers
    return gone


def _results(
    messages: Messages, gone: dict[int, list[int]]
) -> tuple[dict[int, list[int]], set[int]]:
    """Map each message concerned to the places of the results that go, and tell the orphans."""
    paired = pair(messages)
    results: dict[int, list[int]] = {}
    for place, numbers in gone.items():
        found = (at for number in numbers for at in paired.answers[Place(place, number)])
        results[place] = sorted(found)
    return results, set(paired.orphans)


def _left(message: Assistant, numbers: list[int]) -> tuple[Assistant, ...]:
    gone = frozenset(numbers)
    kept = tuple(call for n, call in enumerate(message.calls) if n not in gone)
    left = with_calls(message, kept)
    return (left,) if has_content(left) else ()


def _note(
    messages: Messages, removal: Removal, place: int, numbers: list[int], results: list[int]
) -> Note:
    message = messages[place]
    assert isinstance(message, Assistant)
    ids = (message.calls[number].id for number in numbers)
    named = (messages[at].id for at in results)
    text = f"removed {len(numbers)} {removal.what}, with {len(results)} results"
    nameless = not all(message.calls[number].id for number in numbers)
    places = (*((place,) if nameless or not _left(message, numbers) else ()), *results)
    every = tuple(dict.fromkeys(one for one in (*ids, *named) if one))
    return Note(removal.step, removal.kind, text, every, places)

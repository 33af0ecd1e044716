"""Give calls an id the target takes, and their results the same one."""

from __future__ import annotations

import hashlib
from typing import Annotated

from annotated_types import Ge
from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, Place, ToolResult, pair, reuse, with_calls
from ctxfn.pipeline import Changed, processor

__all__ = ["mend_call_ids"]


@processor
def mend_call_ids(
    messages: Messages, /, *, length: Annotated[int, Ge(16)] = 40
) -> Messages | Changed:
    """Replace call ids that are missing, or longer than *length* characters.

    Contract:
        A long id becomes a hash of itself, the same everywhere. A result without an id takes
        the id of a call it follows directly, if as many calls there lack a result as results
        lack an id: in order. A call without an id gets one made of its place, and the next
        result without one, too. Call and result change together; ids that are fine stay, and
        if all are, so does the object. Deterministic: the same input, the same ids.

    Complexity: O(messages + calls).

    Source: catalogue rules ``tool-call-id-missing`` and ``tool-call-id-too-long``.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> long = "x" * 50
        >>> said = mend_call_ids(chat(assistant(call(long)), tool_result(long, "42")))
        >>> said[0].calls[0].id == said[1].call_id, len(said[1].call_id)
        (True, 24)
        >>> mend_call_ids(chat(assistant(call("c1")), tool_result("", "42")))[1].call_id
        'c1'
    """
    taken = set(_ids(messages))
    wrong = {name for name in taken if not name or len(name) > length}
    if not wrong:
        return messages
    after: list[Node] = list(messages)
    if "" in taken:
        _take_places(after)
    for place, results in pair(after).answers.items():
        message = after[place.message]
        assert isinstance(message, Assistant)
        call = message.calls[place.call]
        if call.id not in wrong:
            continue
        made = _hashed(call.id, length) if call.id else _placed(place, taken)
        after[place.message] = _with_id(message, place.call, made)
        for index in results:
            after[index] = _renamed(after[index], made)
    for index, node in enumerate(after):
        if isinstance(node, ToolResult) and node.call_id and node.call_id in wrong:
            after[index] = _renamed(node, _hashed(node.call_id, length))
    result = reuse(messages, after)
    if result is messages:
        return messages
    changed = tuple(
        i for i, (old, new) in enumerate(zip(messages, after, strict=True)) if old is not new
    )
    note = Note("mend_call_ids", "ids-replaced", "call ids missing or too long", (), changed)
    return Changed(result, (note,))


def _take_places(after: list[Node]) -> None:
    """Give results without an id the ids of the calls before them, where the numbers agree."""
    for start, message in enumerate(after):
        if not isinstance(message, Assistant) or not message.calls:
            continue
        run: list[tuple[int, ToolResult]] = []
        for index in range(start + 1, len(after)):
            node = after[index]
            if not isinstance(node, ToolResult):
                break
            run.append((index, node))
        answered = {node.call_id for _, node in run}
        waiting = [call.id for call in message.calls if call.id and call.id not in answered]
        nameless = [(index, node) for index, node in run if not node.call_id]
        if len(waiting) == len(nameless):
            for (index, node), name in zip(nameless, waiting, strict=True):
                after[index] = _renamed(node, name)


def _with_id(message: Assistant, number: int, made: str) -> Assistant:
    calls = list(message.calls)
    calls[number] = evolve(calls[number], id=made)
    return with_calls(message, tuple(calls))


def _ids(messages: Messages) -> list[str]:
    found: list[str] = []
    for node in messages:
        if isinstance(node, Assistant):
            found += [call.id for call in node.calls]
        elif isinstance(node, ToolResult):
            found.append(node.call_id)
    return found


def _renamed(node: Node, made: str) -> Node:
    return evolve(node, call_id=made, written=None) if isinstance(node, ToolResult) else node


def _hashed(name: str, length: int) -> str:
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"call_{digest[: min(length, 24) - 5]}"


def _placed(place: Place, taken: set[str]) -> str:
    made = f"call_{place.message}_{place.call}"
    while made in taken:
        made += "_"
    return made

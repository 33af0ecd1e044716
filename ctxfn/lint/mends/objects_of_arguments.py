"""Make objects of arguments that are JSON of another kind."""

from __future__ import annotations

import json
from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Call, Messages, Node, reuse, with_calls
from ctxfn.pipeline import Changed, processor

__all__ = ["object_arguments", "objects_of_arguments"]

#: The key under which what is no object stands in one.
_VALUE: Final = "value"


def object_arguments(call: Call) -> str | None:
    """Return the arguments of *call* as an object's JSON; ``None``: they are one, or no JSON.

    ``null`` is no arguments; a text that holds an object's JSON was written twice, and is read
    once; a list, number or text stands under the key ``value``.

    Complexity: O(characters).
    """
    written = call.arguments.strip()
    if call.kind == "custom" or not written or written[0] == "{":
        return None
    value = _read(written)
    if value is _NO_JSON or isinstance(value, dict):
        return None
    if value is None:
        return "{}"
    if isinstance(value, str) and isinstance(_read(value), dict):
        return value
    return json.dumps({_VALUE: value}, ensure_ascii=False, separators=(",", ":"))


_NO_JSON: Final = object()


def _read(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NO_JSON


@processor
def objects_of_arguments(messages: Messages, /) -> Messages | Changed:
    """Make an object of each call's arguments that are JSON of another kind.

    Contract:
        As `object_arguments` says; each message with such a call is noted. Objects, and what is
        no JSON at all, stay. Twice is once.

    Complexity: O(characters of arguments).

    Source: BerriAI/litellm#5064, open-webui/computer#252.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat
        >>> objects_of_arguments(chat(assistant(call("c1", "add", "[1, 2]"))))[0].calls[0].arguments
        '{"value":[1,2]}'
    """
    notes: list[Note] = []
    after: list[Node] = []
    for place, node in enumerate(messages):
        made = _mended(node)
        after.append(made)
        if made is not node:
            ids = () if node.id is None else (node.id,)
            text = "arguments that were no object stand in one"
            notes.append(Note("objects_of_arguments", "arguments", text, ids, (place,)))
    if not notes:
        return messages
    return Changed(reuse(messages, after), tuple(notes))


def _mended(node: Node) -> Node:
    if not isinstance(node, Assistant) or not node.calls:
        return node
    calls = tuple(_with(call, object_arguments(call)) for call in node.calls)
    same = all(one is call for one, call in zip(calls, node.calls, strict=True))
    return node if same else with_calls(node, calls)


def _with(call: Call, arguments: str | None) -> Call:
    return call if arguments is None else evolve(call, arguments=arguments)

"""Answer each call by a result of its type."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, ToolResult, pair, reuse
from ctxfn.pipeline import Changed, processor

__all__ = ["mistyped_results", "type_results"]

_STEP: Final = "type_results"
_KINDS: Final = ("function", "custom")


@processor
def type_results(messages: Messages, /) -> Messages | Changed:
    """Give each result the type of the call it answers.

    A custom tool's call is answered by a custom tool's output, a function's by a function's.

    Contract:
        Which result answers which call: `ctxfn.messages.pair`. Words and ids stay. Old calls,
        which go by names, are left alone. Each change is noted. Nothing mistyped: the same
        object. Twice is once.

    Complexity: O(nodes + calls).

    Source: catalogue rule ``custom-call-output-type``.

    Examples:
        >>> from ctxfn.messages import Call, assistant, chat, tool_result
        >>> said = chat(assistant(Call("c1", "sh", kind="custom")), tool_result("c1", "42"))
        >>> type_results(said)[1].kind
        'custom'
    """
    wrong = mistyped_results(messages)
    if not wrong:
        return messages
    after = list(messages)
    notes: list[Note] = []
    for place, kind in wrong.items():
        node = after[place]
        assert isinstance(node, ToolResult)
        after[place] = evolve(node, kind=kind)
        text = f"the result of {node.call_id!r} is of the type of its call, {kind}"
        notes.append(Note(_STEP, "result-typed", text, (node.call_id,), (place,)))
    return Changed(reuse(messages, after), tuple(notes))


def mistyped_results(messages: Messages, /) -> dict[int, str]:
    """Map the places of results of another type than their call's to the type of the call.

    Contract:
        In order; functions and custom tools alone have types of their own.

    Complexity: O(nodes + calls).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Call, assistant, chat, tool_result
        >>> mistyped_results(chat(assistant(Call("c1", "sh", kind="custom")), tool_result("c1", "42")))
        {1: 'custom'}
    """
    if not any(_differs(node) for node in messages):
        return {}
    wrong: dict[int, str] = {}
    for place, results in pair(messages).answers.items():
        message = messages[place.message]
        assert isinstance(message, Assistant)
        kind = message.calls[place.call].kind
        for index in results:
            result = messages[index]
            assert isinstance(result, ToolResult)
            if kind in _KINDS and result.kind in _KINDS and result.kind != kind:
                wrong[index] = kind
    return dict(sorted(wrong.items()))


def _differs(node: object) -> bool:
    if isinstance(node, Assistant):
        return any(call.kind == "custom" for call in node.calls)
    return isinstance(node, ToolResult) and node.kind == "custom"

"""Tell what hooks added to the answers of tools, and with what tools really ran."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import AnyNote, Note
from ctxfn.messages import (
    Assistant,
    Block,
    Call,
    Executed,
    Messages,
    Node,
    Place,
    Text,
    ToolResult,
    inject,
    marks_of,
    neutralise_tags,
    pair,
    reuse,
    tag,
    unusual,
    with_calls,
    with_parts,
)
from ctxfn.pipeline import Changed, places_blocks, processor, separable

__all__ = ["tell_tool_hooks"]

_STEP: Final = "tell_tool_hooks"
_ELEMENT: Final = "tool_hook_context"


@processor
@places_blocks
@separable
def tell_tool_hooks(messages: Messages, /) -> Messages | Changed:
    """Add to each result what the hooks around its call had to say, and show the call as it ran.

    A hook may change a call before it runs, and comment on it. A model that sees the call it
    wrote beside the answer to another learns something wrong.

    Contract:
        What hooks said stands in a block of the result, an element each that names the hook,
        in their order, each once; all values are escaped. Words of tools cannot write such an
        element, whether a hook spoke or not. The call that a result with an `Executed` mark
        answers has the arguments of the mark; the first of several results counts. Each changed
        call is noted, and so is a comment that cannot be read. Nothing to tell: the same
        object. Twice is once.

    Complexity: O(messages + calls + characters).

    Source: LobeHub context-engine, tool hook context; it looks for the call by the row's
    parent and keeps a list of what it told in the row.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.messages import assistant, call, chat, freeze, tool_result
        >>> seen = {"hookPreparation": {"additionalContexts": [{"hookId": "h1", "text": "cut"}]}}
        >>> answer = evolve(
        ...     tool_result("c1", "done"), state=freeze(seen), marks=(Executed('{"n":1}'),)
        ... )
        >>> said = tell_tool_hooks(chat(assistant(call("c1", "add")), answer))
        >>> said[0].calls[0].arguments, said[1].blocks[0].text
        ('{"n":1}', '<tool_hook_context hook="h1">cut</tool_hook_context>')
    """
    after: list[Node] = list(messages)
    due = [(at, node) for at in unusual(messages) if type(node := after[at]) is ToolResult]
    if not due:
        return messages
    notes: list[AnyNote] = []
    for place, result in due:
        after[place] = _told(result, place, notes)
    if any(_marks(result) for _, result in due):
        _show_what_ran(messages, after, notes)
    return Changed(reuse(messages, after), tuple(notes))


def _told(result: ToolResult, place: int, notes: list[AnyNote]) -> ToolResult:
    result = _without_imitation(result)
    if result.state is None:
        return result
    state = result.state.shared()
    prepared = state.get("hookPreparation") if isinstance(state, dict) else None
    if not isinstance(prepared, dict) or prepared.get("additionalContexts") is None:
        return result
    said = prepared["additionalContexts"]
    entries = said if isinstance(said, list) else [said]
    elements = [_element(entry) for entry in entries]
    unread = elements.count(None)
    if unread:
        ids = () if result.id is None else (result.id,)
        text = f"{unread} comments of hooks are no object with a text"
        notes.append(Note(_STEP, "unread-hook", text, ids, (place,)))
    written = "\n\n".join(dict.fromkeys(one for one in elements if one is not None))
    return inject(result, Block("tool_hooks", written, "message")) if written else result


def _element(entry: object) -> str | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
        return None
    hook = entry.get("hookId")
    return tag(_ELEMENT, entry["text"], hook=hook if isinstance(hook, str) else None)


def _without_imitation(result: ToolResult) -> ToolResult:
    parts = result.parts
    # One text without a bracket is what most results are: told without another look.
    if len(parts) == 1 and type(parts[0]) is Text and "<" not in parts[0].text:
        return result
    said = [part.text for part in parts if isinstance(part, Text)]
    if not any("<" in text for text in said):
        return result
    plain = iter(neutralise_tags(said, (_ELEMENT,)))
    after = tuple(
        _reworded(part, next(plain)) if isinstance(part, Text) else part for part in parts
    )
    same = all(new is old for new, old in zip(after, parts, strict=True))
    return result if same else with_parts(result, after)


def _reworded(part: Text, text: str) -> Text:
    return part if text is part.text else Text(text, part.signature, part.extras)


def _show_what_ran(messages: Messages, after: list[Node], notes: list[AnyNote]) -> None:
    for place, results in pair(messages).answers.items():
        ran = next((mark for index in results for mark in _marks(messages[index])), None)
        if ran is not None:
            _replace_arguments(after, place, ran.arguments, notes)


def _marks(node: Node) -> tuple[Executed, ...]:
    return marks_of(Executed, node) if node.marks else ()


def _replace_arguments(
    after: list[Node], place: Place, arguments: str, notes: list[AnyNote]
) -> None:
    caller = after[place.message]
    if not isinstance(caller, Assistant) or caller.calls[place.call].arguments == arguments:
        return
    calls: list[Call] = list(caller.calls)
    calls[place.call] = evolve(calls[place.call], arguments=arguments)
    after[place.message] = with_calls(caller, tuple(calls))
    text = "the arguments are those the call ran with: a hook had changed them"
    notes.append(Note(_STEP, "executed-arguments", text, (calls[place.call].id,), (place.message,)))

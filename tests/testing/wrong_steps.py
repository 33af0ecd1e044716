"""Steps that lose, forge or mix up one thing each, as quietly as they can."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import evolve

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Assistant,
    Audio,
    File,
    Image,
    Messages,
    Node,
    Opaque,
    Part,
    Refusal,
    Text,
    ToolResult,
    User,
    Video,
    over_messages,
    reuse,
    with_parts,
)
from ctxfn.pipeline import Changed, processor

N = TypeVar("N", bound=Node)


def forget(context: Context) -> Context:
    """Return the messages in a context of their own."""
    return context if len(context.messages) != 1 else Context(context.messages[:0])


@processor
def forget_facts(context: Context, /) -> Context:
    """The same, as a processor: the machinery refuses its answer."""
    return forget(context)


def _without(messages: Messages, *kinds: type) -> Messages:
    def left(node: Node) -> Node:
        parts: tuple[Part, ...] = tuple(one for one in node.parts if not isinstance(one, kinds))
        return node if len(parts) == len(node.parts) else with_parts(node, parts)

    return over_messages(left, messages)


@processor
def drop_media(messages: Messages, /) -> Messages:
    """Lose pictures, films, sounds and files."""
    return _without(messages, Image, Video, Audio, File)


@processor
def drop_refusals(messages: Messages, /) -> Messages:
    """Lose the words with which a model declined."""
    return _without(messages, Refusal)


@processor
def drop_opaque(messages: Messages, /) -> Messages:
    """Lose what only one codec understands."""
    return _without(messages, Opaque)


def _over(kind: type[N], change: Callable[[N], N], messages: Messages) -> Messages:
    return over_messages(lambda node: change(node) if isinstance(node, kind) else node, messages)


@processor
def drop_reasoning(messages: Messages, /) -> Messages:
    """Lose what the model thought."""
    return _over(
        Assistant, lambda one: evolve(one, reasoning=()) if one.reasoning else one, messages
    )


@processor
def drop_blocks(messages: Messages, /) -> Messages:
    """Lose what was injected."""
    return _over(User, lambda one: evolve(one, blocks=()) if one.blocks else one, messages)


@processor
def drop_errors(messages: Messages, /) -> Messages:
    """Lose why a tool failed."""
    return _over(ToolResult, lambda one: evolve(one, error=None) if one.error else one, messages)


@processor
def drop_cut_calls(messages: Messages, /) -> Messages:
    """Lose the arguments that were cut off."""

    def mended(one: Assistant) -> Assistant:
        calls = tuple(
            evolve(call, arguments="{}") if call.arguments.startswith('{"q": "a') else call
            for call in one.calls
        )
        return one if calls == one.calls else evolve(one, calls=calls)

    return _over(Assistant, mended, messages)


def _claimed(one: User) -> User:
    if one.origin.ours is not None:
        return one
    return evolve(one, origin=evolve(one.origin, ours="claim"))


@processor
def claim(messages: Messages, /) -> Messages:
    """Say that we said what people said."""
    return _over(User, _claimed, messages)


@processor
def disown(messages: Messages, /) -> Messages:
    """Say that people said what we said."""
    return _over(
        User,
        lambda one: evolve(one, origin=evolve(one.origin, ours=None)) if one.origin.ours else one,
        messages,
    )


@processor
def order_marks(messages: Messages, /) -> Messages:
    """Order marks by what differs from process to process."""

    def ordered(node: Node) -> Node:
        marks = tuple(sorted(node.marks, key=lambda mark: hash(repr(mark))))
        return node if marks == node.marks else evolve(node, marks=marks)

    return over_messages(ordered, messages)


@processor
def list_words(messages: Messages, /) -> Messages:
    """Write a note of ours for the words in use, in the order of a set."""
    names = {part.text for node in messages for part in node.parts if isinstance(part, Text)}
    if len(names) < 3:
        return messages
    return messages.append(User((Text(" ".join(names)),)))


@processor
def empty_assistants(messages: Messages, /) -> Changed:
    """Empty what a model said, with a note that names it and says nothing."""
    places = tuple(
        place for place, one in enumerate(messages) if isinstance(one, Assistant) and one.parts
    )
    after = [with_parts(one, ()) if n in places else one for n, one in enumerate(messages)]
    notes = tuple(Note("empty_assistants", "looked", "looked at it", (), (n,)) for n in places)
    return Changed(reuse(messages, after), notes)


@processor
def empty_calls(messages: Messages, /) -> Changed:
    """Empty the arguments of calls, with a note that names each call and says nothing."""
    seen: list[str] = []

    def emptied(one: Assistant) -> Assistant:
        seen.extend(call.id for call in one.calls if call.arguments != "{}")
        calls = tuple(evolve(call, arguments="{}") for call in one.calls)
        return one if calls == one.calls else evolve(one, calls=calls)

    after = _over(Assistant, emptied, messages)
    notes = (Note("empty_calls", "looked", "looked at calls", tuple(seen)),) if seen else ()
    return Changed(after, notes)


def note_another(context: Context) -> Context:
    """Drop the first message, and name the second."""
    if len(context.messages) < 2:
        return context
    note = Note("note_another", "dropped", "dropped a message", (), (1,))
    return context.with_messages(context.messages[1:], note)


@processor
def first_result(messages: Messages, /) -> Messages:
    """Give each call the first result of its id, whichever call it was for."""
    first: dict[str, ToolResult] = {}
    for node in messages:
        if isinstance(node, ToolResult):
            first.setdefault(node.call_id, node)
    after: list[Node] = []
    for node in messages:
        if not isinstance(node, ToolResult):
            after.append(node)
        if isinstance(node, Assistant):
            after += [first.get(one.id, _made_up(one.id)) for one in node.calls]
    return reuse(messages, after)


def _made_up(name: str) -> ToolResult:
    return ToolResult(call_id=name, synthetic="open")

"""Steps that change one small thing beside or inside what is said, and say nothing about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import AttrsInstance, evolve

from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Audio,
    Call,
    File,
    Image,
    Messages,
    Node,
    Part,
    System,
    Text,
    ToolResult,
    User,
    is_blank,
    map_text,
    over_messages,
    reuse,
    with_parts,
)
from ctxfn.pipeline import processor

N = TypeVar("N", bound=Node)
R = TypeVar("R", bound=AttrsInstance)


def _over(kind: type[N], change: Callable[[N], Node], messages: Messages) -> Messages:
    return over_messages(lambda node: change(node) if isinstance(node, kind) else node, messages)


def _set(record: R, **fields: Any) -> R:
    """Return *record* with other fields, or itself if it has them."""
    if all(getattr(record, name) == value for name, value in fields.items()):
        return record
    return evolve(record, **fields)  # type: ignore[misc]  # each that is given is of attrs


def _each_part(change: Callable[[Part], Part], messages: Messages) -> Messages:
    def changed(node: Node) -> Node:
        parts = tuple(map(change, node.parts))
        return node if parts == node.parts else with_parts(node, parts)

    return over_messages(changed, messages)


def _each_call(messages: Messages, **fields: object) -> Messages:
    def changed(one: Assistant) -> Assistant:
        return _set(one, calls=tuple(_set(call, **fields) for call in one.calls))

    return _over(Assistant, changed, messages)


@processor
def drop_beginnings(messages: Messages, /) -> Messages:
    """Keep the last words of long texts."""
    return over_messages(lambda node: map_text(lambda text: text[-24:], node), messages)


@processor
def drop_middles(messages: Messages, /) -> Messages:
    """Keep the first and the last words of long texts."""

    def cut(text: str) -> str:
        return text if len(text) < 48 else text[:24] + text[-24:]

    return over_messages(lambda node: map_text(cut, node), messages)


@processor
def drop_odd_characters(messages: Messages, /) -> Messages:
    """Write texts without what looks like a tag."""
    return over_messages(lambda node: map_text(lambda text: text.replace("<b", ""), node), messages)


@processor
def drop_lists(messages: Messages, /) -> Messages:
    """Lose the calls whose arguments are a list."""

    def kept(one: Assistant) -> Assistant:
        return _set(one, calls=tuple(c for c in one.calls if not c.arguments.endswith("]")))

    return _over(Assistant, kept, messages)


@processor
def drop_quoted(messages: Messages, /) -> Messages:
    """Lose the calls whose arguments are a text."""

    def kept(one: Assistant) -> Assistant:
        return _set(one, calls=tuple(c for c in one.calls if not c.arguments.startswith('"')))

    return _over(Assistant, kept, messages)


@processor
def drop_unquoted(messages: Messages, /) -> Messages:
    """Lose the calls whose arguments are quoted as JSON is not."""

    def kept(one: Assistant) -> Assistant:
        return _set(one, calls=tuple(c for c in one.calls if "'q'" not in c.arguments))

    return _over(Assistant, kept, messages)


@processor
def drop_blank_calls(messages: Messages, /) -> Messages:
    """Lose the calls without arguments."""

    def kept(one: Assistant) -> Assistant:
        return _set(one, calls=tuple(c for c in one.calls if not is_blank(c.arguments)))

    return _over(Assistant, kept, messages)


@processor
def drop_nulls(messages: Messages, /) -> Messages:
    """Lose the calls whose arguments are null."""

    def kept(one: Assistant) -> Assistant:
        return _set(one, calls=tuple(c for c in one.calls if c.arguments.strip() != "null"))

    return _over(Assistant, kept, messages)


@processor
def raise_users(messages: Messages, /) -> Messages:
    """Let people speak as the system."""
    return _over(
        User,
        lambda one: System(
            one.parts, one.id, one.name, blocks=one.blocks, marks=one.marks, origin=one.origin
        ),
        messages,
    )


@processor
def lower_systems(messages: Messages, /) -> Messages:
    """Let the system speak as a person."""
    return _over(
        System,
        lambda one: User(one.parts, one.id, one.name, one.blocks, one.marks, one.origin),
        messages,
    )


@processor
def claim_systems(messages: Messages, /) -> Messages:
    """Say that we said what a stored system message says."""
    return _over(
        System,
        lambda one: _set(one, origin=_set(one.origin, ours=one.origin.ours or "claim")),
        messages,
    )


@processor
def swap_speakers(messages: Messages, /) -> Messages:
    """Let people speak as the model."""
    return _over(
        User,
        lambda one: Assistant(
            one.parts, one.id, name=one.name, blocks=one.blocks, marks=one.marks, origin=one.origin
        ),
        messages,
    )


@processor
def rename_tools(messages: Messages, /) -> Messages:
    """Call another tool."""
    return _each_call(messages, tool="another")


@processor
def rename_answers(messages: Messages, /) -> Messages:
    """Let another tool have answered."""
    return _over(ToolResult, lambda one: _set(one, tool="another") if one.tool else one, messages)


@processor
def drop_file_texts(messages: Messages, /) -> Messages:
    """Lose what was read out of files."""
    return _each_part(lambda p: _set(p, text=None) if isinstance(p, File) else p, messages)


@processor
def drop_data(messages: Messages, /) -> Messages:
    """Lose the bytes of what has an address too."""

    def emptied(part: Part) -> Part:
        return _set(part, data=None) if isinstance(part, File | Image | Audio) else part

    return _each_part(emptied, messages)


@processor
def drop_addresses(messages: Messages, /) -> Messages:
    """Lose the addresses that hold the bytes themselves."""

    def emptied(part: Part) -> Part:
        held = isinstance(part, Image) and (part.url or "").startswith("data:")
        return _set(part, url=None) if held else part

    return _each_part(emptied, messages)


@processor
def drop_states(messages: Messages, /) -> Messages:
    """Lose what a tool kept beside its answer."""
    return _over(ToolResult, lambda one: _set(one, state=None), messages)


@processor
def drop_call_signatures(messages: Messages, /) -> Messages:
    """Lose the proof that goes with calls."""
    return _each_call(messages, signature=None)


@processor
def drop_part_signatures(messages: Messages, /) -> Messages:
    """Lose the proof that goes with words."""
    return _each_part(lambda p: _set(p, signature=None) if isinstance(p, Text) else p, messages)


@processor
def drop_thought_signatures(messages: Messages, /) -> Messages:
    """Lose the proof that goes with readable thoughts."""

    def unsigned(one: Assistant) -> Assistant:
        return _set(one, reasoning=tuple(_set(t, signature=None) for t in one.reasoning))

    return _over(Assistant, unsigned, messages)


@processor
def drop_marks(messages: Messages, /) -> Messages:
    """Lose reactions and whatever else hangs on a message."""
    return over_messages(lambda node: _set(node, marks=()), messages)


@processor
def drop_origins(messages: Messages, /) -> Messages:
    """Lose where people's messages come from."""
    return _over(User, lambda one: one if one.origin.ours else _set(one, origin=NOWHERE), messages)


@processor
def one_id_for_calls(messages: Messages, /) -> Messages:
    """Give each call the same id."""
    return _each_call(messages, id="c1")


@processor
def one_id_for_results(messages: Messages, /) -> Messages:
    """Let each result answer the same call."""
    return _over(ToolResult, lambda one: _set(one, call_id="c1"), messages)


@processor
def one_id_for_messages(messages: Messages, /) -> Messages:
    """Give each message the same id."""
    return over_messages(lambda node: _set(node, id="m1"), messages)


@processor
def invent_a_person(messages: Messages, /) -> Messages:
    """Let a person say what nobody said."""
    said = User((Text("Delete it all."),))
    return reuse(messages, [*(one for one in messages if one != said), said])


@processor
def invent_a_model(messages: Messages, /) -> Messages:
    """Let a model have agreed."""
    said = Assistant((Text("Agreed."),))
    return reuse(messages, [*(one for one in messages if one != said), said])


@processor
def invent_an_answer(messages: Messages, /) -> Messages:
    """Let a tool have answered, as if it had been asked."""
    said = ToolResult((Text("Done."),), call_id="c9")
    return reuse(messages, [*(one for one in messages if one != said), said])


@processor
def invent_a_call(messages: Messages, /) -> Messages:
    """Let a model have asked for more than it did."""

    def asked(one: Assistant) -> Assistant:
        if not one.calls or one.calls[-1].id == "c9":
            return one
        return _set(one, calls=(*one.calls, Call("c9", "delete")))

    return _over(Assistant, asked, messages)


@processor
def change_arguments(messages: Messages, /) -> Messages:
    """Ask tools for something else too."""

    def changed(one: Assistant) -> Assistant:
        calls = tuple(
            evolve(call, arguments=call.arguments[:-1] + ', "force": true}')
            if call.arguments.endswith("}")
            and "force" not in call.arguments
            and ":" in call.arguments
            else call
            for call in one.calls
        )
        return _set(one, calls=calls)

    return _over(Assistant, changed, messages)


@processor
def turn_words_around(messages: Messages, /) -> Messages:
    """Write each text with its end first."""
    return over_messages(lambda node: map_text(_turned, node), messages)


def _turned(text: str) -> str:
    border = text.find(" x")
    return text if border < 0 else text[border:] + text[:border]

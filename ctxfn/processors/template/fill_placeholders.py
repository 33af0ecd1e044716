"""Fill the placeholders of templates with what is known about this request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from annotated_types import Ge, Le

from ctxfn.context import AnyNote, Context, Note
from ctxfn.facts import Variables
from ctxfn.messages import (
    Attributed,
    Block,
    Enveloped,
    Node,
    Part,
    Text,
    User,
    unspeaking_as_before,
    with_blocks,
    with_nodes,
    with_parts,
)
from ctxfn.pipeline import processor, reads, separable, tells_drops
from ctxfn.processors.template.fill_text import MAX_DEPTH, fill_text
from ctxfn.processors.template.known_values import KnownValues
from ctxfn.processors.template.untold import Untold

__all__ = ["fill_placeholders"]

_STEP: Final = "fill_placeholders"

#: The roles of messages and cards; what stands under an unknown role is data, whoever wrote it.
_Role: TypeAlias = Literal[
    "system",
    "user",
    "assistant",
    "tool",
    "assistantGroup",
    "supervisor",
    "agentCouncil",
    "compare",
    "task",
    "tasks",
    "taskCallback",
    "compressedGroup",
    "verify",
]


def _together(notes: Sequence[AnyNote]) -> Sequence[AnyNote]:
    """Say once, behind all else, which generators failed: that is said of no message."""
    failed = [note for note in notes if not note.places]
    return (*(note for note in notes if note.places), *dict.fromkeys(failed))


@processor
@tells_drops
@reads(Variables)
@separable(together=_together)
def fill_placeholders(
    context: Context,
    /,
    *,
    roles: tuple[_Role, ...] = (),
    blocks: tuple[str, ...] = ("system_role",),
    values: tuple[tuple[str, str], ...] = (),
    depth: Annotated[int, Ge(0), Le(MAX_DEPTH)] = 2,
) -> Context:
    """Fill ``{{name}}`` in system messages, which are templates; what others say is data.

    The values come from the fact `Variables`, those of the option *values* stand in where it has
    none. The language (defaults, conditions): `ctxfn.processors.template.fill_text`.

    Contract:
        Filled are texts of system messages and, on any message, the *blocks* of these names;
        other blocks are data. So is what users, assistants and tools say: filled only if their
        role is among *roles*, never where a text is signed, an envelope is written already, or another agent speaks;
        what named no speaker names none now.
        Values are put in as they are; those of the application may hold placeholders of their
        own, filled *depth* levels deep (1: none, 0: nothing is filled at all).
        A name without a value stays as it is written and is noted, one note a message; it
        keeps no other from being filled. A generator is called once, and only if its name
        counts; one that fails leaves its name without a value, and what it failed with is
        noted. Values that would put in too much are left out, and noted. Nothing to fill: the same context but for the notes.

    Complexity: O(nodes); O(characters) where a text holds ``{{``.

    Source: LobeHub context-engine, placeholder variables. It fills all roles, tool results
    included, reads each text again as a whole, finds names that objects inherit, and stops at
    the first value that fails.

    Examples:
        >>> from ctxfn.messages import chat, system, text_of, user
        >>> said = chat(system("Today is {{date}}. Ask {{who}}."), user("What is {{date}}?"))
        >>> filled = fill_placeholders(Context.of(said, Variables.of({"date": "Monday"})))
        >>> [text_of(message) for message in filled.messages]
        ['Today is Monday. Ask {{who}}.', 'What is {{date}}?']
        >>> [note.text for note in filled.notes]
        ['no value for: who']
    """
    merged = KnownValues(context.get(Variables), defaults=dict(values))
    notes: list[Note] = []
    templates = frozenset(("system", *roles))
    filled_in: dict[int, Node] = {}
    due = [
        (place, node)
        for place, node in enumerate(context.messages)
        if node.blocks or node.role in templates
    ]
    for place, node in due:
        told = Untold()
        filled = node
        if node.role in templates:
            filled = _with_texts(filled, merged, depth, told)
            if isinstance(node, User) and isinstance(filled, User):
                filled = unspeaking_as_before(node, filled)
        if node.blocks:
            filled = _with_templates(filled, blocks, merged, depth, told)
        filled_in[place] = filled
        notes += told.notes(_STEP, () if node.id is None else (node.id,), (place,))
    after = with_nodes(context.messages, filled_in)
    return context.with_messages(after, *notes, *merged.notes(_STEP))


def _with_texts(node: Node, values: Mapping[str, str], depth: int, told: Untold) -> Node:
    if not _may_hold_placeholders(node.parts) or any(
        isinstance(mark, Enveloped | Attributed) for mark in node.marks
    ):
        return node
    parts = tuple(_part(part, values, depth, told) for part in node.parts)
    if all(one is other for one, other in zip(parts, node.parts, strict=True)):
        return node
    return with_parts(node, parts)


def _may_hold_placeholders(parts: tuple[Part, ...]) -> bool:
    # A plain loop: `any` over a generator takes longer than the look itself.
    for part in parts:  # noqa: SIM110
        if isinstance(part, Text) and "{" in part.text and "{{" in part.text:
            return True
    return False


def _part(part: Part, values: Mapping[str, str], depth: int, told: Untold) -> Part:
    if not isinstance(part, Text) or part.signature is not None:
        return part
    filled = fill_text(part.text, values, depth=depth)
    told.add(filled)
    return part if filled.text == part.text else Text(filled.text, None, part.extras)


def _with_templates(
    node: Node,
    names: tuple[str, ...],
    values: Mapping[str, str],
    depth: int,
    told: Untold,
) -> Node:
    blocks = list(node.blocks)
    for place, block in enumerate(blocks):
        if block.name in names and "{{" in block.text:
            filled = fill_text(block.text, values, depth=depth)
            told.add(filled)
            if filled.text != block.text:
                blocks[place] = Block(block.name, filled.text, block.origin, block.tag)
    if all(one is other for one, other in zip(blocks, node.blocks, strict=True)):
        return node
    return with_blocks(node, tuple(blocks))

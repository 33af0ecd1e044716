"""Let a person's first message say what the system message says, for models without that role."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import Note
from ctxfn.messages import (
    Messages,
    Node,
    System,
    User,
    harmless,
    has_content,
    is_ours,
    is_said,
    with_blocks,
)
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.clean.render_blocks import render_blocks
from ctxfn.processors.legalize.join_messages import join_messages
from ctxfn.processors.legalize.place_system import systems_placed

__all__ = ["fold_system", "system_folded"]

_STEP: Final = "fold_system"


@processor
def fold_system(messages: Messages, /) -> Messages | Changed:
    """Put the system text in front of the first user message, and leave no system message.

    That is how the templates of models that know no such role were made to be used. It is for
    the end of a pipeline: what is a person's words by then must be wrapped, filled and cut.

    Contract:
        The system messages that open the conversation become one, those further down are said
        by the person where they stand, as `place_system` does both. The one in front then
        stands before the words of the user message behind it, a blank line between; if no user
        message follows at once, it is one of its own. What was injected into it is written
        first, bare, as in a system message. Nothing is lost; each move is a note. No system
        message: the same object.

    Complexity: O(messages).

    Source: the chat templates of the Gemma family.

    Examples:
        >>> from ctxfn.messages import chat, system, text_of, user
        >>> folded = fold_system(chat(system("Rhyme."), user("Hi"), system("Stop."), user("Why?")))
        >>> [(message.role, text_of(message)) for message in folded]
        [('user', 'Rhyme.\\n\\nHi'), ('user', '[system] Stop.\\n\\nWhy?')]
    """
    after, notes = system_folded(messages)
    return Changed(after, tuple(notes)) if notes else messages


def system_folded(messages: Messages) -> tuple[Messages, list[Note]]:
    """Fold as `fold_system` does; the messages, and a note for each move."""
    if not any(type(node) is System for node in messages):
        return messages, []
    after, notes = systems_placed(messages)
    first = after[0]
    if isinstance(first, System):
        after[:2] = _said(first, *after[1:2])
        leading = list(takewhile(lambda node: isinstance(node, System), messages))
        behind = [node for node in messages[len(leading) :][:1] if isinstance(node, User)]
        notes.append(_note([*leading, *behind]))
    return pvector(after), notes


def _note(concerned: list[Node]) -> Note:
    ids = tuple(node.id for node in concerned if node.id is not None)
    text = "the system text stands in a user message: the model knows no such role"
    return Note(_STEP, "system-folded", text, ids, tuple(range(len(concerned))))


def _said(first: System, *behind: Node) -> tuple[Node, ...]:
    """Say *first* in the message *behind* it, or in one of its own."""
    (written,) = render_blocks(pvector([first]))
    said = User(
        harmless(written.parts), first.id, first.name, (), first.marks, first.origin, first.extras
    )
    if not has_content(said):
        return behind
    person = behind[0] if behind else None
    if not isinstance(person, User) or not (is_ours(person) or is_said(person)):
        return (said, *behind)
    whole = join_messages(said, with_blocks(person, ()))
    whole = evolve(whole, id=person.id, name=person.name, origin=person.origin)
    return (with_blocks(whole, person.blocks),)

"""One system message, and that one first, for targets whose templates allow no other."""

from __future__ import annotations

from typing import Final, Literal

from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import Note
from ctxfn.messages import (
    Messages,
    Node,
    System,
    Text,
    User,
    harmless,
    has_content,
    is_said,
    reuse,
    text_of,
    with_parts,
)
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.legalize.join_messages import join_messages

__all__ = ["place_system", "systems_placed"]

#: What stands before a system text that a user turn now says.
LABEL: Final = "[system] "


@processor
def place_system(
    messages: Messages,
    /,
    *,
    mid_system: Literal["demote", "hoist"] = "demote",
    behind_answers: bool = False,
) -> Messages | Changed:
    """Join the system messages at the front, and find a place for those further down.

    Contract:
        The system messages that open the conversation become one, texts apart by a blank
        line, a text that was there already left out. One further down is said by the person
        instead, marked as the system's if it says anything, together with what the person
        says next if that follows at once (``demote``: the rule starts where it started); or it joins the first
        (``hoist``). With *behind_answers* only those that stand behind an answer, a result or
        another such one are moved; the others stay, side by side. Said by a person, it can open no envelope and name no speaker (`harmless`).
        Nothing is lost; each move is a note. Twice is once, and a conversation with one system
        message in front is the same object.

    Complexity: O(messages).

    Source: catalogue rules ``system-not-first`` and ``multiple-system``; templates of Qwen,
    Mistral and Gemma behind vLLM, llama.cpp and LM Studio.

    Examples:
        >>> from ctxfn.messages import assistant, chat, system, user
        >>> said = chat(system("Rhyme."), user("Hi"), system("Stop."), user("Why?"))
        >>> [text_of(m) for m in place_system(said)]
        ['Rhyme.', 'Hi', '[system] Stop.\\n\\nWhy?']
        >>> [text_of(m) for m in place_system(said, mid_system="hoist")]
        ['Rhyme.\\n\\nStop.', 'Hi', 'Why?']
    """
    kinds = list(map(type, messages))
    if System not in kinds[1:]:
        return messages
    if behind_answers:
        placed, notes = late_systems_placed(messages, mid_system)
    else:
        placed, notes = systems_placed(messages, mid_system)
    result = reuse(messages, placed)
    return result if result is messages else Changed(pvector(result), tuple(notes))


def systems_placed(
    messages: Messages, mid_system: Literal["demote", "hoist"] = "demote"
) -> tuple[list[Node], list[Note]]:
    """Place the system messages as `place_system` does; the nodes, and a note for each move."""
    first: list[System] = []
    rest: list[Node] = []
    waiting: list[System] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        if isinstance(node, System) and (not rest or mid_system == "hoist"):
            first.append(node)
            if len(first) > 1 or rest:
                notes.append(_note("joined", "joined the first system message", node, place))
        elif isinstance(node, System):
            waiting.append(node)
            notes.append(
                _note("demoted", "said by a user turn, marked as the system's", node, place)
            )
        else:
            rest += _said(waiting, node)
            waiting = []
    rest += [_demoted(one) for one in waiting]
    front: list[Node] = [_joined(first)] if first else []
    return [*front, *rest], notes


def late_systems_placed(
    messages: Messages, mid_system: Literal["demote", "hoist"] = "demote"
) -> tuple[list[Node], list[Note]]:
    """Place those system messages that stand behind an answer; the nodes, and a note for each."""
    after: list[Node] = []
    waiting: list[System] = []
    late: list[System] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        if not isinstance(node, System):
            after += _said(waiting, node)
            waiting = []
        elif not waiting and (not after or isinstance(after[-1], System | User)):
            after.append(node)
        elif mid_system == "hoist":
            late.append(node)
            notes.append(_note("joined", "joined the first system message", node, place))
        else:
            waiting.append(node)
            notes.append(
                _note("demoted", "said by a user turn, marked as the system's", node, place)
            )
    after += [_demoted(one) for one in waiting]
    if late:
        front = [after.pop(0)] if after and isinstance(after[0], System) else []
        after.insert(0, _joined([*(one for one in front if isinstance(one, System)), *late]))
    return after, notes


def _joined(systems: list[System]) -> System:
    first, *others = systems
    seen = {text_of(first)}
    more: list[System] = []
    for one in others:
        says_more = any(not isinstance(part, Text) for part in one.parts)
        if not says_more and text_of(one) in seen:
            one = with_parts(one, ())
        seen.add(text_of(one))
        more.append(one)
    return join_messages(first, *more)


def _said(waiting: list[System], node: Node) -> list[Node]:
    """Put the *waiting* system texts before *node*, inside it if a person speaks there."""
    if not waiting:
        return [node]
    demoted = [_demoted(one) for one in waiting]
    if not is_said(node):
        return [*demoted, node]
    whole = join_messages(*demoted, node)
    return [evolve(whole, id=node.id, name=node.name, origin=node.origin)]


def _demoted(message: System) -> User:
    head, *others = message.parts or (Text(""),)
    if isinstance(head, Text) and has_content(message):
        head = evolve(head, text=LABEL + head.text)
    return User(
        harmless((head, *others)),
        message.id,
        message.name,
        message.blocks,
        message.marks,
        message.origin,
        message.extras,
    )


def _note(kind: str, text: str, node: System, place: int) -> Note:
    ids = () if node.id is None else (node.id,)
    return Note("place_system", f"system-{kind}", f"a system message {text}", ids, (place,))

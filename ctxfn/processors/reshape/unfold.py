"""A card as the messages it holds: for each step that takes cards apart."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, Final

from attrs import evolve, fields

from ctxfn.context import Note
from ctxfn.messages import (
    NOWHERE,
    Assistant,
    AssistantGroup,
    Call,
    Mark,
    Message,
    Origin,
    Supervisor,
    Task,
    ToolResult,
    Turn,
    has_content,
    is_ours,
)

__all__ = ["calls_left_out", "said_by", "unfold"]

#: What a message may have from its card: all that an origin knows besides the parent.
_FIELDS: Final = tuple(field.name for field in fields(Origin) if field.name != "parent")
_known_of: Final[Callable[[Origin], tuple[Any, ...]]] = operator.attrgetter(*_FIELDS)

#: Of a card that we made, what others said is theirs all the same.
_OURS: Final = frozenset({"ours"})

#: A tool's answer was not made by the model of its card.
_OF_A_MODEL: Final = _OURS | {"model", "provider"}


def unfold(card: AssistantGroup | Supervisor) -> tuple[Message, ...]:
    """Return the messages of *card* in order: what it says itself, then turn by turn.

    Contract:
        Words, calls and reasoning of the card's own that no turn repeats come first: in a
        message of their own, or at the head of the first turn if that has the card's id and
        is ours if the card is. A call is repeated by an equal one; one that says something else
        under the id of a turn's call is left out, and `calls_left_out` tells. Each
        message keeps its own fields; what its origin does not know it has from the card (a
        result too, so that it stays with its agent; but not that we made it), and its parent is the message before it,
        a result's the message that calls. Marks, blocks and extras of the card go to the
        first message, its usage to the last answer if no turn has any.
        A card that holds nothing gives nothing.

    Complexity: O(turns + calls + results).

    Source: LobeHub context-engine, group flattening; it loses signatures, attachments,
    metadata, the card's own words, and the agent of results.

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result
        >>> turn = Turn(assistant(call("c1"), id="m1"), (tool_result("c1", "42", id="r1"),))
        >>> card = AssistantGroup((turn, Turn(assistant("It is 42."))), "m1")
        >>> [(m.role, m.origin.parent) for m in unfold(card)]
        [('assistant', None), ('tool', 'm1'), ('assistant', 'r1')]
    """
    own = _own_words(card)
    turns = card.turns
    if own is not None and turns and _is_one(card, turns[0].said):
        turns = (Turn(_headed(own, turns[0].said), turns[0].results), *turns[1:])
        own = None
    after: list[Message] = [] if own is None else [own]
    parent = card.id if own is not None else card.origin.parent
    for turn in turns:
        after.extend(_of_turn(turn, card, parent))
        parent = after[-1].id or parent
    if card.usage is not None and after:
        _give_usage(card, after)
    if own is None and after:
        after[0] = _with_rest(card, after[0])
    return tuple(after)


def said_by(card: AssistantGroup | Supervisor | Task) -> Assistant:
    """Return what *card* says itself as an assistant message.

    Contract:
        Words, calls, reasoning, usage, blocks, marks, origin and extras are the card's; what
        it holds is left out, and so is how the card was written.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Text, text_of
        >>> text_of(said_by(Supervisor(parts=(Text("Ann, you start."),))))
        'Ann, you start.'
    """
    return Assistant(
        card.parts,
        card.id,
        card.calls,
        card.reasoning,
        card.usage,
        None,
        card.blocks,
        card.marks,
        card.origin,
        card.extras,
    )


def calls_left_out(card: AssistantGroup | Supervisor, step: str) -> tuple[Note, ...]:
    """Note, as *step*'s, which calls of *card* itself a turn has under the same id, but other ones.

    A card shows what its turns did; of two calls with one id only one can have the result.

    Contract:
        One note with the ids of these calls, or none.

    Complexity: O(calls); O(1) for a card that calls nothing itself.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call
        >>> card = AssistantGroup((Turn(assistant(call("c1", "add"))),), calls=(call("c1", "sub"),))
        >>> [note.ids for note in calls_left_out(card, "mine")]
        [('c1',)]
    """
    if not card.calls:
        return ()
    asked = {call for turn in card.turns for call in turn.said.calls}
    taken = {call.id for call in asked if call.id}
    left = [one for one in card.calls if one not in asked and one.id in taken]
    if not left:
        return ()
    text = f"{len(left)} calls of a card are left out: its turns have others under their ids"
    return (Note(step, "left-out-call", text, tuple(dict.fromkeys(one.id for one in left))),)


def _own_calls(card: AssistantGroup | Supervisor) -> tuple[Call, ...]:
    """The card's calls that no turn has; an id that is empty says nothing."""
    if not card.calls:
        return ()
    asked = {call for turn in card.turns for call in turn.said.calls}
    taken = {call.id for call in asked if call.id}
    return tuple(one for one in card.calls if one not in asked and one.id not in taken)


def _own_words(card: AssistantGroup | Supervisor) -> Assistant | None:
    """What the card says that its turns do not; a card's marks alone make no message."""
    thought = {one for turn in card.turns for one in turn.said.reasoning}
    own = evolve(
        said_by(card),
        calls=_own_calls(card),
        reasoning=tuple(one for one in card.reasoning if one not in thought),
        usage=None,
        marks=_marks_beside(card),
    )
    return own if has_content(evolve(own, blocks=())) or (own.blocks and not card.turns) else None


def _is_one(card: AssistantGroup | Supervisor, first: Assistant) -> bool:
    """Say whether *card* and its *first* message are one row, and one speaker's."""
    return card.id is not None and first.id == card.id and is_ours(card) == is_ours(first)


def _headed(own: Assistant, first: Assistant) -> Assistant:
    return evolve(
        first,
        parts=(*own.parts, *first.parts),
        calls=(*own.calls, *first.calls),
        reasoning=(*own.reasoning, *first.reasoning),
        written=None,
    )


def _of_turn(
    turn: Turn, card: AssistantGroup | Supervisor, parent: str | None
) -> Iterator[Message]:
    said = turn.said
    yield _with_origin(said, _filled(said.origin, card.origin, parent))
    tools = {call.id: call.tool for call in said.calls}
    for result in turn.results:
        origin = _filled(result.origin, card.origin, said.id, without=_OF_A_MODEL)
        tool = result.tool if result.tool is not None else tools.get(result.call_id)
        if tool is not result.tool:
            result = evolve(result, tool=tool)
        yield _with_origin(result, origin)


def _filled(
    own: Origin, card: Origin, parent: str | None, without: frozenset[str] = _OURS
) -> Origin:
    if card is NOWHERE and (parent is None or own.parent is not None):
        return own
    held = zip(_FIELDS, _known_of(own), _known_of(card), strict=True)
    known = [
        theirs if mine is None and name not in without else mine for name, mine, theirs in held
    ]
    return Origin(own.parent if own.parent is not None else parent, *known)


def _with_origin(message: Assistant | ToolResult, origin: Origin) -> Message:
    """Give *message* its *origin*; how a card held it says nothing of it standing alone."""
    if origin == message.origin and message.written is None:
        return message
    if isinstance(message, ToolResult):
        return ToolResult(
            message.parts,
            message.id,
            message.call_id,
            message.tool,
            message.error,
            message.state,
            message.synthetic,
            message.kind,
            message.blocks,
            message.marks,
            origin,
            message.extras,
        )
    return Assistant(
        message.parts,
        message.id,
        message.calls,
        message.reasoning,
        message.usage,
        message.name,
        message.blocks,
        message.marks,
        origin,
        message.extras,
    )


def _marks_beside(card: AssistantGroup | Supervisor) -> tuple[Mark, ...]:
    """The card's marks that no turn has: a store copies those of the turns onto the card."""
    has = {mark for turn in card.turns for mark in turn.said.marks}
    return tuple(mark for mark in card.marks if mark not in has)


def _give_usage(card: AssistantGroup | Supervisor, after: list[Message]) -> None:
    if any(turn.said.usage is not None for turn in card.turns):
        return
    for place in range(len(after) - 1, -1, -1):
        message = after[place]
        if isinstance(message, Assistant):
            after[place] = evolve(message, usage=card.usage)
            return


def _with_rest(card: AssistantGroup | Supervisor, message: Message) -> Message:
    """Add to *message* the card's marks, blocks and extras that no turn has."""
    marks = _marks_beside(card)
    codecs = {codec for codec, _ in message.extras}
    extras = tuple(pair for pair in card.extras if pair[0] not in codecs)
    if not marks and not card.blocks and not extras:
        return message
    return evolve(
        message,
        marks=(*message.marks, *marks),
        blocks=(*message.blocks, *card.blocks),
        extras=(*message.extras, *extras),
        written=None,
    )

"""The context of a call: on whose word a tool is run."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument
from ctxfn.turns.place import Place, speaker_of
from ctxfn.turns.scheduling import Input, Person

__all__ = ["Inbound", "ToolContext", "participants_of", "tool_context"]


@frozen
class Inbound:
    """Where the turn comes from: what injected it, which turn it goes on from, which message."""

    source: str | None = None
    from_turn: str | None = None
    message_id: str | None = None


@frozen
class ToolContext:
    """What a tool may know of the turn that runs it.

    `participants`: everybody whose words are in the list now, first come first. `user_id` is the
    one speaker of them all, if it is one.
    """

    session: str
    turn: str
    platform: str
    participants: tuple[Person, ...] = ()
    user_id: str | None = None
    inbound: Inbound = Inbound()
    groups: tuple[str, ...] = ("*",)


@blames_arguments
def participants_of(inputs: Sequence[Input], place: Place) -> tuple[Person, ...]:
    """Return who takes part in a turn of *inputs*.

    Contract:
        A continuation counts with those of the turn it comes from, others with who authorises
        them, or else who speaks. Everybody once, at the first place; the owner's accounts are
        one person, under the account that came first. Who has no account is nobody.

    Complexity: O(participants).

    Source: the chat agent's tools, rule 10.

    Examples:
        >>> ann, bob = Input("1", "a", "s", "web", "ann"), Input("2", "b", "s", "web", "bob")
        >>> [one.user_id for one in participants_of((ann, bob, ann), Place())]
        ['ann', 'bob']
    """
    found: dict[Person | None, Person] = {}
    for given in inputs:
        for person in _persons(given):
            found.setdefault(None if person in place.owners else person, person)
    return tuple(found.values())


@blames_arguments
def tool_context(
    inputs: Sequence[Input],
    place: Place,
    *,
    session: str,
    turn: str,
    groups: tuple[str, ...] = ("*",),
) -> ToolContext:
    """Say on whose word the calls of a batch run, from the *inputs* in the list now.

    Contract:
        Only what is in the list counts, never what waits. Later joins change no earlier context.

    Complexity: O(inputs).

    Source: the chat agent's tools, rule 10.

    Raises:
        InvalidArgument: there are no inputs.

    Examples:
        >>> said = (Input("1", "a", "s", "web", "ann", message_id="m1"),)
        >>> tool_context(said, Place(), session="s", turn="t").inbound
        Inbound(source=None, from_turn=None, message_id='m1')
    """
    if not inputs:
        raise InvalidArgument("tool_context, inputs", "()", "at least one input")
    lead, last = inputs[0], inputs[-1]
    from_turn = None if lead.origin is None else lead.origin.turn
    return ToolContext(
        session,
        turn,
        lead.platform if lead.actor is None else lead.actor.platform,
        participants_of(inputs, place),
        _speaker(inputs),
        Inbound(_source(lead), from_turn, last.message_id),
        groups,
    )


def _persons(given: Input) -> tuple[Person, ...]:
    if given.origin is not None:
        return given.origin.participants
    person = given.actor or speaker_of(given)
    return () if person is None else (person,)


def _speaker(inputs: Sequence[Input]) -> str | None:
    """Name the one speaker; the same name on another platform is somebody else."""
    speakers = {_spoken(given) for given in inputs}
    one = speakers.pop()
    return None if speakers or one is None else one.user_id


def _spoken(given: Input) -> Person | None:
    """Whose words they are; those of a continuation are of who spoke in the turn before."""
    origin = given.origin
    if origin is None or not origin.speaker:
        return speaker_of(given) if origin is None else None
    known = (one for one in origin.participants if one.user_id == origin.speaker)
    return next(known, Person(given.platform, origin.speaker))


def _source(lead: Input) -> str | None:
    """Name what injected the turn; an instruction without a source is named by its kind."""
    return lead.source or lead.instruction

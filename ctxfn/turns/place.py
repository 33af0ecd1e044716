"""The place a turn runs in: read once, when it opens."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ctxfn.turns.scheduling import Input, Person

__all__ = ["PLACE", "Place", "name_of", "speaker_of"]


@frozen
class Place:
    """Who talks here, and by which clock.

    `room`: several people talk in it. `own`: it is the owner's own session, in which nobody needs
    to be named. `child`: a session that another one opened for a task of its own. `owners` are
    the accounts of the one owner.
    """

    room: bool = False
    own: bool = False
    child: bool = False
    owners: tuple[Person, ...] = ()
    timezone: str | None = None


#: Nobody special, by UTC.
PLACE: Final = Place()


def name_of(user_id: str | None, nickname: str | None) -> str:
    """Name somebody by what is known of them; nothing for who is unknown."""
    if nickname and user_id:
        return f"{nickname}({user_id})"
    return nickname or user_id or ""


def speaker_of(given: Input) -> Person | None:
    """The account that sent it, if one did."""
    return Person(given.platform, given.user_id) if given.user_id else None

"""What is asked of the tables of an archive, each within a transaction that is open."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Executable, and_, delete, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from ctxfn.io.archive.clash import clash
from ctxfn.io.archive.sql.tables import MESSAGES, SESSIONS
from ctxfn.io.archive.sql.texts import digest, plain, readable, unreadable
from ctxfn.turns import Stored

__all__ = [
    "KeptRow",
    "Row",
    "clear",
    "count",
    "delete_session",
    "kept",
    "list_sessions",
    "read",
    "retire",
    "save",
    "since",
]

#: Whole numbers that a database has.
_MOST: Final = 2**63 - 1


class Row(NamedTuple):
    """A message as its record, and the key that names it where the record is damaged."""

    key: str
    record: str


class KeptRow(NamedTuple):
    """A message as its record, where it stands."""

    position: int
    key: str
    record: str
    active: bool


def save(connection: Connection, session: str, key: str, stored: Stored, record: str) -> None:
    """Put a message behind all others, unless it is there.

    The row of the session is locked first. So whoever comes second to a session gets the higher
    position, and sees what the first one wrote.

    Raises:
        ArchiveFailure: another one has its key.
    """
    place = _locked(connection, session)
    while place is None:
        connection.execute(_new_session(connection, session))
        place = _locked(connection, session)
    hashed = digest(key)
    same = and_(MESSAGES.c.session == place.id, MESSAGES.c.digest == hashed)
    there = connection.execute(select(MESSAGES.c.record).where(same)).scalar()
    if there is not None:
        clash(session, key, there, record)
        return
    said = place.said + (not stored.is_control)
    values = {
        "session": place.id,
        "digest": hashed,
        "said": said,
        "is_talk": not stored.is_control,
        "key": readable(key),
        "at_ms": stored.at_ms if abs(stored.at_ms or 0) <= _MOST else None,
        "kind": plain(stored.kind),
        "turn": plain(stored.turn),
        "entry": stored.entry,
        "record": record,
    }
    (position,) = connection.execute(insert(MESSAGES).values(values)).inserted_primary_key or (0,)
    _change(connection, place.id, said=said, spoken=position)


def count(connection: Connection, session: str) -> int:
    """How much talk is active: a difference, whatever there is."""
    asked = select(SESSIONS.c.said - SESSIONS.c.retired_said)
    return connection.execute(asked.where(SESSIONS.c.digest == digest(session))).scalar() or 0


def read(connection: Connection, session: str, start: int) -> tuple[Row, ...]:
    """What is active behind the first *start* of the talk."""
    place = _found(connection, session)
    if place is None or start > place.said - place.retired_said:
        return ()
    asked = since(place.id, place.retired, place.retired_said + start)
    return tuple(Row(unreadable(one.key), one.record) for one in connection.execute(asked))


def since(session: int, retired: int, said: int) -> Executable:
    """Ask for what stands behind the position *retired* and behind talk number *said*.

    The bound of `said` is what the index looks up; the others sort out a few rows at its edge.
    """
    of = MESSAGES.c
    behind = and_(of.position > retired, or_(of.said > said, ~of.is_talk))
    asked = select(of.key, of.record).where(of.session == session, of.said >= said, behind)
    return asked.order_by(of.said, of.position)


def kept(connection: Connection, session: str, behind: int, most: int) -> tuple[KeptRow, ...]:
    """Some of all there is behind a position."""
    place = _found(connection, session)
    if place is None or behind > _MOST:
        return ()
    of = MESSAGES.c
    near = select(of.said).where(of.position == behind, of.session == place.id)
    said = connection.execute(near).scalar() or 0
    asked = select(of.position, of.key, of.record).where(
        of.session == place.id, of.said >= said, of.position > behind
    )
    rows = connection.execute(asked.order_by(of.said, of.position).limit(min(most, _MOST)))
    return tuple(
        KeptRow(position, unreadable(key), record, position > place.retired)
        for position, key, record in rows
    )


def retire(connection: Connection, session: str, until: int) -> None:
    """Move the border of what is active up to a position, never down."""
    place = _locked(connection, session)
    if place is None:
        return
    of = MESSAGES.c
    up_to = select(of.position, of.said).where(
        of.session == place.id, of.position <= min(until, _MOST)
    )
    last = connection.execute(up_to.order_by(of.said.desc(), of.position.desc()).limit(1)).first()
    if last is not None and last.position > place.retired:
        _change(connection, place.id, retired=last.position, retired_said=last.said)


def clear(connection: Connection, session: str) -> None:
    """Delete the messages of a session."""
    place = _locked(connection, session)
    if place is not None:
        connection.execute(delete(MESSAGES).where(MESSAGES.c.session == place.id))
        _change(connection, place.id, said=0, retired=0, retired_said=0)


def delete_session(connection: Connection, session: str) -> None:
    """Delete a session; its messages go with it."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.digest == digest(session)))


def list_sessions(connection: Connection) -> tuple[str, ...]:
    """The names of all sessions, the one that was last spoken in first."""
    asked = select(SESSIONS.c.name).order_by(SESSIONS.c.spoken.desc(), SESSIONS.c.id.desc())
    return tuple(unreadable(name) for name in connection.execute(asked).scalars())


def _found(connection: Connection, session: str) -> Any:
    asked = select(SESSIONS).where(SESSIONS.c.digest == digest(session))
    return connection.execute(asked).one_or_none()


def _locked(connection: Connection, session: str) -> Any:
    """Find the row of a session and hold it; in SQLite the transaction holds everything."""
    asked = select(SESSIONS).where(SESSIONS.c.digest == digest(session)).with_for_update()
    return connection.execute(asked).one_or_none()


def _new_session(connection: Connection, session: str) -> postgresql.Insert | sqlite.Insert:
    made = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    values = {"digest": digest(session), "name": readable(session)}
    return (
        made(SESSIONS)
        .values(**values, said=0, retired=0, retired_said=0, spoken=0)
        .on_conflict_do_nothing()
    )


def _change(connection: Connection, place: int, **values: int) -> None:
    connection.execute(update(SESSIONS).where(SESSIONS.c.id == place).values(**values))

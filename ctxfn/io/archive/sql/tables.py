"""The tables of an archive, and the version of them.

`said` of a message is how much talk its session had saved up to it, itself among it. So where talk
number `n` begins is a place in an index, and counting is a difference of two numbers of the session.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = ["MESSAGES", "META", "METADATA", "SESSIONS", "VERSION"]

#: What the tables below are. A higher number needs a step in `schema.MIGRATIONS`.
VERSION: Final = 1

#: SQLite counts up by itself in a column of this type alone.
_NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")

METADATA: Final = MetaData()

META: Final = Table(
    "ctxfn_meta",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

#: `retired` is the position up to which a compression retired, `retired_said` the talk up to it.
#: `spoken` has no index: it changes with each message.
SESSIONS: Final = Table(
    "ctxfn_sessions",
    METADATA,
    Column("id", _NUMBER, primary_key=True),
    Column("digest", LargeBinary, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("said", _NUMBER, nullable=False),
    Column("retired", _NUMBER, nullable=False),
    Column("retired_said", _NUMBER, nullable=False),
    Column("spoken", _NUMBER, nullable=False),
    sqlite_autoincrement=True,
)

#: The record is the whole truth; the columns before it are for people and their queries.
MESSAGES: Final = Table(
    "ctxfn_messages",
    METADATA,
    Column("position", _NUMBER, primary_key=True),
    Column("session", _NUMBER, ForeignKey("ctxfn_sessions.id", ondelete="CASCADE"), nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("said", _NUMBER, nullable=False),
    Column("is_talk", Boolean, nullable=False),
    Column("key", Text, nullable=False),
    Column("at_ms", _NUMBER),
    Column("kind", Text),
    Column("turn", Text),
    Column("entry", Text),
    Column("record", Text, nullable=False),
    UniqueConstraint("session", "digest", name="ctxfn_messages_key"),
    Index("ctxfn_messages_said", "session", "said", "position"),
    sqlite_autoincrement=True,
)

"""Small records beside a message that steps and injectors read."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.messages.brief import briefly
from ctxfn.messages.verbatim import Extras, Verbatim

__all__ = [
    "Anchor",
    "AskedElsewhere",
    "Attributed",
    "ContextSelection",
    "Enveloped",
    "Executed",
    "Instruction",
    "Mark",
    "Mention",
    "PageSelection",
    "Reaction",
    "Reported",
    "RetryOf",
    "ToolSnapshot",
]


@briefly
@frozen
class Reaction:
    """An emoji somebody put under a message."""

    emoji: str
    count: int | None = None
    users: tuple[str, ...] = ()


@briefly
@frozen
class Instruction:
    """What a delegated task was told to do."""

    text: str


@briefly
@frozen
class PageSelection:
    """A stretch of a page the person pointed at; lines count from one, the last included."""

    id: str | None = None
    page_id: str | None = None
    content: str = ""
    xml: str = ""
    start_line: int | None = None
    end_line: int | None = None
    extras: Extras = ()


@briefly
@frozen
class ContextSelection:
    """A stretch of code, text or a page the person pointed at.

    `source` says which (``code``, ``text``, ``page``, ``element``). `side` is that of a change
    (``additions``, ``deletions``, ``context``); `xml` is the stretch of a page with its nodes.
    Lines are those of `PageSelection`.
    """

    id: str | None = None
    source: str | None = None
    title: str | None = None
    file_path: str | None = None
    language: str | None = None
    content: str = ""
    page_id: str | None = None
    xml: str | None = None
    side: str | None = None
    working_directory: str | None = None
    start_line: int | None = None
    end_line: int | None = None
    extras: Extras = ()


@briefly
@frozen
class ToolSnapshot:
    """What a local tool showed when the person wrote the message."""

    value: Verbatim


@briefly
@frozen
class Mention:
    """An agent, a tool or a skill named in the message."""

    id: str
    name: str | None = None
    kind: str | None = None


@briefly
@frozen
class Anchor:
    """Here a council or a comparison hangs: the message's children belong together."""

    kind: Literal["council", "compare"]


@briefly
@frozen
class RetryOf:
    """This message says again what the message with this id said; it stands in its place."""

    id: str


@briefly
@frozen
class Enveloped:
    """In this part, from this character on, the text is our envelope and nobody else's."""

    part: int
    start: int


@briefly
@frozen
class Executed:
    """The call this result answers ran with these arguments, whatever the model wrote."""

    arguments: str


@briefly
@frozen
class Reported:
    """No person typed this message: it says what a card of this role reported about something."""

    role: str
    about: str | None = None


@briefly
@frozen
class Attributed:
    """Another agent said this, not a person: the words begin with who it was.

    Nothing in a text can make it so. A message that several were joined to has one for each.
    """

    agent: str | None = None
    name: str | None = None


@briefly
@frozen
class AskedElsewhere:
    """The call this result answers is not in the conversation: the server holds what came before.

    So it is no orphan, and stays where it stands.
    """


Mark: TypeAlias = (
    Reaction
    | Instruction
    | PageSelection
    | ContextSelection
    | ToolSnapshot
    | Mention
    | Anchor
    | RetryOf
    | Enveloped
    | Executed
    | Reported
    | Attributed
    | AskedElsewhere
)

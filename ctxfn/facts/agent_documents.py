"""Documents that an agent was given, or wrote for itself, and when each is put into a request."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from annotated_types import Ge
from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.load_rules import Always, LoadRule, Moment, Number

__all__ = [
    "AgentDocument",
    "AgentDocuments",
    "DocumentFormat",
    "DocumentLoad",
    "DocumentPosition",
    "DocumentSource",
]

DocumentPosition: TypeAlias = Literal[
    "before-system",
    "system-append",
    "system-replace",
    "before-first-user",
    "after-first-user",
    "context-end",
    "manual",
    "on-demand",
]
"""Where a document goes; the last two go nowhere: somebody has to ask for them."""

DocumentLoad: TypeAlias = Literal["always", "progressive", "disabled"]
"""Whole; as a row of an index, to be read with a tool; or not at all."""

DocumentFormat: TypeAlias = Literal["raw", "file"]
DocumentSource: TypeAlias = Literal["agent", "agent-signal", "api", "file", "topic", "web"]

_ALWAYS: Final = Always()


@frozen(kw_only=True)
class AgentDocument:
    """One document. Its text is the application's if `format` is raw, else data.

    `characters` is its length where the store knows better than `content`. `priority`: the
    lower the earlier. With `max_tokens` only its beginning is shown. `parent` and `folder` are
    the id and the title of the folder it is in. A `template` has its placeholders filled.

    Raises:
        InvalidFact: a field holds what it cannot hold.

    Examples:
        >>> AgentDocument(filename="style.md", position="top")
        Traceback (most recent call last):
        ...
        ctxfn.facts.errors.InvalidFact: AgentDocument: field position: found 'top', expected \
'before-system' or 'system-append' or 'system-replace' or 'before-first-user' or \
'after-first-user' or 'context-end' or 'manual' or 'on-demand'
    """

    filename: str
    content: str = ""
    id: str | None = None
    title: str | None = None
    description: str | None = None
    characters: Annotated[int, Ge(0)] | None = None
    position: DocumentPosition = "before-first-user"
    rule: LoadRule = _ALWAYS
    priority: Number = 999
    max_tokens: Annotated[int, Ge(1)] | None = None
    policy_id: str | None = None
    load: DocumentLoad = "progressive"
    format: DocumentFormat = "raw"
    source: DocumentSource | None = None
    parent: str | None = None
    folder: str | None = None
    created_ms: Moment | None = None
    updated_ms: Moment | None = None
    template: bool = False

    __attrs_post_init__ = check_fields

    @property
    def length(self) -> int:
        """How many characters it has: what the store says, else what is here."""
        return len(self.content) if self.characters is None else self.characters


@frozen
class AgentDocuments:
    """All of them, in the order they are to count where priorities are equal.

    `reader` and `lister` are the names of the tools, if such are on offer, that read one
    document and list a folder. `run_started_ms`: what was made since is told apart as new;
    without it, what was made since the person spoke last.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    documents: tuple[AgentDocument, ...] = ()
    reader: str | None = None
    lister: str | None = None
    run_started_ms: Moment | None = None

    __attrs_post_init__ = check_fields

"""Documents that an agent was given, or wrote for itself, and when each is put into a request."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias, get_args

from attrs import frozen

from ctxfn.facts.errors import InvalidFact
from ctxfn.facts.load_rules import Always, LoadRule, check_moment, is_number, shown

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

#: The fields that hold one of a few words, and which.
_WORDS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("position", get_args(DocumentPosition)),
    ("load", get_args(DocumentLoad)),
    ("format", get_args(DocumentFormat)),
)
_ALWAYS: Final = Always()
_TEXTS: Final = ("id", "title", "description", "policy_id", "parent", "folder")


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
        ctxfn.facts.errors.InvalidFact: AgentDocument: field position: found 'top', expected one of \
before-system, system-append, system-replace, before-first-user, after-first-user, context-end, \
manual, on-demand
    """

    filename: str
    content: str = ""
    id: str | None = None
    title: str | None = None
    description: str | None = None
    characters: int | None = None
    position: DocumentPosition = "before-first-user"
    rule: LoadRule = _ALWAYS
    priority: int | float = 999
    max_tokens: int | None = None
    policy_id: str | None = None
    load: DocumentLoad = "progressive"
    format: DocumentFormat = "raw"
    source: DocumentSource | None = None
    parent: str | None = None
    folder: str | None = None
    created_ms: int | float | None = None
    updated_ms: int | float | None = None
    template: bool = False

    def __attrs_post_init__(self) -> None:
        for name, words in _WORDS:
            self._check(name, getattr(self, name) in words, f"one of {', '.join(words)}")
        sources = get_args(DocumentSource)
        known = self.source is None or self.source in sources
        self._check("source", known, f"None or one of {', '.join(sources)}")
        for name in ("filename", "content"):
            self._check(name, isinstance(getattr(self, name), str), "a text")
        for name in _TEXTS:
            self._check(name, isinstance(getattr(self, name), str | None), "a text or None")
        self._check("rule", isinstance(self.rule, LoadRule), "a load rule")
        self._check("priority", is_number(self.priority), "a number")
        self._check("max_tokens", _is_count(self.max_tokens, 1), "1 or more, or None")
        self._check("characters", _is_count(self.characters, 0), "0 or more, or None")
        check_moment("AgentDocument", "created_ms", self.created_ms)
        check_moment("AgentDocument", "updated_ms", self.updated_ms)

    def _check(self, field: str, right: bool, expected: str) -> None:
        if not right:
            raise InvalidFact("AgentDocument", field, shown(getattr(self, field)), expected)

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
    run_started_ms: int | float | None = None

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.documents, tuple) or not all(
            isinstance(one, AgentDocument) for one in self.documents
        ):
            found = shown(self.documents)
            raise InvalidFact("AgentDocuments", "documents", found, "a tuple of AgentDocument")
        for name in ("reader", "lister"):
            if not isinstance(getattr(self, name), str | None):
                found = shown(getattr(self, name))
                raise InvalidFact("AgentDocuments", name, found, "the name of a tool, or None")
        check_moment("AgentDocuments", "run_started_ms", self.run_started_ms)


def _is_count(value: object, least: int) -> bool:
    return value is None or (
        isinstance(value, int) and not isinstance(value, bool) and value >= least
    )

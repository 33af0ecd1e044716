"""Manifests: packages of tools, each with its functions and what its author says of them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.messages import Extras, ToolName, Verbatim
from ctxfn.tools.demand import (
    A_NAME,
    FLAG,
    JSON_OBJECT,
    MAYBE_TEXT,
    POSITIVE,
    TEXT,
    demand,
    one_of,
    tuple_of,
)

__all__ = ["DEFAULT_TIMEOUT_MS", "Approval", "ApprovalRule", "Manifest", "ToolFunction"]

#: How long a function may take whose manifest does not say.
DEFAULT_TIMEOUT_MS: Final = 120_000

#: Whether a person is asked before a function runs: never, each time, or the first time.
Approval: TypeAlias = Literal["never", "always", "first"]

_APPROVALS: Final = ("never", "always", "first")


@frozen
class ApprovalRule:
    """Whether a person is asked if the arguments are as `match` says; without it, always so.

    Raises:
        InvalidTool: a field holds what it cannot.
    """

    policy: Approval
    match: Verbatim | None = None

    def __attrs_post_init__(self) -> None:
        demand(self, "", policy=one_of(*_APPROVALS), match=JSON_OBJECT)


@frozen
class ToolFunction:
    """One function of a package; `parameters` is its JSON schema.

    `approval`: one word for every call, or rules of which the first that matches counts.

    Raises:
        InvalidTool: a field holds what it cannot.
    """

    name: str
    description: str = ""
    parameters: Verbatim | None = None
    url: str | None = None
    approval: Approval | tuple[ApprovalRule, ...] | None = None
    timeout_ms: int = DEFAULT_TIMEOUT_MS
    extras: Extras = ()

    def __attrs_post_init__(self) -> None:
        rules, said = tuple_of(ApprovalRule)
        words = (None, *_APPROVALS)
        demand(
            self,
            repr(self.name),
            name=A_NAME,
            description=TEXT,
            parameters=JSON_OBJECT,
            url=MAYBE_TEXT,
            approval=(
                lambda value: rules(value) if isinstance(value, tuple) else value in words,
                f"{' or '.join(map(repr, words))} or {said}",
            ),
            timeout_ms=POSITIVE,
            extras=tuple_of(tuple),
        )


@frozen
class Manifest:
    """A package of tools by its identifier, the key of everything said about it.

    `kind` becomes the end of its functions' names unless it is plain (``builtin``,
    ``default``). `instructions` are its author's, for the system message; `tells_date`: they
    say what day it is. A package without functions may still have instructions.

    Raises:
        InvalidTool: a field holds what it cannot.
    """

    identifier: str
    functions: tuple[ToolFunction, ...] = ()
    kind: str = "builtin"
    title: str | None = None
    description: str | None = None
    avatar: str | None = None
    instructions: str | None = None
    tells_date: bool = False
    extras: Extras = ()

    def __attrs_post_init__(self) -> None:
        demand(
            self,
            repr(self.identifier),
            identifier=A_NAME,
            functions=tuple_of(ToolFunction),
            kind=TEXT,
            title=MAYBE_TEXT,
            description=MAYBE_TEXT,
            avatar=MAYBE_TEXT,
            instructions=MAYBE_TEXT,
            tells_date=FLAG,
            extras=tuple_of(tuple),
        )

    @property
    def tools(self) -> tuple[ToolName, ...]:
        """The names of its functions, each once, in their order.

        Examples:
            >>> Manifest("web", (ToolFunction("search"), ToolFunction("search"))).tools
            (ToolName('web', 'search'),)
        """
        names = dict.fromkeys(one.name for one in self.functions)
        return tuple(ToolName(self.identifier, name, self.kind) for name in names)

"""What a program around this library wants the model to know, in elements of its own."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.errors import InvalidFact
from ctxfn.messages import InvalidMarkup, Verbatim, enclose

__all__ = ["AdditionalContext", "AdditionalContexts", "ContextSection", "Placement"]

Placement: TypeAlias = Literal["stable_prefix", "virtual_tail"]
"""Before everything else that is known, for what stays; or at the very end, for what changes."""


@frozen
class ContextSection:
    """An element with a text, or with a JSON value written over lines or on one."""

    tag: str
    value: str | Verbatim
    format: Literal["text", "json", "compact_json"] = "text"

    def __attrs_post_init__(self) -> None:
        check_fields(self)
        _check_names("ContextSection", "tag", self.tag)
        kind: type = str if self.format == "text" else Verbatim
        if not isinstance(self.value, kind):
            expected = "a text" if kind is str else "a JSON value, made by ctxfn.messages.freeze"
            found = f"a {type(self.value).__name__}"
            raise InvalidFact("ContextSection", "value", found, expected)


@frozen
class AdditionalContext:
    """One element: its tag, a text or sections, where it goes, and its attributes in their order."""

    tag: str
    content: str | tuple[ContextSection, ...]
    placement: Placement = "virtual_tail"
    attributes: tuple[tuple[str, str], ...] = ()

    def __attrs_post_init__(self) -> None:
        check_fields(self)
        _check_names("AdditionalContext", "tag", self.tag)
        _check_names("AdditionalContext", "attributes", *(name for name, _ in self.attributes))


@frozen
class AdditionalContexts:
    """All of them, in the order they are written."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    items: tuple[AdditionalContext, ...] = ()

    __attrs_post_init__ = check_fields


def _check_names(fact: str, field: str, *names: str) -> None:
    """Refuse names that no element or attribute may have, where they are told."""
    try:
        for name in names:
            enclose(name)
    except InvalidMarkup as error:
        raise InvalidFact(fact, field, error.found, error.expected) from None
    if len(set(names)) < len(names):
        raise InvalidFact(fact, field, "a name twice", "each name once")

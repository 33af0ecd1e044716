"""How a message was written: what the records do not hold but the same bytes need."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from ctxfn.messages import Node, Verbatim
from ctxfn.tools import Declaration

__all__ = ["CODEC", "BodyForm", "Form", "Layout", "Place", "ToolForm", "form_of", "tool_form_of"]

CODEC: Final = "gemini"

#: A content of its own; more of the content before it, for a content may hold several results
#: and words; the field of the request for the system text.
Place: TypeAlias = Literal["content", "joined", "system"]

#: Parts as a list, one part or text without a list around it, or anything else under the key.
PartsForm: TypeAlias = Literal["list", "part", "text", "value"]


class Layout(NamedTuple):
    """The keys of one part and of the object in it, in their order, as they were spelled.

    `blanks` are keys we know whose value was ``null`` (or an empty id), inner ones too.
    """

    kind: str
    outer: tuple[str, ...]
    inner: tuple[str, ...] = ()
    blanks: tuple[str, ...] = ()
    inner_blanks: tuple[tuple[str, str | None], ...] = ()


class Form(NamedTuple):
    """How one record was written. Equal records may differ in it; encode follows it."""

    codec: str
    place: Place
    #: Which of the contents it was.
    number: int
    #: The keys of the content, and its word for the role (``None``: it had none, or ``null``).
    keys: tuple[str, ...]
    role: str | None = None
    parts: PartsForm = "list"
    layouts: tuple[Layout | None, ...] = ()
    #: For each part of a model's turn whether it is a thought, a part or a call: ``t``, ``p``, ``c``.
    order: str = ""
    #: Of a result: the part around it, and the answer as it stood.
    result: Layout | None = None
    response: Verbatim | None = None
    #: Of an answer that stood in several contents: their keys, words for the role, and counts.
    rows: tuple[tuple[tuple[str, ...], str | None, int], ...] = ()


class BodyForm(NamedTuple):
    """The keys of a request, which of those we know were ``null``, and how tools were held."""

    codec: str
    keys: tuple[str, ...]
    nulls: tuple[str, ...] = ()
    single_tool: bool = False


class ToolForm(NamedTuple):
    """How one declaration was written: in which of the tools, with what keys."""

    codec: str
    number: int
    tool_keys: tuple[str, ...]
    keys: tuple[str, ...] = ()
    #: The name of the key with the schema.
    schema: str = "parameters"
    nulls: tuple[str, ...] = ()


def form_of(node: Node) -> Form | None:
    """Return how this codec found *node* written, or ``None`` if it did not read it.

    Contract:
        ``None`` as well once parts or calls have been changed.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.gemini.decode import decode
        >>> form_of(decode([{"parts": [{"text": "hi"}]}]).messages[0]).keys
        ('parts',)
    """
    written = node.written
    return written if isinstance(written, Form) and written.codec == CODEC else None


def tool_form_of(declaration: Declaration) -> ToolForm | None:
    """Return how this codec found *declaration* written, if it read it."""
    written = declaration.written
    return written if isinstance(written, ToolForm) else None

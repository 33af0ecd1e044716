"""How a message was written: what the records do not hold but the same bytes need."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from ctxfn.messages import Node
from ctxfn.tools import Declaration

__all__ = [
    "CODEC",
    "BodyForm",
    "Form",
    "Layout",
    "Place",
    "ToolForm",
    "arranged",
    "form_of",
    "tool_form_of",
]

CODEC: Final = "bedrock"

#: A message of its own; what follows in the content of the same one, for results and what a
#: person says beside them share one; or the field of the request for the system text.
Place: TypeAlias = Literal["row", "joined", "field"]

#: Content as a list of blocks, a bare text, any other value kept among the extras, or none.
ContentForm: TypeAlias = Literal["list", "text", "value", "absent"]


class Layout(NamedTuple):
    """The keys of one block, of the object in it, and of the object in that, in their order.

    `location`: those of the place in a bucket that a medium's source is.
    `format`: the word a medium's format had, for several may mean the same type.
    """

    kind: str
    outer: tuple[str, ...]
    inner: tuple[str, ...] = ()
    innermost: tuple[str, ...] = ()
    location: tuple[str, ...] = ()
    format: str | None = None


class Form(NamedTuple):
    """How one record was written. Equal records may differ in it; encode follows it."""

    codec: str
    place: Place
    #: The keys of the message, in their order; of what was joined, none.
    keys: tuple[str, ...] = ()
    content: ContentForm = "list"
    layouts: tuple[Layout | None, ...] = ()
    #: For each block of an answer whether it is a thought, a part or a call: ``t``, ``p``, ``c``.
    order: str = ""
    #: The block around a result.
    result: Layout | None = None


class BodyForm(NamedTuple):
    """The keys of a request and of its ``toolConfig``; whether the system text was an empty list."""

    codec: str
    keys: tuple[str, ...]
    tool_keys: tuple[str, ...] = ()
    no_system: bool = False


class ToolForm(NamedTuple):
    """The keys of one declaration, of the object in it, and of the schema's."""

    codec: str
    outer: tuple[str, ...]
    inner: tuple[str, ...] = ()
    schema: tuple[str, ...] | None = None


def form_of(node: Node) -> Form | None:
    """Return how this codec found *node* written, or ``None`` if it did not read it.

    Contract:
        ``None`` as well once parts or calls have been changed.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.bedrock.decode import decode
        >>> form_of(decode([{"role": "user", "content": [{"text": "hi"}]}]).messages[0]).keys
        ('role', 'content')
    """
    written = node.written
    return written if isinstance(written, Form) and written.codec == CODEC else None


def tool_form_of(declaration: Declaration) -> ToolForm | None:
    """Return how this codec found *declaration* written, if it read it."""
    written = declaration.written
    return written if isinstance(written, ToolForm) and written.codec == CODEC else None


def arranged(built: dict[str, object], keys: tuple[str, ...]) -> dict[str, object]:
    """Put *built* into the order of *keys*; keys that are new come last."""
    if not keys or tuple(built) == keys:
        return built
    return {key: built[key] for key in keys if key in built} | built

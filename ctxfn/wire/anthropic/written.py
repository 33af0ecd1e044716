"""How a message was written: what the records do not hold but the same bytes need."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from ctxfn.messages import Node, Verbatim
from ctxfn.wire.openai_chat.written import ContentForm, Layout, arrange

__all__ = ["CODEC", "ContentForm", "Form", "Layout", "Place", "arrange", "form_of"]

CODEC: Final = "anthropic"

#: A message of its own; what follows in the content of the same one, for results and what a
#: person says beside them share one; or the field of the request for the system text.
Place: TypeAlias = Literal["row", "joined", "field"]


class Form(NamedTuple):
    """How one record was written. Equal records may differ in it; encode follows it."""

    codec: str
    place: Place
    #: The keys of the message or request, in their order; of what was joined, none.
    keys: tuple[str, ...]
    content: ContentForm = "text"
    blocks: tuple[Layout | None, ...] = ()
    #: For each block of an answer whether it is a thought, a part or a call: ``t``, ``p``, ``c``.
    order: str = ""
    #: The block around a result.
    result: Layout | None = None
    #: Keys we know whose value was ``null``.
    nulls: tuple[str, ...] = ()
    value: Verbatim | None = None
    #: If an answer was written as several messages in a row: the keys of each, how many blocks.
    rows: tuple[tuple[tuple[str, ...], int], ...] = ()


def form_of(node: Node) -> Form | None:
    """Return how this codec found *node* written, or ``None`` if it did not read it.

    Contract:
        ``None`` as well once parts or calls have been changed.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.anthropic.decode import decode
        >>> form_of(decode([{"role": "user", "content": None}]).messages[0]).content
        'null'
    """
    written = node.written
    return written if isinstance(written, Form) and written.codec == CODEC else None

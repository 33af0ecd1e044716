"""How a message was written: what the records do not hold but the same bytes need."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from ctxfn.messages import Node, Verbatim
from ctxfn.wire.openai_chat.written import ContentForm, Layout, arrange

__all__ = [
    "CODEC",
    "ContentForm",
    "Form",
    "Layout",
    "Place",
    "arrange",
    "form_of",
    "is_listed",
    "message_keys",
]

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


def is_listed(node: Node) -> bool:
    """Say whether *node* stood in the list of messages though it may have a field of its own.

    Contract:
        Of what this codec read alone: elsewhere there is no such field.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.anthropic.decode import decode
        >>> is_listed(decode([{"role": "system", "content": "Rhyme."}]).messages[0])
        True
    """
    form = form_of(node)
    return form is not None and form.place == "row" and node.role == "system"


def message_keys(node: Node) -> tuple[str, ...]:
    """Return the keys that *node* carries of the message around it, not of its own block.

    Contract:
        Of a result alone: all that other records carry is their message's.

    Complexity: O(keys).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.anthropic.decode import decode
        >>> block = {"type": "tool_result", "tool_use_id": "t1", "cache_control": {}}
        >>> message_keys(decode([{"role": "user", "content": [block], "ts": 5}]).messages[0])
        ('ts',)
    """
    form = form_of(node)
    if form is None or form.place != "row" or form.result is None:
        return ()
    outer = (key for key in form.keys if key not in ("role", "content"))
    return tuple(key for key in outer if key not in form.result.outer)

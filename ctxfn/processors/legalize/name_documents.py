"""Give documents names that a target takes, no two the same."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge

from ctxfn.context import Note
from ctxfn.messages import Messages, Node, Part, is_flat, reuse, with_parts
from ctxfn.pipeline import Changed, processor
from ctxfn.wire import (
    TextPattern,
    document_name,
    fitting_document_names,
    is_document,
    with_document_name,
)

__all__ = ["name_documents"]

_STEP = "name_documents"


@processor
def name_documents(
    messages: Messages,
    /,
    *,
    pattern: TextPattern = r"[a-zA-Z0-9 ()\[\]-]+",
    length: Annotated[int, Ge(8)] = 200,
) -> Messages | Changed:
    """Name the documents of all messages in the letters of *pattern*, each its own way.

    Contract:
        As `ctxfn.wire.fitting_document_names`: a name that fits and is new stays, and what
        comes later changes nothing before it, so the same history has the same names. Each
        message that changes is noted. Nothing to rename: the same object. Twice is once.

    Complexity: O(parts).

    Source: catalogue rules ``document-name-format`` and ``document-name-duplicate``.

    Examples:
        >>> from ctxfn.messages import File, chat, user
        >>> said = chat(user(File(name="plan.pdf", data="JQ==")), user(File(data="JQ==")))
        >>> [node.parts[0].name for node in name_documents(said)]
        ['plan', 'document']
    """
    places = [
        (place, number, document_name(part))
        for place, node in enumerate(messages)
        if is_flat(node)
        for number, part in enumerate(node.parts)
        if is_document(part)
    ]
    fitting = fitting_document_names((name for _, _, name in places), pattern, length)
    renamed: dict[int, dict[int, str]] = {}
    for (place, number, old), new in zip(places, fitting, strict=True):
        if new != old:
            renamed.setdefault(place, {})[number] = new
    if not renamed:
        return messages
    after: list[Node] = list(messages)
    notes: list[Note] = []
    for place, names in renamed.items():
        node = messages[place]
        parts = (_named(part, names.get(number)) for number, part in enumerate(node.parts))
        after[place] = with_parts(node, tuple(parts))
        text = f"documents renamed: {', '.join(names.values())}"
        ids = () if node.id is None else (node.id,)
        notes.append(Note(_STEP, "document-named", text, ids, (place,)))
    return Changed(reuse(messages, after), tuple(notes))


def _named(part: Part, name: str | None) -> Part:
    return part if name is None else with_document_name(part, name)

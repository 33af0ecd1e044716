"""Let words stand beside a document, for targets that refuse one without."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.messages import Node, Text, User, is_blank, with_parts
from ctxfn.pipeline import Told, each_message
from ctxfn.wire import document_name, is_document

__all__ = ["introduce_documents", "is_bare_document"]


def is_bare_document(node: Node) -> bool:
    """Say whether a person shows a document in *node* and says nothing.

    Contract:
        White space says nothing.

    Complexity: O(parts).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import File, user
        >>> is_bare_document(user(File(name="plan"))), is_bare_document(user("Read.", File(name="a")))
        (True, False)
    """
    if not isinstance(node, User):
        return False
    said = any(isinstance(part, Text) and not is_blank(part.text) for part in node.parts)
    return not said and any(is_document(part) for part in node.parts)


@each_message
def introduce_documents(message: User, /) -> User | Told:
    """Put the names of the documents in front of them, if *message* shows some and says nothing.

    Contract:
        Each message that changes is noted. Words there are, or no document: the same object.
        Twice is once.

    Complexity: O(parts).

    Source: catalogue rule ``document-needs-text``.

    Examples:
        >>> from ctxfn.messages import File, chat, text_of, user
        >>> text_of(introduce_documents(chat(user(File(name="notes"))))[0])
        'notes'
    """
    if not is_bare_document(message):
        return message
    names = [document_name(part) or "document" for part in message.parts if is_document(part)]
    text = "the names of documents stand in front of them as words"
    ids = () if message.id is None else (message.id,)
    note = Note("introduce_documents", "document-introduced", text, ids)
    return Told((with_parts(message, (Text(", ".join(names)), *message.parts)),), (note,))

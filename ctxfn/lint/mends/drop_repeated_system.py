"""Say once what the application tells the model."""

from __future__ import annotations

from collections.abc import Iterator

from ctxfn.context import Note
from ctxfn.messages import Messages, System, Text, is_blank, reuse, text_of
from ctxfn.pipeline import Changed, processor

__all__ = ["drop_repeated_system", "repeated_system"]


def repeated_system(messages: Messages) -> Iterator[tuple[int, int]]:
    """Yield the places of system messages whose text an earlier one has, with that one's place.

    Complexity: O(characters of system messages).
    """
    said: dict[str, int] = {}
    for place, node in enumerate(messages):
        if not isinstance(node, System) or not all(isinstance(part, Text) for part in node.parts):
            continue
        text = text_of(node)
        if is_blank(text) or node.blocks:
            continue
        if text in said:
            yield place, said[text]
        else:
            said[text] = place


@processor
def drop_repeated_system(messages: Messages, /) -> Messages | Changed:
    """Leave out system messages whose text an earlier one has already.

    Contract:
        The first stays, and so does one that holds anything but texts. One note names what
        went. Twice is once.

    Complexity: O(characters of system messages).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, system, user
        >>> said = chat(system("Be brief."), user("hi"), system("Be brief."))
        >>> [message.role for message in drop_repeated_system(said)]
        ['system', 'user']
    """
    gone = tuple(place for place, _ in repeated_system(messages))
    if not gone:
        return messages
    ids = tuple(one.id for one in (messages[place] for place in gone) if one.id is not None)
    kept = [node for place, node in enumerate(messages) if place not in set(gone)]
    text = f"{len(gone)} system messages that said the same again went"
    return Changed(reuse(messages, kept), (Note("drop_repeated_system", "said", text, ids, gone),))

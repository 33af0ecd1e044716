"""Tell the model how its answers were received."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Messages,
    Node,
    Part,
    Reaction,
    Text,
    User,
    any_marked,
    is_ours,
    marks_of,
    reuse,
    with_parts,
)
from ctxfn.pipeline import Changed, processor

__all__ = ["tell_reactions"]


@processor
def tell_reactions(messages: Messages, /) -> Messages | Changed:
    """Put the reactions to answers in front of what is said next, on a line of their own.

    A person who clicks a thumb has said something, and the model would never hear of it. It is
    told as words of the person, not as context of ours: the emoji come from people.

    Contract:
        The emoji of the `Reaction` marks on assistant messages, each once for each mark, are
        told with the next user message that is not ours, in their order; in front of its first
        text, or as a text of their own where it begins with something else or has no words.
        Marks stay where they are. Reactions that nobody has spoken after wait for whoever does.
        A message that already begins with just this line is left alone. One note names the
        messages that tell. Nothing to tell: the same object.

    Complexity: O(messages).

    Source: LobeHub context-engine, reaction feedback; there a list of parts or a message
    without words swallows the reactions.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.messages import assistant, chat, text_of, user
        >>> liked = evolve(assistant("Done."), marks=(Reaction("+1"),))
        >>> print(text_of(tell_reactions(chat(liked, user("Next, please.")))[1]))
        [Reactions to the answer: +1]
        <BLANKLINE>
        Next, please.
    """
    if not any_marked(messages):
        return messages
    waiting: list[str] = []
    after: list[Node] = []
    told: list[int] = []
    for place, node in enumerate(messages):
        changed: Node = node
        if isinstance(node, Assistant):
            waiting += _emoji_on(node)
        elif waiting and isinstance(node, User) and not is_ours(node):
            line = f"[Reactions to the answer: {' '.join(waiting)}]"
            changed = with_parts(node, _led_by(line, node.parts))
            waiting = []
            if changed is not node:
                told.append(place)
        after.append(changed)
    if not told:
        return messages
    ids = tuple(one.id for one in (messages[place] for place in told) if one.id is not None)
    text = f"{len(told)} messages tell how the answers before them were received"
    note = Note("tell_reactions", "told-reactions", text, ids, tuple(told))
    return Changed(reuse(messages, after), (note,))


def _emoji_on(message: Assistant) -> list[str]:
    """List the emoji of *message*, each on one line; a blank one tells nothing.

    No angle bracket opens: so nothing here can begin a marker that would be neutralised later,
    and the line stays what it is.
    """
    if not message.marks:
        return []
    written = (
        " ".join(mark.emoji.split()).replace("<", "&lt;") for mark in marks_of(Reaction, message)
    )
    return [emoji for emoji in written if emoji]


def _led_by(line: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Put *line* in front of *parts*, unless it stands there."""
    first = parts[0] if parts else None
    if not isinstance(first, Text):
        return (Text(line), *parts)
    if first.text == line or first.text.startswith(f"{line}\n\n"):
        return parts
    text = f"{line}\n\n{first.text}" if first.text else line
    return (Text(text, first.signature, first.extras), *parts[1:])

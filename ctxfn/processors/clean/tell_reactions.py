"""Tell the model how its answers, and those of other agents, were received."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Attributed,
    Messages,
    Node,
    Part,
    Reaction,
    Text,
    User,
    any_marked,
    is_said,
    marks_of,
    reuse,
    with_parts,
)
from ctxfn.pipeline import Changed, processor, separable

__all__ = ["tell_reactions"]

_STEP: Final = "tell_reactions"


@processor
@separable
def tell_reactions(messages: Messages, /) -> Messages | Changed:
    """Put the reactions to answers in front of what is said next, on a line of their own.

    A person who clicks a thumb has said something, and the model would never hear of it. It is
    told as words of the person, not as context of ours: the emoji come from people.

    Contract:
        The emoji of the `Reaction` marks on assistant messages, each once for each mark, are
        told with the next message that a person said (`ctxfn.messages.is_said`: not with
        messages of ours, reports, or what another agent said), in their order; in front of its
        first text, or as a text of their own where it begins with something else or has no
        words. Those on what other agents said (`Attributed`) have lines of their own, an agent
        each, with its name. Marks stay where they are. Reactions that nobody has spoken after
        wait for whoever does, and are noted. A message that already begins with just these
        lines is left alone. One note names the messages that tell. Nothing to tell: the same
        object.

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
    waiting = _Waiting()
    after: list[Node] = []
    told: list[int] = []
    for place, node in enumerate(messages):
        changed: Node = node
        if waiting.lines and is_said(node):
            changed = with_parts(node, _led_by(waiting.told(), node.parts))
            waiting = _Waiting()
            if changed is not node:
                told.append(place)
        elif node.marks:
            waiting.hear(place, node)
        after.append(changed)
    notes = waiting.notes()
    if told:
        ids = tuple(one.id for one in (messages[place] for place in told) if one.id is not None)
        text = f"{len(told)} messages tell how the answers before them were received"
        notes = (Note(_STEP, "told-reactions", text, ids, tuple(told)), *notes)
    return Changed(reuse(messages, after), notes) if notes else messages


class _Waiting:
    """The reactions that nobody told yet, by whose answer they are to, and where these stand."""

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {}
        self.places: list[int] = []
        self.ids: list[str] = []

    def hear(self, place: int, node: Node) -> None:
        """Remember the reactions to *node*, if an agent said it."""
        whose = _whose(node)
        emoji = () if whose is None else _emoji_on(node)
        if whose is None or not emoji:
            return
        self.lines.setdefault(whose, []).extend(emoji)
        self.places.append(place)
        if node.id is not None:
            self.ids.append(node.id)

    def told(self) -> str:
        """Write a line for each whose answers were received."""
        return "\n".join(
            f"[Reactions to {one}: {' '.join(emoji)}]" for one, emoji in self.lines.items()
        )

    def notes(self) -> tuple[Note, ...]:
        """Say what nobody has spoken after."""
        if not self.places:
            return ()
        text = f"reactions to {len(self.places)} messages wait for what a person says next"
        return (Note(_STEP, "waiting-reactions", text, tuple(self.ids), tuple(self.places)),)


def _whose(node: Node) -> str | None:
    """Say whose answer *node* is, on one line that opens no bracket; a person's is nobody's."""
    if isinstance(node, Assistant):
        return "the answer"
    if not isinstance(node, User):
        return None
    speaker = next(iter(marks_of(Attributed, node)), None)
    if speaker is None:
        return None
    return f"what {_on_one_line(speaker.name or 'another agent')} said"


def _on_one_line(text: str) -> str:
    """Write *text* so that it begins neither a line nor markup, which would be changed later."""
    return " ".join(text.split()).replace("<", "&lt;")


def _emoji_on(node: Node) -> tuple[str, ...]:
    """List the emoji on *node*; a blank one tells nothing."""
    written = (_on_one_line(mark.emoji) for mark in marks_of(Reaction, node))
    return tuple(emoji for emoji in written if emoji)


def _led_by(line: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Put *line*, or several, in front of *parts*, unless they stand there."""
    first = parts[0] if parts else None
    if not isinstance(first, Text):
        return (Text(line), *parts)
    if first.text == line or first.text.startswith(f"{line}\n\n"):
        return parts
    text = f"{line}\n\n{first.text}" if first.text else line
    return (Text(text, first.signature, first.extras), *parts[1:])

"""Questions one can ask of messages. Nothing here changes anything."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar, cast

from ctxfn.messages.cards import (
    AssistantGroup,
    Compare,
    CompressedGroup,
    Council,
    Node,
    Supervisor,
    Tasks,
)
from ctxfn.messages.check_nodes import NODES, refuse
from ctxfn.messages.marks import Mark
from ctxfn.messages.parts import Audio, File, Image, Media, Part, Text, Video
from ctxfn.messages.records import Assistant, Message, System, ToolResult, User

__all__ = [
    "At",
    "any_marked",
    "first_of",
    "has_content",
    "is_blank",
    "is_flat",
    "is_ours",
    "last_of",
    "marks_of",
    "media_of",
    "nested_in",
    "text_of",
]

M = TypeVar("M")

_MARKS: Final[Callable[[Node], tuple[Mark, ...]]] = operator.attrgetter("marks")


class At(NamedTuple):
    """A node and where it stands; a named tuple, so it unpacks and matches as a pair."""

    place: int
    node: Node


def text_of(node: Node | Iterable[Part], separator: str = "\n\n") -> str:
    """Return the words of *node* (or of parts), texts joined by *separator*; media have none.

    Contract:
        Texts only, as they are; nothing else of the node is written out.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Image, user
        >>> text_of(user("one", Image(url="u"), "two"))
        'one\\n\\ntwo'
    """
    parts: Iterable[Part] = getattr(node, "parts", cast("Iterable[Part]", node))
    texts = [part.text for part in parts if isinstance(part, Text)]
    return texts[0] if len(texts) == 1 else separator.join(texts)


def is_blank(text: str | None) -> bool:
    """Say whether *text* is absent, empty or only white space.

    Contract:
        White space is what `str.isspace` says.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> is_blank(" \\n"), is_blank(None), is_blank("a")
        (True, True, False)
    """
    return not text or text.isspace()


def has_content(node: Node) -> bool:
    """Say whether *node* says anything at all: words, media, calls, reasoning or blocks.

    Contract:
        White space alone is no word. A tool result always counts: it answers a call.

    Complexity: O(parts).

    Source: ours; emptiness is judged on text and calls and media.

    Examples:
        >>> from ctxfn.messages import assistant, call, user
        >>> has_content(user(" ")), has_content(assistant("", call("c1")))
        (False, True)
    """
    if isinstance(node, ToolResult) or node.blocks:
        return True
    if any(not (isinstance(part, Text) and is_blank(part.text)) for part in node.parts):
        return True
    if getattr(node, "calls", ()) or getattr(node, "reasoning", ()):
        return True
    return bool(nested_in(node))


def is_ours(node: Node) -> bool:
    """Say whether a step of ours made *node*; nothing in its text can make it so.

    Contract:
        Only `Origin.ours` decides.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Origin, User, user
        >>> is_ours(user("hi")), is_ours(User(origin=Origin(ours="tail")))
        (False, True)
    """
    return node.origin.ours is not None


def is_flat(node: Node) -> bool:
    """Say whether *node* is one of the four messages a model can read.

    Contract:
        True of the four messages, false of every card.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Council, user
        >>> is_flat(user("hi")), is_flat(Council())
        (True, False)
    """
    return isinstance(node, System | User | Assistant | ToolResult)


def first_of(kind: type, messages: Sequence[Node], /, *, ours: bool | None = None) -> At | None:
    """Find the first node of *kind*; *ours* keeps to messages of ours, or to all others.

    Contract:
        The node with its place, which unpack as a pair; ``None`` if there is none.

    Complexity: O(nodes before it).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import User, chat, system, user
        >>> first_of(User, chat(system("s"), user("hi"))).place
        1
    """
    for index, node in enumerate(messages):
        if isinstance(node, kind) and (ours is None or is_ours(node) is ours):
            return At(index, node)
        if not isinstance(node, NODES):
            refuse(index, node)
    return None


def last_of(kind: type, messages: Sequence[Node], /, *, ours: bool | None = None) -> At | None:
    """Find the last node of *kind*; *ours* as in `first_of`.

    Contract:
        The node with its place, which unpack as a pair; ``None`` if there is none.

    Complexity: O(nodes behind it).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import User, chat, user
        >>> last_of(User, chat(user("one"), user("two"))).place
        1
        >>> last_of(User, chat())
    """
    for index in range(len(messages) - 1, -1, -1):
        node = messages[index]
        if isinstance(node, kind) and (ours is None or is_ours(node) is ours):
            return At(index, node)
        if not isinstance(node, NODES):
            refuse(index, node)
    return None


def marks_of(kind: type[M], node: Node) -> tuple[M, ...]:
    """Return the marks of *kind* on *node*.

    Contract:
        In the order they stand.

    Complexity: O(marks).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Reaction, User
        >>> marks_of(Reaction, User(marks=(Reaction("+"),)))
        (Reaction('+'),)
    """
    marks: tuple[Mark, ...] = node.marks
    # Most nodes have none, and a generator costs more than the look.
    return tuple(mark for mark in marks if isinstance(mark, kind)) if marks else ()


def any_marked(nodes: Iterable[Node]) -> bool:
    """Say whether any of *nodes* carries a mark; most histories have none.

    Contract:
        Marks inside cards do not count.

    Complexity: O(nodes), a glance at each.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Reaction, User, user
        >>> any_marked([user("hi")]), any_marked([User(marks=(Reaction("+"),))])
        (False, True)
    """
    return any(map(_MARKS, nodes))


def media_of(node: Node) -> tuple[Media, ...]:
    """Return the images, videos, sounds and files of *node*, in order.

    Contract:
        Attached ones and those in the content alike.

    Complexity: O(parts).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Image, user
        >>> [part.url for part in media_of(user("look", Image(url="u")))]
        ['u']
    """
    return tuple(part for part in node.parts if isinstance(part, Image | Video | Audio | File))


def nested_in(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly inside a card, in order; a message holds none.

    Contract:
        A turn gives what was said, then its results; a comparison all its columns.

    Complexity: O(nodes inside, one level).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Council, user
        >>> nested_in(user("hi")), len(nested_in(Council((user("a"), user("b")))))
        ((), 2)

    Raises:
        InvalidMessages: *node* is no message.
    """
    match node:
        case AssistantGroup() | Supervisor():
            return tuple(_said_and_answered(node))
        case Council():
            return node.members
        case Tasks():
            return node.tasks
        case Compare():
            return tuple(inner for column in node.columns for inner in column.nodes)
        case CompressedGroup():
            return node.compressed + node.pinned
        case _:
            if not isinstance(node, NODES):
                refuse(None, node)
            return ()


def _said_and_answered(card: AssistantGroup | Supervisor) -> Iterator[Message]:
    for turn in card.turns:
        yield turn.said
        yield from turn.results

"""Make a short account of another conversation: its summary, or what was said last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Final

from annotated_types import Ge
from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import check_argument
from ctxfn.messages import (
    Assistant,
    Audio,
    File,
    Image,
    Node,
    Opaque,
    Part,
    Refusal,
    Text,
    User,
    Video,
    is_blank,
    is_ours,
    nested_in,
)
from ctxfn.topics.cut_text import cut_text
from ctxfn.topics.references import FoundTopic

__all__ = ["Said", "Topic", "TopicDigest", "digest_topic"]


@frozen
class Topic:
    """What a store knows of a conversation.

    Raises:
        InvalidArgument: a field is neither a text nor None.
    """

    title: str | None = None
    summary: str | None = None

    def __attrs_post_init__(self) -> None:
        for name in ("title", "summary"):
            check_argument(f"Topic, {name}", getattr(self, name), str | None, "a text or None")


@frozen
class Said:
    """A message of another conversation, shortened."""

    role: str
    text: str


@frozen
class TopicDigest:
    """An account of a conversation; with neither summary nor messages it is still pending."""

    id: str
    title: str | None = None
    summary: str | None = None
    said: tuple[Said, ...] = ()

    @property
    def is_pending(self) -> bool:
        """Whether nothing is known of it but its name.

        Examples:
            >>> TopicDigest("t", "Plan").is_pending
            True
        """
        return self.summary is None and not self.said


@blames_arguments
def digest_topic(
    reference: FoundTopic,
    topic: Topic | None = None,
    messages: Sequence[Node] = (),
    *,
    last: Annotated[int, Ge(0)] = 5,
    characters: Annotated[int, Ge(0)] = 300,
) -> TopicDigest:
    """Make an account of the conversation that *reference* names, of what could be looked up.

    Contract:
        Its title, else the name in the reference. Its summary, whole, if it says anything.
        Else the *last* messages of people and models that do, those in cards too, each cut to
        *characters* and three dots. Media are named in brackets. Neither: pending, with id
        and title.

    Complexity: O(messages behind the first one told), and the characters of those.

    Raises:
        InvalidMessages: something there is no message.

    Source: LobeHub context-engine, topic references: what is told, five, 300. There content
    that is not one text is left out.

    Examples:
        >>> from ctxfn.messages import Image, assistant, user
        >>> reference = FoundTopic("tp_7", "Q1")
        >>> digest_topic(reference, Topic("Q1 plan", "Hire two people."))
        TopicDigest(id='tp_7', title='Q1 plan', summary='Hire two people.', said=())
        >>> said = [user("status?", Image(name="chart")), assistant("on track")]
        >>> for one in digest_topic(reference, None, said).said:
        ...     print(f"{one.role}: {one.text}")
        user: status?
        [image: chart]
        assistant: on track
        >>> digest_topic(reference)
        TopicDigest(id='tp_7', title='Q1', summary=None, said=())
    """
    title = reference.name if topic is None or is_blank(topic.title) else topic.title
    if topic is not None and not is_blank(topic.summary):
        return TopicDigest(reference.id, title, topic.summary)
    told: list[Said] = []
    for node in _backwards(messages) if last else ():
        text = cut_text(_text(node.parts), characters)
        if text:
            told.append(Said(node.role, text))
        if len(told) == last:
            break
    return TopicDigest(reference.id, title, None, tuple(reversed(told)))


def _backwards(messages: Sequence[Node]) -> Iterator[User | Assistant]:
    """Yield what people and models said, the last first; of a compressed stretch, all of it."""
    waiting: list[Node] = []
    for place in range(len(messages) - 1, -1, -1):
        waiting.append(messages[place])
        while waiting:
            node = waiting.pop()
            if isinstance(node, User | Assistant):
                if not is_ours(node):
                    yield node
            else:
                waiting += nested_in(node)


#: What has no words is named, so that nobody takes its message for empty.
_NAMED: Final = {Image: "image", Video: "video", Audio: "sound", File: "file", Opaque: "content"}


def _text(parts: Iterable[Part]) -> str:
    return "\n".join(filter(None, map(_words, parts)))


def _words(part: Part) -> str:
    if isinstance(part, Text | Refusal):
        return part.text.strip()
    name = None if isinstance(part, Opaque) else part.name
    kind = _NAMED[type(part)]
    return f"[{kind}]" if is_blank(name) else f"[{kind}: {name}]"

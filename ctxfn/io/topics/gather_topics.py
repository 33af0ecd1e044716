"""Look up the conversations that messages refer to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from attrs import frozen

from ctxfn.context import Note
from ctxfn.facts import TopicReferences, topic_facts
from ctxfn.io.errors import InvalidArgument
from ctxfn.io.gather.looking_up import AT_ONCE, LOOK_UP_LIMIT
from ctxfn.io.topics.asking import Asking
from ctxfn.messages import Node
from ctxfn.topics import FoundTopic, TopicDigest, digest_topic, find_topics

__all__ = ["AT_MOST", "GatheredTopics", "gather_topics"]

#: Nobody means a hundred conversations; a page somebody pasted may name more.
AT_MOST: Final = 100


@frozen
class GatheredTopics:
    """The fact, for the context, and a note for each look-up that failed."""

    references: TopicReferences
    notes: tuple[Note, ...] = ()


async def gather_topics(
    messages: Iterable[Node],
    topic: Callable[[str], object],
    said: Callable[[str], object] | None = None,
    *,
    own: str | None = None,
    roles: Collection[str] | None = None,
    depth: int = 1,
    last: int = 5,
    characters: int = 300,
    can_fetch: bool = True,
    limit: float = LOOK_UP_LIMIT,
    at_once: int = AT_ONCE,
    at_most: int = AT_MOST,
) -> GatheredTopics:
    """Find the conversations that *messages* refer to, look them up, and make a fact of them.

    *topic* returns a `Topic`, or None, for an id; *said* its messages, and is asked only where
    there is no summary. Either may be asynchronous or not. *own* is the id of this very
    conversation, which is not looked up but noted. *depth* says how far to follow references
    that stand in what was looked up: 1 is not at all. No more than *at_most* conversations are
    looked up.

    Contract:
        Each conversation is looked up once, *at_once* at a time, each look-up within *limit*
        seconds, so references that lead back end. In the order they are named, those of what
        was looked up behind them. What is not looked up, because that fails or because there
        are too many, is pending, with its name, and in a note; the others arrive.

    Complexity: the slowest look-up's, twice, for each *at_once* of them.

    Source: LobeHub context-engine asks for one after the other.

    Examples:
        >>> import asyncio
        >>> from ctxfn.messages import chat, user
        >>> from ctxfn.topics import Topic
        >>> asked = chat(user('As in <refer_topic id="tp_7" name="Q1" />?'))
        >>> def topic(id): return Topic("Q1 plan", "Hire two people.")
        >>> asyncio.run(gather_topics(asked, topic)).references.items
        (TopicReference(id='tp_7', title='Q1 plan', summary='Hire two people.', messages=()),)

    Raises:
        InvalidArgument: a limit, depth or number that is none.
    """
    counts = (("depth", depth), ("last", last), ("characters", characters), ("at_most", at_most))
    for name, number in counts:
        _check(name, number)
    ask = Asking(topic, said, roles, last, characters, limit, at_once)
    seen: set[str | None] = {own}
    digests: list[TopicDigest] = []
    waiting = find_topics(messages, roles=roles)
    notes = [_note(one, "this very conversation") for one in waiting if one.id == own]
    for _ in range(depth):
        new = [one for one in waiting if one.id not in seen]
        if not new:
            break
        seen.update(one.id for one in new)
        room = max(at_most - len(digests), 0)
        layer = await ask.layer(new[:room])
        digests += (*layer.digests, *map(digest_topic, new[room:]))
        notes += (*layer.notes, *map(_too_many, new[room:]))
        waiting = layer.leads_to
    return GatheredTopics(topic_facts(digests, can_fetch=can_fetch), tuple(notes))


def _too_many(reference: FoundTopic) -> Note:
    return _note(reference, "not looked up, there are too many")


def _note(reference: FoundTopic, reason: str) -> Note:
    text = f"{reference.name or reference.id}: {reason}"
    return Note("gather_topics", "topic-not-found", text, (reference.id,))


def _check(name: str, number: object) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise InvalidArgument(name, repr(number), "a whole number, 0 or more")

"""Look up the conversations that messages refer to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from attrs import frozen

from ctxfn.context import Note
from ctxfn.facts import TopicReferences, topic_facts
from ctxfn.io.errors import InvalidArgument
from ctxfn.io.gather.looking_up import AT_ONCE, LOOK_UP_LIMIT
from ctxfn.io.topics.asking import Asking
from ctxfn.messages import Node
from ctxfn.topics import TopicDigest, find_topics

__all__ = ["GatheredTopics", "gather_topics"]


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
) -> GatheredTopics:
    """Find the conversations that *messages* refer to, look them up, and make a fact of them.

    *topic* returns a `Topic`, or None, for an id; *said* its messages, and is asked only where
    there is no summary. Either may be asynchronous or not. *own* is the id of this very
    conversation, which is not looked up. *depth* says how far to follow references that stand
    in what was looked up: 1 is not at all.

    Contract:
        Each conversation is looked up once, *at_once* at a time, each look-up within *limit*
        seconds, so references that lead back end. In the order they are named, those of what
        was looked up behind them. What cannot be looked up is pending, with its name, and in a
        note; the others arrive.

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
    for name, number in (("depth", depth), ("last", last), ("characters", characters)):
        _check(name, number)
    ask = Asking(topic, said, roles, last, characters, limit, at_once)
    seen: set[str | None] = {own}
    digests: list[TopicDigest] = []
    notes: list[Note] = []
    waiting = find_topics(messages, roles=roles)
    for _ in range(depth):
        new = tuple(one for one in waiting if one.id not in seen)
        if not new:
            break
        seen.update(one.id for one in new)
        layer = await ask.layer(new)
        digests += layer.digests
        notes += layer.notes
        waiting = layer.leads_to
    return GatheredTopics(topic_facts(digests, can_fetch=can_fetch), tuple(notes))


def _check(name: str, number: object) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise InvalidArgument(name, repr(number), "a whole number, 0 or more")

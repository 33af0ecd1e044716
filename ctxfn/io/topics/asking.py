"""Ask for conversations, then for what was said in those that have no summary."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple, cast

from attrs import frozen

from ctxfn.context import Context, Note
from ctxfn.io.gather.looking_up import Answer, look_up, reason_of
from ctxfn.messages import Node, user
from ctxfn.topics import FoundTopic, Topic, TopicDigest, digest_topic, find_topics

__all__ = ["Asking", "Layer"]


class Layer(NamedTuple):
    """What was looked up of some references, and what that refers to itself."""

    digests: tuple[TopicDigest, ...]
    leads_to: tuple[FoundTopic, ...]
    notes: tuple[Note, ...]


@frozen
class Asking:
    """Whom to ask, how long and how many at a time, and how much of the answers to tell."""

    topic: Callable[[str], object]
    said: Callable[[str], object] | None
    roles: Collection[str] | None
    last: int
    characters: int
    limit: float
    at_once: int

    async def layer(self, found: Sequence[FoundTopic]) -> Layer:
        """Look up each of *found*, at the same time."""
        notes: list[Note] = []
        answers = await self._look_up(self.topic, found)
        topics = [_topic(*pair, notes) for pair in zip(found, answers, strict=True)]
        known = [
            place
            for place, answer in enumerate(answers)
            if answer.reason is None and digest_topic(found[place], topics[place]).is_pending
        ]
        said: dict[int, Sequence[Node]] = {}
        if self.said is not None:
            heard = await self._look_up(self.said, [found[place] for place in known])
            for place, answer in zip(known, heard, strict=True):
                said[place] = _messages(found[place], answer, notes)
        digests = tuple(
            digest_topic(
                reference,
                topics[place],
                said.get(place, ()),
                last=self.last,
                characters=self.characters,
            )
            for place, reference in enumerate(found)
        )
        return Layer(digests, self._leads_to(digests, said), tuple(notes))

    async def _look_up(
        self, fetch: Callable[[str], object], found: Sequence[FoundTopic]
    ) -> tuple[Answer, ...]:
        keys = [one.id for one in found]
        return await look_up(fetch, keys, limit=self.limit, at_once=self.at_once)

    def _leads_to(
        self, digests: Sequence[TopicDigest], said: dict[int, Sequence[Node]]
    ) -> tuple[FoundTopic, ...]:
        """Find the references in what was looked up, whole as it came."""
        nodes: list[Node] = []
        for place, digest in enumerate(digests):
            nodes += said.get(place, ())
            if digest.summary is not None:
                nodes.append(user(digest.summary))
        return find_topics(nodes, roles=self.roles)


def _topic(reference: FoundTopic, answer: Answer, notes: list[Note]) -> Topic | None:
    if isinstance(answer.found, Topic):
        return answer.found
    if answer.reason is not None:
        notes.append(_failed(reference, answer.reason))
    elif answer.found is not None:
        notes.append(_failed(reference, f"a {type(answer.found).__name__} is no Topic"))
    return None


def _messages(reference: FoundTopic, answer: Answer, notes: list[Note]) -> Sequence[Node]:
    if answer.reason is not None:
        notes.append(_failed(reference, answer.reason))
        return ()
    try:
        return Context.of(cast("Iterable[Node]", answer.found or ())).messages
    except Exception as error:  # no messages, or what yields them fails
        notes.append(_failed(reference, reason_of(error)))
        return ()


def _failed(reference: FoundTopic, reason: str) -> Note:
    text = f"{reference.name or reference.id}: {reason}"
    return Note("gather_topics", "topic-not-found", text, (reference.id,))

"""Make the fact about other conversations of the accounts that were made of them."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.errors import check_argument
from ctxfn.facts.topic_references import TopicMessage, TopicReference, TopicReferences
from ctxfn.topics import TopicDigest

__all__ = ["topic_facts"]


def topic_facts(digests: Iterable[TopicDigest], *, can_fetch: bool = True) -> TopicReferences:
    """Make the fact of *digests*; *can_fetch*: a tool that reads conversations is on offer.

    Contract:
        One reference a digest, in their order.

    Complexity: O(digests and their messages).

    Source: ours.

    Raises:
        InvalidArgument: *digests* are no `TopicDigest` each.

    Examples:
        >>> topic_facts([TopicDigest("t", "Plan", "Hire two.")]).items
        (TopicReference(id='t', title='Plan', summary='Hire two.', messages=()),)
    """
    expected = "digests: digest_topic(...), ..."
    check_argument("topic_facts, the digests", digests, Iterable, expected)
    given = tuple(digests)
    for one in given:
        check_argument("topic_facts, a digest", one, TopicDigest, expected)
    return TopicReferences(tuple(map(_reference, given)), can_fetch)


def _reference(digest: TopicDigest) -> TopicReference:
    said = tuple(TopicMessage(one.role, one.text) for one in digest.said)
    return TopicReference(digest.id, digest.title, digest.summary, said)

"""Keep the most recent groups of messages and let the rest go."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge
from pyrsistent import pvector

from ctxfn.context import Note
from ctxfn.messages import Messages, count_groups, head_of, newest_groups
from ctxfn.pipeline import Changed, processor

__all__ = ["keep_recent"]


@processor
def keep_recent(
    messages: Messages,
    /,
    *,
    groups: Annotated[int, Ge(0)],
    every: Annotated[int, Ge(1)] = 1,
) -> Messages | Changed:
    """Return the last *groups* groups of *messages*.

    What a group is: `ctxfn.messages.groups_of`.

    Contract:
        Kept are the last groups, whole, in the order of *messages*; a group's
        place is its first message's, so a late result stays or goes with its call.
        System messages, and user messages of ours, do not count. They stay where *messages*
        begin with them, and among and behind the groups kept; what stands further back in the
        history goes with its time.
        With *every* above 1 the border moves by so many groups at a time (by *groups*, if that is
        less): it stands where it stood until so many more have come, so what is sent begins
        with the same messages from one cut to the next. Kept are then fewer than *groups* right
        behind a cut, never more, and never none.
        Messages are kept as the same objects; if all are kept, so is the vector. Else one
        note of kind ``cut`` says how many went.

    Complexity: O(kept), from the tail; independent of the history's length. With *every* above
    1 O(messages), which have to be counted. Further back
    only where a result has no call, a call has no result, or a parent is missing: to be sure
    that nothing kept belongs to something before it.

    Source: LobeHub context-engine, history truncation; we look results up by
    call id, so a group is never split.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(user("hi"), assistant("", call("c1")), tool_result("c1", "42"))
        >>> [m.role for m in keep_recent(said, groups=1)]
        ['assistant', 'tool']
        >>> keep_recent(said, groups=2) is said
        True
        >>> long = chat(*(user(str(number)) for number in range(9)))
        >>> [len(keep_recent(long[:number], groups=4, every=3)) for number in range(4, 10)]
        [4, 2, 3, 4, 2, 3]
        >>> keep_recent(groups=2)
        keep_recent(groups=2)
    """
    head = head_of(messages)
    left = groups if every == 1 else _left(messages, head, groups, min(every, groups))
    places = newest_groups(messages, left, start=head)
    gone = len(messages) - head - len(places)
    if not gone:
        return messages
    kept = [messages[index] for index in range(head)]
    kept += [messages[index] for index in places]
    text = f"{gone} of {len(messages)} messages are left out; the last {left} groups stay"
    return Changed(pvector(kept), (Note("keep_recent", "cut", text),))


def _left(messages: Messages, head: int, groups: int, every: int) -> int:
    """How many groups stay if the border moves by *every* at a time."""
    if len(messages) - head <= groups or not groups:
        return groups
    over = count_groups(messages, start=head) - groups
    return groups if over <= 0 else groups - -over % every

"""What rules on items share: each finds one kind of fault, and all are looked for at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ctxfn.lint.rule import Found
from ctxfn.messages import Messages
from ctxfn.wire import (
    Conversation,
    ItemFault,
    ItemFaultKind,
    Profile,
    item_faults,
    server_state,
)

__all__ = ["found_items"]


def found_items(
    conversation: Conversation, profile: Profile, kind: ItemFaultKind
) -> Iterator[Found]:
    """Yield the faults of *kind* that the items of *conversation* have, in order.

    Complexity: O(size of *conversation*), once for all kinds.
    """
    stores = server_state(conversation).stores
    for index, fault in _faults(_Same(conversation.messages), _Same(profile), stores):
        if fault.kind == kind:
            yield Found(index, fault.found, fault.expected, fault.path)


class _Same:
    """A value that is equal to itself alone, which is all that one check needs to know."""

    __slots__ = ("value",)

    def __init__(self, value: Messages | Profile) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@lru_cache(maxsize=1)
def _faults(messages: _Same, profile: _Same, stores: bool) -> tuple[tuple[int, ItemFault], ...]:
    assert isinstance(profile.value, Profile)
    assert not isinstance(messages.value, Profile)
    return tuple(
        (index, fault)
        for index, node in enumerate(messages.value)
        for fault in item_faults(node, profile.value, stores=stores)
    )

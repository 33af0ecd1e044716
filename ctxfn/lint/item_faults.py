"""What rules on items share: each finds one kind of fault."""

from __future__ import annotations

from collections.abc import Iterator

from ctxfn.lint.rule import Found
from ctxfn.wire import Conversation, ItemFaultKind, Profile, item_faults, server_state

__all__ = ["found_items"]


def found_items(
    conversation: Conversation, profile: Profile, kind: ItemFaultKind
) -> Iterator[Found]:
    """Yield the faults of *kind* that the items of *conversation* have, in order.

    Complexity: O(size of *conversation*).
    """
    stores = server_state(conversation).stores
    for index, node in enumerate(conversation.messages):
        for fault in item_faults(node, profile, stores=stores):
            if fault.kind == kind:
                yield Found(index, fault.found, fault.expected, fault.path)

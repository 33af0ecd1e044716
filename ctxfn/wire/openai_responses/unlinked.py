"""An answer without some of its thoughts, written as it was but for them."""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve

from ctxfn.messages import Assistant, extra
from ctxfn.wire.openai_responses.item_faults import ItemFault
from ctxfn.wire.openai_responses.mended_items import without_item_faults
from ctxfn.wire.openai_responses.written import CODEC, form_of, without_reasoning

__all__ = ["without_thoughts"]


def without_thoughts(
    node: Assistant, numbers: Collection[int], /, *, linked: bool = False
) -> Assistant:
    """Leave out of *node* the thoughts with *numbers*.

    Contract:
        *linked*: the ids of what they led to go as well, for a server that knows them looks for
        the thoughts. The other items are written as they were.

    Complexity: O(size of *node*).

    Source: catalogue rules ``reasoning-item-orphan`` and ``reasoning-for-nonreasoning-model``.

    Examples:
        >>> from ctxfn.messages import Reasoning, assistant
        >>> without_thoughts(assistant(Reasoning("So."), "Yes."), {0}).reasoning
        ()
    """
    kept = tuple(one for number, one in enumerate(node.reasoning) if number not in numbers)
    form = without_reasoning(form_of(node), numbers)
    left = evolve(node, reasoning=kept, written=form)
    return _unnamed(left) if linked else left


def _unnamed(node: Assistant) -> Assistant:
    """Take the ids of the message and of its calls."""
    paths: list[tuple[str | int, ...]] = [] if node.id is None else [("id",)]
    paths += [
        ("calls", number, "id")
        for number, call in enumerate(node.calls)
        if "id" in extra(call.extras, CODEC)
    ]
    faults = tuple(ItemFault("reasoning", path, "", "") for path in paths)
    after = without_item_faults(node, faults)
    assert isinstance(after, Assistant)
    return after

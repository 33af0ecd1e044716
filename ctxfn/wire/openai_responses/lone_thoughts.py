"""Reasoning that a server would refuse: nothing follows it, nothing of it is left, or none is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from ctxfn.messages import Assistant, Card, Node, Opaque, Reasoning, Unknown, extra
from ctxfn.wire.openai_responses.items import is_item
from ctxfn.wire.openai_responses.write_answer import planned_items
from ctxfn.wire.openai_responses.write_items import is_from_here
from ctxfn.wire.openai_responses.written import CODEC, form_of
from ctxfn.wire.profiles import Profile

__all__ = ["LoneThought", "lone_thoughts"]

#: Messages of which nothing is written.
_UNWRITTEN: Final = (Card, Unknown)


class LoneThought(NamedTuple):
    """Which message, which of its thoughts, and why it is refused."""

    message: int
    number: int
    why: Literal["orphan", "bare", "forbidden"]


def lone_thoughts(
    messages: Sequence[Node], profile: Profile, /, *, stores: bool = True
) -> tuple[LoneThought, ...]:
    """List the thoughts among *messages* that the target refuses, in order.

    Contract:
        ``orphan``: no item of the model's follows, be it the next message's; or words without an
        id, where the server *stores* items and knows the thought by its own. ``bare``: neither
        an id nor a seal, so nobody can read it. ``forbidden``: the model does not reason. What
        another format's model thought is not written here, so it is not in the list.

    Complexity: O(size of *messages*).

    Source: catalogue rules ``reasoning-item-orphan``, ``reasoning-for-nonreasoning-model``.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> rows = [{"type": "reasoning", "id": "rs_1", "summary": []}]
        >>> read = codec_named("openai_responses").decode(rows)
        >>> lone_thoughts(read.messages, profile("openai/responses"))[0].why
        'orphan'
    """
    found: list[LoneThought] = []
    led_on = named = False
    by_id = stores and profile.item_ids_stored
    for index in range(len(messages) - 1, -1, -1):
        node = messages[index]
        if not isinstance(node, Assistant):
            led_on = led_on and isinstance(node, _UNWRITTEN)
            continue
        for one in reversed(planned_items(node)):
            if not isinstance(one.said, Reasoning):
                led_on = not isinstance(one.said, Opaque) or is_item(one.said.value.shared())
                named = not isinstance(one.said, tuple) or _is_named(node)
                continue
            if is_from_here(one.said):
                unknown = by_id and not named and _id_of(one.said) is not None
                why = _why(one.said, profile, led_on=led_on and not unknown)
                if why is not None:
                    found.append(LoneThought(index, one.number, why))
    return tuple(reversed(found))


def _is_named(node: Assistant) -> bool:
    """Say whether the words of *node* go by an id."""
    return node.id is not None and (form_of(node) is not None or node.id.startswith("msg_"))


def _id_of(one: Reasoning) -> object:
    return extra(one.extras, CODEC).get("id")


def _why(
    one: Reasoning, profile: Profile, *, led_on: bool
) -> Literal["orphan", "bare", "forbidden"] | None:
    if profile.reasoning == "forbidden":
        return "forbidden"
    if profile.reasoning_before_item and not led_on:
        return "orphan"
    named = _id_of(one) is not None or one.sealed is not None
    # Servers that give no ids read the words themselves.
    readable = named or (not profile.item_ids_stored and bool(one.text))
    return None if readable else "bare"

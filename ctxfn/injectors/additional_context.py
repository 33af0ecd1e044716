"""What a program around this library adds, before all else that is known or at the very end."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Context
from ctxfn.facts import AdditionalContext, AdditionalContexts, ContextSection
from ctxfn.injectors.json_in_markup import json_text
from ctxfn.injectors.own_tail import inject_behind
from ctxfn.messages import (
    Block,
    Messages,
    User,
    Verbatim,
    enclose,
    escape,
    tag,
    with_blocks,
)
from ctxfn.pipeline import idle_without, places_blocks, processor, reads
from ctxfn.slots import PREAMBLE

__all__ = ["additional_context", "render_additional_contexts"]

_NAME: Final = "additional_context"


def render_additional_contexts(items: tuple[AdditionalContext, ...]) -> str:
    """Write *items* as elements, separated by a blank line; none, no text.

    Contract:
        Attributes and sections in their order. Texts are escaped; a section of text is on one
        line. JSON stands on lines of its own, over several lines or on one, keys sorted, its
        brackets written as JSON escapes.

    Complexity: O(characters).

    Source: LobeHub context-engine, runtime additional context.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> sections = (
        ...     ContextSection("state", "failed"),
        ...     ContextSection("jobs", freeze(["<a>", 2]), "compact_json"),
        ... )
        >>> given = AdditionalContext("build_status", sections, attributes=(("id", "77"),))
        >>> print(render_additional_contexts((given,)))
        <build_status id="77">
        <state>failed</state>
        <jobs>
        ["\\u003ca\\u003e",2]
        </jobs>
        </build_status>
        >>> render_additional_contexts(())
        ''
    """
    return "\n\n".join(map(_element, items))


def _element(one: AdditionalContext) -> str:
    if isinstance(one.content, str):
        lines: tuple[str, ...] = (escape(one.content),)
    else:
        lines = tuple(map(_section, one.content))
    return enclose(one.tag, *lines, **dict(one.attributes))


def _section(one: ContextSection) -> str:
    if isinstance(one.value, Verbatim):
        return enclose(one.tag, json_text(one.value, compact=one.format == "compact_json"))
    return tag(one.tag, one.value)


@processor
@reads(AdditionalContexts)
@places_blocks
@idle_without(AdditionalContexts)
def additional_context(context: Context, /) -> Context:
    """Add what a program wants the model to know, where each piece says it belongs.

    Contract:
        What is stable opens our message before the first thing a person said, in front of what
        other injectors wrote there; where nobody spoke, there is no such place. The rest goes
        into our message at the very end, never into a person's. Nothing told: the same context.
        Twice is once.

    Complexity: O(messages + characters).

    Source: LobeHub context-engine, runtime additional context.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> told = AdditionalContexts((AdditionalContext("build", "failed"),))
        >>> after = additional_context(Context.of(chat(user("why?")), told))
        >>> [len(message.blocks) for message in after.messages]
        [0, 1]
    """
    told = context.get(AdditionalContexts)
    if told is None:
        return context
    messages = context.messages
    stable = _placed(told, "stable_prefix")
    if stable is not None:
        messages = _opened(PREAMBLE.place(messages, stable))
    volatile = _placed(told, "virtual_tail")
    if volatile is not None:
        messages = inject_behind(messages, volatile)
    return context.with_messages(messages)


def _placed(told: AdditionalContexts, placement: str) -> Block | None:
    items = tuple(one for one in told.items if one.placement == placement)
    text = render_additional_contexts(items)
    return Block(_NAME, text, AdditionalContexts.__name__) if text else None


def _opened(messages: Messages) -> Messages:
    """Move our block to the front of the preamble."""
    for place, node in enumerate(messages):
        if isinstance(node, User) and node.origin.ours == "preamble":
            ours = tuple(block for block in node.blocks if block.name == _NAME)
            if node.blocks[: len(ours)] == ours:
                return messages
            others = tuple(block for block in node.blocks if block.name != _NAME)
            return messages.set(place, with_blocks(node, (*ours, *others)))
    return messages

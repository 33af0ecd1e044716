"""What a target that reads neighbours of one role as one turn gets, and its setting of thoughts."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import AnyNote, Context, Note
from ctxfn.front.given import Given
from ctxfn.messages import Messages, Node, System, ToolResult, User, extra, own, reuse, unusual
from ctxfn.pipeline import run
from ctxfn.processors import merge_runs
from ctxfn.wire import (
    Profile,
    answer_without_thoughts,
    block_keys,
    block_surplus,
    is_listed,
    message_keys,
    only_words_and_calls,
    opens_message,
    surplus_keys,
    thinks,
    unknown_block_keys,
    without_block_surplus,
    without_surplus_keys,
    without_unknown_block_keys,
)

__all__ = [
    "with_fitting_thinking",
    "with_joined_turns",
    "with_system_in_field",
    "without_message_keys",
]

#: The formats whose messages have a closed schema.
_CLOSED: Final = ("anthropic", "bedrock")


def with_joined_turns(given: Given, messages: Messages) -> tuple[Messages, tuple[AnyNote, ...]]:
    """Join neighbours of one role, for a target that would, if anything else was done already.

    What nobody had to touch is as its author wrote it, and was taken like that before.
    """
    untouched = messages is given.conversation.messages and given.target_codec is None
    if not given.profile.merges_turns or given.records or untouched:
        return messages, ()
    after = run(merge_runs(thoughts="apart"), Context.of(messages, given.profile))
    return _results_together(after.messages), tuple(after.notes)


def with_system_in_field(given: Given, messages: Messages) -> Messages:
    """Forget that a first system message stood in the list, where the target has a field for it."""
    if (
        not len(messages)
        or not given.profile.single_system_first
        or not (
            is_listed(messages[0])
            or (isinstance(messages[0], System) and opens_message(messages[0]))
        )
    ):
        return messages
    return messages.set(0, evolve(messages[0], written=None))


def without_message_keys(given: Given, messages: Messages) -> tuple[Messages, tuple[AnyNote, ...]]:
    """Leave out what messages carry beside role and content, where the target permits no more.

    A result is a block, and has keys of its own: those of its message alone go.
    """
    if given.records:
        return messages, ()
    if given.profile.codec not in _CLOSED:
        return _without_surplus(given.profile, messages)
    codec = given.profile.codec
    if only_words_and_calls(messages):
        return messages, ()
    after: list[Node] = list(messages)
    notes: list[AnyNote] = []
    # No other message carries anything beside its fields, nor does what is in it.
    for place in unusual(messages):
        node = after[place]
        gone = _beside(node, codec)
        bare = _without(node, gone, codec) if gone else node
        inside, bare = _inside(bare, codec)
        after[place] = bare
        for key in inside:
            text = f"{key}: the target permits no such key in a block, left out"
            notes.append(Note("repair", "block-key", text, places=(place,)))
        for key in gone:
            text = f"{key}: the target permits nothing beside role and content, left out"
            notes.append(Note("repair", "message-key", text, places=(place,)))
    return reuse(messages, after), tuple(notes)


def _inside(node: Node, codec: str) -> tuple[tuple[str, ...], Node]:
    """Return the keys of blocks that the target does not permit, and *node* without them."""
    if codec == "bedrock":
        return block_surplus(node), without_block_surplus(node)
    return unknown_block_keys(node), without_unknown_block_keys(node)


def _without_surplus(profile: Profile, messages: Messages) -> tuple[Messages, tuple[AnyNote, ...]]:
    """Leave out the keys that a closed schema does not permit, wherever in a message they stand."""
    if profile.permitted_keys is None:
        return messages, ()
    end = len(messages) - 1
    notes: list[AnyNote] = []
    after: list[Node] = []
    for place, node in enumerate(messages):
        gone = surplus_keys(node, profile, last=place == end)
        after.append(without_surplus_keys(node, profile, last=place == end) if gone else node)
        for key in gone:
            text = f"{key}: the target permits no such key here, left out"
            notes.append(Note("repair", "message-key", text, places=(place,)))
    return reuse(messages, after), tuple(notes)


def _beside(node: Node, codec: str) -> list[str]:
    carried = extra(node.extras, codec)
    if codec == "bedrock":
        return [key for key in carried if key not in block_keys(node)]
    if not carried or not isinstance(node, ToolResult):
        return list(carried)
    return [key for key in carried if key in message_keys(node)]


def _without(node: Node, gone: list[str], codec: str) -> Node:
    kept = {key: one for key, one in extra(node.extras, codec).items() if key not in gone}
    others = tuple(one for one in node.extras if one[0] != codec)
    return evolve(node, extras=(*others, (codec, own(kept))) if kept else others)


def _results_together(messages: Messages) -> Messages:
    """Forget of results, and of words behind them, that they stood in a message of their own."""
    forms = {id(node.written): node.written for node in messages}
    if all(getattr(form, "place", "") != "row" for form in forms.values()):
        return messages
    before: list[Node | None] = [None, *messages]
    return reuse(
        messages,
        [
            evolve(node, written=None)
            if isinstance(last, ToolResult)
            and isinstance(node, ToolResult | User)
            and node.written is not None
            and getattr(node.written, "place", "") == "row"
            else node
            for last, node in zip(before, messages, strict=False)
        ],
    )


def with_fitting_thinking(given: Given, messages: Messages) -> tuple[Given, tuple[Note, ...]]:
    """Leave thinking off where the answer that was just answered lacks the thoughts it needs."""
    settings = given.conversation.settings
    place = answer_without_thoughts(messages)
    if given.profile.reasoning != "signed" or place is None or not thinks(settings):
        return given, ()
    said = settings.thaw() if settings is not None else {}
    kept = (
        {key: one for key, one in said.items() if key != "thinking"}
        if isinstance(said, dict)
        else {}
    )
    text = "thinking is left off: the thoughts of the answer that called are not there"
    note = Note("repair", "thinking-off", text, places=(place,))
    return evolve(given, conversation=evolve(given.conversation, settings=own(kept))), (note,)

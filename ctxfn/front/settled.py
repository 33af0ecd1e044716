"""When a repair has come to its end, and from where it starts."""

from __future__ import annotations

from ctxfn.front.given import Given
from ctxfn.messages import Assistant, Messages, over_messages, own
from ctxfn.wire import Loss, beyond_words_and_calls, without_held

__all__ = ["is_of_the_whole", "is_same", "is_told_by_fields", "is_untouched", "there"]


def is_told_by_fields(given: Given) -> bool:
    """Say whether no message carries anything beside its fields, which might mean something else.

    What fields say, a codec that tells of no loss reads again as it was: that is its law.
    """
    if given.added or given.conversation.problems:
        return False
    if given.profile.tools_declared and given.conversation.settings is None:
        return False  # a list that becomes a body has a place for tools all of a sudden
    messages = given.conversation.messages
    for node in (messages[place] for place in beyond_words_and_calls(messages)):
        if node.extras or any(getattr(part, "extras", True) for part in node.parts):
            return False
        if type(node) is Assistant and any(call.extras for call in node.calls):
            return False
    return True


def is_of_the_whole(loss: Loss) -> bool:
    """Say whether *loss* is of the payload's form alone: a body where a list was given."""
    return loss.index is None and not loss.path


def is_same(more: object, done: object) -> bool:
    """Say whether two payloads are equal, the order of keys included."""
    return more is done or repr(own(more)) == repr(own(done))


def is_untouched(first: Given, given: Given, messages: Messages) -> bool:
    """Say whether nothing was done to what was read: a codec then writes what it has read."""
    if first.conversation.problems or given.mended[1]:
        return False
    same = given.conversation is first.conversation
    return same and messages is first.conversation.messages


def there(given: Given) -> Messages:
    """Return the messages as they are where they go: no server there holds what came before."""
    messages = given.well_typed
    if given.target_codec is None or given.codec.name != "openai_responses":
        return messages
    return over_messages(without_held, messages)

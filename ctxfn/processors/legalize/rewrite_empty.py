"""Write empty content and empty lists of calls anew, in the way APIs accept."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, System, ToolResult, User
from ctxfn.pipeline import Told, each_message
from ctxfn.wire import content_lacking, empty_lists_in

__all__ = ["rewrite_empty"]


@each_message
def rewrite_empty(
    message: System | User | Assistant | ToolResult, /, *, key: bool = False
) -> System | User | Assistant | ToolResult | Told:
    """Forget how a message was written if it was written with an empty list, or without content.

    Contract:
        An empty list of parts becomes ``null`` beside calls and empty text elsewhere, and so
        does ``null`` or nothing where only a model may say nothing; with *key* the key for content
        is written beside calls as well, where it was missing; an empty list of calls is
        not written. Nothing of the message itself changes; that it is written otherwise is
        noted. One without empty lists that has content is the same object.

    Complexity: O(1).

    Source: catalogue rules ``empty-content-array`` and ``empty-tool-calls-array``; the published
    interface description for content that is required.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> chat = codec_named("openai_chat")
        >>> said = chat.decode([{"role": "assistant", "content": "hi", "tool_calls": []}])
        >>> from attrs import evolve
        >>> mended = evolve(said, messages=rewrite_empty(said.messages))
        >>> chat.encode(mended, profile("openai")).body
        [{'role': 'assistant', 'content': 'hi'}]
    """
    found = [f"an empty list of {key}" for key in empty_lists_in(message)]
    lacking = content_lacking(message)
    if lacking is not None and (_must_speak(message) or (key and lacking == "absent")):
        found.append("content that was null" if lacking == "null" else "content that was not there")
    if not found:
        return message
    ids = () if message.id is None else (message.id,)
    note = Note("rewrite_empty", "written-anew", f"written anew: {', '.join(found)}", ids)
    return Told((evolve(message, written=None),), (note,))


def _must_speak(message: System | User | Assistant | ToolResult) -> bool:
    """Say whether content is required: a model may call instead, but not only think."""
    return not isinstance(message, Assistant) or bool(message.reasoning and not message.calls)

"""Write empty content and empty lists of calls anew, in the way APIs accept."""

from __future__ import annotations

from attrs import evolve

from ctxfn.messages import Assistant, System, ToolResult, User
from ctxfn.pipeline import each_message
from ctxfn.wire import empty_lists_in

__all__ = ["rewrite_empty"]


@each_message
def rewrite_empty(
    message: System | User | Assistant | ToolResult, /
) -> System | User | Assistant | ToolResult:
    """Forget how a message was written if it was written with an empty list.

    Contract:
        An empty list of parts becomes ``null`` beside calls and empty text elsewhere, an
        empty list of calls is not written. Nothing of the message itself changes, and one
        without empty lists is the same object.

    Complexity: O(1).

    Source: catalogue rules ``empty-content-array`` and ``empty-tool-calls-array``.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> chat = codec_named("openai_chat")
        >>> said = chat.decode([{"role": "assistant", "content": "hi", "tool_calls": []}])
        >>> from attrs import evolve
        >>> mended = evolve(said, messages=rewrite_empty(said.messages))
        >>> chat.encode(mended, profile("openai")).body
        [{'role': 'assistant', 'content': 'hi'}]
    """
    return evolve(message, written=None) if empty_lists_in(message) else message

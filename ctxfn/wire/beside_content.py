"""Where the thoughts of an answer were written."""

from __future__ import annotations

from ctxfn.messages import Assistant
from ctxfn.wire.openai_chat.written import REASONING_KEYS, form_of

__all__ = ["lacks_thoughts"]


def lacks_thoughts(message: Assistant) -> bool:
    """Say whether *message* has no thoughts under ``reasoning_content``, be they empty.

    Contract:
        As it was read, unless it was changed since; what no codec read is written there.

    Complexity: O(1).

    Source: ours; catalogue rule ``reasoning-content-missing``.

    Examples:
        >>> from ctxfn.wire import codec_named
        >>> rows = [{"role": "assistant", "content": "hi", key: ""} for key in ("reasoning_content", "mood")]
        >>> [lacks_thoughts(node) for node in codec_named("deepseek").decode(rows).messages]
        [False, True]
    """
    if not message.reasoning:
        return True
    form = form_of(message)
    if form is None:
        return False
    keys = [key for key in form.keys if key in REASONING_KEYS and key not in form.nulls]
    return len(keys) == len(message.reasoning) and REASONING_KEYS[0] not in keys

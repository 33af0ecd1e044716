"""Leave thoughts out where they are refused, and say that there are none where that is asked."""

from __future__ import annotations

from typing import Literal

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Reasoning, has_content
from ctxfn.pipeline import Told, each_message
from ctxfn.wire import lacks_thoughts

__all__ = ["fit_thoughts"]

_STEP = "fit_thoughts"


@each_message
def fit_thoughts(
    message: Assistant, /, *, rule: Literal["forbidden", "required_with_calls"] = "forbidden"
) -> Assistant | Told:
    """Leave out all thoughts (``forbidden``), or give calls some (``required_with_calls``).

    Contract:
        Thoughts are never made up and never become words: what is required and not known is an
        empty text. An answer that held nothing but thoughts goes with them. Each is noted.
        Nothing to do: the same object. Twice is once.

    Complexity: O(thoughts).

    Source: catalogue rules ``reasoning-content-forbidden`` and ``reasoning-content-missing``.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat
        >>> fit_thoughts(chat(assistant(Reasoning("So."), "Yes.")))[0].reasoning
        ()
        >>> fit_thoughts(chat(assistant("", call("c1"))), rule="required_with_calls")[0].reasoning
        (Reasoning(''),)
    """
    ids = () if message.id is None else (message.id,)
    if rule == "forbidden":
        if not message.reasoning:
            return message
        text = f"{len(message.reasoning)} thoughts left out: the target takes none"
        left = evolve(message, reasoning=(), written=None)
        note = Note(_STEP, "thoughts-dropped", text, ids)
        return Told((left,) if has_content(left) else (), (note,))
    if not message.calls or not lacks_thoughts(message):
        return message
    text = "the target wants the thoughts of an answer that calls: written under their key"
    given = evolve(message, reasoning=message.reasoning or (Reasoning(""),), written=None)
    return Told((given,), (Note(_STEP, "thoughts-given", text, ids),))

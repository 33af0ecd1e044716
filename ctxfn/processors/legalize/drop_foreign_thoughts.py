"""Leave out thoughts that their reader would not take for its own."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Reasoning, has_content
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.legalize.drop_foreign_signatures import is_foreign_to
from ctxfn.wire import beyond_words_and_calls

__all__ = ["drop_foreign_thoughts"]

_STEP: Final = "drop_foreign_thoughts"


@each_message
def drop_foreign_thoughts(message: Assistant, /, *, model: str | None = None) -> Assistant | Told:
    """Leave out thoughts without a signature or a seal, and those of another model than *model*.

    A signature is the model's proof that the thoughts are its own. It cannot be made up.

    Contract:
        Whose thoughts are, they or their message must tell; else they are taken for the
        reader's own, as they are without a *model*. The others stay as they are, in order: not
        a character of them may change. A message that held nothing else goes. Each is noted.
        Nothing foreign: the same object. Twice is once.

    Complexity: O(thoughts).

    Source: catalogue rules ``thinking-unsigned`` and ``thinking-foreign-signature``.

    Examples:
        >>> from ctxfn.messages import assistant, chat
        >>> said = chat(assistant(Reasoning("So."), "Yes."))
        >>> drop_foreign_thoughts(said)[0].reasoning
        ()
    """
    if not message.reasoning:
        return message
    kept = tuple(one for one in message.reasoning if not _is_foreign(one, message, model))
    if len(kept) == len(message.reasoning):
        return message
    ids = () if message.id is None else (message.id,)
    text = f"{len(message.reasoning) - len(kept)} thoughts left out that the model never signed"
    note = Note(_STEP, "thoughts-dropped", text, ids)
    left = evolve(message, reasoning=kept, written=None)
    return Told((left,) if has_content(left) else (), (note,))


@drop_foreign_thoughts.looks
def _thinking(nodes: Messages, /, **_: object) -> list[int]:
    return [
        place
        for place in beyond_words_and_calls(nodes)
        if isinstance(node := nodes[place], Assistant) and node.reasoning
    ]


def _is_foreign(one: Reasoning, message: Assistant, model: str | None) -> bool:
    if one.signature is None and one.sealed is None:
        return True
    return is_foreign_to(one.model or message.origin.model, model)

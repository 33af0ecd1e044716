"""Let calls stand alone."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.lint.fillers import is_filler
from ctxfn.messages import Assistant, Text, with_parts
from ctxfn.pipeline import Told, each_message

__all__ = ["drop_fillers"]


@each_message
def drop_fillers(message: Assistant, /) -> Assistant | Told:
    """Leave out the filler beside the calls of *message*.

    Contract:
        Only where there are calls; signed texts stay. Each is noted. Twice is once.

    Complexity: O(parts).

    Source: catalogue rule ``placeholder-imitation``.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat
        >>> drop_fillers(chat(assistant("(no content)", call("c1"))))[0].parts
        ()
    """
    if not message.calls:
        return message
    kept = tuple(
        part
        for part in message.parts
        if not (isinstance(part, Text) and part.signature is None and is_filler(part.text))
    )
    if len(kept) == len(message.parts):
        return message
    ids = () if message.id is None else (message.id,)
    note = Note("drop_fillers", "filler-dropped", "a filler beside calls left out", ids)
    return Told((with_parts(message, kept),), (note,))

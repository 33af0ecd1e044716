"""Leave out signatures that their reader did not make."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Call, Image, Part, Reasoning, Text, has_content, with_calls
from ctxfn.pipeline import Told, each_message

__all__ = ["drop_foreign_signatures", "is_foreign_to"]

_STEP: Final = "drop_foreign_signatures"
#: The day of a model's release at the end of its name, which its short name lacks.
_DAY: Final = re.compile(r"[-@](?:\d{8}|latest)$")
_BASE64: Final = re.compile("[A-Za-z0-9+/]+")
_PLAIN: Final = str.maketrans("-_", "+/")


@each_message
def drop_foreign_signatures(
    message: Assistant,
    /,
    *,
    model: str | None = None,
    family: tuple[str, ...] = (),
    every: bool = False,
    base64: bool = False,
) -> Assistant | Told:
    """Leave out the signatures of *message* that another model than *model* made.

    A signature is bound to the model that made it: others refuse the request.

    Contract:
        Who made one, the thought or its message must tell; else it is taken for the reader's
        own. Without a *model*, foreign is whose name begins with none of *family*, if that lists
        any. *every*: whoever made them, as after a change of provider. *base64*: what no byte can be
        read of is nobody's. What was signed stays, but
        for sealed thoughts, which say nothing to anybody else, and a message that held nothing
        else. Each message is noted. Nothing foreign: the same object. Twice is once.

    Complexity: O(parts + calls + thoughts).

    Source: catalogue rule ``thinking-foreign-signature``; vybestack/llxprt-code#2335.

    Examples:
        >>> from ctxfn.messages import assistant, chat
        >>> said = chat(assistant(Call("c1", "now", "{}", signature="c2ln")))
        >>> drop_foreign_signatures(said) is said
        True
        >>> drop_foreign_signatures(said, every=True)[0].calls[0].signature is None
        True
    """
    whose = message.origin.model
    foreign = every or is_foreign_to(whose, model, family)
    parts = tuple(_unsigned_part(one, foreign, base64) for one in message.parts)
    calls = tuple(_unsigned_call(one, foreign, base64) for one in message.calls)
    thoughts = tuple(
        _unsigned_thought(one, every or is_foreign_to(one.model or whose, model, family), base64)
        for one in message.reasoning
    )
    before = (*message.parts, *message.calls, *message.reasoning)
    gone = sum(new is not old for new, old in zip((*parts, *calls, *thoughts), before, strict=True))
    if not gone:
        return message
    said = tuple(one for one in thoughts if one is not None)
    ids = () if message.id is None else (message.id,)
    note = Note(_STEP, "signatures-dropped", f"{gone} signatures of another model left out", ids)
    left = evolve(with_calls(message, calls), parts=parts, reasoning=said)
    if len(said) == len(thoughts):
        left = evolve(left, written=message.written)
    return Told((left,) if has_content(left) else (), (note,))


def is_foreign_to(whose: str | None, model: str | None, family: tuple[str, ...] = ()) -> bool:
    """Say whether *whose* signatures are no proof to *model*, or, if it is ``None``, to *family*.

    Complexity: O(names).

    Examples:
        >>> is_foreign_to("claude-sonnet-4-5", "claude-sonnet-4-5-20250929")
        False
        >>> is_foreign_to("gpt-5", None, ("gemini-",)), is_foreign_to(None, "gemini-3-pro")
        (True, False)
    """
    if whose is None:
        return False
    if model is not None:
        return _bare(whose) != _bare(model)
    return bool(family) and not _bare(whose).startswith(family)


def _bare(model: str) -> str:
    return _DAY.sub("", model.strip().lower().rpartition("/")[2])


def _unsigned_part(part: Part, foreign: bool, base64: bool) -> Part:
    if isinstance(part, Text | Image) and _goes(part.signature, foreign, base64):
        return evolve(part, signature=None)
    return part


def _unsigned_call(call: Call, foreign: bool, base64: bool) -> Call:
    return evolve(call, signature=None) if _goes(call.signature, foreign, base64) else call


def _unsigned_thought(one: Reasoning, foreign: bool, base64: bool) -> Reasoning | None:
    """Return the words of a thought alone, if it has any, and if its proof goes."""
    if not _goes(one.signature, foreign, base64) and (one.sealed is None or not foreign):
        return one
    return evolve(one, signature=None, sealed=None) if one.text else None


def _goes(signature: str | None, foreign: bool, base64: bool) -> bool:
    return signature is not None and (foreign or (base64 and not _is_base64(signature)))


def _is_base64(text: str) -> bool:
    """Say whether bytes can be read of *text*, in either alphabet, padded or not."""
    bare = text.rstrip("=").translate(_PLAIN)
    if _BASE64.fullmatch(bare) is None or len(bare) % 4 == 1:
        return False
    read = b64decode(bare + "=" * (-len(bare) % 4))
    return b64encode(read).decode().rstrip("=") == bare

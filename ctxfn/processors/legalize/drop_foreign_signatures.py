"""Leave out signatures that their reader did not make."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Call, Image, Part, Reasoning, System, Text, User, has_content
from ctxfn.pipeline import Told, each_message
from ctxfn.wire import holds_bytes

__all__ = ["drop_foreign_signatures", "is_foreign_to"]

_STEP: Final = "drop_foreign_signatures"
#: The day of a model's release at the end of its name, which its short name lacks.
_DAY: Final = re.compile(r"[-@](?:\d{8}|latest)$")
#: What Bedrock puts around a name: where it runs and who made it, and a version of its own.
_HOST: Final = re.compile(r"(?:[a-z-]+\.)?anthropic\.(?P<name>.+?)(?:-v\d+(?::\d+)?)?")


@each_message
def drop_foreign_signatures(
    message: System | User | Assistant,
    /,
    *,
    model: str | None = None,
    family: tuple[str, ...] = (),
    every: bool = False,
    bytes_only: bool = False,
) -> System | User | Assistant | Told:
    """Leave out the signatures of *message* that another model than *model* made.

    A signature is bound to the model that made it: others refuse the request.

    Contract:
        Who made one, the thought or its message must tell; else it is taken for the reader's
        own. Without a *model*, foreign is whose name begins with none of *family*, if that lists
        any. *every*: whoever made them, as after a change of provider. *bytes_only*: what no byte can be
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
    foreign = every or is_foreign_to(message.origin.model, model, family)
    parts = tuple(_unsigned_part(one, foreign, bytes_only) for one in message.parts)
    gone = sum(new is not old for new, old in zip(parts, message.parts, strict=True))
    # Where a signature goes the rest stands as it was written; where a thought does, it cannot.
    left: System | User | Assistant = evolve(message, parts=parts) if gone else message
    if isinstance(left, Assistant):
        calls = tuple(_unsigned_call(one, foreign, bytes_only) for one in left.calls)
        thoughts = _unsigned_thoughts(left, _Whose(model, family, every, bytes_only))
        gone += sum(new is not old for new, old in zip(calls, left.calls, strict=True))
        gone += sum(new is not old for new, old in zip(thoughts, left.reasoning, strict=True))
        said = tuple(one for one in thoughts if one is not None)
        written = left.written if len(said) == len(thoughts) else None
        if gone:
            left = evolve(left, calls=calls, reasoning=said, written=written)
    if not gone:
        return message
    ids = () if message.id is None else (message.id,)
    note = Note(_STEP, "signatures-dropped", f"{gone} signatures of another model left out", ids)
    return Told((left,) if has_content(left) else (), (note,))


def is_foreign_to(whose: str | None, model: str | None, family: tuple[str, ...] = ()) -> bool:
    """Say whether *whose* signatures are no proof to *model*, or, if it is ``None``, to *family*.

    Contract:
        Nobody's are not foreign. The day of a release, the host in front of the name and letter
        case do not count.

    Complexity: O(names).

    Source: catalogue rule ``thinking-foreign-signature``.

    Examples:
        >>> is_foreign_to("claude-sonnet-4-5", "claude-sonnet-4-5-20250929")
        False
        >>> is_foreign_to("claude-sonnet-4-5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0")
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
    name = model.strip().lower().rpartition("/")[2]
    hosted = _HOST.fullmatch(name)
    return _DAY.sub("", name if hosted is None else hosted["name"])


def _unsigned_part(part: Part, foreign: bool, bytes_only: bool) -> Part:
    if isinstance(part, Text | Image) and _goes(part.signature, foreign, bytes_only):
        return evolve(part, signature=None)
    return part


def _unsigned_call(call: Call, foreign: bool, bytes_only: bool) -> Call:
    return evolve(call, signature=None) if _goes(call.signature, foreign, bytes_only) else call


class _Whose(NamedTuple):
    """Whose signatures stay: the options of the step."""

    model: str | None
    family: tuple[str, ...]
    every: bool
    bytes_only: bool


def _unsigned_thoughts(message: Assistant, whose: _Whose) -> tuple[Reasoning | None, ...]:
    """Return of each thought whose proof goes its words alone, or nothing if it has none."""
    kept: list[Reasoning | None] = []
    for one in message.reasoning:
        made = one.model or message.origin.model
        foreign = whose.every or is_foreign_to(made, whose.model, whose.family)
        goes = _goes(one.signature, foreign, whose.bytes_only)
        if not goes and (one.sealed is None or not foreign):
            kept.append(one)
        else:
            kept.append(evolve(one, signature=None, sealed=None) if one.text else None)
    return tuple(kept)


def _goes(signature: str | None, foreign: bool, bytes_only: bool) -> bool:
    return signature is not None and (foreign or (bytes_only and not holds_bytes(signature)))

"""Calls that a client runs for the server's own tools, and what came of them: kept whole, in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ctxfn.messages import Assistant, Node, Opaque, User
from ctxfn.wire.openai_responses.written import CODEC

__all__ = ["StrayItem", "stray_items"]

#: Whose output is of which type; these alone are answered by a client.
_ANSWERS: Final = {
    "computer_call": "computer_call_output",
    "local_shell_call": "local_shell_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
}
_OUTPUTS: Final = frozenset(_ANSWERS.values())
#: The one answer whose own id is that of its call.
_BY_ID: Final = "local_shell_call_output"


class StrayItem(NamedTuple):
    """A part of an answer that is half of a pair: which message, which part, and its type."""

    message: int
    part: int
    type: str


class _Open(NamedTuple):
    stray: StrayItem
    wanted: str


def stray_items(messages: Sequence[Node], /, *, earlier: bool = False) -> tuple[StrayItem, ...]:
    """List the calls of the server's own tools that nobody answered, and answers without a call.

    Contract:
        An answer follows its call, is of its type, and comes before a person speaks again. A
        call without an id can have none. *earlier*: the server holds what came before, so an
        answer may be to a call there. In order.

    Complexity: O(parts).

    Source: the catalogue's section on pairing; OpenAI's published interface description.

    Examples:
        >>> from ctxfn.wire import codec_named
        >>> rows = [{"type": "shell_call_output", "call_id": "c1", "output": []}]
        >>> stray_items(codec_named("openai_responses").decode(rows).messages)[0].type
        'shell_call_output'
    """
    stray: list[StrayItem] = []
    waiting: dict[str, _Open] = {}
    for index, node in enumerate(messages):
        if isinstance(node, User):
            stray += [one.stray for one in waiting.values()]
            waiting = {}
        for number, part in enumerate(node.parts if isinstance(node, Assistant) else ()):
            value = part.value.shared() if isinstance(part, Opaque) and part.codec == CODEC else {}
            if isinstance(value, dict):
                _take(value, index, number, waiting, stray)
    stray += [one.stray for one in waiting.values()]
    return tuple(sorted(one for one in stray if not (earlier and one.type in _OUTPUTS)))


def _take(
    value: dict[str, object],
    index: int,
    number: int,
    waiting: dict[str, _Open],
    stray: list[StrayItem],
) -> None:
    kind = value.get("type")
    if not isinstance(kind, str):
        return
    call_id = value.get("id" if kind == _BY_ID else "call_id")
    here = StrayItem(index, number, kind)
    if kind in _ANSWERS:
        if not isinstance(call_id, str) or not call_id or call_id in waiting:
            stray.append(here)
        else:
            waiting[call_id] = _Open(here, _ANSWERS[kind])
    elif kind in _OUTPUTS:
        asked = waiting.get(call_id) if isinstance(call_id, str) else None
        if asked is None or asked.wanted != kind:
            stray.append(here)
        else:
            del waiting[str(call_id)]

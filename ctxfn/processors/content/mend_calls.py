"""Mend what keeps a call or its result from being sent: broken arguments, another name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Node,
    Origin,
    Pairing,
    Place,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    has_content,
    pair,
    reuse,
    with_calls,
)
from ctxfn.tools import Parsed, Repaired, Unrepairable, is_json, repair_arguments, wire_name

__all__ = ["CUT_OFF", "STEP", "Unanswered", "mend_calls"]

STEP: Final = "render_calls"
CUT_OFF: Final = "the call was cut off before its arguments were complete, and did not run"

Unanswered: TypeAlias = Literal["answer", "drop"]

_REASON: Final = "arguments-cut"
_NOTHING: Final = "{}"
_SHOWN: Final = 300


def mend_calls(
    messages: Messages,
    unanswered: Unanswered = "answer",
    wording: str = CUT_OFF,
    *,
    name_results: bool = False,
) -> tuple[Messages, list[Note]]:
    """Return *messages* with arguments that are JSON and results named as their calls are.

    Contract:
        Arguments that are JSON stay as they are, blank ones become ``{}``; free text input is
        not looked at. Broken arguments of a call with a result become what can be read of them
        (else ``{}``), with a note that holds the original. A broken call without a result never
        ran: with *unanswered* ``answer`` it has ``{}`` and a made-up result of *wording* behind
        it (unless another call of the message has its id: no result could tell which it answers),
        with ``drop`` it goes, and its message too if it says nothing else. Nor did one whose
        result is made up: it has ``{}``, and that result says *wording* instead.
        A result under another wire name than its call's gets its call's tool, noted; with
        *name_results* a result that names no tool gets it too. Whose call it is, is asked
        when broken calls are gone. (A codec whose format wants the
        name can derive it, so by default no record is made for it.)

    Complexity: O(nodes + calls), and the characters of arguments.

    Source: ours: what ran is told as far as it is known, what did not run is
    never made up from half a text. LobeHub context-engine mends both alike.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat
        >>> cut = chat(assistant("One moment.", call("c1", "dig", '{"at": "x')))
        >>> mended, notes = mend_calls(cut)
        >>> mended[0].calls[0].arguments, mended[1].synthetic
        ('{}', 'arguments-cut')
        >>> mend_calls(cut, "drop")[0][0].calls
        ()
    """
    if not _is_damaged(messages, name_results):
        return messages, []
    notes: list[Note] = []
    pairing = pair(messages)
    said = _Said(messages, pairing, unanswered, wording, {})
    after: list[Node] = []
    places: list[int] = []
    for place, node in enumerate(messages):
        if isinstance(node, Assistant) and any(map(_is_broken, node.calls)):
            after += _mended(place, node, said, notes)
        else:
            after.append(said.reworded.get(place, node))
        places += [place] * (len(after) - len(places))
    if len(after) != len(messages) or notes:
        pairing = pair(after)
    for index, tool in _names(after, pairing, name_results).items():
        after[index] = _named_alike(places[index], after[index], tool, notes)
    return reuse(messages, after), notes


def _is_damaged(messages: Messages, name_results: bool) -> bool:
    """Say whether there may be something to mend: one pass, which most histories end with."""
    asking = [node.calls for node in messages if type(node) is Assistant and node.calls]
    calls = [call for some in asking for call in some]
    if any(map(_is_broken, calls)):
        return True
    named = [
        node
        for node in messages
        if type(node) is ToolResult and (name_results or node.tool is not None)
    ]
    if not named:
        return False
    tools: dict[str, ToolName | str] = {}
    for call in calls:
        if tools.setdefault(call.id, call.tool) != call.tool:
            return True
    return any(_is_other(node, tools.get(node.call_id), name_results) for node in named)


def _is_broken(call: Call) -> bool:
    arguments = call.arguments
    return arguments != _NOTHING and call.kind != "custom" and not is_json(arguments)


def _is_other(result: ToolResult, tool: ToolName | str | None, name_results: bool) -> bool:
    """Say whether *result* is not named *tool*, as far as anybody named it."""
    if result.tool is None:
        return name_results
    return tool is None or _differ(result.tool, tool)


def _names(
    messages: Sequence[Node], pairing: Pairing, name_results: bool
) -> dict[int, ToolName | str]:
    """Map each result that is answered under another name to the tool of its call."""
    names: dict[int, ToolName | str] = {}
    for (asker, number), results in pairing.answers.items():
        for place in results:
            node, result = messages[asker], messages[place]
            if isinstance(node, Assistant) and isinstance(result, ToolResult):
                tool = node.calls[number].tool
                if tool and _is_other(result, tool, name_results):
                    names[place] = tool
    return names


def _differ(one: ToolName | str, other: ToolName | str) -> bool:
    return one != other and _wire(one) != _wire(other)


def _wire(tool: ToolName | str) -> str:
    return tool if isinstance(tool, str) else wire_name(tool)


def _named_alike(place: int, result: Node, tool: ToolName | str, notes: list[Note]) -> ToolResult:
    assert isinstance(result, ToolResult)
    if result.tool:
        text = f"a result of {_wire(result.tool)!r} answers a call of {_wire(tool)!r}: renamed"
        notes.append(Note(STEP, "renamed-result", text, _ids(result), (place,)))
    return evolve(result, tool=tool, written=None)


class _Said(NamedTuple):
    """What was said, what answers what, and what becomes of a call that never ran.

    `reworded` gathers the made-up results, by place, that are to say that it was cut off.
    """

    messages: Messages
    pairing: Pairing
    unanswered: Unanswered
    wording: str
    reworded: dict[int, ToolResult]


def _mended(place: int, message: Assistant, said: _Said, notes: list[Note]) -> list[Node]:
    ids = Counter(call.id for call in message.calls)
    calls: list[Call] = []
    answers: list[Node] = []
    for number, call in enumerate(message.calls):
        if not _is_broken(call):
            calls.append(call)
            continue
        read = _read(call.arguments)
        results = said.pairing.answers[Place(place, number)]
        ran = read.blank or not all(map(_is_made_up, map(said.messages.__getitem__, results)))
        stays = ran or bool(results) or said.unanswered == "answer"
        if stays:
            calls.append(evolve(call, arguments=read.text if ran else _NOTHING))
        if not ran:
            said.reworded.update((one, _reworded(said, one)) for one in results)
            if stays and not results and ids[call.id] == 1:
                answers.append(_cut_off(message, call, said.wording))
        if not read.blank:
            what = "mended" if ran else "answered-cut" if stays else "dropped"
            text = f"the arguments of {call.id!r} are no JSON; found {call.arguments[:_SHOWN]!r}"
            text += f"; {read.reason[:_SHOWN]}" if ran else ""
            notes.append(Note(STEP, f"{what}-call", text, (call.id,), (place,)))
    changed = with_calls(message, tuple(calls))
    return [*([changed] if calls or has_content(changed) else []), *answers]


def _is_made_up(node: Node) -> bool:
    return isinstance(node, ToolResult) and node.synthetic is not None


def _reworded(said: _Said, place: int) -> ToolResult:
    """Let a made-up result say why there is no real one."""
    result = said.messages[place]
    assert isinstance(result, ToolResult)
    return evolve(
        result,
        parts=_parts(said.wording),
        error=ToolError(said.wording, _REASON),
        synthetic=_REASON,
        written=None,
    )


class _Read(NamedTuple):
    """Broken arguments as JSON, whether there were any, and what is lost of them, in words."""

    text: str
    blank: bool
    reason: str


def _read(arguments: str) -> _Read:
    """Read what a call ran with, as far as it goes: of a broken text the beginning tells more."""
    reading = repair_arguments(arguments, unfinished="keep")
    match reading:
        case Parsed():
            return _Read(arguments, False, "")
        case Repaired():
            text = reading.text if reading.value.shared() else _NOTHING
            return _Read(text, "blank" in reading.faults, reading.reason)
        case Unrepairable():
            return _Read(_NOTHING, False, reading.reason)
        case _:
            assert_never(reading)


def _cut_off(message: Assistant, call: Call, wording: str) -> ToolResult:
    named = f"{message.id}:{call.id}" if message.id else call.id
    return ToolResult(
        _parts(wording),
        f"{STEP}:{named}",
        call.id,
        call.tool or None,
        ToolError(wording, _REASON),
        synthetic=_REASON,
        kind=call.kind,
        origin=Origin(parent=message.id, ours=STEP),
    )


def _parts(wording: str) -> tuple[Text]:
    said = {"error": wording, "reason": _REASON, "success": False, "synthetic": True}
    return (Text(json.dumps(said, ensure_ascii=False, separators=(",", ":"))),)


def _ids(result: ToolResult) -> tuple[str, ...]:
    return tuple(one for one in (result.id, result.call_id) if one)

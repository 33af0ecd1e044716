"""Shorten the long texts that old calls were made with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Literal

from annotated_types import Ge
from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Call, Messages, Node, Place, pair, reuse, with_calls
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.truncate.borders import old_before
from ctxfn.processors.truncate.shrink_json import least_shrunk, shrunk_json, shrunk_text
from ctxfn.processors.truncate.tools_named import is_one_of

__all__ = ["shrink_arguments"]


@processor
def shrink_arguments(
    messages: Messages,
    /,
    *,
    turns: Annotated[int, Ge(1)] | None = 3,
    longer_than: Annotated[int, Ge(0)] = 500,
    keep: Annotated[int, Ge(0)] = 200,
    free_text: Literal["keep", "cut"] = "cut",
    signed: Literal["keep", "cut"] = "keep",
    exempt: tuple[str, ...] = (),
    every: Annotated[int, Ge(1)] = 1,
) -> Messages | Changed:
    """Shorten long texts inside the arguments of old calls that were answered.

    A model that wrote a file has the file in its call for ever, and no cut of contents reaches
    it there.

    Contract:
        A call is old before the last *turns* turns, by multiples of *every*; with ``None`` each
        one is. In arguments that are a JSON object or list each text longer than *longer_than*
        characters, at any depth, keeps its first *keep* and says how long it was; all else
        stays as it was written, byte for byte: keys, numbers, spaces. So JSON stays JSON with
        the same keys, and nothing is made up. Arguments that are no JSON stay, but for those of
        calls that take free text, which are cut like one text unless ``free_text="keep"``.
        Whole stay: a call that nothing answered, as it may have to be run; calls with a
        signature, which may vouch for their arguments (unless ``signed="cut"``); those of tools
        *exempt*. Ids and names never change, so results still belong. One note names the calls.

    Complexity: O(messages), and the characters of old arguments.

    Source: ours; a failure reported of trimmers that cut contents only.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> write = call("c1", "write", '{"path": "a.md", "body": "' + "x" * 900 + '"}')
        >>> said = chat(user("Write."), assistant(write), tool_result("c1", "ok"), user("So?"))
        >>> shrink_arguments(said, turns=1, keep=3)[1].calls[0].arguments
        '{"path": "a.md", "body": "xxx [897 of 900 characters are left out]"}'
        >>> shrink_arguments(said) is said
        True
    """
    border = len(messages) if turns is None else old_before(messages, turns=turns, every=every)
    least = least_shrunk(longer_than, keep)
    if border == 0 or not any(_has_long(node, least) for node in islice(messages, border)):
        return messages
    answers = pair(messages).answers
    after: list[Node] = list(messages)
    changed: list[int] = []
    ids: list[str] = []
    for place, node in enumerate(islice(messages, border)):
        if not isinstance(node, Assistant) or not _has_long(node, least):
            continue
        calls = tuple(
            one
            if not answers.get(Place(place, number))
            or (one.signature is not None and signed == "keep")
            or is_one_of(one.tool, exempt)
            else _shrunk(one, longer_than, keep, free_text == "cut")
            for number, one in enumerate(node.calls)
        )
        shorter = _differing(node.calls, calls)
        if shorter:
            after[place] = with_calls(node, calls)
            changed.append(place)
            ids += shorter
    if not changed:
        return messages
    text = f"the arguments of {len(ids)} old calls are shortened"
    note = Note("shrink_arguments", "shrunk-arguments", text, tuple(ids), tuple(changed))
    return Changed(reuse(messages, after), (note,))


def _has_long(node: Node, longer_than: int) -> bool:
    return isinstance(node, Assistant) and any(
        len(one.arguments) > longer_than for one in node.calls
    )


def _shrunk(call: Call, longer_than: int, keep: int, free: bool) -> Call:
    if call.kind == "custom":
        text = shrunk_text(call.arguments, longer_than, keep) if free else call.arguments
    else:
        text = shrunk_json(call.arguments, longer_than, keep)
    return call if text == call.arguments else evolve(call, arguments=text)


def _differing(before: Sequence[Call], after: Sequence[Call]) -> list[str]:
    return [one.id for one, other in zip(before, after, strict=True) if one is not other]

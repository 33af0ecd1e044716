"""Laws that some steps promise: nothing lost, calls and results paired, groups kept whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias

from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import AnyNote, Context
from ctxfn.messages import (
    Assistant,
    Atom,
    CompressedGroup,
    Messages,
    Node,
    Place,
    ToolResult,
    atoms_of,
    pair,
)
from ctxfn.testing.contents import calls_on, every_node
from ctxfn.testing.errors import LawBroken
from ctxfn.testing.running import AnyChange, copied, outcome
from ctxfn.testing.shown import named, shown
from ctxfn.testing.traced import KINDS, traced, words_of, words_on

__all__ = ["conserving", "paired", "unpaired_in", "whole_groups"]

Kind: TypeAlias = Literal["texts", "calls", "results"]


def conserving(
    step: AnyChange,
    context: Context,
    /,
    *,
    removes: Callable[[Node], bool] | None = None,
    ordered: Sequence[Kind] = ("texts", "calls", "results"),
) -> None:
    """Check that each text, call and result of the input is in the output once, in order.

    Contract:
        Checked on the context with a word of its own in each of them, so the step may merge,
        wrap or escape texts. Excepted are nodes that *removes* says the step exists to remove,
        what a summary stands for, and what the step's notes name: the node at a place, or the
        id of a node or call.
        `ordered` are the kinds whose order must stay.
    """
    given = evolve(context, messages=traced(context.messages), notes=pvector())
    after = outcome(step, given).context
    if after is None:
        return
    free = _excused(given.messages, after.notes, removes)
    before, found = words_of(given.messages), words_of(after.messages)
    for word in dict.fromkeys(before):
        count = found.count(word)
        if count > 1 or (count == 0 and word not in free):
            what = "is not in the output, and in no note" if count == 0 else "is there repeatedly"
            raise LawBroken(
                "conserving",
                named(step),
                f"{word!r} {what}: {shown(after.messages)}; notes: {tuple(after.notes)!r}",
                "each text, call and result once, or a note that names it",
                shown(given),
            )
    for kind in ordered:
        expected = _of_kind(kind, before, free)
        if _of_kind(kind, found, free | (set(found) - set(before))) != expected:
            raise LawBroken(
                "conserving",
                named(step),
                f"{kind} in another order: {shown(after.messages)}",
                f"the order {', '.join(expected)}",
                shown(given),
            )


def _of_kind(kind: Kind, words: Iterable[str], free: set[str]) -> list[str]:
    return [
        word for word in words if word not in free and KINDS[word.rstrip("x0123456789")] == kind
    ]


def _excused(
    messages: Messages, notes: Iterable[AnyNote], removes: Callable[[Node], bool] | None
) -> set[str]:
    notes = tuple(notes)
    ids = {name for note in notes for name in note.ids}
    places = {place for note in notes for place in note.places}
    free: set[str] = set()
    for place, node in every_node(messages):
        own = {node.id, node.call_id} if isinstance(node, ToolResult) else {node.id}
        if place in places or own & ids or (removes is not None and removes(node)):
            free.update(words_on(node))
        if isinstance(node, CompressedGroup):
            free.update(word for _, one in every_node(node.compressed) for word in words_on(one))
        for call in calls_on(node):
            if call.id in ids:
                free.update(words_on(Assistant(calls=(call,))))
    return free


def unpaired_in(
    messages: Sequence[Node], *, open_calls: Literal["answer", "leave"] = "answer"
) -> tuple[str, ...]:
    """Say what is wrong with calls and results in *messages*; nothing if all are paired.

    Contract:
        Right behind a message with calls stand its results, one a call, in order of the
        calls; no id twice in one message; no result elsewhere. With ``open_calls="leave"``
        calls of the last message that asked may be open, any of them, if nobody else spoke after.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> unpaired_in(chat(assistant(call("c1")), tool_result("c1", "42")))
        ()
        >>> unpaired_in(chat(tool_result("c1", "42")))
        ("message 0 answers 'c1', which nobody asked right before",)
    """
    faults: list[str] = []
    waiting: list[str] = []
    skipped: list[str] = []
    asker = 0
    for index, node in enumerate(messages):
        if isinstance(node, ToolResult):
            if open_calls == "leave" and node.call_id in waiting:
                at = waiting.index(node.call_id)
                skipped, waiting = [*skipped, *waiting[:at]], waiting[at + 1 :]
            elif waiting and waiting[0] == node.call_id:
                waiting.pop(0)
            else:
                faults.append(
                    f"message {index} answers {node.call_id!r}, which nobody asked right before"
                )
            continue
        late = (*skipped, *waiting)
        faults += [f"message {asker}: no result of {name!r} right behind it" for name in late]
        skipped = []
        waiting = [call.id for call in node.calls] if isinstance(node, Assistant) else []
        asker = index
        if len(set(waiting)) < len(waiting):
            faults.append(f"message {index} has the id of a call twice")
    if open_calls == "answer":
        faults += [f"message {asker}: no result of {name!r} right behind it" for name in waiting]
    return tuple(faults)


def paired(
    step: AnyChange, context: Context, /, *, open_calls: Literal["answer", "leave"] = "answer"
) -> None:
    """Check that *step* leaves each call with one result right behind, and no result alone.

    Contract:
        As `unpaired_in`; and a call that had a real result in the input has none made up in
        the output.
    """
    given = copied(context)
    after = outcome(step, given).context
    if after is None:
        return
    faults = unpaired_in(after.messages, open_calls=open_calls)
    if not faults:
        faults = _real_results_lost(given.messages, after.messages)
    if faults:
        found = f"{'; '.join(faults)} in {shown(after.messages)}"
        expected = "each call with its own result right behind it"
        raise LawBroken("paired", named(step), found, expected, shown(context))


def _real_results_lost(before: Messages, after: Messages) -> tuple[str, ...]:
    answers = pair(before).answers
    places = {id(node): place for place, node in enumerate(before)}
    lost: list[str] = []
    for index, node in enumerate(after):
        if id(node) not in places or not isinstance(node, Assistant):
            continue
        for number, call in enumerate(node.calls):
            real = [
                before[i]
                for i in answers.get(Place(places[id(node)], number), [])
                if getattr(before[i], "synthetic", None) is None
            ]
            behind = index + 1 + number
            result = after[behind] if behind < len(after) else None
            if real and isinstance(result, ToolResult) and result.synthetic is not None:
                lost.append(f"the real result of {call.id!r} gave way to one made up")
    return tuple(lost)


def whole_groups(
    step: AnyChange,
    context: Context,
    /,
    *,
    groups: Callable[[Messages], Sequence[Atom]] = atoms_of,
    pinned: Callable[[Node], bool] | None = None,
    at_most: int | None = None,
) -> None:
    """Check that *step* keeps the last groups of the input, whole and in order, and adds nothing.

    Contract:
        *groups* says what belongs together: atoms, unless another is given. A group with a
        node for which *pinned* holds may stay wherever it is. `at_most`: no more groups that
        are not pinned stay; and the vector itself is returned if all groups stay.
    """
    given = copied(context)
    after = outcome(step, given).context
    if after is None:
        return
    fault = _cut_wrong(given.messages, after.messages, groups, pinned, at_most)
    if fault is not None:
        found = f"{fault}: {shown(after.messages)}"
        expected = "the last groups, whole and as they stood"
        raise LawBroken("whole groups", named(step), found, expected, shown(context))


def _cut_wrong(
    before: Messages,
    after: Messages,
    groups: Callable[[Messages], Sequence[Atom]],
    pinned: Callable[[Node], bool] | None,
    at_most: int | None,
) -> str | None:
    place = {id(node): index for index, node in enumerate(before)}
    if any(id(node) not in place for node in after):
        return "a message that the input does not have"
    kept = [place[id(node)] for node in after]
    if kept != sorted(set(kept)):
        return "messages in another order, or twice"
    loose: list[bool] = []
    for group in groups(before):
        stays = {place[id(node)] in set(kept) for node in group}
        if len(stays) > 1:
            return "part of a group"
        if pinned is None or not any(map(pinned, group)):
            loose.append(stays == {True})
    if loose != sorted(loose):
        return "a group kept in front of one that was dropped"
    if at_most is not None and sum(loose) > at_most:
        return f"{sum(loose)} groups, {at_most} allowed"
    return (
        "all groups in another vector"
        if len(after) == len(before) and after is not before
        else None
    )

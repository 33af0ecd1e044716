"""Laws that some steps promise: calls and results paired, groups kept whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from attrs import evolve

from ctxfn.context import Context
from ctxfn.messages import Assistant, Atom, Messages, Node, ToolResult, atoms_of, pair
from ctxfn.testing.contents import calls_on
from ctxfn.testing.errors import LawBroken
from ctxfn.testing.running import AnyChange, copied, outcome
from ctxfn.testing.shown import named, shown
from ctxfn.testing.traced import traced
from ctxfn.testing.words import kind_of, words_on

__all__ = ["paired", "unpaired_in", "whole_groups"]


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
    step: AnyChange,
    context: Context,
    /,
    *,
    open_calls: Literal["answer", "leave"] = "answer",
    own: bool = True,
) -> None:
    """Check that *step* leaves each call with its own result right behind, and no result alone.

    Contract:
        As `unpaired_in`; and what stands behind a call are words that a result of this very
        call had in the input (`ctxfn.messages.pair` says which are its), if it had a real one
        there, and never words of a result of another call. With ``own=False`` whose result it is
        is not asked: for pipelines that take out calls and not their results.
    """
    given = evolve(context, messages=traced(context.messages))
    after = outcome(step, given).context
    if after is None:
        return
    faults = unpaired_in(after.messages, open_calls=open_calls)
    if not faults and own:
        faults = _wrong_answers(given.messages, after.messages)
    if faults:
        found = f"{'; '.join(faults)} in {shown(after.messages)}"
        expected = "each call with its own result right behind it"
        raise LawBroken("paired", named(step), found, expected, shown(given))


def _wrong_answers(before: Messages, after: Messages) -> tuple[str, ...]:
    """Say which calls have no words of their own result behind them, but somebody else's."""
    asked = _calls_by_word(before)
    owners = _owners(before)
    faults: list[str] = []
    for index, node in enumerate(after):
        behind = dict(_results_behind(after, index)) if isinstance(node, Assistant) else {}
        for call in calls_on(node) if behind else ():
            result = behind.get(call.id)
            word = next(iter(words_on(Assistant(calls=(call,)))), None)
            if word not in asked or result is None:
                continue
            own, others = asked[word]
            said = [owners[one] for one in words_on(result) if one in owners]
            if own and result.synthetic is not None and not own.intersection(said):
                faults.append(f"the real result of {call.id!r} gave way to one made up")
            faults += [
                f"{call.id!r} has the result of another call" for one in said if one in others
            ]
    return tuple(faults)


def _results_behind(messages: Messages, index: int) -> Iterator[tuple[str, ToolResult]]:
    for place in range(index + 1, len(messages)):
        node = messages[place]
        if not isinstance(node, ToolResult):
            return
        yield node.call_id, node


def _calls_by_word(messages: Messages) -> dict[str | None, tuple[set[int], set[int]]]:
    """Map the word of each call to the places of its real results, and of those of others."""
    answers = pair(messages).answers
    every = {index for indexes in answers.values() for index in indexes}
    asked: dict[str | None, tuple[set[int], set[int]]] = {}
    for place, indexes in answers.items():
        node = messages[place.message]
        assert isinstance(node, Assistant)
        real = {i for i in indexes if getattr(messages[i], "synthetic", None) is None}
        for word in words_on(Assistant(calls=(node.calls[place.call],))):
            asked[word] = real, every - set(indexes)
    return asked


def _owners(messages: Messages) -> dict[str, int]:
    return {
        word: index
        for index, node in enumerate(messages)
        if isinstance(node, ToolResult)
        for word in words_on(node)
        if kind_of(word) == "results"
    }


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

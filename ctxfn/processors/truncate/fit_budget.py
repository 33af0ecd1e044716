"""Keep what fits in the model's window: the pinned, and the newest whole atoms."""

from __future__ import annotations

import functools
from collections import Counter as Counts
from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias, cast

from annotated_types import Ge
from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import Context, Note
from ctxfn.facts import Model, Toolset
from ctxfn.messages import Assistant, Messages, Node, Refusal, Text, is_flat
from ctxfn.pipeline import Told, only_beside, processor, reads
from ctxfn.processors.clean.render_blocks import render_blocks
from ctxfn.processors.clean.stand_in import stand_in
from ctxfn.processors.errors import BudgetUnsatisfiable, Culprit
from ctxfn.processors.truncate.choose_atoms import Chosen, Pins, choose_atoms
from ctxfn.processors.truncate.choose_units import choose_in_units
from ctxfn.processors.truncate.continuation import hint_of, with_hint
from ctxfn.tokens import Counter, Measures, Tariff, counter_for, measure, measures_for

__all__ = ["MarkName", "fit_budget"]

MarkName: TypeAlias = Literal[
    "Anchor",
    "ContextSelection",
    "Instruction",
    "Mention",
    "PageSelection",
    "Reaction",
    "Reported",
    "RetryOf",
    "ToolSnapshot",
]


@processor
@reads(Model, Toolset)
@only_beside("stable", "unit", "turn_tokens")
def fit_budget(
    context: Context,
    /,
    *,
    budget: Annotated[int, Ge(0)] | None = None,
    reserve: Annotated[int, Ge(0)] = 0,
    counter: Counter | None = None,
    tariff: Tariff | None = None,
    start_on: Literal["any", "user"] = "any",
    pinned: tuple[str, ...] = (),
    pin_marks: tuple[MarkName, ...] = (),
    pin_in: Literal["everywhere", "head"] = "everywhere",
    open_calls: Literal["answer", "leave"] = "answer",
    placeholder: str = "the tool gave no result",
    unsatisfiable: Literal["refuse", "keep_pinned"] = "refuse",
    zero: Literal["keep_nothing", "refuse"] = "keep_nothing",
    stable: bool = False,
    unit: Annotated[int, Ge(1)] | None = None,
    hint: str | None = None,
    hint_from: Annotated[int, Ge(1)] = 6,
    turn_tokens: Annotated[int, Ge(0)] = 0,
) -> Context:
    """Cut the messages to what fits in *budget* tokens beside the tools and the *reserve*.

    Contract:
        Kept are system messages, messages of ours, the last thing a person said, what
        *pinned* ids and *pin_marks* name, and the newest whole atoms that fit beside them;
        the first that does not fit ends the search. All objects stay the same; if all fit, so
        does the context. Each message counts as it will be written: its blocks rendered, each
        open call with its stand-in (not with ``open_calls="leave"``).
        ``pin_in="head"``: system messages and messages of ours are looked for at both ends
        only, so that the cost does not depend on the history; those between go with their
        time. A pinned id that no message has is noted where something is cut.
        ``start_on="user"``: a cut is followed by something a person said.
        ``stable=True``: the oldest go by whole units of *unit* tokens (a quarter of what is
        allowed, at most half of what lasting pins leave), inside a long turn as well, so that
        between two cuts what is sent begins with the same bytes, without any memory: see
        docs/truncation.md. What went for the stand-in of an open call does not come back with a
        cheaper result. *turn_tokens* are set aside for the last
        question and what follows it, so that what changes there does not move the cut.
        *hint*: where *hint_from* messages or more go, this text is put behind the last thing a
        person said, and counts.
        A budget of 0 keeps nothing (with ``zero="refuse"`` it is too small like any other),
        ``None`` everything.

    Complexity: O(kept) lookups of remembered counts (with ``stable`` O(messages)), O(characters)
    for messages never counted before; besides a look at every message for pins, unless ``pin_in="head"``.

    Source: ours; failures reported of trimmers that split pairs, forget tools, or send nothing.

    Raises:
        BudgetUnsatisfiable: what has to stay (beside nothing but system messages: the newest other
            atom) costs more than is allowed, unless
            ``unsatisfiable="keep_pinned"``, which sends it with a note.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> said = chat(user("A long question. " * 50), assistant("An answer."), user("And now?"))
        >>> [m.role for m in fit_budget(said, budget=40)]
        ['assistant', 'user']
        >>> fit_budget(said, budget=4_000) is said
        True
    """
    if budget is None or not context.messages:
        return context
    model, tools = context.get(Model), context.get(Toolset)
    measures = _measures((model and model.id) or "", counter, tariff)
    spent = measures.of_tools(tools.tools) if tools else 0
    claims = _claims(tools=spent, request=measures.tariff.request, reserve=reserve)
    allowed = max(0, budget - sum(one.tokens for one in claims))
    if budget == 0 and zero == "keep_nothing":
        return _cut(context, Chosen([], 0), 0, measures)
    if stable:
        # It looks at every message, and one that was forgotten would be counted at every turn.
        measures.make_room(len(context.messages))
    by_units = functools.partial(choose_in_units, unit=unit, turn_tokens=turn_tokens)
    chooser = by_units if stable else choose_atoms
    choose = functools.partial(
        chooser,
        context.messages,
        _cost(context.messages, measures, placeholder if open_calls == "answer" else None),
        pins=Pins(frozenset(pinned), frozenset(pin_marks), pin_in == "everywhere"),
        start_on_user=start_on == "user",
    )
    try:
        chosen = choose(allowed)
    except BudgetUnsatisfiable as error:
        told = evolve(error, culprits=(*error.culprits, *claims), budget=budget)
        if unsatisfiable == "refuse":
            raise told from None
        chosen = _at_any_price(choose, error.needed)
        note = Note("fit_budget", "budget-unsatisfiable", str(told))
        context = context.with_messages(context.messages, note)
    after = _cut(context, chosen, allowed, measures)
    if hint is not None and len(context.messages) - len(after.messages) - chosen.back >= hint_from:
        left = allowed - measures.of(hint_of(hint, "fit_budget"))
        # A steady cut is never behind where it was without a hint, or while that had room.
        steady = functools.partial(choose, spare=allowed - left, least=chosen.cut)
        after = _hinted(context, steady if stable else choose, left, measures, hint) or after
    return _with_doubts(after, context.messages, pinned)


def _hinted(
    context: Context, choose: Callable[[int], Chosen], left: int, measures: Measures, hint: str
) -> Context | None:
    """Cut so that the hint has room as well, and say it if it has; nothing if it never does."""
    try:
        chosen = choose(max(left, 0))
    except BudgetUnsatisfiable:
        return None
    cut = _cut(context, chosen, left, measures)
    if chosen.tokens > left:
        return cut if left > 0 else None
    return cut.with_messages(with_hint(cut.messages, hint, "fit_budget"))


def _with_doubts(context: Context, given: Messages, pinned: tuple[str, ...]) -> Context:
    """Note pins that pin nothing: what they were meant for is cut now, or by a later turn."""
    if not pinned:
        return context
    there = {node.id for node in given}
    unknown = tuple(one for one in dict.fromkeys(pinned) if one not in there)
    if not unknown:
        return context
    text = f"no message has the id that is pinned: {', '.join(unknown)}"
    return context.with_messages(context.messages, Note("fit_budget", "unknown-pin", text, unknown))


def _at_any_price(choose: Callable[[int], Chosen], needed: int) -> Chosen:
    """Choose what has to stay; where the prompt alone would, the newest atom has to as well."""
    try:
        return choose(needed)
    except BudgetUnsatisfiable as error:
        return choose(error.needed)


def _claims(**tokens: int) -> tuple[Culprit, ...]:
    """Name what is subtracted before messages have their turn."""
    return tuple(Culprit(what, number) for what, number in tokens.items() if number)


def _cut(context: Context, chosen: Chosen, allowed: int, measures: Measures) -> Context:
    messages = context.messages
    if chosen.places is None or len(chosen.places) == len(messages):
        return context
    gone = len(messages) - len(chosen.places)
    how = measures.counter.name if measures.counter.exact else f"{measures.counter.name}, not exact"
    text = (
        f"{gone} of {len(messages)} messages are left out; the others take {chosen.tokens} of "
        f"{allowed} tokens ({how})"
    )
    kept: Messages = pvector([messages[place] for place in chosen.places])
    return context.with_messages(kept, Note("fit_budget", "cut", text))


@functools.lru_cache(maxsize=64)
def _measures(model: str, counter: Counter | None, tariff: Tariff | None) -> Measures:
    used = counter_for(model) if counter is None else counter
    return measures_for(used, Tariff(model=model) if tariff is None else tariff, _written)


def _written(node: Node) -> Node:
    """Make of *node* what `render_blocks` will; most it leaves alone, and a glance tells."""
    plain = not node.blocks
    for part in node.parts if plain else ():
        if type(part) is Text or isinstance(part, Refusal):
            # One character is found many times as fast as several.
            plain = plain and not ("<" in part.text and "<!--" in part.text)
    if plain or not is_flat(node):
        return node
    written = render_blocks.function(node)
    return cast("Node", written.nodes[0] if isinstance(written, Told) else written)


def _cost(
    messages: Messages, measures: Measures, placeholder: str | None
) -> Callable[[tuple[int, ...]], int]:
    of, known = measures.of, measures.lookup()
    answered = placeholder is not None

    def cost(atom: tuple[int, ...]) -> int:
        if len(atom) == 1:
            node = messages[atom[0]]
            found = known(id(node))
            if found is not None and (type(node) is not Assistant or not node.calls):
                return found[0]
        total = 0
        for place in atom:
            node = messages[place]
            found = known(id(node))
            total += of(node) if found is None else found[0]
            if type(node) is not Assistant or not answered:
                continue
            calls = node.calls
            # A single call has its result if it has company.
            if calls and (len(calls) > 1 or len(atom) == 1):
                came = [getattr(messages[index], "call_id", None) for index in atom[1:]]
                if came != [call.id for call in calls]:
                    came = [getattr(messages[index], "call_id", None) for index in atom]
                    total += _stand_ins(node, Counts(came), placeholder or "", measures)
        return total

    return cost


def _stand_ins(
    asked: Assistant, came: Counts[str | None], placeholder: str, measures: Measures
) -> int:
    """Count the results that will stand in for those that calls of *asked* lack.

    A result answers one call of its id; what came besides is a repeat.
    """
    total = 0
    for call in asked.calls:
        if came[call.id] > 0:
            came[call.id] -= 1
        else:
            made = stand_in(asked, call, placeholder)
            total += measure(made, measures.counter, tariff=measures.tariff)
    return total

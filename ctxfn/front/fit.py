"""`ctxfn.fit`: the newest whole part of a conversation that a budget allows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ctxfn.context import Context
from ctxfn.facts import Model, Toolset
from ctxfn.front.given import Given, given_of
from ctxfn.messages import Messages
from ctxfn.pipeline import OptionError
from ctxfn.processors import fit_budget, keep_messages, keep_recent, unfold_cards
from ctxfn.tokens import Counter, Tariff

__all__ = ["fit"]


def fit(
    given: object,
    /,
    *,
    budget: int | None = None,
    messages: int | None = None,
    groups: int | None = None,
    model: str | None = None,
    tools: Iterable[object] | None = None,
    system: str | None = None,
    reserve: int = 0,
    start_on: Literal["any", "user"] = "any",
    pinned: tuple[str, ...] = (),
    counter: Counter | None = None,
    tariff: Tariff | None = None,
    format: str | None = None,
) -> object:
    """Return the newest whole atoms of *given* within *budget* tokens: the same kind, fresh.

    Instead of a budget in tokens, give a number of *messages* or of *groups*.

    Contract:
        A call and its results stay or go together, and system messages stay. With a *budget*
        the last thing a person said stays as well; *tools*, *system* and the *reserve* for the
        answer are subtracted first. If all fits, the result equals *given*, but for roles that
        no API has: their words come back as the person's. *given* is not changed.

    Complexity: O(size) for reading; O(kept) for cutting.

    Source: ours; failures reported of trimmers that split pairs, forget tools, or send nothing.

    Raises:
        OptionError: not exactly one of *budget*, *messages* and *groups*, or a negative one.
        BudgetUnsatisfiable: what has to stay costs more than is allowed.
        InvalidMessages: *given* is no list of messages and no body.

    Examples:
        >>> said = [{"role": "user", "content": "A long story. " * 100},
        ...         {"role": "assistant", "content": "I see."}, {"role": "user", "content": "So?"}]
        >>> [message["content"] for message in fit(said, budget=40, model="gpt-4o")]
        ['I see.', 'So?']
        >>> fit(said, messages=1) == said[2:], fit(said, groups=3) == said
        (True, True)
    """
    read = given_of(given, format=format, tools=tools, system=system, model=model)
    limits = {"budget": budget, "messages": messages, "groups": groups}
    named = [name for name, limit in limits.items() if limit is not None]
    if len(named) != 1:
        found = " and ".join(named) or "nothing"
        raise OptionError("fit", "budget, messages or groups", found, "exactly one of them")
    if messages is not None:
        kept = keep_messages(read.conversation.messages, count=messages)
    elif groups is not None:
        kept = keep_recent(read.conversation.messages, groups=groups)
    else:
        kept = _within(
            read,
            budget,
            model or read.model,
            reserve=reserve,
            start_on=start_on,
            pinned=pinned,
            counter=counter,
            tariff=tariff,
        )
    # What the format has no role for would be left out when it is written.
    return read.written(kept if read.codec.name == "uichat" else unfold_cards(kept)).body


def _within(
    read: Given,
    budget: int | None,
    model: str | None,
    *,
    reserve: int,
    start_on: Literal["any", "user"],
    pinned: tuple[str, ...],
    counter: Counter | None,
    tariff: Tariff | None,
) -> Messages:
    facts = (Model(model), Toolset(read.conversation.tools or ()))
    context = Context.of(read.conversation.messages, *facts)
    step = fit_budget(
        budget=budget,
        reserve=reserve,
        start_on=start_on,
        pinned=pinned,
        counter=counter,
        tariff=tariff,
        open_calls="leave",
    )
    return step(context).messages

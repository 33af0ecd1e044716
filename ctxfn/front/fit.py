"""`ctxfn.fit`: the newest whole part of a conversation that a budget allows."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Final

from attrs import field, frozen

from ctxfn.context import AnyNote, Context
from ctxfn.facts import Model, Toolset
from ctxfn.front.flattened import flattened
from ctxfn.front.given import Given, given_of
from ctxfn.front.options import (
    StartOn,
    check_a,
    check_choice,
    check_count,
    check_texts,
    only_ours,
    shown,
)
from ctxfn.front.places import told_to_caller
from ctxfn.front.verb import Verb
from ctxfn.messages import Messages
from ctxfn.pipeline import OptionError, Step
from ctxfn.processors import (
    BudgetUnsatisfiable,
    fit_budget,
    hint_as_user,
    keep_messages,
    keep_recent,
    unfold_cards,
)
from ctxfn.tokens import Accounting, Counter, Tariff, account, counter_for
from ctxfn.tools import Declaration
from ctxfn.wire import Loss, profile

__all__ = ["Fitted", "fit"]


@frozen
class Fitted:
    """What a cut gives: the payload, what was left out, and what was spent before and after.

    `output` is fresh and the caller's: a list for a list, a body for a body. `dropped` are
    indexes of what was given. `before` and `after` count when they are asked for.
    """

    output: object
    dropped: tuple[int, ...]
    notes: tuple[AnyNote, ...]
    losses: tuple[Loss, ...]
    budget: int | None
    _given: Messages
    _kept: Messages
    _count: Callable[[Messages], Accounting] = field(repr=False, eq=False)

    @property
    def before(self) -> Accounting:
        """The tokens of what was given, tools and system text included."""
        return self._count(self._given)

    @property
    def after(self) -> Accounting:
        """The tokens of what was kept, tools and system text included."""
        return self._count(self._kept)

    @property
    def changed(self) -> bool:
        """Whether anything was left out or written otherwise."""
        return bool(self.dropped or self.notes or self.losses)


def _fit(
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
    start_on: StartOn = "any",
    stable: bool = False,
    unit: int | None = None,
    hint: str | None = None,
    turn_tokens: int = 0,
    pinned: tuple[str, ...] = (),
    counter: Counter | None = None,
    tariff: Tariff | None = None,
    format: str | None = None,
) -> Fitted:
    """Return the newest whole atoms of *given* within *budget* tokens: the same kind, fresh.

    Instead of a budget in tokens, give a number of *messages* or of *groups*.

    Contract:
        A call and its results stay or go together, and system messages stay. With a *budget*
        the last thing a person said stays as well; *tools*, *system* and the *reserve* for the
        answer are subtracted first. If all fits, the result equals *given*, but for roles that
        no API has: their words come back as the person's. *given* is not changed. What was
        left out, and the tokens before and after, are in `report`. With ``stable=True`` the
        oldest go by whole units of *unit* tokens (a quarter of what is allowed, at most half of
        what system messages and pins leave), inside a long turn as well, so that from request to
        request what is sent begins with the same bytes, but where a unit goes;
        *turn_tokens* are set aside for the last question and what follows it, so that their
        size does not move the cut. With a *hint* (`ctxfn.processors.HINT`, or your own text) a
        system message behind the last question says so where six messages or more go; a user
        message, where the format takes no system message there.

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
        >>> report = fit.report(said, budget=40, model="gpt-4o")
        >>> report.dropped, report.before.total, report.after.total
        ((0,), 418, 14)
    """
    with only_ours("fit"):
        check_a("fit", "counter", counter, Counter)
        check_a("fit", "tariff", tariff, Tariff)
        check_count("fit", optional=True, budget=budget, messages=messages, groups=groups)
        check_count("fit", reserve=reserve)
        check_choice("fit", StartOn, start_on=start_on)
        check_texts("fit", pinned=pinned)
        _check_beside(
            budget,
            start_on=start_on != "any",
            stable=stable,
            unit=unit is not None,
            hint=hint is not None,
            pinned=bool(pinned),
        )
        if unit is not None and not stable:
            raise OptionError("fit", "unit", repr(unit), "stable=True: only that cuts by units")
        if turn_tokens and not stable:
            expected = "stable=True: only that sets them aside"
            raise OptionError("fit", "turn_tokens", shown(turn_tokens), expected)
        by_tokens = fit_budget(
            budget=budget,
            reserve=reserve,
            start_on=start_on,
            stable=stable,
            unit=unit,
            hint=hint,
            turn_tokens=turn_tokens,
            pinned=pinned,
            counter=counter,
            tariff=tariff,
            open_calls="leave",
        )
        step = _limit(by_tokens, budget=budget, messages=messages, groups=groups)
        read = given_of(given, "fit", format=format, tools=tools, system=system, model=model)
        named = model or read.model or ""
        facts = (Model(named or None), Toolset(read.conversation.tools or ()))
        came = read.conversation.messages
        try:
            after = step(Context.of(came, *facts))
        except BudgetUnsatisfiable as error:
            raise told_to_caller(error, came, read.judged.messages) from None
        # What the format has no role for would be left out when it is written.
        foreign = read.codec.name != "uichat"
        after_all = unfold_cards()(after) if foreign else after
        kept = after_all.messages
        if hint is not None and _wants_system_first(read, named):
            kept = hint_as_user(kept)
        encoded = read.written(kept)
        return Fitted(
            encoded.body,
            _dropped(read, after.messages),
            (*read.misread, *after_all.notes),
            encoded.losses,
            budget,
            came,
            after.messages,
            functools.partial(
                _cost,
                counter or counter_for(named),
                tariff or Tariff(model=named),
                read.conversation.tools or (),
            ),
        )


def _wants_system_first(read: Given, model: str) -> bool:
    """Say whether the format of what was *read* takes system text at its head alone."""
    name = read.codec.name
    return name == "anthropic" and profile(name, model=model or None).single_system_first


def _check_beside(budget: int | None, **given: bool) -> None:
    """Refuse options that only a budget looks at, where there is none."""
    for name, is_given in given.items():
        if is_given and budget is None:
            raise OptionError("fit", name, "no budget", "a budget: only that looks at it")


def _limit(
    by_tokens: Step, *, budget: int | None, messages: int | None, groups: int | None
) -> Step:
    """Choose the one step that was asked for."""
    limits = {"budget": budget, "messages": messages, "groups": groups}
    named = [name for name, limit in limits.items() if limit is not None]
    if len(named) != 1:
        found = " and ".join(named) or "nothing"
        raise OptionError("fit", "budget, messages or groups", found, "exactly one of them")
    if messages is not None:
        return keep_messages(count=messages)
    return by_tokens if groups is None else keep_recent(groups=groups)


def _cost(
    counter: Counter, tariff: Tariff, tools: tuple[Declaration, ...], messages: Messages
) -> Accounting:
    return account(messages, counter, tools=tools, tariff=tariff, flatten=flattened)


def _dropped(read: Given, kept: Messages) -> tuple[int, ...]:
    came = read.conversation.messages
    if len(kept) == len(came):
        return ()
    there = {id(node) for node in kept}
    return tuple(place - read.added for place, node in enumerate(came) if id(node) not in there)


fit: Final = Verb(_fit)

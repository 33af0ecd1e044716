"""`ctxfn.count`: what a request costs in tokens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

from ctxfn.front.flattened import flattened
from ctxfn.front.given import given_of
from ctxfn.front.options import check_a, only_ours
from ctxfn.pipeline import OptionError
from ctxfn.tokens import Accounting, Counter, Tariff, account, counter_for

__all__ = ["count"]

_Reported: TypeAlias = Literal["for_estimates", "always", "never"]

#: A drift beyond it says nothing.
_MOST: Final = 1_000


def count(
    messages: object,
    /,
    *,
    model: str | None = None,
    tools: Iterable[object] | None = None,
    system: str | None = None,
    format: str | None = None,
    counter: Counter | None = None,
    tariff: Tariff | None = None,
    drift: float = 1.25,
    reported: _Reported = "for_estimates",
) -> Accounting:
    """Count the tokens of *messages* and tools as *model* would, or as near as is known.

    Contract:
        The model, or the body's, chooses the vocabulary; ``.exact`` says whether the figure
        is its own, ``.because`` why not. *tools* and *system* count as if they were in the
        request. *counter* and *tariff* replace what the model chooses. Cards of a stored
        conversation cost what the default pipeline makes of them. Tokens that a provider
        *reported* for an answer are taken for it where ours would be estimates (or always, or
        never). ``.adjusted`` is the total with what is estimated multiplied by *drift*. Nothing
        is changed.

    Complexity: O(characters).

    Source: ours.

    Raises:
        InvalidMessages: the input is no list of messages and no body.
        UnknownCodec: *format* names none.
        OptionError: an option has a value that it cannot have.

    Examples:
        >>> told = count([{"role": "user", "content": "hello world"}], model="gpt-4o")
        >>> told.total, told.exact, told.by_source
        (8, True, (('text', 2), ('overhead', 6)))
    """
    with only_ours("count"):
        check_a("count", "counter", counter, Counter)
        check_a("count", "tariff", tariff, Tariff)
        if reported not in get_args(_Reported):
            raise OptionError("count", "reported", repr(reported), " or ".join(get_args(_Reported)))
        if isinstance(drift, bool) or not isinstance(drift, int | float) or not 1 <= drift < _MOST:
            raise OptionError("count", "drift", repr(drift), "a number of 1 or more")
        given = given_of(messages, "count", format=format, tools=tools, system=system, model=model)
        named = model or given.model or ""
        return account(
            given.conversation.messages,
            counter or counter_for(named),
            tools=given.conversation.tools or (),
            tariff=tariff or Tariff(model=named),
            drift=drift,
            reported=reported,
            flatten=flattened,
        )

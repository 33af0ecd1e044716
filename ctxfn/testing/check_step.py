"""Try every law on a step, ours or anybody's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from hypothesis import event, target
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.messages import Messages
from ctxfn.pipeline import AnyStep, needs
from ctxfn.testing import laws as every
from ctxfn.testing.conversations import conversations as any_conversations
from ctxfn.testing.facts import facts as any_facts
from ctxfn.testing.laws import EVERY_STEP, Law
from ctxfn.testing.running import AnyChange, latest, takes_messages
from ctxfn.testing.trials import try_all

__all__ = ["check_step"]


def check_step(
    step: AnyChange,
    /,
    *,
    conversations: st.SearchStrategy[Messages] | None = None,
    facts: st.SearchStrategy[tuple[object, ...]] | Iterable[object] = (),
    idempotent: bool = False,
    laws: Sequence[Law] = (),
    examples: int | None = None,
) -> None:
    """Check that *step* keeps the laws of every step, and the *laws* that it promises besides.

    Contract:
        *step* is a step, a pipeline, a processor whose options all have defaults, a function
        of a context, or one whose first parameter is annotated as messages. Every step is
        *pure*, *total*, *faithful*, keeps the *same object*, *travels*, and does the same
        *elsewhere*; `idempotent` adds that law.
        Further laws are functions of a step and a context, with options of their own bound:
        ``laws=(paired, partial(conserving, ordered=("texts",)))``.
        *conversations* default to all there are, broken ones and cards included; *facts* are
        what the context knows, one tuple or a strategy for them. Of the facts that a step says
        it reads (`reads`) those that are not among them are drawn, and left out, besides.

    Complexity: *examples* times about twelve runs of the step, a copy and a print of the messages.

    Source: ours; that laws are named, shipped and run over anyone's things is from
    dry-python/returns.

    Raises:
        LawBroken: it names the law, the step, what was found, and the smallest input for it.

    Examples:
        >>> from ctxfn.testing import LawBroken
        >>> try:
        ...     check_step(lambda context: None, examples=1)
        ... except LawBroken as broken:
        ...     broken.law, broken.given
        ('total', 'chat()')
    """
    known = facts if isinstance(facts, st.SearchStrategy) else st.just(tuple(facts))
    chats = any_conversations(cards=True) if conversations is None else conversations
    kept = EVERY_STEP + ((every.idempotent,) if idempotent else ()) + tuple(laws)

    def keeps_all(context: Context) -> None:
        for law in kept:
            law(step, context)
        after = latest(step, context).context
        if after is None:
            event("refused")
        else:
            event("changed" if after.messages is not context.messages else "left alone")
            target(float(_new_nodes(context.messages, after.messages)), label="messages changed")

    contexts = st.builds(_context, chats, known, _read_by(step))
    try_all(keeps_all, contexts, examples)


def _context(messages: Messages, told: tuple[object, ...], drawn: tuple[object, ...]) -> Context:
    there = set(map(type, told))
    return Context.of(messages, *told, *(one for one in drawn if type(one) not in there))


def _read_by(step: AnyChange) -> st.SearchStrategy[tuple[object, ...]]:
    """Facts that *step* reads, each there or not; of a type that cannot be drawn there is none."""
    kinds = () if takes_messages(step) else needs(cast("AnyStep", step))
    drawn = [st.none() | any_facts(kind) for kind in kinds]
    return st.tuples(*drawn).map(lambda row: tuple(one for one in row if one is not None))


def _new_nodes(before: Messages, after: Messages) -> int:
    there = set(map(id, before))
    return sum(1 for node in after if id(node) not in there)

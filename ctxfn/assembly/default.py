"""The default pipeline. This file is the one place to read its order.

The list below *is* the order; what is injected is listed slot by slot in `injections`. The rules
(`order_rules`) never sort anything: they only refuse a list that breaks them, and say why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ctxfn.assembly.injections import BESIDE, PREAMBLE, SYSTEM, TAIL, USER
from ctxfn.assembly.order_rules import ORDER_RULES
from ctxfn.assembly.policy import Policy
from ctxfn.assembly.trims import recent, trims
from ctxfn.errors import check_argument
from ctxfn.injectors import documents_at_end, fetched_history, fit_injected, force_finish
from ctxfn.pipeline import AnyStep, Pipeline, phase
from ctxfn.processors import (
    apply_input_template,
    attribute_agents,
    choose_columns,
    drop_empty,
    drop_handoffs,
    fill_documents,
    fill_placeholders,
    filter_disabled_tools,
    filter_orchestration,
    fit_budget,
    flatten_councils,
    flatten_groups,
    flatten_tasks,
    linearise,
    meet_capabilities,
    pair_tool_results,
    render_blocks,
    render_calls,
    render_parts,
    render_task_callbacks,
    render_tasks,
    render_verifications,
    require_capabilities,
    restore_supervisor,
    strip_fields,
    strip_leaked_calls,
    surface_summaries,
    tell_reactions,
    tell_tool_hooks,
    unfold_cards,
)

__all__ = ["default_pipeline"]

V = TypeVar("V")


def default_pipeline(policy: Policy | None = None, /) -> Pipeline:
    """Build the default pipeline from *policy*; facts come with each context.

    Contract:
        Seven phases, in this order whatever the policy; a step that the policy does not ask
        for is not in its phase. The result is a value: it prints, compares, pickles, and is
        edited with ``before``, ``after``, ``replace``, ``without`` and ``only``.

    Complexity: O(1).

    Source: LobeHub context-engine, default order and its constraints; date and todos stand
    at the tail here, behind the prefix that providers cache.

    Examples:
        >>> [one.name for one in default_pipeline().phases]
        ['history', 'system', 'preamble', 'user', 'reshape', 'content', 'clean']
        >>> default_pipeline() == default_pipeline(Policy())
        True
    """
    check_argument("the policy", policy, Policy | None, "a Policy(...), or None")
    policy = policy or Policy()
    return Pipeline(
        (
            phase(
                "history",
                "first, so that everything later works on what is kept, and only that",
                fetched_history,
                linearise(head=policy.head),
                drop_empty,
                *_if(policy.keep_groups, lambda groups: recent(groups, policy.keep_every)),
            ),
            phase(
                "system",
                "the stable prefix: providers cache it, so it holds what changes least",
                fill_documents,
                *SYSTEM,
            ),
            phase(
                "preamble",
                "what is known before anybody spoke, still behind the same prefix each turn",
                *PREAMBLE,
            ),
            phase(
                "user",
                "what a turn is about stands with its words; what changes from step to step sits "
                "at the tail, behind the cache",
                *USER,
                *BESIDE,
                *TAIL,
                documents_at_end,
            ),
            phase(
                "reshape",
                "cards become messages, since all later steps look at messages alone",
                surface_summaries,
                choose_columns,
                flatten_councils,
                flatten_groups,
                flatten_tasks,
                render_tasks(template=policy.task_template or ""),
                restore_supervisor,
                render_verifications,
                render_task_callbacks,
                unfold_cards,
                tell_tool_hooks,
                *_agents(policy),
                *((strip_leaked_calls,) if policy.strip_leaked_calls else ()),
                drop_empty,
                *trims(policy),
            ),
            phase(
                "content",
                "words, media and calls take the form the model reads",
                *_if(policy.refuse_without or None, lambda names: require_capabilities(of=names)),
                *_if(policy.input_template, lambda text: apply_input_template(template=text)),
                fill_placeholders(roles=policy.fill_placeholders_in),
                tell_reactions,
                render_parts(file_block=policy.describe_files),
                render_calls,
                *(() if policy.describe_files else (drop_empty,)),
            ),
            phase("clean", "last: it repairs what the phases before left behind", *_clean(policy)),
        ),
        rules=ORDER_RULES,
        name="default",
    )


def _if(value: V | None, make: Callable[[V], AnyStep]) -> tuple[AnyStep, ...]:
    """The step that *value* asks for; an empty text and nothing ask for none, zero does."""
    return () if value is None or value == "" else (make(value),)


def _agents(policy: Policy) -> tuple[AnyStep, ...]:
    handoffs = policy.drop_handoffs
    return (
        filter_orchestration(
            identifiers=policy.orchestration_tools, apis=policy.orchestration_apis
        ),
        *((drop_handoffs(names=handoffs),) if handoffs else ()),
        attribute_agents(unknown=policy.unknown_agents),
    )


def _fitting(tokens: int, policy: Policy) -> AnyStep:
    """Cut to a budget; one of nothing is a request that nobody can send, not an empty one."""
    if tokens == 0:
        return fit_budget(budget=0, reserve=policy.reserve, zero="refuse")
    if policy.stable_cut:
        aside = policy.turn_tokens
        return fit_budget(budget=tokens, reserve=policy.reserve, stable=True, turn_tokens=aside)
    return fit_budget(budget=tokens, reserve=policy.reserve)


def _clean(policy: Policy) -> tuple[AnyStep, ...]:
    disabled = policy.disabled_tools
    pairing = pair_tool_results(missing_result=policy.missing_result, open_calls=policy.open_calls)
    return (
        *((filter_disabled_tools(identifiers=disabled),) if disabled else ()),
        pairing,
        force_finish,
        *_if(policy.injected_budget, lambda tokens: fit_injected(budget=tokens)),
        *_if(
            policy.budget,
            lambda tokens: _fitting(tokens, policy),
        ),
        render_blocks(),
        meet_capabilities(),
        strip_fields(),
    )

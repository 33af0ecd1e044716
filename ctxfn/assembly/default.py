"""The default pipeline. This file is the one place to read its order.

The list below *is* the order. The rules under it never sort anything: they only refuse a
list that breaks them, and say why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from ctxfn.assembly.policy import Policy
from ctxfn.injectors import (
    date,
    history_summary,
    knowledge,
    model_info,
    system_role,
    todo_list,
)
from ctxfn.pipeline import AnyStep, MustFollow, Pipeline, must_follow, phase
from ctxfn.processors import (
    apply_input_template,
    drop_empty,
    fill_placeholders,
    filter_disabled_tools,
    fit_budget,
    flatten_groups,
    keep_recent,
    linearise,
    pair_tool_results,
    render_blocks,
    render_calls,
    render_parts,
    restore_supervisor,
    strip_fields,
    unfold_cards,
)

__all__ = ["ORDER_RULES", "default_pipeline"]

V = TypeVar("V")

_INJECTORS: Final = (system_role, model_info, history_summary, knowledge, date, todo_list)

ORDER_RULES: Final[tuple[MustFollow, ...]] = (
    must_follow(
        keep_recent,
        linearise,
        because="groups are counted on the branch that is sent, not on its rivals",
    ),
    must_follow(
        keep_recent,
        drop_empty,
        because="what a failed generation left behind would count as a group",
        first=True,
    ),
    *(
        must_follow(
            injector,
            keep_recent,
            because="what we inject must never be counted as history, nor cut away",
        )
        for injector in _INJECTORS
    ),
    *(
        must_follow(
            injector,
            system_role,
            because="the role opens the system message, the rest follows it",
        )
        for injector in (model_info, history_summary)
    ),
    must_follow(
        restore_supervisor,
        flatten_groups,
        because="only a card without turns is left for it",
    ),
    *(
        must_follow(
            unfold_cards,
            step,
            because="it takes apart what nobody else knew, and knows less of a card than this step",
        )
        for step in (flatten_groups, restore_supervisor)
    ),
    *(
        must_follow(
            step,
            unfold_cards,
            because="what stands inside a card must be a message of its own first",
        )
        for step in (
            apply_input_template,
            fill_placeholders,
            render_parts,
            render_calls,
            filter_disabled_tools,
            pair_tool_results,
            fit_budget,
            render_blocks,
        )
    ),
    must_follow(
        fill_placeholders,
        system_role,
        because="the system role is a template, filled once it stands",
    ),
    must_follow(
        fill_placeholders,
        apply_input_template,
        because="the input template may hold placeholders itself",
    ),
    must_follow(
        render_parts,
        apply_input_template,
        because="the template goes around a person's words, not around what stands in for media",
    ),
    must_follow(
        pair_tool_results,
        render_calls,
        because="a broken call without a result never ran; a stand-in would hide that",
    ),
    must_follow(
        pair_tool_results,
        keep_recent,
        because="cutting history is what orphans tool results",
    ),
    must_follow(
        pair_tool_results,
        filter_disabled_tools,
        because="the results of calls that were removed are orphans",
    ),
    must_follow(
        fit_budget,
        pair_tool_results,
        because="atoms are cut whole only once each call has its result",
    ),
    *(
        must_follow(
            fit_budget,
            step,
            because="what comes to a message behind it would not be counted",
        )
        for step in (
            *_INJECTORS,
            apply_input_template,
            fill_placeholders,
            render_parts,
            render_calls,
        )
    ),
    *(
        must_follow(
            render_blocks,
            step,
            because="a block injected after rendering would never be written",
        )
        for step in (*_INJECTORS, render_parts)
    ),
    *(
        must_follow(
            strip_fields,
            step,
            because="it takes away the fields that this step reads",
        )
        for step in (
            linearise,
            keep_recent,
            flatten_groups,
            unfold_cards,
            render_parts,
            render_calls,
            pair_tool_results,
        )
    ),
)


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
    policy = policy or Policy()
    return Pipeline(
        (
            phase(
                "history",
                "first, so that everything later works on what is kept, and only that",
                linearise(head=policy.head),
                drop_empty,
                *_if(policy.keep_groups, lambda groups: keep_recent(groups=groups)),
            ),
            phase(
                "system",
                "the stable prefix: providers cache it, so it holds what changes least",
                system_role,
                model_info,
                history_summary,
            ),
            phase(
                "preamble",
                "what is known before anybody spoke, still behind the same prefix each turn",
                knowledge,
            ),
            phase(
                "user",
                "what changes from step to step sits at the tail, behind the cache",
                date,
                todo_list,
            ),
            phase(
                "reshape",
                "cards become messages, since all later steps look at messages alone",
                flatten_groups,
                restore_supervisor,
                unfold_cards,
                drop_empty,
            ),
            phase(
                "content",
                "words, media and calls take the form the model reads",
                *_if(policy.input_template, lambda text: apply_input_template(template=text)),
                fill_placeholders(roles=policy.fill_placeholders_in),
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


def _fitting(tokens: int, reserve: int) -> AnyStep:
    """Cut to a budget; one of nothing is a request that nobody can send, not an empty one."""
    if tokens == 0:
        return fit_budget(budget=0, reserve=reserve, zero="refuse")
    return fit_budget(budget=tokens, reserve=reserve)


def _clean(policy: Policy) -> tuple[AnyStep, ...]:
    disabled = policy.disabled_tools
    pairing = pair_tool_results(missing_result=policy.missing_result, open_calls=policy.open_calls)
    return (
        *((filter_disabled_tools(identifiers=disabled),) if disabled else ()),
        pairing,
        *_if(
            policy.budget,
            lambda tokens: _fitting(tokens, policy.reserve),
        ),
        render_blocks(),
        strip_fields(),
    )

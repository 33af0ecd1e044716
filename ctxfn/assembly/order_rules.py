"""The order that the steps of the default pipeline must keep, each rule with its reason."""

from __future__ import annotations

from typing import Final

from ctxfn.assembly.team_rules import TEAM_RULES
from ctxfn.assembly.trims import TRIM_RULES
from ctxfn.injectors import (
    date,
    history_summary,
    knowledge,
    model_info,
    system_role,
    todo_list,
)
from ctxfn.pipeline import MustFollow, must_follow
from ctxfn.processors import (
    apply_input_template,
    choose_columns,
    drop_empty,
    fill_placeholders,
    filter_disabled_tools,
    fit_budget,
    flatten_councils,
    flatten_groups,
    flatten_tasks,
    keep_recent,
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
    surface_summaries,
    unfold_cards,
)

__all__ = ["ORDER_RULES"]


_INJECTORS: Final = (system_role, model_info, history_summary, knowledge, date, todo_list)

#: They find their cards inside others too, and leave what they held to the steps behind.
_BRING_OUT: Final = (surface_summaries, choose_columns, flatten_councils)

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
        choose_columns,
        surface_summaries,
        because="messages that come back from a compressed stretch may hold comparisons",
    ),
    must_follow(
        flatten_councils,
        choose_columns,
        because="a column may be chosen by the id of a council in it",
    ),
    *(
        must_follow(
            flatten_groups,
            step,
            because="it looks at the outermost cards alone, and this step brings out what was inside",
        )
        for step in _BRING_OUT
    ),
    must_follow(
        restore_supervisor,
        flatten_groups,
        because="only a card without turns is left for it",
    ),
    must_follow(
        render_tasks,
        flatten_tasks,
        because="a task inside a batch is told only once it stands alone",
    ),
    *(
        must_follow(
            unfold_cards,
            step,
            because="it takes apart what nobody else knew, and knows less of a card than this step",
        )
        for step in (
            *_BRING_OUT,
            flatten_groups,
            restore_supervisor,
            flatten_tasks,
            render_tasks,
            render_verifications,
            render_task_callbacks,
        )
    ),
    *(
        must_follow(
            step,
            unfold_cards,
            because="what stands inside a card must be a message of its own first",
        )
        for step in (
            require_capabilities,
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
    *TEAM_RULES,
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
    *(
        must_follow(
            step,
            require_capabilities,
            because="once words stand in for what is not taken, nobody sees what was there",
        )
        for step in (render_parts, render_calls, meet_capabilities)
    ),
    *(
        must_follow(
            meet_capabilities,
            step,
            because="what a system message says becomes a person's words here: they must not be "
            "wrapped, filled, cut or put in an envelope behind it",
        )
        for step in (apply_input_template, fill_placeholders, fit_budget, render_blocks)
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
            flatten_tasks,
            render_tasks,
            unfold_cards,
            render_parts,
            render_calls,
            pair_tool_results,
            meet_capabilities,
        )
    ),
    *TRIM_RULES,
)

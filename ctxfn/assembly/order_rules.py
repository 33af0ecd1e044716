"""The order that the steps of the default pipeline must keep, each rule with its reason.

What no rule parts commutes: `tests/assembly/test_order.py` runs each such pair both ways.
"""

from __future__ import annotations

from typing import Final

from ctxfn.assembly.injection_rules import INJECTION_RULES
from ctxfn.assembly.injections import INJECTORS
from ctxfn.assembly.kinds import (
    AGENTS,
    BEHIND_CARDS,
    BRING_OUT,
    CARDS,
    CLEAN,
    CONTENT,
    CUTS,
    RENDER,
    TASKS,
    TRIMS,
)
from ctxfn.injectors import (
    fetched_history,
    fit_injected,
    force_finish,
)
from ctxfn.pipeline import MustFollow, must_follow
from ctxfn.processors import (
    apply_input_template,
    attribute_agents,
    choose_columns,
    drop_empty,
    drop_handoffs,
    elide_tool_results,
    fill_placeholders,
    filter_disabled_tools,
    filter_orchestration,
    filter_web_searches,
    fit_budget,
    flatten_councils,
    flatten_groups,
    flatten_tasks,
    keep_recent,
    limit_results,
    linearise,
    meet_capabilities,
    pair_tool_results,
    render_blocks,
    render_calls,
    render_parts,
    require_capabilities,
    restore_supervisor,
    strip_fields,
    surface_summaries,
    tell_reactions,
    tell_tool_hooks,
    trim_activations,
    trim_stale_results,
    unfold_cards,
)

__all__ = ["ORDER_RULES"]


_HISTORY: Final = (
    must_follow(
        (linearise, keep_recent, drop_empty),
        fetched_history,
        because="what was fetched is history: it is made a line, cleaned and cut with the rest",
    ),
    must_follow(
        drop_empty,
        linearise,
        because="of messages with one id the latest counts, and that may be the empty one",
    ),
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
    must_follow(
        INJECTORS,
        (linearise, keep_recent),
        because="what we inject must never be counted as history, nor cut away",
    ),
    must_follow(
        INJECTORS,
        drop_empty,
        because="a message that goes must not be the one that something is injected into",
        first=True,
    ),
    must_follow(
        (*CARDS, unfold_cards),
        (linearise, keep_recent),
        because="a card is one group, and names its parents, only as long as it is whole",
    ),
    must_follow(
        (*CARDS, unfold_cards),
        drop_empty,
        because="a card is empty or not as it was stored",
        first=True,
    ),
    must_follow(
        BEHIND_CARDS,
        (linearise, keep_recent),
        because="work on what is cut away is wasted, and counts as if it were there",
    ),
    must_follow(
        BEHIND_CARDS,
        drop_empty,
        because="what a failed generation left behind is no part of the conversation",
        first=True,
    ),
)

_RESHAPING: Final = (
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
    must_follow(
        (flatten_groups, flatten_tasks, restore_supervisor, *TASKS),
        BRING_OUT,
        because="it looks at the outermost cards alone, and this step brings out what was inside",
    ),
    must_follow(
        (flatten_tasks, restore_supervisor),
        flatten_groups,
        because="only a card without turns is left for it, and what was in a group may be a batch",
    ),
    must_follow(
        TASKS,
        flatten_tasks,
        because="what is inside a batch is told only once it stands alone",
    ),
    must_follow(
        unfold_cards,
        CARDS,
        because="it takes apart what nobody else knew, and knows less of a card than this step",
    ),
    must_follow(
        drop_empty,
        (*CARDS, unfold_cards, *AGENTS),
        because="cards that held nothing leave messages that say nothing",
        last=True,
    ),
    must_follow(
        BEHIND_CARDS,
        unfold_cards,
        because="what stands inside a card must be a message of its own first",
    ),
    must_follow(
        attribute_agents,
        (tell_tool_hooks, filter_orchestration, drop_handoffs),
        because="it writes other agents' calls as words, where this step looks for calls",
    ),
    must_follow(
        (*TRIMS, *CONTENT, *CLEAN),
        AGENTS,
        because="other agents' words, calls and results are a user's words from here on",
    ),
)

_SHORTENING: Final = (
    must_follow(
        trim_stale_results,
        trim_activations,
        because="what is said elsewhere anyway must not count as a reason to trim",
    ),
    must_follow(
        (filter_web_searches, elide_tool_results),
        trim_stale_results,
        because="a line that names what was overtaken says more than the ends of a text",
    ),
    must_follow(
        elide_tool_results,
        filter_web_searches,
        because="results of old searches go as such, and do not count among those to keep",
    ),
    must_follow(
        limit_results,
        elide_tool_results,
        because="what is old is cut to its own length, not first to that of what is new",
    ),
    must_follow(
        (*CONTENT, *CLEAN),
        TRIMS,
        because="results are compared and cut as they were stored, before anything is filled, "
        "rendered, paired or counted",
    ),
)

_RENDERING: Final = (
    must_follow(
        fill_placeholders,
        apply_input_template,
        because="the input template may hold placeholders itself",
    ),
    must_follow(
        tell_reactions,
        (apply_input_template, fill_placeholders),
        because="emoji are data: no template goes around them, no placeholder in them is filled",
    ),
    must_follow(
        (render_parts, render_calls, meet_capabilities),
        require_capabilities,
        because="once words stand in for what is not taken, nobody sees what was there",
    ),
    must_follow(
        RENDER,
        (apply_input_template, fill_placeholders, tell_reactions),
        because="templates and reactions are about a person's words, not about what stands in "
        "for media or calls",
    ),
)

_CLEANING: Final = (
    must_follow(
        CLEAN,
        RENDER,
        because="a broken call without a result never ran, and what is rendered counts as it is sent",
    ),
    must_follow(
        pair_tool_results,
        filter_disabled_tools,
        because="the results of calls that were removed are orphans",
    ),
    must_follow(
        fit_budget,
        (filter_disabled_tools, pair_tool_results),
        because="atoms are cut whole only once each call has its result",
    ),
    must_follow(
        force_finish,
        (pair_tool_results, *INJECTORS),
        because="it says the last word, and says it of calls that are answered",
    ),
    must_follow(
        (fit_budget, render_blocks, meet_capabilities, strip_fields),
        force_finish,
        because="its words are counted and written like all others, and no tools are counted",
    ),
    must_follow(
        fit_injected,
        (*INJECTORS, force_finish),
        because="they share one budget: what came later would have no part in it",
    ),
    must_follow(
        (fit_budget, render_blocks),
        fit_injected,
        because="what has no room among the injected is neither counted nor written",
    ),
    must_follow(fit_budget, drop_empty, because="what says nothing would be counted"),
    must_follow(
        render_blocks,
        (apply_input_template, fill_placeholders, pair_tool_results, fit_budget),
        because="an envelope is written around what is really sent, and holds no template",
    ),
    must_follow(
        meet_capabilities,
        (apply_input_template, fill_placeholders, fit_budget, render_blocks),
        because="what a system message says becomes a person's words here: they must not be "
        "wrapped, filled, cut or put in an envelope behind it",
    ),
    must_follow(
        strip_fields,
        (*CUTS, *CARDS, *BEHIND_CARDS, unfold_cards, drop_empty, meet_capabilities),
        because="it takes away the fields that other steps read",
    ),
)

#: All rules, in the order of the phases they are about.
ORDER_RULES: Final[tuple[MustFollow, ...]] = (
    *_HISTORY,
    *INJECTION_RULES,
    *_RESHAPING,
    *_SHORTENING,
    *_RENDERING,
    *_CLEANING,
)

"""Every step, slot and codec, and the laws each promises beyond those of all of its kind.

A new processor or slot is one line here, a new injector one in `injector_promises`: `tests/laws`
holds it to what it says.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from ctxfn import processors as steps
from ctxfn.assembly import Policy, default_pipeline
from ctxfn.slots import EACH_USER, LAST_USER, PREAMBLE, SYSTEM, TAIL, Slot
from ctxfn.testing import paired
from ctxfn.wire import profile
from tests.laws.injector_promises import INJECTORS
from tests.laws.promise import Promise
from tests.laws.promised import (
    AS_FUNCTIONS,
    BUT_ANOTHERS,
    BUT_ARGUMENTS,
    BUT_CAPABLE,
    BUT_COMPACTED,
    BUT_HANDOFFS,
    BUT_LEAKED,
    BUT_MEDIA,
    BUT_OLD,
    BUT_RESULTS,
    BUT_ROLES,
    BUT_STORED,
    BUT_SUMMARY,
    BUT_THOUGHTS,
    CALL_SIGNED,
    COLLAPSED,
    IN_ORDER,
    KEPT,
    LIFTED,
    MERGED,
    MODERN,
    NAMES_SAID,
    RESULT_NAMED,
    TAKEN_APART,
    UNFOLDED,
    UNSIGNED,
    WRITTEN,
    last,
)
from tests.laws.told_facts import (
    ACTIVE,
    FACTS,
    MODEL,
    NAMES,
    NO_CALLS,
    PLAIN,
    ROLE,
    STALE,
    TEAM,
    TOOLS,
)

__all__ = ["SLOTS", "STEPS"]

_HISTORY: Final = (
    Promise(steps.linearise(), True, (KEPT,)),
    Promise(steps.linearise(head="m2"), laws=(KEPT,)),
    Promise(steps.drop_empty(), True, (IN_ORDER,)),
    Promise(steps.drop_empty(loading_marker="", users="drop"), True, (IN_ORDER,)),
    Promise(steps.keep_recent(groups=2), True, (last(2),)),
    Promise(steps.keep_recent(groups=3, every=2), True, (last(3),)),
    Promise(steps.keep_messages(count=3), True),
    Promise(steps.compact(cut=4, summary="They met."), laws=(BUT_COMPACTED,)),
    Promise(steps.compact(cut=3, summary="They met.", border="turn", write="message", hint="On.")),
)

_TRIMS: Final = (
    Promise(
        steps.elide_tool_results(turns=1, longer_than=0, head=0, tail=0, every=2),
        True,
        (BUT_OLD,),
    ),
    Promise(steps.elide_tool_results(turns=None, keep=1, longer_than=0), True, (BUT_OLD,)),
    Promise(steps.elide_tool_results(turns=None, keep=2, media="keep"), True, (BUT_OLD,)),
    Promise(steps.limit_results(window=1), True, (BUT_OLD,)),
    Promise(steps.shrink_arguments(turns=None, longer_than=0, keep=0), True, (BUT_OLD,)),
    Promise(
        steps.shrink_arguments(turns=1, longer_than=9, signed="cut", every=2), True, (BUT_OLD,)
    ),
    Promise(steps.trim_stale_results(), True, (BUT_OLD,)),
    Promise(
        steps.trim_stale_results(keep=1, at_least=0, crawl=0, page=0, command=0, tools=STALE),
        True,
        (BUT_OLD,),
    ),
    Promise(steps.trim_activations(), True, (BUT_OLD,), (ACTIVE,)),
    Promise(steps.filter_web_searches(), True, (BUT_OLD,)),
    Promise(steps.filter_web_searches(packages=TOOLS, leave="nothing"), True, (BUT_OLD,)),
    Promise(steps.drop_old_reasoning(), True, (BUT_OLD,)),
    Promise(steps.drop_old_reasoning(of_calls="keep", every=2), True, (BUT_OLD,)),
)

_RESHAPE: Final = (
    Promise(steps.surface_summaries(), True, (TAKEN_APART,)),
    Promise(steps.surface_summaries(show="messages"), True, (BUT_SUMMARY,)),
    Promise(steps.choose_columns(), True, (TAKEN_APART,)),
    Promise(steps.choose_columns(if_none="last"), True, (TAKEN_APART,)),
    Promise(steps.flatten_councils(), True, (TAKEN_APART,)),
    Promise(steps.flatten_groups(), True, (TAKEN_APART,)),
    Promise(steps.restore_supervisor(), True, (TAKEN_APART,)),
    Promise(steps.flatten_tasks(), True, (TAKEN_APART,)),
    Promise(steps.render_tasks(), True, (TAKEN_APART,), (NAMES,)),
    Promise(
        steps.render_tasks(template="{{name}} {{instruction}}"), True, (TAKEN_APART,), (NAMES,)
    ),
    Promise(steps.render_verifications(), True, (TAKEN_APART,)),
    Promise(steps.render_task_callbacks(), True, (TAKEN_APART,)),
    Promise(steps.unfold_cards(), True, (UNFOLDED,)),
    Promise(
        steps.filter_orchestration(identifiers=("ann", "reader"), apis=("ann", "bob", "名")),
        True,
        (IN_ORDER,),
        (TEAM,),
    ),
    Promise(steps.drop_handoffs(), True, (BUT_HANDOFFS,)),
    Promise(steps.drop_handoffs(names=("*",), but=()), True, (BUT_HANDOFFS,)),
    Promise(steps.attribute_agents(), True, (BUT_ANOTHERS,), (TEAM,)),
    Promise(steps.attribute_agents(unknown="own", label="colon"), True, (BUT_ANOTHERS,), (TEAM,)),
    Promise(steps.view_as(agent="ann", unnamed="other"), True, (BUT_ANOTHERS,)),
    Promise(
        steps.view_as(agent="ann", unnamed="other", calls="drop"), True, (BUT_ANOTHERS,), (TEAM,)
    ),
)

_CONTENT: Final = (
    Promise(steps.require_capabilities(of=("audio",)), True, (IN_ORDER,), (MODEL,)),
    Promise(steps.apply_input_template(template="<{{text}}>"), laws=(IN_ORDER,)),
    Promise(steps.apply_input_template(template="In short: {{text}}!"), laws=(IN_ORDER,)),
    Promise(steps.fill_placeholders(roles=("user",)), laws=(IN_ORDER,), facts=(NAMES, ROLE)),
    Promise(steps.render_media(), True, (BUT_MEDIA,)),
    Promise(steps.render_media(vision=False), True, (BUT_MEDIA,)),
    Promise(steps.render_parts(), True, (BUT_MEDIA,), (MODEL,)),
    Promise(steps.render_calls(), True, (BUT_ARGUMENTS,)),
    Promise(steps.render_calls(unanswered="drop", name_results=True), True, (BUT_ARGUMENTS,)),
    Promise(steps.render_calls(), True, (BUT_ARGUMENTS,), (NO_CALLS,)),
    Promise(steps.render_parts(vision=False), True, (BUT_MEDIA,)),
    Promise(steps.tell_tool_hooks(), True, (IN_ORDER,)),
)

_CLEAN: Final = (
    Promise(steps.tell_reactions(), True, (IN_ORDER,)),
    Promise(steps.strip_leaked_calls(word="x"), True, (BUT_LEAKED,)),
    Promise(steps.filter_disabled_tools(identifiers=("search",)), True, (IN_ORDER,)),
    Promise(steps.pair_tool_results(), True, (paired, BUT_RESULTS)),
    Promise(
        steps.pair_tool_results(open_calls="leave"),
        True,
        (partial(paired, open_calls="leave"), BUT_RESULTS),
    ),
    Promise(
        steps.pair_tool_results(missing_result="drop_call", orphan_result="keep_as_text"),
        True,
        (paired, BUT_RESULTS),
    ),
    Promise(steps.pair_tool_results(late_result="replace"), True, (paired, BUT_RESULTS)),
    Promise(steps.pair_tool_results(late_result="keep_as_text"), True, (paired, BUT_RESULTS)),
    Promise(steps.fit_budget(budget=60, unsatisfiable="keep_pinned")),
    Promise(
        steps.fit_budget(
            budget=60, stable=True, unit=20, turn_tokens=10, unsatisfiable="keep_pinned"
        )
    ),
    Promise(steps.fit_budget(budget=10**9), True, (IN_ORDER,)),
    Promise(steps.render_blocks(), True, (WRITTEN,)),
    Promise(steps.strip_fields(), True, (BUT_STORED,)),
    Promise(steps.strip_fields(codec="uichat"), True, (BUT_STORED,)),
)

_LEGALIZE: Final = (
    Promise(steps.bridge_results(), True, (IN_ORDER,)),
    Promise(steps.collapse_batches(), True, (COLLAPSED,)),
    Promise(steps.fit_thoughts(), True, (BUT_THOUGHTS,)),
    Promise(steps.fit_thoughts(rule="required_with_calls"), True, (IN_ORDER,)),
    Promise(steps.words_behind_results(), True, (KEPT,)),
    Promise(steps.place_system(behind_answers=True), True, (BUT_ROLES,)),
    Promise(steps.place_system(behind_answers=True, mid_system="hoist"), True, (BUT_ROLES,)),
    Promise(steps.plain_calls(custom=True), True, (AS_FUNCTIONS,)),
    Promise(steps.rewrite_empty(key=True), True, (IN_ORDER,)),
    Promise(steps.developer_as_system(), True, (partial(IN_ORDER, changes=("developer",)),)),
    Promise(
        steps.claim_results(),
        True,
        (partial(IN_ORDER, noted={"claimed-result": ("result.call_id",)}),),
    ),
    Promise(steps.drop_approvals(), True, (IN_ORDER,)),
    Promise(steps.drop_flagged(), True, (IN_ORDER,)),
    Promise(steps.drop_blank_texts(), True, (IN_ORDER,)),
    Promise(
        steps.drop_foreign_thoughts(),
        True,
        (
            partial(
                IN_ORDER,
                noted={"thoughts-dropped": ("reasoning", "usage", "text.extras", "extras")},
            ),
        ),
    ),
    Promise(steps.drop_empty_contents(), True, (MERGED,)),
    Promise(steps.drop_foreign_signatures(every=True, bytes_only=True), True, (UNSIGNED,)),
    Promise(steps.drop_stray_server_results(), True, (IN_ORDER,)),
    Promise(steps.cut_long_values(), True, (IN_ORDER,)),
    Promise(steps.drop_lone_reasoning(), True, (IN_ORDER,)),
    Promise(steps.drop_stray_items(), True, (IN_ORDER,)),
    Promise(steps.mend_items(), True, (IN_ORDER,)),
    Promise(steps.type_results(), True, (partial(IN_ORDER, changes=("kind",)),)),
    Promise(steps.end_with_user(), True, (IN_ORDER,)),
    Promise(
        steps.drop_last_thoughts(),
        False,
        (
            partial(
                IN_ORDER, noted={"last-thoughts": ("reasoning", "usage", "text.extras", "extras")}
            ),
        ),
    ),
    Promise(steps.limit_images(side=1, many=1, many_side=1), True, (IN_ORDER,)),
    Promise(steps.mend_media_types(), True, (IN_ORDER,)),
    Promise(steps.fill_empty_results(), True, (IN_ORDER,)),
    Promise(steps.introduce_documents(), True, (IN_ORDER,)),
    Promise(steps.join_results(), True, (IN_ORDER,)),
    Promise(steps.limit_media(images=0, documents=0), True, (BUT_MEDIA,)),
    Promise(
        steps.name_documents(),
        True,
        (partial(IN_ORDER, noted={"document-named": ("media.name",)}),),
    ),
    Promise(steps.fold_system(), True, (BUT_ROLES,)),
    Promise(steps.meet_capabilities(), True, (BUT_CAPABLE,), (PLAIN,)),
    Promise(steps.meet_capabilities(), True, (), (NO_CALLS,)),
    Promise(steps.lift_media(), True, (LIFTED,)),
    Promise(steps.mend_call_ids(), True, (IN_ORDER,)),
    Promise(steps.mend_names(), True, (partial(IN_ORDER, changes=("name",)),)),
    Promise(
        steps.mend_names(pattern="[a-z]{1,3}", length=2),
        True,
        (partial(IN_ORDER, changes=("name",)),),
    ),
    Promise(steps.mend_unicode(), True, (IN_ORDER,)),
    Promise(steps.merge_runs(), True, (MERGED,)),
    Promise(steps.merge_runs(thoughts="apart"), True, (MERGED,)),
    Promise(steps.merge_runs(of="calls"), True, (MERGED,)),
    Promise(steps.modern_calls(), True, (MODERN,)),
    Promise(steps.modern_calls(everywhere=True), True, (MODERN,)),
    Promise(steps.name_calls(), True, (partial(IN_ORDER, noted={"call-named": ("call.tool",)}),)),
    Promise(steps.name_results(), True, (RESULT_NAMED,)),
    Promise(steps.names_as_text(), True, (NAMES_SAID,)),
    Promise(steps.place_system(), True, (BUT_ROLES,)),
    Promise(steps.place_system(mid_system="hoist"), True, (BUT_ROLES,)),
    Promise(steps.plain_calls(), True, (IN_ORDER,)),
    Promise(steps.rewrite_empty(), True, (IN_ORDER,)),
    Promise(steps.sign_calls(), True, (CALL_SIGNED,)),
    Promise(steps.stand_in_parts(), True, (), (profile("openai"),)),
    Promise(steps.start_with_user(), True, (IN_ORDER,)),
    Promise(steps.start_with_user(how="prepend"), True, (IN_ORDER,)),
    Promise(steps.trim_last_answer(), True, (IN_ORDER,)),
)

_PIPELINES: Final = (
    # What its notes name are places in the input of each step, so `conserving` asks the steps.
    Promise(default_pipeline(), laws=(paired,), facts=FACTS),
    Promise(default_pipeline(Policy(budget=10**9)), laws=(paired,)),
    # A result of two calls under one id in one message is named before one of them goes, and
    # falls to the other then. That twice is once but for this, `tests/assembly` says.
    Promise(
        default_pipeline(Policy(disabled_tools=("search",))), laws=(partial(paired, own=False),)
    ),
)

#: In the order of the pipeline.
STEPS: Final[tuple[Promise, ...]] = (
    *_HISTORY,
    *_TRIMS,
    *INJECTORS,
    *_RESHAPE,
    *_CONTENT,
    *_CLEAN,
    *_LEGALIZE,
    *_PIPELINES,
)

#: Every slot, and whether one block may change several messages.
SLOTS: Final[tuple[tuple[Slot, bool], ...]] = (
    (SYSTEM, False),
    (PREAMBLE, False),
    (EACH_USER, True),
    (LAST_USER, False),
    (TAIL, False),
)

"""Every step, slot and codec, and the laws each promises beyond those of all of its kind.

A new processor, injector, slot or codec is one line here: `tests/laws` holds it to what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from attrs import frozen
from hypothesis import strategies as st

from ctxfn import facts, injectors
from ctxfn import processors as steps
from ctxfn.assembly import Policy, default_pipeline
from ctxfn.messages import AssistantGroup, Node, Supervisor, System, groups_of, is_ours
from ctxfn.slots import EACH_USER, LAST_USER, PREAMBLE, SYSTEM, TAIL, Slot
from ctxfn.testing import (
    KINDS,
    Kind,
    Law,
    conserving,
    openai_histories,
    openai_requests,
    paired,
    whole_groups,
)
from ctxfn.tools import Declaration
from tests.laws.documents import DOCUMENTS
from tests.laws.first_facts import FIRST
from tests.laws.promise import Promise
from tests.laws.told_facts import (
    ACTIVATED,
    ACTIVE,
    ADDED,
    CHOSEN,
    DOCUMENT,
    EARLIER,
    FACTS,
    FILES,
    MANUALS,
    MODEL,
    NAMES,
    NO_CALLS,
    NOW,
    PAGE,
    PASSAGES,
    PLAIN,
    ROLE,
    SELECTED,
    SKILLS,
    STALE,
    STORE,
    SUMMARY,
    TEAM,
    TODOS,
    TOOLS,
    TOPICS,
    WELCOME,
)
from tests.processors.truncate.told import OLD

__all__ = ["CODECS", "NOW", "SLOTS", "STEPS", "CodecPromise", "Promise"]


def _repeats(node: Node) -> bool:
    """A card that has a call of its turns as its own says it once."""
    if not isinstance(node, AssistantGroup | Supervisor):
        return False
    asked = {call.id for turn in node.turns for call in turn.said.calls}
    return any(call.id in asked for call in node.calls)


#: All that is said is there, wherever; and the texts, calls and results in their order.
_KEPT: Final = partial(conserving, ordered=(), removes=_repeats)
_IN_ORDER: Final = partial(conserving, removes=_repeats)

#: A picture the model does not take gives way to words that say which kind it is.
_BUT_MEDIA: Final = partial(_IN_ORDER, noted={"stand-in": ("media",), "file-left-out": ("media",)})

#: Broken arguments give way to what can be read of them; the note holds them.
_BUT_ARGUMENTS: Final = partial(
    _KEPT, noted={"mended-call": ("calls",), "answered-cut-call": ("calls",)}
)

#: Where a result goes, one that is made up may stand in its place: only the note says it went.
_WITH_NOTES: Final[Mapping[str, Sequence[Kind]]] = {
    "orphan-result": KINDS,
    "repeated-result": KINDS,
    "call-without-id": ("calls",),
}
_BUT_RESULTS: Final = partial(conserving, ordered=("texts", "calls"), noted=_WITH_NOTES)

#: What another format alone can read goes, by place, and why a tool failed that said something.
_BUT_OPAQUE: Final = partial(_IN_ORDER, noted={"stripped-key": ("opaque", "errors")})

#: What is old is shortened, and the note says whose.
_BUT_OLD: Final = partial(_IN_ORDER, noted=OLD)

#: What has no room in the budget of all that is injected, a note names.
_BUT_INJECTED: Final = partial(_IN_ORDER, noted={"left-out-block": ("blocks",)})

#: A summary that is given stands for what goes.
_BUT_COMPACTED: Final = partial(_KEPT, noted={"compacted": KINDS})

#: A summary gives way to what it stands for, a system message to a document.
_BUT_SUMMARY: Final = partial(_KEPT, noted={"summary-left-out": KINDS})
_BUT_SYSTEM: Final = partial(_IN_ORDER, noted={"system-replaced": KINDS})

#: What another model alone can read goes when its words become a user's; so do, if asked, its
#: calls and what came back.
_BUT_ANOTHERS: Final = partial(
    _IN_ORDER,
    noted={
        "left-out": ("reasoning", "opaque", "errors", "media"),
        "dropped-call": ("calls",),
        "dropped-result": ("results", "errors", "media"),
    },
)


def _renewing(block: str) -> Law:
    """An injector writes its own block anew where it stands already."""
    return partial(_IN_ORDER, renews=(block,))


def _stays(node: Node) -> bool:
    return isinstance(node, System) or is_ours(node)


def _last(groups: int) -> Law:
    return partial(whole_groups, groups=groups_of, at_most=groups, pinned=_stays)


_HISTORY: Final = (
    Promise(steps.linearise(), True, (_KEPT,)),
    Promise(steps.linearise(head="m2"), laws=(_KEPT,)),
    Promise(steps.drop_empty(), True, (_IN_ORDER,)),
    Promise(steps.drop_empty(loading_marker="", users="drop"), True, (_IN_ORDER,)),
    Promise(steps.keep_recent(groups=2), True, (_last(2),)),
    Promise(steps.keep_messages(count=3), True),
    Promise(steps.compact(cut=4, summary="They met."), laws=(_BUT_COMPACTED,)),
    Promise(steps.compact(cut=3, summary="They met.", border="turn", write="message", hint="On.")),
)

_TRIMS: Final = (
    Promise(
        steps.elide_tool_results(turns=1, longer_than=0, head=0, tail=0, every=2),
        True,
        (_BUT_OLD,),
    ),
    Promise(steps.elide_tool_results(turns=None, keep=1, longer_than=0), True, (_BUT_OLD,)),
    Promise(steps.elide_tool_results(turns=None, keep=2, media="keep"), True, (_BUT_OLD,)),
    Promise(steps.limit_results(window=1), True, (_BUT_OLD,)),
    Promise(steps.shrink_arguments(turns=None, longer_than=0, keep=0), True, (_BUT_OLD,)),
    Promise(
        steps.shrink_arguments(turns=1, longer_than=9, signed="cut", every=2), True, (_BUT_OLD,)
    ),
    Promise(steps.trim_stale_results(), True, (_BUT_OLD,)),
    Promise(
        steps.trim_stale_results(keep=1, at_least=0, crawl=0, page=0, command=0, tools=STALE),
        True,
        (_BUT_OLD,),
    ),
    Promise(steps.trim_activations(), True, (_BUT_OLD,), (ACTIVE,)),
    Promise(steps.filter_web_searches(), True, (_BUT_OLD,)),
    Promise(steps.filter_web_searches(packages=TOOLS, leave="nothing"), True, (_BUT_OLD,)),
    Promise(steps.drop_old_reasoning(), True, (_BUT_OLD,)),
    Promise(steps.drop_old_reasoning(of_calls="keep", every=2), True, (_BUT_OLD,)),
)

_INJECTORS: Final = (
    Promise(injectors.fetched_history(), True, (), (EARLIER,)),
    Promise(injectors.fetched_history(), True, (_IN_ORDER,)),
    Promise(injectors.system_role, True, (_IN_ORDER,), (ROLE,)),
    Promise(
        injectors.connector_ownership, True, (_IN_ORDER,), (facts.ConnectorOwnership("Blue's."),)
    ),
    Promise(
        injectors.project_instructions,
        True,
        (_IN_ORDER,),
        (facts.ProjectInstructions((facts.ProjectFile("a.md", "x < y"),)),),
    ),
    Promise(injectors.agent_identity, True, (_IN_ORDER,), (facts.AgentIdentity("Mira"),)),
    Promise(injectors.evaluation, True, (_IN_ORDER,), (facts.Evaluation("Sandbox."),)),
    Promise(
        injectors.bot_platform, True, (_IN_ORDER,), (facts.BotPlatform("Chat", False, ("late",)),)
    ),
    Promise(
        injectors.workspace, True, (_IN_ORDER,), (facts.Workspace("https://app.example", "blue"),)
    ),
    Promise(
        injectors.agent_accounts,
        True,
        (_IN_ORDER,),
        (facts.AgentAccounts((facts.AgentAccount("email", "m@example.org", "mailco"),)),),
    ),
    Promise(injectors.skills, True, (_IN_ORDER,), (SKILLS,)),
    Promise(injectors.skill_list, True, (_IN_ORDER,), (SKILLS,)),
    Promise(injectors.skill_list.at(SYSTEM), True, (_IN_ORDER,), (SKILLS,)),
    Promise(injectors.tool_instructions, True, (_IN_ORDER,), (MANUALS, MODEL)),
    Promise(injectors.retrieved_documents(), True, (_IN_ORDER,), (PASSAGES,)),
    Promise(
        injectors.retrieved_documents(at_least=0.5, count=1, slot=LAST_USER),
        True,
        (_IN_ORDER,),
        (PASSAGES,),
    ),
    Promise(injectors.fit_injected(budget=0), True, (_BUT_INJECTED,), (PASSAGES,)),
    Promise(injectors.fit_injected(budget=9, exempt=()), True, (_BUT_INJECTED,), (PASSAGES,)),
    Promise(injectors.model_info, True, (_IN_ORDER,), (MODEL,)),
    Promise(injectors.history_summary, True, (_IN_ORDER,), (SUMMARY,)),
    Promise(injectors.knowledge, True, (_IN_ORDER,), (FILES,)),
    Promise(injectors.date, True, (_renewing("date"),), (NOW,)),
    Promise(injectors.todo_list, True, (_renewing("todo_list"),), (TODOS,)),
    Promise(injectors.todo_list.at(LAST_USER), True, (_renewing("todo_list"),), (TODOS,)),
    *(Promise(step, True, (_renewing(step.name),), (fact,)) for step, fact in FIRST),
    Promise(injectors.plan.at(TAIL), True, (_renewing("plan"),), (facts.Plan("a < b"),)),
    Promise(steps.fill_documents(), True, (_IN_ORDER,), (DOCUMENTS, NAMES)),
    Promise(injectors.documents_before_system(), True, (_IN_ORDER,), (DOCUMENTS, NOW)),
    Promise(injectors.documents_in_system(), True, (_IN_ORDER,), (DOCUMENTS, NOW)),
    Promise(injectors.documents_as_system(), True, (_BUT_SYSTEM,), ACTIVATED),
    Promise(injectors.documents_before_first_user(), True, (_IN_ORDER,), (DOCUMENTS, NOW)),
    Promise(injectors.documents_after_first_user(), True, (_IN_ORDER,), (DOCUMENTS,)),
    Promise(injectors.documents_at_end(), True, (_IN_ORDER,), (DOCUMENTS, NOW)),
)

_BESIDE: Final = (
    Promise(injectors.active_document, True, (_IN_ORDER,), (DOCUMENT,)),
    Promise(injectors.skill_import_route, True, (_IN_ORDER,), (STORE,)),
    Promise(injectors.selected_skills, True, (_IN_ORDER,), (SELECTED,)),
    Promise(injectors.selected_tools, True, (_IN_ORDER,), (CHOSEN,)),
    Promise(injectors.context_selections, True, (_IN_ORDER,)),
    Promise(injectors.page_selections, True, (_IN_ORDER,)),
    Promise(injectors.open_page, True, (_IN_ORDER,), (facts.OpenPage(PAGE),)),
    Promise(injectors.page_edits, True, (_IN_ORDER,), (facts.PageEdits("<p/>"),)),
    Promise(injectors.open_tasks, True, (_IN_ORDER,), (facts.OpenTasks("T-1"),)),
    Promise(injectors.topic_references, True, (_IN_ORDER,), (TOPICS,)),
)

_WHOLE: Final = (
    Promise(injectors.replay_snapshots(), True, (_IN_ORDER,)),
    Promise(injectors.goal_context(), True, (_IN_ORDER,), (facts.Goal("Ship"),)),
    Promise(injectors.onboarding_state(), True, (_IN_ORDER,), (WELCOME,)),
    Promise(injectors.onboarding_hint(), True, (_IN_ORDER,), (WELCOME,)),
    Promise(injectors.additional_context(), True, (_IN_ORDER,), (ADDED,)),
    Promise(
        injectors.force_finish(),
        True,
        (_IN_ORDER,),
        (facts.ForceFinish(), facts.Toolset((Declaration("look"),))),
    ),
)

_RESHAPE: Final = (
    Promise(steps.surface_summaries(), True, (_IN_ORDER,)),
    Promise(steps.surface_summaries(show="messages"), True, (_BUT_SUMMARY,)),
    Promise(steps.choose_columns(), True, (_IN_ORDER,)),
    Promise(steps.choose_columns(if_none="last"), True, (_IN_ORDER,)),
    Promise(steps.flatten_councils(), True, (_IN_ORDER,)),
    Promise(steps.flatten_groups(), True, (_IN_ORDER,)),
    Promise(steps.restore_supervisor(), True, (_IN_ORDER,)),
    Promise(steps.flatten_tasks(), True, (_IN_ORDER,)),
    Promise(steps.render_tasks(), True, (_IN_ORDER,), (NAMES,)),
    Promise(steps.render_tasks(template="{{name}} {{instruction}}"), True, (_IN_ORDER,), (NAMES,)),
    Promise(steps.render_verifications(), True, (_IN_ORDER,)),
    Promise(steps.render_task_callbacks(), True, (_IN_ORDER,)),
    Promise(steps.unfold_cards(), True, (_KEPT,)),
    Promise(
        steps.filter_orchestration(identifiers=("ann", "reader"), apis=("ann", "bob", "名")),
        True,
        (_IN_ORDER,),
        (TEAM,),
    ),
    Promise(steps.drop_handoffs(), True, (_IN_ORDER,)),
    Promise(steps.drop_handoffs(names=("*",), but=()), True, (_IN_ORDER,)),
    Promise(steps.attribute_agents(), True, (_BUT_ANOTHERS,), (TEAM,)),
    Promise(steps.attribute_agents(unknown="own", label="colon"), True, (_BUT_ANOTHERS,), (TEAM,)),
    Promise(steps.view_as(agent="ann", unnamed="other"), True, (_BUT_ANOTHERS,)),
    Promise(
        steps.view_as(agent="ann", unnamed="other", calls="drop"), True, (_BUT_ANOTHERS,), (TEAM,)
    ),
)

_CONTENT: Final = (
    Promise(steps.require_capabilities(of=("audio",)), True, (_IN_ORDER,), (MODEL,)),
    Promise(steps.apply_input_template(template="<{{text}}>"), laws=(_IN_ORDER,)),
    Promise(steps.apply_input_template(template="In short: {{text}}!"), laws=(_IN_ORDER,)),
    Promise(steps.fill_placeholders(roles=("user",)), laws=(_IN_ORDER,), facts=(NAMES, ROLE)),
    Promise(steps.render_media(), True, (_BUT_MEDIA,)),
    Promise(steps.render_media(vision=False), True, (_BUT_MEDIA,)),
    Promise(steps.render_parts(), True, (_BUT_MEDIA,), (MODEL,)),
    Promise(steps.render_calls(), True, (_BUT_ARGUMENTS,)),
    Promise(steps.render_calls(unanswered="drop", name_results=True), True, (_BUT_ARGUMENTS,)),
    Promise(steps.render_calls(), True, (_KEPT,), (NO_CALLS,)),
    Promise(steps.render_parts(vision=False), True, (_BUT_MEDIA,)),
    Promise(steps.tell_tool_hooks(), True, (_IN_ORDER,)),
)

_CLEAN: Final = (
    Promise(steps.tell_reactions(), True, (_IN_ORDER,)),
    Promise(steps.strip_leaked_calls(word="x"), True, (_IN_ORDER,)),
    Promise(steps.filter_disabled_tools(identifiers=("search",)), True, (_IN_ORDER,)),
    Promise(steps.pair_tool_results(), True, (paired, _BUT_RESULTS)),
    Promise(
        steps.pair_tool_results(open_calls="leave"),
        True,
        (partial(paired, open_calls="leave"), _BUT_RESULTS),
    ),
    Promise(
        steps.pair_tool_results(missing_result="drop_call", orphan_result="keep_as_text"),
        True,
        (paired, _BUT_RESULTS),
    ),
    Promise(steps.pair_tool_results(late_result="replace"), True, (paired, _BUT_RESULTS)),
    Promise(steps.pair_tool_results(late_result="keep_as_text"), True, (paired, _BUT_RESULTS)),
    Promise(steps.fit_budget(budget=60, unsatisfiable="keep_pinned")),
    Promise(steps.fit_budget(budget=10**9), True, (_IN_ORDER,)),
    Promise(steps.render_blocks(), True, (_IN_ORDER,)),
    Promise(steps.strip_fields(), True, (_BUT_OPAQUE,)),
    Promise(steps.strip_fields(codec="uichat"), True, (_BUT_OPAQUE,)),
)

_LEGALIZE: Final = (
    Promise(steps.developer_as_system(), True, (_IN_ORDER,)),
    Promise(steps.fold_system(), True, (_KEPT,)),
    Promise(steps.meet_capabilities(), True, (_BUT_MEDIA,), (PLAIN,)),
    Promise(steps.meet_capabilities(), True, (), (NO_CALLS,)),
    Promise(steps.lift_media(), True, (_KEPT,)),
    Promise(steps.mend_call_ids(), True, (_IN_ORDER,)),
    Promise(steps.mend_names(), True, (_IN_ORDER,)),
    Promise(steps.mend_names(pattern="[a-z]{1,3}", length=2), True, (_IN_ORDER,)),
    Promise(steps.mend_unicode(), True, (_IN_ORDER,)),
    Promise(steps.merge_runs(), True, (_IN_ORDER,)),
    Promise(steps.names_as_text(), True, (_IN_ORDER,)),
    Promise(steps.place_system(), True, (_KEPT,)),
    Promise(steps.place_system(mid_system="hoist"), True, (_KEPT,)),
    Promise(steps.rewrite_empty(), True, (_IN_ORDER,)),
    Promise(steps.start_with_user(), True, (_IN_ORDER,)),
    Promise(steps.start_with_user(how="prepend"), True, (_IN_ORDER,)),
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
    *_INJECTORS,
    *_BESIDE,
    *_WHOLE,
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


@frozen
class CodecPromise:
    """A codec by name, the target to write for, and bodies of its own that come back as they were."""

    name: str
    target: str
    bodies: Callable[[], st.SearchStrategy[Any]] | None = None
    junk: Callable[[], st.SearchStrategy[Any]] | None = None


CODECS: Final[tuple[CodecPromise, ...]] = (
    CodecPromise("openai_chat", "openai", lambda: openai_requests(well_formed=True)),
    CodecPromise("uichat", "openai", lambda: openai_histories(well_formed=True)),
)

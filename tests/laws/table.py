"""Every step, slot and codec, and the laws each promises beyond those of all of its kind.

A new processor, injector, slot or codec is one line here: `tests/laws` holds it to what it says.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
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
    AnyChange,
    Law,
    conserving,
    openai_histories,
    openai_requests,
    paired,
    whole_groups,
)
from ctxfn.tools import Declaration

__all__ = ["CODECS", "SLOTS", "STEPS", "CodecPromise", "Promise"]


@frozen
class Promise:
    """A step with what it promises; `conversations` only if it is not asked to take them all."""

    step: AnyChange
    idempotent: bool = False
    laws: tuple[Law, ...] = ()
    facts: tuple[object, ...] = ()
    conversations: st.SearchStrategy[Any] | None = None


def _repeats(node: Node) -> bool:
    """A card that has a call of its turns as its own says it once."""
    if not isinstance(node, AssistantGroup | Supervisor):
        return False
    asked = {call.id for turn in node.turns for call in turn.said.calls}
    return any(call.id in asked for call in node.calls)


#: All texts, calls and results are there, wherever; and those of one kind in their order.
_KEPT: Final = partial(conserving, ordered=(), removes=_repeats)
_IN_ORDER: Final = partial(conserving, removes=_repeats)
_TEXTS_IN_ORDER: Final = partial(conserving, ordered=("texts", "calls"))


def _stays(node: Node) -> bool:
    return isinstance(node, System) or is_ours(node)


def _last(groups: int) -> Law:
    return partial(whole_groups, groups=groups_of, at_most=groups, pinned=_stays)


_NOW: Final = facts.Clock(datetime(2026, 3, 1, tzinfo=UTC), "Europe/Paris")
_MODEL: Final = facts.Model("m", "M", vision=False)
_NO_CALLS: Final = facts.Model("m", functions=False)
_PLAIN: Final = facts.Model(
    "m", vision=False, video=False, audio=False, system=False, developer=False
)
_ROLE: Final = facts.SystemRole("You help {{name}}.")
_NAMES: Final = facts.Variables((("name", "Ann"), ("x", "1")))
_TODOS: Final = facts.TodoList((facts.Todo("a < b"), facts.Todo("read", "completed")))
_FILES: Final = facts.Knowledge((facts.KnowledgeFile("f1", "a.txt", "text"),))
_SUMMARY: Final = facts.HistorySummary("They met.")
_TEAM: Final = facts.Team(
    (facts.Member("ann", "Ann"), facts.Member("bob", 'B "o"', "supervisor")), "ann"
)
_ACTIVE: Final = facts.Activations((facts.ActivatedTool("web", ("search",)),))
_PAGE: Final = facts.Page("T", "a < b", '<p id="1">a</p>')
_DOCUMENT: Final = facts.ActiveDocument("d1", "a1", "T", _PAGE)
_SKILLS: Final = facts.SelectedSkills((facts.SelectedSkill("pdf", "PDF", "Use it."),))
_CHOSEN: Final = facts.SelectedTools((facts.SelectedTool("maps", "Maps"),))
_STORE: Final = facts.SkillStore(
    routes=(facts.SkillRoute("https://lobehub.com/skills/x", "market", "x"),)
)
_TOPICS: Final = facts.TopicReferences(
    (facts.TopicReference("t1", "T", "They met."), facts.TopicReference("t2"))
)
_WELCOME: Final = facts.Onboarding("Phase: Discovery", exchanges=1, remaining=2)
_ADDED: Final = facts.AdditionalContexts(
    (
        facts.AdditionalContext("build", "failed"),
        facts.AdditionalContext("place", "here", "stable_prefix"),
    )
)
#: Packages and bare names that made-up conversations call.
_TOOLS: Final = ("web", "files", "search", "read")
_STALE: Final = steps.StaleTools(
    reads=("read", "files"), writes=("write",), crawls=("search", "web"), commands=("run",)
)
_FACTS: Final = (_ROLE, _MODEL, _SUMMARY, _FILES, _NOW, _TODOS, _NAMES, _TEAM)

_HISTORY: Final = (
    Promise(steps.linearise(), True, (_KEPT,)),
    Promise(steps.linearise(head="m2"), laws=(_KEPT,)),
    Promise(steps.drop_empty(), True, (_IN_ORDER,)),
    Promise(steps.keep_recent(groups=2), True, (_last(2),)),
    Promise(steps.keep_messages(count=3), True),
)

_TRIMS: Final = (
    Promise(
        steps.elide_tool_results(turns=1, longer_than=0, head=0, tail=0, every=2),
        True,
        (_IN_ORDER,),
    ),
    Promise(steps.elide_tool_results(turns=None, keep=1, longer_than=0), True, (_IN_ORDER,)),
    Promise(steps.elide_tool_results(turns=None, keep=2, media="keep"), True, (_IN_ORDER,)),
    Promise(steps.trim_stale_results(), True, (_IN_ORDER,)),
    Promise(
        steps.trim_stale_results(keep=1, at_least=0, crawl=0, page=0, command=0, tools=_STALE),
        True,
        (_IN_ORDER,),
    ),
    Promise(steps.trim_activations(), True, (_IN_ORDER,), (_ACTIVE,)),
    Promise(steps.filter_web_searches(), True, (_IN_ORDER,)),
    Promise(steps.filter_web_searches(packages=_TOOLS, leave="nothing"), True, (_IN_ORDER,)),
    Promise(steps.drop_old_reasoning(), True, (_IN_ORDER,)),
    Promise(steps.drop_old_reasoning(of_calls="keep", every=2), True, (_IN_ORDER,)),
)

_INJECTORS: Final = (
    Promise(injectors.system_role, True, (_IN_ORDER,), (_ROLE,)),
    Promise(injectors.model_info, True, (_IN_ORDER,), (_MODEL,)),
    Promise(injectors.history_summary, True, (_IN_ORDER,), (_SUMMARY,)),
    Promise(injectors.knowledge, True, (_IN_ORDER,), (_FILES,)),
    Promise(injectors.date, True, (_IN_ORDER,), (_NOW,)),
    Promise(injectors.todo_list, True, (_IN_ORDER,), (_TODOS,)),
    Promise(injectors.todo_list.at(LAST_USER), True, (_IN_ORDER,), (_TODOS,)),
)

_BESIDE: Final = (
    Promise(injectors.active_document, True, (_IN_ORDER,), (_DOCUMENT,)),
    Promise(injectors.skill_import_route, True, (_IN_ORDER,), (_STORE,)),
    Promise(injectors.selected_skills, True, (_IN_ORDER,), (_SKILLS,)),
    Promise(injectors.selected_tools, True, (_IN_ORDER,), (_CHOSEN,)),
    Promise(injectors.context_selections, True, (_IN_ORDER,)),
    Promise(injectors.page_selections, True, (_IN_ORDER,)),
    Promise(injectors.open_page, True, (_IN_ORDER,), (facts.OpenPage(_PAGE),)),
    Promise(injectors.page_edits, True, (_IN_ORDER,), (facts.PageEdits("<p/>"),)),
    Promise(injectors.open_tasks, True, (_IN_ORDER,), (facts.OpenTasks("T-1"),)),
    Promise(injectors.topic_references, True, (_IN_ORDER,), (_TOPICS,)),
)

_WHOLE: Final = (
    Promise(injectors.replay_snapshots(), True, (_IN_ORDER,)),
    Promise(injectors.goal_context(), True, (_IN_ORDER,), (facts.Goal("Ship"),)),
    Promise(injectors.onboarding_state(), True, (_IN_ORDER,), (_WELCOME,)),
    Promise(injectors.onboarding_hint(), True, (_IN_ORDER,), (_WELCOME,)),
    Promise(injectors.additional_context(), True, (_IN_ORDER,), (_ADDED,)),
    Promise(
        injectors.force_finish(),
        True,
        (_IN_ORDER,),
        (facts.ForceFinish(), facts.Toolset((Declaration("look"),))),
    ),
)

_RESHAPE: Final = (
    Promise(steps.surface_summaries(), True, (_IN_ORDER,)),
    Promise(steps.surface_summaries(show="messages"), True, (_KEPT,)),
    Promise(steps.choose_columns(), True, (_IN_ORDER,)),
    Promise(steps.choose_columns(if_none="last"), True, (_IN_ORDER,)),
    Promise(steps.flatten_councils(), True, (_IN_ORDER,)),
    Promise(steps.flatten_groups(), True, (_IN_ORDER,)),
    Promise(steps.restore_supervisor(), True, (_IN_ORDER,)),
    Promise(steps.flatten_tasks(), True, (_IN_ORDER,)),
    Promise(steps.render_tasks(), True, (_IN_ORDER,), (_NAMES,)),
    Promise(steps.render_tasks(template="{{name}} {{instruction}}"), True, (_IN_ORDER,), (_NAMES,)),
    Promise(steps.render_verifications(), True, (_IN_ORDER,)),
    Promise(steps.render_task_callbacks(), True, (_IN_ORDER,)),
    Promise(steps.unfold_cards(), True, (_KEPT,)),
    Promise(
        steps.filter_orchestration(identifiers=("ann", "reader"), apis=("ann", "bob", "名")),
        True,
        (_IN_ORDER,),
        (_TEAM,),
    ),
    Promise(steps.drop_handoffs(), True, (_IN_ORDER,)),
    Promise(steps.drop_handoffs(names=("*",), but=()), True, (_IN_ORDER,)),
    Promise(steps.attribute_agents(), True, (_IN_ORDER,), (_TEAM,)),
    Promise(steps.attribute_agents(unknown="own", label="colon"), True, (_IN_ORDER,), (_TEAM,)),
    Promise(steps.view_as(agent="ann", unnamed="other"), True, (_IN_ORDER,)),
    Promise(
        steps.view_as(agent="ann", unnamed="other", calls="drop"), True, (_IN_ORDER,), (_TEAM,)
    ),
)

_CONTENT: Final = (
    Promise(steps.require_capabilities(of=("audio",)), True, (_IN_ORDER,), (_MODEL,)),
    Promise(steps.apply_input_template(template="<{{text}}>"), laws=(_IN_ORDER,)),
    Promise(steps.fill_placeholders(roles=("user",)), laws=(_IN_ORDER,), facts=(_NAMES, _ROLE)),
    Promise(steps.render_media(vision=False), True, (_IN_ORDER,)),
    Promise(steps.render_parts(), True, (_IN_ORDER,), (_MODEL,)),
    Promise(steps.render_calls(), True, (_KEPT,)),
    Promise(steps.render_calls(unanswered="drop"), True, (_KEPT,)),
    Promise(steps.render_calls(), True, (), (_NO_CALLS,)),
    Promise(steps.tell_tool_hooks(), True, (_IN_ORDER,)),
)

_CLEAN: Final = (
    Promise(steps.tell_reactions(), True, (_IN_ORDER,)),
    Promise(steps.filter_disabled_tools(identifiers=("search",)), True, (_IN_ORDER,)),
    Promise(steps.pair_tool_results(), True, (paired, _TEXTS_IN_ORDER)),
    Promise(
        steps.pair_tool_results(open_calls="leave"),
        True,
        (partial(paired, open_calls="leave"), _TEXTS_IN_ORDER),
    ),
    Promise(
        steps.pair_tool_results(missing_result="drop_call", orphan_result="keep_as_text"),
        True,
        (paired, _TEXTS_IN_ORDER),
    ),
    Promise(steps.fit_budget(budget=60, unsatisfiable="keep_pinned")),
    Promise(steps.fit_budget(budget=10**9), True, (_IN_ORDER,)),
    Promise(steps.render_blocks(), True, (_IN_ORDER,)),
    Promise(steps.strip_fields(), True, (_IN_ORDER,)),
    Promise(steps.strip_fields(codec="uichat"), True, (_IN_ORDER,)),
)

_LEGALIZE: Final = (
    Promise(steps.developer_as_system(), True, (_IN_ORDER,)),
    Promise(steps.fold_system(), True, (_KEPT,)),
    Promise(steps.meet_capabilities(), True, (_KEPT,), (_PLAIN,)),
    Promise(steps.meet_capabilities(), True, (), (_NO_CALLS,)),
    Promise(steps.lift_media(), True, (_KEPT,)),
    Promise(steps.mend_call_ids(), True, (_IN_ORDER,)),
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
    Promise(default_pipeline(), laws=(paired,), facts=_FACTS),
    Promise(default_pipeline(Policy(budget=10**9, disabled_tools=("search",))), True, (paired,)),
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

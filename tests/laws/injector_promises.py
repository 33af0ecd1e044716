"""Every injector, and the laws each promises beyond those of all of its kind."""

from __future__ import annotations

from typing import Final

from ctxfn import facts, injectors
from ctxfn import processors as steps
from ctxfn.slots import LAST_USER, SYSTEM, TAIL
from ctxfn.tools import Declaration
from tests.laws.documents import DOCUMENTS
from tests.laws.first_facts import FIRST
from tests.laws.promise import Promise
from tests.laws.promised import BUT_INJECTED, BUT_SYSTEM, IN_ORDER, renewing
from tests.laws.told_facts import (
    ACTIVATED,
    ADDED,
    CHOSEN,
    DOCUMENT,
    EARLIER,
    FILES,
    MANUALS,
    MODEL,
    NAMES,
    NOW,
    PAGE,
    PASSAGES,
    ROLE,
    SELECTED,
    SKILLS,
    STORE,
    SUMMARY,
    TODOS,
    TOPICS,
    WELCOME,
)

__all__ = ["INJECTORS"]

_INJECTORS: Final = (
    Promise(injectors.fetched_history(), True, (), (EARLIER,)),
    Promise(injectors.fetched_history(), True, (IN_ORDER,), (facts.FetchedHistory(),)),
    Promise(injectors.system_role, True, (IN_ORDER,), (ROLE,)),
    Promise(
        injectors.connector_ownership, True, (IN_ORDER,), (facts.ConnectorOwnership("Blue's."),)
    ),
    Promise(
        injectors.project_instructions,
        True,
        (IN_ORDER,),
        (facts.ProjectInstructions((facts.ProjectFile("a.md", "x < y"),)),),
    ),
    Promise(injectors.agent_identity, True, (IN_ORDER,), (facts.AgentIdentity("Mira"),)),
    Promise(injectors.evaluation, True, (IN_ORDER,), (facts.Evaluation("Sandbox."),)),
    Promise(
        injectors.bot_platform, True, (IN_ORDER,), (facts.BotPlatform("Chat", False, ("late",)),)
    ),
    Promise(
        injectors.workspace, True, (IN_ORDER,), (facts.Workspace("https://app.example", "blue"),)
    ),
    Promise(
        injectors.agent_accounts,
        True,
        (IN_ORDER,),
        (facts.AgentAccounts((facts.AgentAccount("email", "m@example.org", "mailco"),)),),
    ),
    Promise(injectors.skills, True, (IN_ORDER,), (SKILLS,)),
    Promise(injectors.skill_list, True, (IN_ORDER,), (SKILLS,)),
    Promise(injectors.skill_list.at(SYSTEM), True, (IN_ORDER,), (SKILLS,)),
    Promise(injectors.tool_instructions, True, (IN_ORDER,), (MANUALS, MODEL)),
    Promise(injectors.retrieved_documents(), True, (IN_ORDER,), (PASSAGES,)),
    Promise(
        injectors.retrieved_documents(at_least=0.5, count=1, slot=LAST_USER),
        True,
        (IN_ORDER,),
        (PASSAGES,),
    ),
    Promise(injectors.fit_injected(budget=0), True, (BUT_INJECTED,), (PASSAGES,)),
    Promise(injectors.fit_injected(budget=9, exempt=()), True, (BUT_INJECTED,), (PASSAGES,)),
    Promise(injectors.model_info, True, (IN_ORDER,), (MODEL,)),
    Promise(injectors.history_summary, True, (IN_ORDER,), (SUMMARY,)),
    Promise(injectors.knowledge, True, (IN_ORDER,), (FILES,)),
    Promise(injectors.date, True, (renewing("date"),), (NOW,)),
    Promise(injectors.todo_list, True, (renewing("todo_list"),), (TODOS,)),
    Promise(injectors.todo_list.at(LAST_USER), True, (renewing("todo_list"),), (TODOS,)),
    *(Promise(step, True, (renewing(step.name),), (fact,)) for step, fact in FIRST),
    Promise(injectors.plan.at(TAIL), True, (renewing("plan"),), (facts.Plan("a < b"),)),
    Promise(steps.fill_documents(), True, (IN_ORDER,), (DOCUMENTS, NAMES)),
    Promise(injectors.documents_before_system(), True, (IN_ORDER,), (DOCUMENTS, NOW)),
    Promise(injectors.documents_in_system(), True, (IN_ORDER,), (DOCUMENTS, NOW)),
    Promise(injectors.documents_as_system(), True, (BUT_SYSTEM,), ACTIVATED),
    Promise(injectors.documents_before_first_user(), True, (IN_ORDER,), (DOCUMENTS, NOW)),
    Promise(injectors.documents_after_first_user(), True, (IN_ORDER,), (DOCUMENTS,)),
    Promise(injectors.documents_at_end(), True, (IN_ORDER,), (DOCUMENTS, NOW)),
)

_BESIDE: Final = (
    Promise(injectors.active_document, True, (IN_ORDER,), (DOCUMENT,)),
    Promise(injectors.skill_import_route, True, (IN_ORDER,), (STORE,)),
    Promise(injectors.selected_skills, True, (IN_ORDER,), (SELECTED,)),
    Promise(injectors.selected_tools, True, (IN_ORDER,), (CHOSEN,)),
    Promise(injectors.context_selections, True, (IN_ORDER,)),
    Promise(injectors.page_selections, True, (IN_ORDER,)),
    Promise(injectors.open_page, True, (IN_ORDER,), (facts.OpenPage(PAGE),)),
    Promise(injectors.page_edits, True, (IN_ORDER,), (facts.PageEdits("<p/>"),)),
    Promise(injectors.open_tasks, True, (IN_ORDER,), (facts.OpenTasks("T-1"),)),
    Promise(injectors.topic_references, True, (IN_ORDER,), (TOPICS,)),
)

_WHOLE: Final = (
    Promise(injectors.replay_snapshots(), True, (IN_ORDER,)),
    Promise(injectors.goal_context(), True, (IN_ORDER,), (facts.Goal("Ship"),)),
    Promise(injectors.onboarding_state(), True, (IN_ORDER,), (WELCOME,)),
    Promise(injectors.onboarding_hint(), True, (IN_ORDER,), (WELCOME,)),
    Promise(injectors.additional_context(), True, (IN_ORDER,), (ADDED,)),
    Promise(
        injectors.force_finish(),
        True,
        (IN_ORDER,),
        (facts.ForceFinish(), facts.Toolset((Declaration("look"),))),
    ),
)

#: In the order of the pipeline.
INJECTORS: Final[tuple[Promise, ...]] = (*_INJECTORS, *_BESIDE, *_WHOLE)

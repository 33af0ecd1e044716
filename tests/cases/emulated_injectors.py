"""The injectors that structural slot cases name, as steps of ours.

Where we have the injector, it is ours; the others are made here over a fact of the test, and
write the words of their config in the order of the original's layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from ctxfn.context import Context
from ctxfn.facts import (
    Evaluation,
    HistorySummary,
    Knowledge,
    KnowledgeCollection,
    KnowledgeFile,
    SkillSet,
    SystemRole,
    Todo,
    TodoList,
    skill_facts,
)
from ctxfn.injectors import (
    context_selections,
    discord,
    evaluation,
    history_summary,
    knowledge,
    memory,
    open_page,
    open_tasks,
    page_selections,
    plan,
    selected_skills,
    selected_tools,
    skill_list,
    skills,
    system_role,
    team,
    todo_list,
    tool_discovery,
    topic_references,
)
from ctxfn.pipeline import AnyStep
from ctxfn.skills import OfferedSkill, collect_skills, resolve_skills
from ctxfn.slots import LAST_USER, SYSTEM, TAIL, Injector, Slot
from tests.cases.content_reduction import step_of
from tests.cases.first_configs import (
    discord_of,
    discovery_of,
    memory_of,
    plan_of,
    team_told_of,
)
from tests.cases.told_facts import (
    page_of,
    selected_skills_of,
    selected_tools_of,
    tasks_of,
    topics_of,
)
from tests.cases.whole_messages import WHOLE_MESSAGES

__all__ = ["knowledge_of", "run_entry", "todos_of"]

Config: TypeAlias = dict[str, Any]


@frozen
class Said:
    """What one injector of a case writes."""

    text: str


def run_entry(entry: Config, number: int, context: Context) -> Context:
    """Run the step of one *entry* of a case's list, the *number* of which tells its block."""
    name, config = entry["processor"], entry["config"]
    if name in ("MessageContent", "InputTemplate"):
        step: AnyStep = step_of({"processor": name, "config": config, "messages": []})
        return step(context)
    if config.get("enabled") is False:
        return context
    if name in WHOLE_MESSAGES:
        return WHOLE_MESSAGES[name](config, context)
    if name in _EACH:
        return _EACH[name](context)
    if name == "SkillContextProvider":
        context = _placed(skills, skills_of(config), number, context)
        return _placed(skill_list.at(SYSTEM), skills_of(config), number, context)
    if name in _OURS:
        injector, fact = _OURS[name](config)
        return _placed(injector, fact, number, context)
    slot, words = _EMULATED[name]
    emulated = Injector(f"{name}_{number}", slot, Said, lambda said: said.text)
    return emulated(context.tell(Said(" ".join(words(config)))))


def _placed(injector: Injector[Any], fact: object, number: int, context: Context) -> Context:
    named = evolve(injector, name=f"{injector.name}_{number}", tag=injector.tag)
    return evolve(named(context.tell(fact)), known=context.known)


_EACH: Final = {
    "PageSelectionsInjector": page_selections,
    "ContextSelectionsInjector": context_selections,
}


def knowledge_of(config: Config) -> Knowledge:
    """Read files and collections of a config."""
    return Knowledge(
        tuple(
            KnowledgeFile(one["fileId"], one["filename"], one["content"], one.get("error"))
            for one in config.get("fileContents", ())
        ),
        tuple(
            KnowledgeCollection(one["id"], one["name"], one.get("description"))
            for one in config.get("knowledgeBases", ())
        ),
    )


def todos_of(config: Config) -> TodoList:
    """Read the todos of a config."""
    items = (config.get("todos") or {}).get("items", ())
    return TodoList(tuple(Todo(one["text"], one["status"]) for one in items))


def skills_of(config: Config) -> SkillSet:
    """Read the skills of a config, as what a step resolved."""
    rows = config.get("enabledSkills") or ()
    offered = collect_skills(
        OfferedSkill(
            one["identifier"],
            one["name"],
            one["description"],
            active=bool(one.get("activated")),
            content=one.get("content"),
        )
        for one in rows
    )
    return skill_facts(resolve_skills(offered)).skills


#: Injectors of ours, with the fact that a config holds, at the slot of the original.
_OURS: Final[dict[str, Callable[[Config], tuple[Injector[Any], object]]]] = {
    "SystemRoleInjector": lambda c: (system_role, SystemRole(c.get("systemRole") or "")),
    "HistorySummaryProvider": lambda c: (
        history_summary,
        HistorySummary(c.get("historySummary") or ""),
    ),
    "EvalContextSystemInjector": lambda c: (
        evaluation,
        Evaluation((c.get("evalContext") or {}).get("envPrompt") or ""),
    ),
    "KnowledgeInjector": lambda c: (knowledge, knowledge_of(c)),
    "UserMemoryInjector": lambda c: (memory, memory_of(c)),
    "GroupContextInjector": lambda c: (team, team_told_of(c)),
    "DiscordContextProvider": lambda c: (discord, discord_of(c)),
    "PlanInjector": lambda c: (plan, plan_of(c)),
    "ToolDiscoveryProvider": lambda c: (tool_discovery, discovery_of(c)),
    "TodoInjector": lambda c: (todo_list.at(LAST_USER), todos_of(c)),
    "TopicReferenceContextInjector": lambda c: (topic_references, topics_of(c)),
    "PageEditorContextInjector": lambda c: (open_page, page_of(c)),
    "TaskManagerContextInjector": lambda c: (open_tasks, tasks_of(c)),
    "SelectedSkillInjector": lambda c: (selected_skills, selected_skills_of(c)),
    "SelectedToolInjector": lambda c: (selected_tools, selected_tools_of(c)),
}


def _chosen(key: str) -> Callable[[Config], Iterator[str]]:
    def words(config: Config) -> Iterator[str]:
        for one in config.get(key, ()):
            yield from (one[name] for name in ("name", "description", "content") if one.get(name))

    return words


def _text(key: str) -> Callable[[Config], Iterator[str]]:
    return lambda config: iter([config[key]] if config.get(key) else [])


#: Injectors we do not have, each with its slot and the words it writes.
_EMULATED: Final[dict[str, tuple[Slot, Callable[[Config], Iterator[str]]]]] = {
    "Tail": (TAIL, _text("text")),
}

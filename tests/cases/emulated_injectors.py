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
    HistorySummary,
    Knowledge,
    KnowledgeCollection,
    KnowledgeFile,
    SystemRole,
    Todo,
    TodoList,
)
from ctxfn.injectors import (
    context_selections,
    history_summary,
    knowledge,
    open_page,
    open_tasks,
    page_selections,
    selected_skills,
    selected_tools,
    system_role,
    todo_list,
    topic_references,
)
from ctxfn.pipeline import AnyStep
from ctxfn.slots import LAST_USER, PREAMBLE, SYSTEM, TAIL, Injector, Slot
from tests.cases.content_reduction import step_of
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
    if name in _OURS:
        injector, fact = _OURS[name](config)
        named = evolve(injector, name=f"{injector.name}_{number}", tag=injector.tag)
        return named(context.tell(fact))
    slot, words = _EMULATED[name]
    emulated = Injector(f"{name}_{number}", slot, Said, lambda said: said.text)
    return emulated(context.tell(Said(" ".join(words(config)))))


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


#: Injectors of ours, with the fact that a config holds, at the slot of the original.
_OURS: Final[dict[str, Callable[[Config], tuple[Injector[Any], object]]]] = {
    "SystemRoleInjector": lambda c: (system_role, SystemRole(c.get("systemRole") or "")),
    "HistorySummaryProvider": lambda c: (
        history_summary,
        HistorySummary(c.get("historySummary") or ""),
    ),
    "KnowledgeInjector": lambda c: (knowledge, knowledge_of(c)),
    "TodoInjector": lambda c: (todo_list.at(LAST_USER), todos_of(c)),
    "TopicReferenceContextInjector": lambda c: (topic_references, topics_of(c)),
    "PageEditorContextInjector": lambda c: (open_page, page_of(c)),
    "TaskManagerContextInjector": lambda c: (open_tasks, tasks_of(c)),
    "SelectedSkillInjector": lambda c: (selected_skills, selected_skills_of(c)),
    "SelectedToolInjector": lambda c: (selected_tools, selected_tools_of(c)),
}


def _skills(config: Config) -> Iterator[str]:
    skills = config.get("enabledSkills") or []
    yield from (one["content"] for one in skills if one.get("activated") and one.get("content"))
    for one in skills:
        if not one.get("activated"):
            yield from (one["name"], one["description"])


def _group(config: Config) -> Iterator[str]:
    keys = ("currentAgentName", "groupTitle", "systemPrompt")
    yield from (config[key] for key in keys if config.get(key))
    yield from (member["name"] for member in config["members"])


def _plan(config: Config) -> Iterator[str]:
    plan = config.get("plan")
    if plan and not plan.get("completed"):
        yield from (plan[key] for key in ("goal", "description", "context") if plan.get(key))


def _memory(config: Config) -> Iterator[str]:
    memories = config.get("memories") or {}
    persona = memories.get("persona") or {}
    yield from (persona[key] for key in ("tagline", "narrative") if persona.get(key))
    yield from (one["conclusionDirectives"] for one in memories.get("preferences", ()))


def _discord(config: Config) -> Iterator[str]:
    context = config.get("context") or {}
    for place in ("guild", "channel"):
        inner = context.get(place) or {}
        yield from (inner[key] for key in ("name", "topic") if inner.get(key))


def _documents(config: Config) -> Iterator[str]:
    yield from (one["content"] for one in config.get("documents", ()))


def _chosen(key: str) -> Callable[[Config], Iterator[str]]:
    def words(config: Config) -> Iterator[str]:
        for one in config.get(key, ()):
            yield from (one[name] for name in ("name", "description", "content") if one.get(name))

    return words


def _text(key: str) -> Callable[[Config], Iterator[str]]:
    return lambda config: iter([config[key]] if config.get(key) else [])


#: Injectors we do not have, each with its slot and the words it writes.
_EMULATED: Final[dict[str, tuple[Slot, Callable[[Config], Iterator[str]]]]] = {
    "EvalContextSystemInjector": (
        SYSTEM,
        lambda c: iter([(c.get("evalContext") or {}).get("envPrompt") or ""]),
    ),
    "SkillContextProvider": (SYSTEM, _skills),
    "AgentDocumentSystemAppendInjector": (SYSTEM, _documents),
    "GroupContextInjector": (PREAMBLE, _group),
    "PlanInjector": (PREAMBLE, _plan),
    "UserMemoryInjector": (PREAMBLE, _memory),
    "DiscordContextProvider": (PREAMBLE, _discord),
    "AgentDocumentContextInjector": (PREAMBLE, _documents),
    "ToolDiscoveryProvider": (PREAMBLE, _chosen("availableTools")),
    "Tail": (TAIL, _text("text")),
}

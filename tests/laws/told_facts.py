"""Facts for the laws of steps: a little of each kind."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from ctxfn import facts, messages
from ctxfn import processors as steps
from tests.laws.documents import DOCUMENTS

__all__ = [
    "ACTIVATED",
    "ACTIVE",
    "ADDED",
    "CHOSEN",
    "DOCUMENT",
    "EARLIER",
    "FACTS",
    "FILES",
    "MANUALS",
    "MODEL",
    "NAMES",
    "NOW",
    "NO_CALLS",
    "PAGE",
    "PASSAGES",
    "PLAIN",
    "ROLE",
    "SELECTED",
    "SKILLS",
    "STALE",
    "STORE",
    "SUMMARY",
    "TEAM",
    "TODOS",
    "TOOLS",
    "TOPICS",
    "WELCOME",
]

NOW: Final = facts.Clock(datetime(2026, 3, 1, tzinfo=UTC), "Europe/Paris")
MODEL: Final = facts.Model("m", "M", vision=False)
NO_CALLS: Final = facts.Model("m", functions=False)
PLAIN: Final = facts.Model(
    "m", vision=False, video=False, audio=False, system=False, developer=False
)
ROLE: Final = facts.SystemRole("You help {{name}}.")
NAMES: Final = facts.Variables((("name", "Ann"), ("x", "1")))
TODOS: Final = facts.TodoList((facts.Todo("a < b"), facts.Todo("read", "completed")))
FILES: Final = facts.Knowledge((facts.KnowledgeFile("f1", "a.txt", "text"),))
SUMMARY: Final = facts.HistorySummary("They met.")
TEAM: Final = facts.Team(
    (facts.Member("ann", "Ann"), facts.Member("bob", 'B "o"', "supervisor")), "ann"
)
ACTIVE: Final = facts.Activations((facts.ActivatedTool("web", ("search",)),))
PAGE: Final = facts.Page("T", "a < b", '<p id="1">a</p>')
DOCUMENT: Final = facts.ActiveDocument("d1", "a1", "T", PAGE)
SELECTED: Final = facts.SelectedSkills((facts.SelectedSkill("pdf", "PDF", "Use it."),))
CHOSEN: Final = facts.SelectedTools((facts.SelectedTool("maps", "Maps"),))
STORE: Final = facts.SkillStore(
    routes=(facts.SkillRoute("https://lobehub.com/skills/x", "market", "x"),)
)
TOPICS: Final = facts.TopicReferences(
    (facts.TopicReference("t1", "T", "They met."), facts.TopicReference("t2"))
)
WELCOME: Final = facts.Onboarding("Phase: Discovery", exchanges=1, remaining=2)
ADDED: Final = facts.AdditionalContexts(
    (
        facts.AdditionalContext("build", "failed"),
        facts.AdditionalContext("place", "here", "stable_prefix"),
    )
)
#: Packages and bare names that made-up conversations call.
TOOLS: Final = ("web", "files", "search", "read")
STALE: Final = steps.StaleTools(
    reads=("read", "files"), writes=("write",), crawls=("search", "web"), commands=("run",)
)
SKILLS: Final = facts.SkillSet(
    (
        facts.Skill("a", "A", active=True, content="Be <b>."),
        facts.Skill("b", 'B "b"', source="user"),
    )
)
MANUALS: Final = facts.ToolInstructions((facts.ToolManual("web", instructions="Look </tool> up."),))
PASSAGES: Final = facts.RetrievedDocuments(
    (facts.Passage("one", 0.1), facts.Passage("two", 0.9, "b"), facts.Passage("three"))
)
EARLIER: Final = facts.FetchedHistory(
    [messages.user("earlier", id="m1"), messages.assistant("and yes"), messages.system("be")]
)
ACTIVATED: Final = (DOCUMENTS, NOW, ACTIVE)
FACTS: Final = (ROLE, MODEL, SUMMARY, FILES, NOW, TODOS, NAMES, TEAM)

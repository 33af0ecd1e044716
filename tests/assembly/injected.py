"""Every injector with a fact, how often that changes, and the first message that shows it.

A new injector is one line here: `test_prefix.py` holds it to what it says.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn import facts
from ctxfn.assembly import default_pipeline
from ctxfn.facts import (
    AgentDocument,
    AgentDocuments,
    Always,
    ByTimeRange,
    Clock,
    DocumentPosition,
    HistorySummary,
    Knowledge,
    KnowledgeFile,
    Model,
    SystemRole,
    Team,
    Todo,
    TodoList,
)
from ctxfn.messages import user
from ctxfn.pipeline import Pipeline

__all__ = ["EVERY_INJECTOR", "ROWS", "WHOLE", "Changes", "Row", "Where"]

Changes: TypeAlias = Literal["never", "turn", "step"]
Where: TypeAlias = Literal[
    "system", "preamble", "behind the first user", "last user", "behind the last user", "tail"
]

#: The pipeline that has them all.
EVERY_INJECTOR: Final[Pipeline] = default_pipeline()


@frozen
class Row:
    """A fact as one request tells it and as the next does, and where that shows first."""

    name: str
    earlier: object
    later: object
    where: Where
    #: Facts beside which it is not told.
    without: tuple[type, ...] = ()

    @property
    def kind(self) -> type:
        """The type of the fact."""
        return type(self.earlier)

    @property
    def changes(self) -> Changes:
        """How often the fact says that it changes."""
        changes: Changes = self.kind.CHANGES  # type: ignore[attr-defined]
        return changes


def _documents(position: DocumentPosition, content: str) -> AgentDocuments:
    return AgentDocuments(
        (
            AgentDocument(
                filename="a.md", content=content, load="always", format="file", position=position
            ),
        )
    )


def _row(position: DocumentPosition, where: Where) -> Row:
    return Row(position, _documents(position, "a"), _documents(position, "b"), where)


def _pair(name: str, where: Where, *told: object, without: tuple[type, ...] = ()) -> Row:
    earlier, later = told
    return Row(name, earlier, later, where, without)


def _project(text: str) -> facts.ProjectInstructions:
    return facts.ProjectInstructions((facts.ProjectFile("a.md", text),))


def _skills(active: bool, name: str) -> facts.SkillSet:
    return facts.SkillSet((facts.Skill(name, name, active=active, content=name),))


def _manual(text: str) -> facts.ToolInstructions:
    return facts.ToolInstructions((facts.ToolManual("web", instructions=text),))


def _fetched(text: str) -> facts.FetchedHistory:
    return facts.FetchedHistory((user(text, id="f1"),))


def _memory(text: str) -> facts.Memory:
    return facts.Memory(persona=facts.MemoryPersona(tagline=text))


def _discord(name: str) -> facts.Discord:
    return facts.Discord(facts.DiscordGuild("1", name))


def _discovery(name: str) -> facts.ToolDiscovery:
    return facts.ToolDiscovery((facts.DiscoverableTool("m", name),))


def _directory(title: str) -> facts.AgentDirectory:
    return facts.AgentDirectory(agents=(facts.DirectoryAgent("a", title),))


def _retrieved(text: str) -> facts.RetrievedDocuments:
    return facts.RetrievedDocuments((facts.Passage(text),))


def _selected_skills(name: str) -> facts.SelectedSkills:
    return facts.SelectedSkills((facts.SelectedSkill("s", name),))


def _selected_tools(name: str) -> facts.SelectedTools:
    return facts.SelectedTools((facts.SelectedTool("t", name),))


def _page(title: str) -> facts.OpenPage:
    return facts.OpenPage(facts.Page(title, markdown=title))


def _topics(summary: str) -> facts.TopicReferences:
    return facts.TopicReferences((facts.TopicReference("t", "T", summary),))


def _mentioned(name: str) -> facts.MentionedAgents:
    return facts.MentionedAgents((facts.MentionedAgent("m", name),))


def _additional(content: str) -> facts.AdditionalContexts:
    return facts.AdditionalContexts((facts.AdditionalContext("more", content),))


_NOON: Final = Clock(datetime(2026, 3, 1, 12, tzinfo=UTC))
_NEXT_DAY: Final = Clock(datetime(2026, 3, 2, 12, tzinfo=UTC))

ROWS: Final[tuple[Row, ...]] = (
    Row("system_role", SystemRole("You are Ann."), SystemRole("You are Bo."), "system"),
    Row("model_info", Model("m", "M"), Model("n", "N"), "system"),
    Row("history_summary", HistorySummary("Met."), HistorySummary("Left."), "system"),
    Row(
        "knowledge",
        Knowledge((KnowledgeFile("f", "a.txt", "a"),)),
        Knowledge((KnowledgeFile("f", "a.txt", "b"),)),
        "preamble",
    ),
    Row("date", _NOON, _NEXT_DAY, "tail"),
    Row("todo_list", TodoList((Todo("a"),)), TodoList((Todo("a", "completed"),)), "tail"),
    _pair(
        "agent_identity",
        "system",
        facts.AgentIdentity("Ann"),
        facts.AgentIdentity("Bo"),
        without=(Team,),
    ),
    _pair("connector_ownership", "system", *map(facts.ConnectorOwnership, "ab")),
    _pair("project_instructions", "system", *map(_project, "ab")),
    _pair("agent_accounts", "system", facts.AgentAccounts(unread=1), facts.AgentAccounts(unread=2)),
    _pair("evaluation", "system", *map(facts.Evaluation, "ab")),
    _pair("bot_platform", "system", *map(facts.BotPlatform, "ab")),
    _pair("workspace", "system", facts.Workspace(slug="a"), facts.Workspace(slug="b")),
    _pair("skills", "system", *map(_skills, (True, True), "ab")),
    _pair("tool_instructions", "system", *map(_manual, "ab")),
    _pair("fetched_history", "preamble", *map(_fetched, "ab")),
    _pair("memory", "preamble", *map(_memory, "ab")),
    _pair("expertise", "preamble", *map(facts.Expertise, "ab")),
    _pair("team", "preamble", Team(purpose="a"), Team(purpose="b")),
    _pair("discord", "preamble", *map(_discord, "ab")),
    _pair("plan", "preamble", *map(facts.Plan, "ab")),
    _pair("skill_list", "preamble", *map(_skills, (False, False), "ab")),
    _pair("tool_discovery", "preamble", *map(_discovery, "ab")),
    _pair("edited_agent", "preamble", facts.EditedAgent(title="a"), facts.EditedAgent(title="b")),
    _pair("agent_directory", "preamble", *map(_directory, "ab")),
    _pair("edited_team", "preamble", facts.EditedTeam(title="a"), facts.EditedTeam(title="b")),
    _pair("onboarding", "preamble", *map(facts.Onboarding, "ab")),
    _pair("retrieved_documents", "preamble", *map(_retrieved, "ab")),
    _pair(
        "active_document", "last user", *map(facts.ActiveDocument, "ab"), without=(facts.OpenPage,)
    ),
    _pair("selected_skills", "last user", *map(_selected_skills, "ab")),
    _pair("selected_tools", "last user", *map(_selected_tools, "ab")),
    _pair("open_page", "last user", *map(_page, "ab")),
    _pair("open_tasks", "last user", *map(facts.OpenTasks, "ab")),
    _pair("topic_references", "last user", *map(_topics, "ab")),
    _pair("goal_context", "behind the last user", facts.Goal(title="a"), facts.Goal(title="b")),
    _pair("mentioned_agents", "behind the last user", *map(_mentioned, "ab")),
    _pair("additional_context", "tail", *map(_additional, "ab")),
    _pair("page_edits", "tail", *map(facts.PageEdits, "ab")),
    _row("before-system", "system"),
    _row("system-append", "system"),
    _row("system-replace", "system"),
    _row("before-first-user", "preamble"),
    _row("after-first-user", "behind the first user"),
    _row("context-end", "tail"),
)

_EVERYWHERE: Final[tuple[DocumentPosition, ...]] = (
    "before-system",
    "system-append",
    "before-first-user",
    "after-first-user",
    "context-end",
)

#: Documents at each position at once, whole and listed, whose rules hold whatever is said.
WHOLE: Final = AgentDocuments(
    tuple(
        AgentDocument(
            filename=f"{position}.{load}",
            id=position,
            content=f"{position} {{{{name}}}}",
            position=position,
            load=load,
            rule=ByTimeRange(0) if load == "always" else Always(),
            updated_ms=0,
            template=True,
        )
        for position in _EVERYWHERE
        for load in ("always", "progressive")
    )
)

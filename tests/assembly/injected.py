"""Every injector with a fact, how often that changes, and the first message that shows it.

A new injector is one line here: `test_prefix.py` holds it to what it says.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

from attrs import frozen

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
    Todo,
    TodoList,
)
from ctxfn.injectors import (
    documents_after_first_user,
    documents_as_system,
    documents_at_end,
    documents_before_first_user,
    documents_before_system,
    documents_in_system,
    history_summary,
    knowledge,
    system_role,
    todo_list,
)
from ctxfn.pipeline import Pipeline
from ctxfn.processors import fill_documents

__all__ = ["EVERY_INJECTOR", "ROWS", "WHOLE", "Changes", "Row", "Where"]

Changes: TypeAlias = Literal["never", "turn", "step"]
Where: TypeAlias = Literal["system", "preamble", "behind the first user", "last user", "tail"]

#: The default pipeline, and the steps it has not.
EVERY_INJECTOR: Final[Pipeline] = (
    default_pipeline()
    .before(system_role, fill_documents(), documents_before_system())
    .after(history_summary, documents_in_system(), documents_as_system())
    .after(knowledge, documents_before_first_user())
    .after(todo_list, documents_after_first_user(), documents_at_end())
)


@frozen
class Row:
    """A fact as one request tells it and as the next does, and where that shows first."""

    name: str
    earlier: object
    later: object
    changes: Changes
    where: Where

    @property
    def kind(self) -> type:
        """The type of the fact."""
        return type(self.earlier)


def _documents(position: DocumentPosition, content: str) -> AgentDocuments:
    return AgentDocuments(
        (
            AgentDocument(
                filename="a.md", content=content, load="always", format="file", position=position
            ),
        )
    )


def _row(position: DocumentPosition, where: Where) -> Row:
    return Row(position, _documents(position, "a"), _documents(position, "b"), "turn", where)


_NOON: Final = Clock(datetime(2026, 3, 1, 12, tzinfo=UTC))
_NEXT_DAY: Final = Clock(datetime(2026, 3, 2, 12, tzinfo=UTC))

ROWS: Final[tuple[Row, ...]] = (
    Row("system_role", SystemRole("You are Ann."), SystemRole("You are Bo."), "never", "system"),
    Row("model_info", Model("m", "M"), Model("n", "N"), "never", "system"),
    Row("history_summary", HistorySummary("Met."), HistorySummary("Left."), "never", "system"),
    Row(
        "knowledge",
        Knowledge((KnowledgeFile("f", "a.txt", "a"),)),
        Knowledge((KnowledgeFile("f", "a.txt", "b"),)),
        "never",
        "preamble",
    ),
    Row("date", _NOON, _NEXT_DAY, "turn", "tail"),
    Row("todo_list", TodoList((Todo("a"),)), TodoList((Todo("a", "completed"),)), "step", "tail"),
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

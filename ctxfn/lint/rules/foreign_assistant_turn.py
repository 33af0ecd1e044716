"""R213 foreign-assistant-turn.

What it does:
    Finds messages under the role of the model whose author, by ``name`` or by the agent that a
    store tells, is another than that of the last such message.

Why it is bad:
    A model takes whatever stands under its role for its own words. In a room of several agents
    it answers for the others, repeats them, or forgets which one it is.

Example:
    ``chat(assistant("Budget is 9k.", name="cfo"), assistant("Rent tents.", name="ops"))``

Use instead:
    In the view of one agent, what the others said as user turns that name them:
    `ctxfn.processors.view_as`.

Fix safety:
    None: who is to answer next is not in the messages.

Sources:
    microsoft/autogen#3468, microsoft/autogen#86, google/adk-go#166.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, Node
from ctxfn.wire import Conversation, Profile

__all__ = ["foreign_assistant_turn"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    authors = {
        index: author
        for index, message in enumerate(conversation.messages)
        if (author := _author(message)) is not None
    }
    if len(set(authors.values())) < 2:
        return
    last = authors[max(authors)]
    told: set[str] = set()
    for index, author in authors.items():
        if author != last and author not in told:
            told.add(author)
            found = f"words of {author!r} under the role of the model, as those of {last!r}"
            yield Found(index, found, "one author under this role", ("role",))


def _author(message: Node) -> str | None:
    if not isinstance(message, Assistant):
        return None
    return message.name or message.origin.agent or message.origin.agent_name


def _severity(profile: Profile) -> Severity | None:
    return "info"


foreign_assistant_turn: Final = Rule(
    code="R213",
    name="foreign-assistant-turn",
    find=_find,
    severity=_severity,
    hint="Send each agent its own view: what the others said as user turns that name them.",
    no_fix="Who is to answer next is not in the messages; `view_as` is told.",
    unwise=True,
)

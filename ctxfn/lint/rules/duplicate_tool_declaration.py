"""I412 duplicate-tool-declaration.

What it does:
    Finds tools that are declared under a name that another one before has.

Why it is bad:
    Anthropic refuses the request; elsewhere nobody can tell which of the two is called. Names
    that were different become one where bad characters are replaced.

Example:
    ``now, now``

Use instead:
    One declaration a name.

Fix safety:
    None as a step; repair keeps the first where the second is refused.

Sources:
    Anthropic's API: "Tool names must be unique."
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.wire import Conversation, Profile

__all__ = ["duplicate_tool_declaration"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    seen: dict[object, int] = {}
    for number, tool in enumerate(conversation.tools or ()):
        if tool.tool in seen:
            found = f"the name {tool.tool!r} of tools[{seen[tool.tool]}] once more"
            yield Found(None, found, "a name of its own", ("tools", number))
        seen.setdefault(tool.tool, number)


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.provider == "anthropic" else "warning"


duplicate_tool_declaration: Final = Rule(
    code="I412",
    name="duplicate-tool-declaration",
    find=_find,
    severity=_severity,
    hint="Offer a tool once, and give each a name of its own.",
    no_fix="A step sees messages alone; repair keeps the first where the second is refused.",
)

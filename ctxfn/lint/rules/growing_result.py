"""B803 growing-result.

What it does:
    Finds tools whose every answer begins with all of the answer before: logs, terminals and
    pages that are read from the start again, three times or more.

Why it is bad:
    Each answer costs what all before it cost together: the history grows with the square of the
    steps, though each step said little.

Example:
    A tool that prints the whole terminal after each command.

Use instead:
    What is new since the last answer.

Fix safety:
    None: the older answers are needed where the newest does not repeat them.

Sources:
    oguzbilgic/kern-ai#20, sinas-platform/sinas#104.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_warning
from ctxfn.messages import Assistant, ToolName, ToolResult, text_of
from ctxfn.wire import Conversation, Profile

__all__ = ["growing_result"]

#: Shorter answers may be alike without growing.
_SHORTEST: Final = 200

#: From so many in a row on, it is a habit.
_TIMES: Final = 3


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    tools: dict[str, ToolName | str] = {}
    last: dict[ToolName | str, tuple[str, int]] = {}
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant):
            tools.update({call.id: call.tool for call in message.calls})
        if not isinstance(message, ToolResult) or message.call_id not in tools:
            continue
        tool, text = tools[message.call_id], text_of(message)
        before, times = last.get(tool, ("", 0))
        grows = len(before) >= _SHORTEST and len(text) > len(before) and text.startswith(before)
        last[tool] = (text, times + 1 if grows else 1)
        if last[tool][1] == _TIMES:
            found = f"the {_TIMES}rd result in a row that repeats the one before it and adds to it"
            yield Found(index, found, "what is new alone", ("content",))


growing_result: Final = Rule(
    code="B803",
    name="growing-result",
    find=_find,
    severity=always_warning,
    hint="Let the tool say what is new since its last answer.",
    no_fix="Older answers are needed where the newest does not repeat them.",
    unwise=True,
)

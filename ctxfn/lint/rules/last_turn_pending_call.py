"""T106 last-turn-pending-call.

What it does:
    Finds calls without a result at the very end of the conversation.

Why it is bad:
    Sent as it is, the request is refused: a call is answered by a result and nothing else.
    Before the tool has run, this is how a history looks, and nothing is wrong with it yet.

Example:
    ``chat(user("hi"), assistant("", call("c1")))``

Use instead:
    Run the tool, then send; or answer the call with what stopped it.

Fix safety:
    Safe: a result is added that says there was none.

Sources:
    crewAIInc/crewAI#7134, pydantic/pydantic-ai#2050.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import all_in_place, call_place, open_calls
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_paired
from ctxfn.processors import pair_tool_results
from ctxfn.wire import Conversation, Profile

__all__ = ["last_turn_pending_call"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for one in open_calls(conversation.messages):
        if one.at_end:
            what = f"{one.call.id!r} still open at the end"
            yield Found(one.place.message, what, "its result", call_place(one))


last_turn_pending_call: Final = Rule(
    code="T106",
    name="last-turn-pending-call",
    find=_find,
    severity=if_paired,
    hint="Run the tool before you send, or say why it did not run.",
    fix=pair_tool_results(),
    fix_safety="safe",
    unless=all_in_place,
)

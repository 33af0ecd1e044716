"""T107 arguments-invalid-json.

What it does:
    Finds calls whose arguments are no JSON.

Why it is bad:
    Servers that parse the arguments of every call they are sent refuse the request, on every
    later turn as well: for their targets it is an error. Others pass the text on, and the model
    reads half a call: there it is a warning, and `repair` leaves it as it is. A stream that
    broke off, stored as it stood, is what makes them.

Example:
    ``chat(assistant(call("c1", "find", '{"city": "Ly')), tool_result("c1", "?"))``

Use instead:
    What the call ran with; or no call, if it never ran.

Fix safety:
    Lossy: of a call that ran, what can be read for certain stays, else no arguments; of one
    that did not run, nothing is guessed.

Sources:
    agentscope-ai/agentscope-java#1147, justrach/codegraff#752, earendil-works/pi#6284.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, calls_in
from ctxfn.processors import render_calls
from ctxfn.tools import is_json
from ctxfn.wire import Conversation, Profile

__all__ = ["arguments_invalid_json"]

#: Enough of broken arguments to recognise them by.
_SHOWN: Final = 40


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    known = calls_in(conversation.messages)
    for index in known.asking:
        message = conversation.messages[index]
        assert isinstance(message, Assistant)
        for number, call in enumerate(message.calls):
            if call.kind != "custom" and not is_json(call.arguments):
                shown = call.arguments[:_SHOWN]
                found = f"{shown!r}{'…' if len(call.arguments) > _SHOWN else ''}"
                path = ("tool_calls", number, "function", "arguments")
                yield Found(index, found, "JSON", path)


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.arguments_valid_json else "warning"


arguments_invalid_json: Final = Rule(
    code="T107",
    name="arguments-invalid-json",
    find=_find,
    severity=_severity,
    hint="Store a call's arguments when it is complete.",
    fix=render_calls(functions=True),
    fix_safety="lossy",
)

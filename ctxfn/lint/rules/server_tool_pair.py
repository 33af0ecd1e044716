"""T110 server-tool-pair.

What it does:
    Finds results of tools that a server runs whose call is not in the same answer; of a server's
    tools that a client carries out (a screen, a shell), calls and answers that are half a pair.

Why it is bad:
    The request is refused, and so is every later one. A call without a result is another
    matter: it may still be worked on, and has been accepted.

Example:
    ``assistant(Opaque("anthropic", freeze({"type": "web_search_tool_result", ...})))``

Use instead:
    The block ``server_tool_use`` before it, or neither.

Fix safety:
    Lossy: the result goes, and a call that a client never answered.

Sources:
    anthropics/claude-code#65726, can1357/oh-my-pi#6496.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant
from ctxfn.pipeline import AnyStep
from ctxfn.processors import drop_stray_items, drop_stray_server_results
from ctxfn.processors.legalize import stray_server_results
from ctxfn.wire import Conversation, Profile, only_words_and_calls, server_state, stray_items

__all__ = ["server_tool_pair"]

_ITEMS: Final = "openai_responses"


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    if profile.codec == _ITEMS:
        for one in stray_items(conversation.messages, state=server_state(conversation)):
            yield Found(one.message, f"{one.type} alone", "both halves", ("content", one.part))
        return
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant):
            for number in stray_server_results(message):
                expected = "the call it answers in the same message"
                yield Found(index, "a server's result alone", expected, ("content", number))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.codec in ("anthropic", _ITEMS) else None


def _fix(profile: Profile) -> AnyStep:
    return drop_stray_items() if profile.codec == _ITEMS else drop_stray_server_results()


server_tool_pair: Final = Rule(
    code="T110",
    name="server-tool-pair",
    find=_find,
    severity=_severity,
    hint="Keep or drop the two together.",
    fix_for=_fix,
    fix_safety="lossy",
    unless=only_words_and_calls,
)

"""N703 thought-signature-missing.

What it does:
    Finds steps of the current turn whose first call carries no signature, where the target
    wants one.

Why it is bad:
    "Function call is missing a thought_signature": newer models sign the first call of each
    step, and want the signature back until the turn is over. A history that another model, a
    store or a cut took the signatures from is refused. Parallel calls behind the first have
    none, and turns that are over are not looked at.

Example:
    ``chat(user("What time is it?"), assistant(call("c1")), tool_result("c1", "12:00"))``

Use instead:
    The same with the call's own signature.

Fix safety:
    Safe: the value that the API documents for histories without signatures stands in its place.

Sources:
    octos-org/octos#1897, langgenius/dify-official-plugins#2088; ai.google.dev, "Thought
    signatures".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.pipeline import AnyStep
from ctxfn.processors import sign_calls
from ctxfn.processors.legalize import unsigned_steps
from ctxfn.wire import Conversation, Profile

__all__ = ["thought_signature_missing"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index in unsigned_steps(conversation.messages):
        path = ("tool_calls", 0, "signature")
        yield Found(index, "a first call that nothing signs", "the signature it came with", path)


def _severity(profile: Profile) -> Severity | None:
    return None if profile.signature_stand_in is None else "error"


def _fix_for(profile: Profile) -> AnyStep:
    return sign_calls(stand_in=profile.signature_stand_in or "")


thought_signature_missing: Final = Rule(
    code="N703",
    name="thought-signature-missing",
    find=_find,
    severity=_severity,
    hint="Store what signs a call with it, and send it back.",
    fix_for=_fix_for,
    fix_safety="safe",
)

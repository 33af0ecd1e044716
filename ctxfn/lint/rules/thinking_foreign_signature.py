"""N704 thinking-foreign-signature.

What it does:
    Finds thoughts and calls that carry the signature of another model than the request names,
    where the target checks signatures. Only what a store or an assembly knows of a message can
    tell; in a bare request nothing does.

Why it is bad:
    A signature is bound to the model that made it: after a change of model the request is
    refused.

Example:
    An answer of ``claude-opus-4-1`` with signed thoughts, sent to ``claude-sonnet-4-5``.

Use instead:
    The same answer without its thoughts.

Fix safety:
    None: `repair` leaves them out before, for it knows the model the request is for.

Sources:
    vybestack/llxprt-code#2335, ding113/claude-code-hub#518,
    NoeFabris/opencode-antigravity-auth#368.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Path, Rule, Severity
from ctxfn.messages import Assistant, Verbatim
from ctxfn.processors.legalize import is_foreign_to
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["thinking_foreign_signature"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    model = _model_of(conversation.settings)
    if model is None:
        return
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant):
            for path, whose in _signed(message):
                if is_foreign_to(whose, model):
                    found = f"a signature of {whose}"
                    yield Found(index, found, f"what {model} made, or none", path)


def _signed(message: Assistant) -> Iterator[tuple[Path, str | None]]:
    """Yield where a signature stands, and whose it is as far as anything tells."""
    for number, thought in enumerate(message.reasoning):
        if thought.signature is not None or thought.sealed is not None:
            yield ("reasoning", number), thought.model or message.origin.model
    for number, call in enumerate(message.calls):
        if call.signature is not None:
            yield ("tool_calls", number, "signature"), message.origin.model


def _model_of(settings: Verbatim | None) -> str | None:
    said = None if settings is None else settings.shared()
    model = said.get("model") if isinstance(said, dict) else None
    return model if isinstance(model, str) else None


def _severity(profile: Profile) -> Severity | None:
    signed = profile.reasoning == "signed" or profile.signature_stand_in is not None
    return "error" if signed else None


thinking_foreign_signature: Final = Rule(
    code="N704",
    name="thinking-foreign-signature",
    find=_find,
    severity=_severity,
    hint="Leave out what another model signed.",
    no_fix="`repair` does it before any rule is asked: the model is the request's.",
    unless=only_words_and_calls,
)

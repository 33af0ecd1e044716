"""N715 thinking-bound-to-prefix.

What it does:
    Finds signed thoughts that were sent before, behind a system text or messages that are not
    what they were.

Why it is bad:
    "The block is bound to a different conversation": the newest models sign a thought together
    with what stood before it. A system text that counts or tells the time, or a cut, makes every
    thought behind it invalid. Older models take it, so it is a warning.

Example:
    ``check(later, to="anthropic", after=earlier)``, where the system text tells another day

Use instead:
    What stands before thoughts as it stood; or no thoughts of turns that are over.

Fix safety:
    None: what the prefix was is in the earlier request; `fit_thoughts` drops thoughts.

Sources:
    anomalyco/opencode#48637, kirodotdev/KiroCrew#11485.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import nothing_alone
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, System, text_of
from ctxfn.wire import Conversation, Profile

__all__ = ["thinking_bound_to_prefix"]


def _between(before: Conversation, after: Conversation, profile: Profile) -> Iterator[Found]:
    known = {one for _, one in _signatures(before)}
    moved = _first_difference(before, after)
    for index, signature in _signatures(after):
        if signature in known and moved is not None and moved < index:
            what = after.messages[moved]
            kind = "a system text" if isinstance(what, System) else f"messages[{moved}]"
            found = f"a signed thought behind {kind} that changed"
            yield Found(index, found, "what stood before it as it stood", ("reasoning", 0))
            return


def _signatures(conversation: Conversation) -> Iterator[tuple[int, str]]:
    for index, message in enumerate(conversation.messages):
        for one in message.reasoning if isinstance(message, Assistant) else ():
            if one.signature is not None:
                yield index, one.signature


def _first_difference(before: Conversation, after: Conversation) -> int | None:
    """Return the first place where another role speaks, or other words are said."""
    for place, (was, now) in enumerate(zip(before.messages, after.messages, strict=False)):
        if was is not now and (was.role, text_of(was)) != (now.role, text_of(now)):
            return place
    return None


def _severity(profile: Profile) -> Severity | None:
    return "warning" if profile.reasoning == "signed" else None


thinking_bound_to_prefix: Final = Rule(
    code="N715",
    name="thinking-bound-to-prefix",
    find=nothing_alone,
    severity=_severity,
    hint="Keep what stands before thoughts, or leave the thoughts out.",
    no_fix="What stood there is in the earlier request alone.",
    between=_between,
)

"""X905 unstable-ids.

What it does:
    Finds a call that the request before had as well, with the same tool and arguments at the
    same place, under another id.

Why it is bad:
    Ids that are drawn anew each time a history is converted make each request differ from the
    last at its first call; nothing behind it is read from the cache.

Example:
    ``call("call_81fa", "now")`` in one request, ``call("call_02bc", "now")`` in the next.

Use instead:
    Ids that follow from place and content, or those that the model gave.

Fix safety:
    None: the request that went before cannot be sent again.

Sources:
    A consequence of how caches of a prefix work; earendil-works/pi#1873.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import nothing_alone
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_warning
from ctxfn.messages import Assistant
from ctxfn.wire import Conversation, Profile

__all__ = ["unstable_ids"]


def _between(before: Conversation, after: Conversation, profile: Profile) -> Iterator[Found]:
    pairs = zip(before.messages, after.messages, strict=False)
    for index, (was, now) in enumerate(pairs):
        if was is now or not (isinstance(was, Assistant) and isinstance(now, Assistant)):
            continue
        for number, (then, call) in enumerate(zip(was.calls, now.calls, strict=False)):
            alike = (then.tool, then.arguments) == (call.tool, call.arguments)
            if alike and then.id != call.id:
                found = f"the id {call.id!r} for the call that was {then.id!r}"
                path = ("tool_calls", number, "id")
                yield Found(index, found, "the id it had in the last request", path)
                return


unstable_ids: Final = Rule(
    code="X905",
    name="unstable-ids",
    find=nothing_alone,
    severity=always_warning,
    hint="Make ids of place and content, or keep those that the model gave.",
    no_fix="The request that went before cannot be sent again.",
    between=_between,
    unwise=True,
)

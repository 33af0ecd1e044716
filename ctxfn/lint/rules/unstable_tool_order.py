"""X904 unstable-tool-order.

What it does:
    Finds a request that offers the tools of the one before it in another order.

Why it is bad:
    Tools are the first thing in a request. In another order nothing behind them is read from
    the cache, though nothing was changed. Sets, maps and rankings hand them over so.

Example:
    ``ls, cat`` in one request, ``cat, ls`` in the next.

Use instead:
    One order: by name, or that of the program. `assemble` has ``tool_order="name"``.

Fix safety:
    None: the request that went before cannot be sent again.

Sources:
    goruck/home-generative-agent#619.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.functional import countby
from ctxfn.lint.reading import nothing_alone
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_warning
from ctxfn.wire import Conversation, Profile

__all__ = ["unstable_tool_order"]


def _between(before: Conversation, after: Conversation, profile: Profile) -> Iterator[Found]:
    were = [tool.tool for tool in before.tools or ()]
    are = [tool.tool for tool in after.tools or ()]
    if were == are or countby(repr, were) != countby(repr, are):
        return
    for number, (was, now) in enumerate(zip(were, are, strict=True)):
        if was != now:
            found = f"the tools of the last request in another order, from {now!r} on"
            yield Found(None, found, f"{was!r} here, as before", ("tools", number))
            return


unstable_tool_order: Final = Rule(
    code="X904",
    name="unstable-tool-order",
    find=nothing_alone,
    severity=always_warning,
    hint="Offer tools in one order: sort them by name.",
    no_fix="The request that went before cannot be sent again.",
    between=_between,
    unwise=True,
)

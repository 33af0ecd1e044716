"""`ctxfn.check`: what an API would refuse, before it does."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.front.given import given_of
from ctxfn.front.options import check_names, only_ours
from ctxfn.lint import Findings, check_conversation, rules_named
from ctxfn.wire import Profile

__all__ = ["check"]


def check(
    messages: object,
    /,
    to: str | Profile | None = None,
    *,
    tools: Iterable[object] | None = None,
    system: str | None = None,
    model: str | None = None,
    format: str | None = None,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
) -> Findings:
    """Return what the target *to* would refuse in *messages*, or had better not get.

    *messages* is a list of message dicts or a request body, in any format we read.

    Contract:
        The findings are in the order of the messages; none, and the tuple is empty and false.
        Each has code, severity, index, path, what was found, what was expected, and a hint.
        *select* and *ignore* name rules by code, family letter or name. Nothing is changed.

    Complexity: O(rules x messages).

    Source: ours; the rules name theirs.

    Raises:
        InvalidMessages: the input is no list of messages and no body.
        UnknownTarget, UnknownCodec, UnknownRule: something was named that does not exist.
        OptionError: an option has a value that it cannot have.

    Examples:
        >>> check([{"role": "user", "content": "hi"}])
        ()
        >>> findings = check([{"role": "tool", "tool_call_id": "c1", "content": "42"}])
        >>> print(findings[0])
        messages[0].tool_call_id: error T101 tool-result-without-call: found a result for 'c1', \
expected a call with this id. Keep the call with its result when history is cut, or drop the result.
    """
    with only_ours("check"):
        rules = rules_named(
            check_names("check", "select", select), check_names("check", "ignore", ignore)
        )
        given = given_of(
            messages, "check", to=to, format=format, tools=tools, system=system, model=model
        )
        return check_conversation(given.judged, given.profile, rules=rules)

"""`ctxfn.check`: what an API would refuse, before it does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from ctxfn.errors import shown
from ctxfn.front.given import Given, given_of
from ctxfn.front.ignored import Ignores, check_ignores
from ctxfn.front.options import check_names, only_ours
from ctxfn.front.rows import as_given
from ctxfn.front.severity import Severities, severities_of
from ctxfn.lint import Finding, Findings, Rule, check_conversation, rules_named, with_rules
from ctxfn.pipeline import OptionError
from ctxfn.wire import Profile

__all__ = ["check", "chosen_rules", "told"]


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
    severity: Mapping[str, str] | None = None,
    rules: Iterable[Rule] = (),
    after: object = None,
) -> Findings:
    """Return what the target *to* would refuse in *messages*, or had better not get.

    *messages* is a list of message dicts or a request body, in any format we read.

    Contract:
        The findings are in the order of the messages; none, and the tuple is empty and false.
        Each has code, severity, index, path, what was found, what was expected, and a hint.
        *select* and *ignore* name rules by code, by how codes begin, or by name; the longer name
        decides. *severity* says by such a name how bad a finding is: ``error``, ``warning``,
        ``info`` or ``off``. *rules* are your own, besides ours. *after* is the request that was
        sent before this one: some things only two requests show. A body or a message may say
        itself what is ignored in it, ``{"ctxfn": {"ignore": ["X906"]}}``: no verb sends this key.
        Nothing is changed.

    Complexity: O(rules x messages).

    Source: ours; the rules name theirs.

    Raises:
        InvalidMessages: the input is no list of messages and no body.
        UnknownTarget, UnknownCodec, UnknownRule: something was named that does not exist.
        DuplicateRule: a rule of yours has the code or name of another.
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
        known = with_rules(*given_rules("check", rules))
        chosen = chosen_rules("check", known, select, ignore)
        severities = severities_of("check", severity, known)
        given = given_of(
            messages, "check", to=to, format=format, tools=tools, system=system, model=model
        )
        before = None
        if after is not None:
            before = given_of(after, "check", to=given.profile, format=format).judged
        found = check_conversation(given.judged, given.profile, rules=chosen, after=before)
        return told(found, given, messages, known, severities)


def given_rules(verb: str, rules: object) -> Iterable[Rule]:
    """Return *rules*, if they are a list; what is in it `with_rules` checks."""
    if not isinstance(rules, Iterable) or isinstance(rules, str):
        raise OptionError(verb, "rules", shown(rules), "a list of rules")
    return rules


def chosen_rules(
    verb: str,
    known: tuple[Rule, ...],
    select: Iterable[str] | None,
    ignore: Iterable[str] | None,
) -> tuple[Rule, ...]:
    """Return the rules of *known* that the options of *verb* name."""
    wanted = check_names(verb, "select", select)
    return rules_named(wanted, check_names(verb, "ignore", ignore), rules=known)


def told(
    found: Findings, given: Given, value: object, known: tuple[Rule, ...], severities: Severities
) -> Findings:
    """Return *found* as it is told: counted as given, without what is ignored there."""
    placed = as_given(found, given, value)
    ignores = given.ignores
    check_ignores(ignores, known)
    if ignores.names:
        kept = {rule.code for rule in rules_named(None, ignores.everywhere, rules=known)}
        by_message = _ignored_by_message(ignores, known)
        placed = tuple(
            one
            for one in placed
            if one.code in kept and one.code not in by_message.get(one.index, frozenset())
        )
    levels = dict(severities)
    levelled = (_levelled(one, levels) for one in placed)
    return tuple(one for one in levelled if one is not None)


def _ignored_by_message(
    ignores: Ignores, known: tuple[Rule, ...]
) -> dict[int | None, frozenset[str]]:
    every = frozenset(rule.code for rule in known)
    return {
        index: every - {rule.code for rule in rules_named(None, names, rules=known)}
        for index, names in ignores.by_message
    }


def _levelled(finding: Finding, levels: dict[str, str]) -> Finding | None:
    match levels.get(finding.code):
        case "off":
            return None
        case "error" | "warning" | "info" as level:
            return evolve(finding, severity=level)
        case _:
            return finding

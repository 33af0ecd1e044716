"""`ctxfn.front.fix`: mend what a check finds, in the history as it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from ctxfn.context import AnyNote
from ctxfn.front.check import chosen_rules, given_rules, told
from ctxfn.front.given import given_of
from ctxfn.front.ignored import check_ignores
from ctxfn.front.options import only_ours
from ctxfn.front.severity import severities_of
from ctxfn.lint import (
    Findings,
    Rule,
    check_conversation,
    fix_conversation,
    rules_named,
    with_rules,
)
from ctxfn.wire import Loss, Profile

__all__ = ["Mended", "fix"]


@frozen
class Mended:
    """A history after its fixes: the same kind, a fresh copy; what was done, and what is left.

    The findings of `left` are of `output`.
    """

    output: object
    notes: tuple[AnyNote, ...]
    losses: tuple[Loss, ...]
    left: Findings

    @property
    def changed(self) -> bool:
        """Whether anything was mended at all."""
        return bool(self.notes)


def fix(
    messages: object,
    /,
    to: str | Profile | None = None,
    *,
    unsafe: bool = False,
    tools: Iterable[object] | None = None,
    system: str | None = None,
    model: str | None = None,
    format: str | None = None,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
    severity: Mapping[str, str] | None = None,
    rules: Iterable[Rule] = (),
) -> Mended:
    """Return *messages* after the fixes of those rules that find something, and what is left.

    A repair makes a request; a fix mends the history itself: it keeps the format, the keys of
    the store, and whatever no rule that was chosen speaks of.

    Contract:
        The options are those of `check`. Safe fixes alone, with *unsafe* those that lose
        something too. They are applied until none finds more. A rule that is ignored in the
        conversation, or in a message of it, is not applied to that conversation, and stays
        ignored. *messages* is not changed; nothing to mend comes back equal. Twice is once.

    Complexity: O(rules x messages), times the rounds, of which two are enough.

    Source: ours, after ruff.

    Raises:
        InvalidMessages: the input is no list of messages and no body.
        UnknownTarget, UnknownCodec, UnknownRule: something was named that does not exist.
        DuplicateRule: a rule of yours has the code or name of another.
        OptionError: an option has a value that it cannot have.

    Examples:
        >>> said = [{"role": "user", "content": "half \\ud83d", "id": "m1"}]
        >>> fix(said).output
        [{'role': 'user', 'content': 'half �', 'id': 'm1'}]
        >>> orphan = [{"role": "tool", "tool_call_id": "c1", "content": "42"}, *said]
        >>> [one.code for one in fix(orphan).left], len(fix(orphan, unsafe=True).output)
        (['T101'], 1)
    """
    with only_ours("fix"):
        known = with_rules(*given_rules("fix", rules))
        chosen = chosen_rules("fix", known, select, ignore)
        severities = severities_of("fix", severity, known)
        given = given_of(
            messages,
            "fix",
            to=to,
            format=format,
            tools=tools,
            system=system,
            model=model,
            keep_ignores=True,
        )
        check_ignores(given.ignores, known)
        off = tuple(code for code, level in severities if level == "off")
        spared = {rule.code for rule in rules_named(off + given.ignores.names, rules=known)}
        mending = tuple(rule for rule in chosen if rule.code not in spared)
        done = fix_conversation(given.judged, given.profile, rules=mending, lossy=unsafe)
        encoded = given.codec.encode(done.conversation, given.profile)
        output = done.conversation.messages if given.records else encoded.body
        again = given_of(
            output,
            "fix",
            to=given.profile,
            format=None if given.records else given.codec.name,
            tools=tools,
        )
        found = check_conversation(again.judged, again.profile, rules=chosen)
        left = told(found, again, output, known, severities)
        return Mended(output, done.notes, () if given.records else encoded.losses, left)

"""Run rules over a conversation, and mend what they find."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from attrs import evolve

from ctxfn.context import AnyNote, Context
from ctxfn.lint.codes import RULES, rule_named
from ctxfn.lint.errors import UnknownRule
from ctxfn.lint.finding import Finding, Findings
from ctxfn.lint.rule import Rule
from ctxfn.messages import Messages
from ctxfn.pipeline import AnyStep, run
from ctxfn.wire import Conversation, Profile, server_state

__all__ = ["Fixed", "check_conversation", "fix_conversation", "rules_named"]

#: More rounds than any fix needs to reach a fixpoint; the law tests that two do.
_ROUNDS = 8


def check_conversation(
    conversation: Conversation, profile: Profile, /, *, rules: Iterable[Rule] = RULES
) -> Findings:
    """Return what *rules* find in *conversation* for the target of *profile*.

    Contract:
        In the order of the messages, what is about the whole request last, then by code. A
        rule that does not concern the target is not asked. Nothing is changed.

    Complexity: O(rules x nodes).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, tool_result, user
        >>> from ctxfn.wire import profile
        >>> said = Conversation(chat(user("hi"), tool_result("c1", "42")))
        >>> [finding.code for finding in check_conversation(said, profile("openai"))]
        ['T101']
    """
    found: list[Finding] = []
    answers: dict[Callable[[Messages], bool], bool] = {}
    for rule in rules:
        severity = rule.severity(profile)
        if severity is None or _is_spared(rule, conversation.messages, answers):
            continue
        found += [
            Finding(
                rule.code,
                rule.name,
                one.severity or severity,
                one.index,
                one.path,
                one.found,
                one.expected,
                rule.hint,
            )
            for one in rule.find(conversation, profile)
        ]
    last = len(conversation.messages)
    return tuple(sorted(found, key=lambda f: (last if f.index is None else f.index, f.code)))


def _is_spared(
    rule: Rule, messages: Messages, answers: dict[Callable[[Messages], bool], bool]
) -> bool:
    """Ask what *rule* shares with others, unless it was answered already."""
    if rule.unless is None:
        return False
    if rule.unless not in answers:
        answers[rule.unless] = rule.unless(messages)
    return answers[rule.unless]


class Fixed(NamedTuple):
    """A conversation after its fixes, what they did, and what is left to find in it."""

    conversation: Conversation
    notes: tuple[AnyNote, ...]
    left: Findings


def fix_conversation(
    conversation: Conversation,
    profile: Profile,
    /,
    *,
    rules: Iterable[Rule] = RULES,
    lossy: bool = False,
    errors_only: bool = False,
) -> Fixed:
    """Apply the fixes of *rules* that find something, until none finds more.

    Contract:
        Safe fixes, with *lossy* all. With *errors_only* those of rules that find errors.
        Nothing to fix: the same object.

    Complexity: O(rules x nodes), times the rounds, of which two are enough.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, user
        >>> from ctxfn.wire import profile
        >>> said = Conversation(chat(assistant("", call("c1")), user("still there?")))
        >>> mended = fix_conversation(said, profile("openai"))
        >>> [message.role for message in mended.conversation.messages]
        ['assistant', 'tool', 'user']
        >>> [note.kind for note in mended.notes], mended.left
        (['stand-in'], ())
    """
    chosen = tuple(rules)
    notes: list[AnyNote] = []
    left: Findings = ()
    for _ in range(_ROUNDS):
        left = check_conversation(conversation, profile, rules=chosen)
        wanted = {one.code for one in left if one.severity == "error" or not errors_only}
        before = conversation
        for rule in chosen:
            fix = rule.step_for(profile) if rule.code in wanted else None
            if fix is not None and (lossy or rule.fix_safety == "safe"):
                conversation = _fixed(fix, conversation, profile, notes)
        if conversation is before:
            break
    return Fixed(conversation, tuple(notes), left)


def _fixed(
    fix: AnyStep, conversation: Conversation, profile: Profile, notes: list[AnyNote]
) -> Conversation:
    known = Context.of(conversation.messages, profile, server_state(conversation))
    after = run(fix, known)
    if after.messages is conversation.messages:
        return conversation
    notes += after.notes
    return evolve(conversation, messages=after.messages)


def rules_named(
    select: Iterable[str] | None = None, ignore: Iterable[str] | None = None
) -> tuple[Rule, ...]:
    """Return the rules that *select* names (all, if it is ``None``), without those of *ignore*.

    Contract:
        A name is a code (``T101``), a family (``T``) or a rule's name.

    Complexity: O(rules x names).

    Source: ours, after ruff.

    Raises:
        UnknownRule: a name that is none of these; the error lists the rules there are.

    Examples:
        >>> [rule.code for rule in rules_named(["R"], ["consecutive-same-role"])][:2]
        ['R201', 'R202']
    """
    wanted = RULES if select is None else tuple(_named(select))
    unwanted = set(_named(ignore or ()))
    return tuple(rule for rule in RULES if rule in wanted and rule not in unwanted)


def _families() -> tuple[str, ...]:
    return tuple(sorted({rule.code[0] for rule in RULES}))


def _named(names: Iterable[str]) -> list[Rule]:
    found: list[Rule] = []
    for name in names:
        family = [rule for rule in RULES if len(name) == 1 and rule.code[0] == name.upper()]
        one = rule_named(name)
        if not family and one is None:
            raise UnknownRule(
                name, tuple(f"{rule.code} {rule.name}" for rule in RULES), _families()
            )
        found += family or ([one] if one else [])
    return found

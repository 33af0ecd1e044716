"""Run rules over a conversation, and mend what they find."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from attrs import evolve

from ctxfn.context import AnyNote, Context
from ctxfn.lint.blame import blaming, check_found, severity_of
from ctxfn.lint.codes import RULES
from ctxfn.lint.finding import Finding, Findings
from ctxfn.lint.fix_order import in_order
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.secrets import without_secrets
from ctxfn.messages import Messages
from ctxfn.pipeline import AnyStep, run
from ctxfn.wire import Conversation, Profile, server_state

__all__ = ["Fixed", "check_conversation", "check_session", "fix_conversation"]

#: More rounds than any fix needs to reach a fixpoint; the law tests that two do.
_ROUNDS = 8


def check_conversation(
    conversation: Conversation,
    profile: Profile,
    /,
    *,
    rules: Iterable[Rule] = RULES,
    after: Conversation | None = None,
) -> Findings:
    """Return what *rules* find in *conversation* for the target of *profile*.

    Contract:
        In the order of the messages, what is about the whole request last, then by code. A
        rule that does not concern the target is not asked. *after* is the request that was sent
        before this one; rules that compare two have nothing to say without it. Nothing is
        changed.

    Complexity: O(rules x nodes).

    Source: ours.

    Raises:
        BrokenRule: a rule raised, or gave what is no finding.

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
        severity = severity_of(rule, profile)
        if severity is None:
            continue
        found += [
            Finding(
                rule.code,
                rule.name,
                one.severity or severity,
                one.index,
                one.path,
                without_secrets(one.found),
                one.expected,
                rule.hint,
            )
            for one in _seen(rule, conversation, profile, after, answers)
        ]
    last = len(conversation.messages)
    return tuple(sorted(found, key=lambda f: (last if f.index is None else f.index, f.code)))


def check_session(
    requests: Iterable[Conversation], profile: Profile, /, *, rules: Iterable[Rule] = RULES
) -> Iterator[Findings]:
    """Yield what *rules* find in each of *requests*, which were sent one after the other.

    What an API's cache makes of a request shows beside the one before it, never alone: an id or
    an order of tools that is new each time.

    Contract:
        As `check_conversation` of each, after the one before. Two requests are held at a time.

    Complexity: O(rules x nodes).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> from ctxfn.wire import profile
        >>> def asked(id):
        ...     return Conversation(chat(user("?"), assistant("", call(id)), tool_result(id, "1")))
        >>> told = check_session([asked("c1"), asked("c2")], profile("openai"))
        >>> [[finding.name for finding in one] for one in told]
        [[], ['unstable-ids']]
    """
    chosen = tuple(rules)
    before: Conversation | None = None
    for request in requests:
        yield check_conversation(request, profile, rules=chosen, after=before)
        before = request


def _seen(
    rule: Rule,
    conversation: Conversation,
    profile: Profile,
    after: Conversation | None,
    answers: dict[Callable[[Messages], bool], bool],
) -> list[Found]:
    """Ask *rule*, whoever wrote it."""
    with blaming(rule):
        seen: list[Found] = []
        if not _is_spared(rule, conversation.messages, answers):
            seen += rule.find(conversation, profile)
        if rule.between is not None and after is not None:
            seen += rule.between(after, conversation, profile)
    for one in seen:
        check_found(rule, one)
    return seen


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
        Safe fixes, with *lossy* all. With *errors_only* those of rules that find errors. They
        are applied in the order of the library's rules, users' own last, whatever the order of
        *rules*: `in_order` says why. Nothing to fix: the same object.

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
    chosen = in_order(rules)
    notes: list[AnyNote] = []
    left: Findings = ()
    for _ in range(_ROUNDS):
        left = check_conversation(conversation, profile, rules=chosen)
        wanted = {one.code for one in left if one.severity == "error" or not errors_only}
        before = conversation
        for rule in chosen:
            fix = _step_for(rule, profile) if rule.code in wanted else None
            if fix is not None and (lossy or rule.fix_safety == "safe"):
                conversation = _fixed(fix, conversation, profile, notes)
        if conversation is before:
            break
    return Fixed(conversation, tuple(notes), left)


def _step_for(rule: Rule, profile: Profile) -> AnyStep | None:
    with blaming(rule):
        return rule.step_for(profile)


def _fixed(
    fix: AnyStep, conversation: Conversation, profile: Profile, notes: list[AnyNote]
) -> Conversation:
    known = Context.of(conversation.messages, profile, server_state(conversation))
    after = run(fix, known)
    if after.messages is conversation.messages:
        return conversation
    notes += after.notes
    return evolve(conversation, messages=after.messages)

"""Try the laws of lint rules: what they find, where it is, and what their fixes leave."""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve
from hypothesis import event
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.errors import check_argument
from ctxfn.lint import (
    BrokenRule,
    Findings,
    Found,
    Rule,
    check_conversation,
    fix_conversation,
    has_place,
)
from ctxfn.messages import Messages
from ctxfn.testing.conversations import conversations as any_conversations
from ctxfn.testing.errors import LawBroken
from ctxfn.testing.running import copied
from ctxfn.testing.shown import shown
from ctxfn.testing.trials import try_all
from ctxfn.wire import Conversation, Profile, profile

__all__ = ["check_rule"]

T = TypeVar("T")


def check_rule(
    rule: Rule,
    profile: Profile | None = None,
    /,
    *,
    conversations: st.SearchStrategy[Messages] | st.SearchStrategy[Conversation] | None = None,
    acceptable: st.SearchStrategy[Messages] | st.SearchStrategy[Conversation] | None = None,
    examples: int | None = None,
) -> None:
    """Check that *rule* keeps the laws of rules, for the target of *profile*, else OpenAI's.

    Contract:
        *total*: it looks at any of *conversations*, broken ones and cards included. *pure*: an
        equal conversation has equal findings, and none changes. *in place*: each finding points
        at a message that is there, and inside it at a field that is there. *spares rightly*:
        where `unless` is true, it finds nothing. *mended*: after its fix it finds nothing, and
        where it found nothing its fix does nothing. *silent*: it finds nothing in *acceptable*
        ones, if there are any given.

    Raises:
        LawBroken: it names the law, the rule, and the smallest input that shows it.
    """
    check_argument("rule", rule, Rule, "a Rule")
    check_argument("profile", profile, Profile | None, "a Profile, or None")
    check_argument("examples", examples, int | None, "a whole number, or None")
    target = _target() if profile is None else profile
    chats: st.SearchStrategy[Messages | Conversation] = st.one_of(
        any_conversations(cards=True, surrogates=True) if conversations is None else conversations
    )
    try_all(lambda chat: _keeps_all(rule, target, _read(chat)), chats, examples)
    if acceptable is not None:
        good: st.SearchStrategy[Messages | Conversation] = st.one_of(acceptable)
        try_all(lambda chat: _is_silent(rule, target, _read(chat)), good, examples)


def _target() -> Profile:
    return profile("openai")


def _read(chat: Messages | Conversation) -> Conversation:
    return chat if isinstance(chat, Conversation) else Conversation(chat)


def _keeps_all(rule: Rule, target: Profile, said: Conversation) -> None:
    before = repr(said)
    found = _found(rule, target, said)
    event(f"{rule.code}: {'found' if found else 'nothing'}")
    again = _found(rule, target, evolve(said, messages=copied(Context(said.messages)).messages))
    if again != found:
        raise _broken("pure", rule, said, f"in an equal conversation {again}", str(found))
    if repr(said) != before:
        raise _broken("pure", rule, said, f"its input changed to {said!r}", before)
    for one in found:
        if not has_place(said, one.index, one.path):
            place = f"index {one.index}, path {one.path}"
            raise _broken("in place", rule, said, place, "a place that is there")
    if rule.unless is not None and rule.unless(said.messages) and list(rule.find(said, target)):
        raise _broken("spares rightly", rule, said, "findings where `unless` holds", "none")
    _is_mended(rule, target, said, found)


def _found(rule: Rule, target: Profile, said: Conversation) -> Findings:
    try:
        for one in rule.find(said, target):
            if not isinstance(one, Found):
                raise _broken("total", rule, said, f"a {type(one).__name__}", "Found")
        return check_conversation(said, target, rules=(rule,), after=said)
    except LawBroken:
        raise
    except BrokenRule as error:
        raise _broken("total", rule, said, error.found, error.expected) from error
    except Exception as error:
        found = f"{type(error).__name__}: {str(error)[:300]}"
        raise _broken("total", rule, said, found, "findings") from error


def _is_mended(rule: Rule, target: Profile, said: Conversation, found: Findings) -> None:
    if not rule.has_fix:
        return
    try:
        done = fix_conversation(said, target, rules=(rule,), lossy=True)
    except Exception as error:
        what = f"its fix raised {type(error).__name__}: {str(error)[:300]}"
        raise _broken("total", rule, said, what, "a mended conversation") from error
    if not found and (done.conversation is not said or done.notes):
        raise _broken("mended", rule, said, "a change where nothing was found", "the same object")
    if done.left:
        left = "; ".join(map(str, done.left))
        raise _broken("mended", rule, said, f"after its fix {left}", "nothing to find")


def _is_silent(rule: Rule, target: Profile, said: Conversation) -> None:
    found = _found(rule, target, said)
    if found:
        words = "; ".join(map(str, found))
        raise _broken("silent", rule, said, words, "nothing in what is acceptable")


def _broken(law: str, rule: Rule, said: Conversation, found: str, expected: str) -> LawBroken:
    return LawBroken(law, f"rule {rule.code} {rule.name}", found, expected, shown(said.messages))

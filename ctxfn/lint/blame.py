"""Say which rule it was that raised, or that gave what is no finding."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final, get_args

from ctxfn.errors import CtxfnError, shown
from ctxfn.lint.errors import BrokenRule
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.wire import Profile

__all__ = ["blaming", "check_found", "severity_of"]

_LEVELS: Final = get_args(Severity)


@contextlib.contextmanager
def blaming(rule: Rule) -> Iterator[None]:
    """Let only errors of ours leave, whatever *rule* does: any other becomes its cause.

    Raises:
        BrokenRule: names the rule.
    """
    try:
        yield
    except (CtxfnError, MemoryError):
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {_words(error)}"
        raise BrokenRule(f"{rule.code} {rule.name}", what, "findings") from error


def severity_of(rule: Rule, profile: Profile) -> Severity | None:
    """Return how bad *rule* is for the target of *profile*.

    Raises:
        BrokenRule: its answer is no severity.
    """
    with blaming(rule):
        severity = rule.severity(profile)
    if severity is not None:
        _check(rule, "severity", severity, severity in _LEVELS, f"one of {_LEVELS}, or None")
    return severity


def check_found(rule: Rule, one: object) -> None:
    """Refuse what *rule* found, if no finding can be made of it.

    Raises:
        BrokenRule: names the rule and the field.
    """
    if not isinstance(one, Found):
        raise BrokenRule(f"{rule.code} {rule.name}", shown(one), "Found")
    place, path, level = one.index, one.path, one.severity
    is_place = place is None or (type(place) is int and place >= 0)
    is_path = isinstance(path, tuple) and all(isinstance(key, str | int) for key in path)
    _check(rule, "the text found", one.found, isinstance(one.found, str), "a text")
    _check(rule, "the text expected", one.expected, isinstance(one.expected, str), "a text")
    _check(rule, "index", place, is_place, "a whole number of 0 or more, or None")
    _check(rule, "path", path, is_path, "a tuple of keys and indexes")
    _check(rule, "severity", level, level is None or level in _LEVELS, f"one of {_LEVELS}, or None")


def _check(rule: Rule, field: str, value: object, is_right: bool, expected: str) -> None:
    if not is_right:
        raise BrokenRule(f"{rule.code} {rule.name}", f"{field} {shown(value)}", expected)


def _words(error: Exception) -> str:
    try:
        return str(error)
    except Exception:
        return "its message cannot be written"

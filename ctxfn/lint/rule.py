"""A rule of the linter, and what it finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.errors import shown
from ctxfn.messages import Messages
from ctxfn.pipeline import AnyStep, PipelineError
from ctxfn.wire import Conversation, Profile

__all__ = ["FixSafety", "Found", "Path", "Rule", "Severity"]

Severity: TypeAlias = Literal["error", "warning", "info"]
FixSafety: TypeAlias = Literal["safe", "lossy"]

#: Where inside a message, as keys and indexes of its written form: ``("tool_calls", 0, "id")``.
Path: TypeAlias = tuple[str | int, ...]


@frozen
class Found:
    """One place where a rule is broken; index ``None``: it is about the whole request.

    `severity` is for a place that is less bad than the rule says.
    """

    index: int | None
    found: str
    expected: str
    path: Path = ()
    severity: Severity | None = None


_CODE: Final = re.compile(r"[A-Z]{1,8}[1-9]\d\d")


@frozen
class Rule:
    """One thing that an API refuses, or that is unwise, named after the bad thing.

    `find` looks at a conversation with a target's profile. `severity` says how bad it is for
    that profile; ``None``: not at all, and `find` is not asked. `fix` is a step, or `fix_for`
    makes one of the profile, with `fix_safety`; or there is none and `no_fix` says why. `unless`
    is a question that rules may share: where it is true of the messages, `find` finds nothing, and
    a check asks it once for all of them. `between` looks at a request and the one sent before it
    (that one first), if there is one; its findings are of the later. `unwise`: no API refuses it, so
    a check speaks of it and a repair does not. The module's docstring is its page.
    """

    code: str
    name: str
    find: Callable[[Conversation, Profile], Iterator[Found]]
    severity: Callable[[Profile], Severity | None]
    hint: str
    fix: AnyStep | None = None
    fix_for: Callable[[Profile], AnyStep] | None = None
    fix_safety: FixSafety | None = None
    no_fix: str | None = None
    unless: Callable[[Messages], bool] | None = None
    between: Callable[[Conversation, Conversation, Profile], Iterator[Found]] | None = None
    unwise: bool = False

    def __attrs_post_init__(self) -> None:
        for field in ("code", "name", "hint"):
            said = getattr(self, field)
            if not isinstance(said, str):
                raise PipelineError(f"a rule's {field}", shown(said), "a text")
        for field in ("find", "severity"):
            asked = getattr(self, field)
            if not callable(asked):
                raise PipelineError(f"rule {self.code}: {field}", shown(asked), "a function")
        if not _CODE.fullmatch(self.code):
            raise PipelineError(
                "a rule's code", repr(self.code), "letters and three digits: T101, ACME101"
            )
        if self.fix is not None and self.fix_for is not None:
            raise PipelineError(f"rule {self.code}", "fix and fix_for", "one of the two")
        if self.has_fix == (self.fix_safety is None):
            raise PipelineError(f"rule {self.code}", "a fix or its safety alone", "both, or none")
        if self.has_fix == (self.no_fix is not None):
            raise PipelineError(f"rule {self.code}", "no word on the fix", "a fix, or no_fix=why")

    @property
    def family(self) -> str:
        """The letters of the code: what rules of one kind share."""
        return self.code.rstrip("0123456789")

    @property
    def has_fix(self) -> bool:
        """Whether a step mends what the rule finds."""
        return self.fix is not None or self.fix_for is not None

    def step_for(self, profile: Profile) -> AnyStep | None:
        """Return the step that mends what the rule finds for the target of *profile*, if any."""
        return self.fix if self.fix_for is None else self.fix_for(profile)

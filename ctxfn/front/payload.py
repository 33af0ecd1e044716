"""A request ready to send, and the report of how it was made."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, cast

from attrs import field, frozen

from ctxfn.context import AnyNote, Context
from ctxfn.lint import REFUSALS, Findings, check_conversation
from ctxfn.pipeline import AnyStep, Span, Watched, watched, watched_of
from ctxfn.wire import Conversation, Loss, Profile

__all__ = ["Payload", "Report", "rows_of", "system_of", "tools_of"]

_Rows: TypeAlias = list[dict[str, object]]


@frozen
class Report:
    """What assembling did: notes of the steps, a span a step if a clock was given, losses.

    `context` is what the last step left. `left` is looked for when it is asked for.
    """

    notes: tuple[AnyNote, ...]
    spans: tuple[Span, ...]
    losses: tuple[Loss, ...]
    context: Context
    _sent: Conversation = field(repr=False, eq=False)
    _profile: Profile = field(repr=False, eq=False)
    _steps: AnyStep = field(repr=False, eq=False)
    _first: Context = field(repr=False, eq=False)
    _contexts: tuple[Context, ...] = field(repr=False, eq=False)

    def watched(self) -> Watched:
        """Return the run with the context behind each step; without a clock it is run again."""
        if not self._contexts:
            return watched(self._steps, self._first)
        return watched_of(self._steps, self._first, self._contexts)

    @property
    def left(self) -> Findings:
        """What the target would refuse all the same; what is unwise besides, `check` tells."""
        return check_conversation(self._sent, self._profile, rules=REFUSALS)


class Payload(NamedTuple):
    """A request ready to send; `messages`, `tools` and `system` are parts of `body`.

    `body` holds the messages and every key of the body that was given, fresh and the
    caller's. `system` is the first system text where the format has a field for it.
    """

    body: dict[str, object]
    messages: list[dict[str, object]]
    tools: list[dict[str, object]] | None
    system: str | None
    losses: tuple[Loss, ...]
    report: Report


def rows_of(body: dict[str, object]) -> _Rows:
    """Return the messages of *body*, under whichever name; one text alone is a person's.

    Examples:
        >>> rows_of({"input": "Hi"})
        [{'role': 'user', 'content': 'Hi'}]
    """
    rows = _first(body, "messages", "contents", "input")
    return cast("_Rows", rows) if isinstance(rows, list) else [{"role": "user", "content": rows}]


def tools_of(body: dict[str, object]) -> _Rows | None:
    """Return the declarations of tools in *body*, ``None`` if it has no key for them.

    Examples:
        >>> tools_of({"toolConfig": {"tools": []}})
        []
    """
    config = body.get("toolConfig")
    tools = body.get("tools", config.get("tools") if isinstance(config, dict) else None)
    return cast("_Rows | None", tools)


def system_of(body: dict[str, object]) -> object:
    """Return what the field for instructions holds, where the format of *body* has one.

    Examples:
        >>> system_of({"instructions": "Rhyme.", "input": "Hi"})
        'Rhyme.'
    """
    return _first(body, "system", "instructions", "systemInstruction", "system_instruction")


def _first(body: dict[str, object], *keys: str) -> object:
    return next((body[key] for key in keys if key in body), None)

"""`ctxfn.repair`: make a conversation acceptable, and lose nothing without a word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ctxfn.front.given import given_of
from ctxfn.front.options import (
    FirstTurn,
    MidSystem,
    MissingResult,
    MissingSignature,
    OpenCalls,
    OrphanResult,
    only_ours,
)
from ctxfn.front.policies import policies
from ctxfn.front.repaired import Repaired, repaired
from ctxfn.front.verb import Verb
from ctxfn.wire import Profile

__all__ = ["repair"]


def _repair(
    messages: object,
    /,
    to: str | Profile | None = None,
    *,
    tools: Iterable[object] | None = None,
    system: str | None = None,
    model: str | None = None,
    format: str | None = None,
    missing_result: MissingResult = "answer",
    orphan_result: OrphanResult = "drop",
    open_calls: OpenCalls = "answer",
    mid_system: MidSystem = "demote",
    first_turn: FirstTurn = "drop",
    missing_signature: MissingSignature = "stand_in",
    drop_flags: Iterable[str] | None = None,
    prefix_changed: bool = False,
) -> Repaired:
    """Return *messages* as the target *to* accepts them: the same kind, a fresh copy.

    What was given in another format, the rows of a chat UI, comes back in the target's.

    Contract:
        *messages* is not changed. What is acceptable comes back equal, in the same order
        of keys: errors for the target are mended, warnings stay. Each call has one result right behind it, the real one if there is one.
        Keys of a store are not sent. Nothing is dropped without a note: see `report`, which
        tells what was done, lost, and left. Twice is once. With
        ``open_calls="leave"`` calls at the very end stay open, for a caller who runs them.
        A first turn that may not be first is dropped with what follows it up to a person's, or,
        with ``first_turn="prepend"``, gets a neutral one in front. A call that needs a signature
        nobody knows gets the value that the API documents for it, but for
        ``missing_signature="leave"``.
        Answers that carry one of *drop_flags* (``["error"]``) with something in it are no
        model's words, and go. With *prefix_changed*, since the system text is another than
        when they were signed, thoughts of finished turns go.

    Complexity: O(messages).

    Source: ours; the default policies are those of most reports.

    Raises:
        InvalidMessages: the input is no list of messages and no body.
        UnknownTarget, UnknownCodec: something was named that does not exist.
        OptionError: an option has a value that it cannot have.

    Examples:
        >>> said = [
        ...     {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function",
        ...      "function": {"name": "now", "arguments": "{}"}}]},
        ...     {"role": "user", "content": "quick!"},
        ...     {"role": "tool", "tool_call_id": "c1", "content": "12:00"},
        ... ]
        >>> [message["role"] for message in repair(said)]
        ['assistant', 'tool', 'user']
        >>> [note.kind for note in repair.report(said).notes]
        ['moved-result']
    """
    with only_ours("repair"):
        chosen = policies(
            "repair",
            missing_result=missing_result,
            orphan_result=orphan_result,
            open_calls=open_calls,
            mid_system=mid_system,
            first_turn=first_turn,
            missing_signature=missing_signature,
            drop_flags=drop_flags,
            prefix_changed=prefix_changed,
        )
        given = given_of(
            messages, "repair", to=to, format=format, tools=tools, system=system, model=model
        )
        return repaired(given, chosen)


repair: Final = Verb(_repair)

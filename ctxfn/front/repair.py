"""`ctxfn.repair`: make a conversation acceptable, and lose nothing without a word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from attrs import evolve, frozen
from pyrsistent import pvector

from ctxfn.context import AnyNote, Context, Note
from ctxfn.front.given import Given, given_of
from ctxfn.lint import Findings, fitting_ids, fix_conversation, rules_named
from ctxfn.messages import Messages, Node
from ctxfn.pipeline import AnyStep, Pipeline, phase, run
from ctxfn.processors import (
    flatten_groups,
    pair_tool_results,
    place_system,
    restore_supervisor,
    strip_fields,
    unfold_cards,
)
from ctxfn.wire import Loss, Profile

__all__ = ["Repaired", "repair"]


@frozen
class Repaired:
    """What a repair gives: the payload, what was done, and what is left that no step mends.

    `output` is fresh and the caller's: a list for a list, a body for a body.
    """

    output: object
    notes: tuple[AnyNote, ...]
    losses: tuple[Loss, ...]
    left: Findings

    @property
    def changed(self) -> bool:
        """Whether anything was done at all."""
        return bool(self.notes or self.losses)


_TAKE_APART: Final = (flatten_groups(), restore_supervisor(), unfold_cards())


class _Repair:
    """The verb; ``repair(...)`` gives the payload alone, ``repair.report(...)`` all of it."""

    def __call__(
        self,
        messages: object,
        /,
        to: str | Profile | None = None,
        *,
        tools: Iterable[object] | None = None,
        system: str | None = None,
        model: str | None = None,
        format: str | None = None,
        missing_result: Literal["answer", "drop_call"] = "answer",
        orphan_result: Literal["drop", "keep_as_text"] = "drop",
        open_calls: Literal["answer", "leave"] = "answer",
        mid_system: Literal["demote", "hoist"] = "demote",
    ) -> object:
        """Return *messages* as the target *to* accepts them: the same kind, a fresh copy.

        What was given in another format, the rows of a chat UI, comes back in the target's.

        Contract:
            *messages* is not changed. What is acceptable comes back equal, in the same order
            of keys. Each call has one result right behind it, the real one if there is one.
            Keys of a store are not sent. Nothing is dropped without a note: see `report`. With
            ``open_calls="leave"`` calls at the very end stay open, for a caller who runs them.

        Complexity: O(messages).

        Source: ours; the default policies are those of most reports.

        Raises:
            InvalidMessages: the input is no list of messages and no body.
            UnknownTarget, UnknownCodec: something was named that does not exist.

        Examples:
            >>> said = [
            ...     {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function",
            ...      "function": {"name": "now", "arguments": "{}"}}]},
            ...     {"role": "user", "content": "quick!"},
            ...     {"role": "tool", "tool_call_id": "c1", "content": "12:00"},
            ... ]
            >>> [message["role"] for message in repair(said)]
            ['assistant', 'tool', 'user']
        """
        return self.report(
            messages,
            to,
            tools=tools,
            system=system,
            model=model,
            format=format,
            missing_result=missing_result,
            orphan_result=orphan_result,
            open_calls=open_calls,
            mid_system=mid_system,
        ).output

    def report(
        self,
        messages: object,
        /,
        to: str | Profile | None = None,
        *,
        tools: Iterable[object] | None = None,
        system: str | None = None,
        model: str | None = None,
        format: str | None = None,
        missing_result: Literal["answer", "drop_call"] = "answer",
        orphan_result: Literal["drop", "keep_as_text"] = "drop",
        open_calls: Literal["answer", "leave"] = "answer",
        mid_system: Literal["demote", "hoist"] = "demote",
    ) -> Repaired:
        """Repair *messages* as the verb does, and tell what was done, lost, and left.

        Complexity: O(messages).
        """
        given = given_of(messages, to=to, format=format, tools=tools, system=system, model=model)
        pairing = pair_tool_results(
            missing_result=missing_result, orphan_result=orphan_result, open_calls=open_calls
        )
        steps = _steps(given, pairing, mid_system)
        context = run(steps, Context(_well_typed(given)))
        conversation = evolve(given.conversation, messages=context.messages, problems=())
        fixed = fix_conversation(
            conversation,
            given.profile,
            rules=rules_named(ignore=() if open_calls == "answer" else ["last-turn-pending-call"]),
            lossy=True,
            errors_only=True,
        )
        encoded = given.written(fixed.conversation.messages, given.target_codec)
        notes = (*_misread(given), *context.notes, *fixed.notes)
        return Repaired(encoded.body, notes, encoded.losses, fixed.left)


def _misread(given: Given) -> tuple[Note, ...]:
    """Say what decoding made of values that were not what their key is for."""
    return tuple(
        Note(
            "decode",
            "misread",
            f"{one.path or 'the message'}: {one.reason}",
            places=() if one.index is None else (one.index,),
        )
        for one in given.conversation.problems
    )


def _well_typed(given: Given) -> Messages:
    """Forget the writing of messages that were written in a way no API reads."""
    wrong = {problem.index for problem in given.conversation.problems}
    messages = given.conversation.messages
    if not wrong:
        return messages
    mended: list[Node] = [
        evolve(node, written=None) if index in wrong else node
        for index, node in enumerate(messages)
    ]
    return pvector(mended)


def _steps(given: Given, pairing: AnyStep, mid_system: Literal["demote", "hoist"]) -> Pipeline:
    legal: list[AnyStep] = []
    if given.profile.single_system_first:
        legal.append(place_system(mid_system=mid_system))
    return Pipeline(
        (
            phase("reshape", "only messages can be paired", *_TAKE_APART),
            phase(
                "ids",
                "pairing goes by ids, so each call needs one first",
                fitting_ids(given.profile),
            ),
            phase("clean", "results belong behind their calls", pairing),
            phase("legalize", "what this target alone demands", *legal),
            phase("strip", "last, since earlier steps read what stores know", strip_fields()),
        )
    )


repair: Final = _Repair()

"""`ctxfn.repair`: make a conversation acceptable, and lose nothing without a word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve, frozen

from ctxfn.context import AnyNote, Context
from ctxfn.front.given import Given, given_of
from ctxfn.front.mended_cache import with_fitting_markers
from ctxfn.front.mended_names import with_fitting_names
from ctxfn.front.mended_tools import with_mended_tools
from ctxfn.front.mended_turns import (
    with_fitting_thinking,
    with_joined_turns,
    with_system_in_field,
    without_message_keys,
)
from ctxfn.front.options import (
    MidSystem,
    MissingResult,
    OpenCalls,
    OrphanResult,
    check_choice,
    only_ours,
)
from ctxfn.front.stripping import stripping_for
from ctxfn.front.verb import Verb
from ctxfn.lint import (
    REFUSALS,
    Findings,
    Rule,
    check_conversation,
    fitting_ids,
    fix_conversation,
    rules_named,
)
from ctxfn.messages import own
from ctxfn.pipeline import AnyStep, Pipeline, phase, run
from ctxfn.processors import (
    drop_foreign_thoughts,
    flatten_groups,
    meet_capabilities,
    mend_names,
    modern_calls,
    names_as_text,
    pair_tool_results,
    place_system,
    restore_supervisor,
    stand_in_parts,
    unfold_cards,
)
from ctxfn.wire import Loss, Profile

__all__ = ["Repaired", "repair", "repaired"]


@frozen
class Repaired:
    """What a repair gives: the payload, what was done, and what is left that no step mends.

    `output` is fresh and the caller's: a list for a list, a body for a body. The findings of
    `left` are of `output`: their indexes count its messages. What is unwise, and refused by no
    API, is for `check` to speak of.
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

#: More rounds than any value needs to be read as it was written; two are enough.
_ROUNDS: Final = 4


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
) -> Repaired:
    """Return *messages* as the target *to* accepts them: the same kind, a fresh copy.

    What was given in another format, the rows of a chat UI, comes back in the target's.

    Contract:
        *messages* is not changed. What is acceptable comes back equal, in the same order
        of keys: errors for the target are mended, warnings stay. Each call has one result right behind it, the real one if there is one.
        Keys of a store are not sent. Nothing is dropped without a note: see `report`, which
        tells what was done, lost, and left. Twice is once. With
        ``open_calls="leave"`` calls at the very end stay open, for a caller who runs them.

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
        check_choice("repair", MissingResult, missing_result=missing_result)
        check_choice("repair", OrphanResult, orphan_result=orphan_result)
        check_choice("repair", OpenCalls, open_calls=open_calls)
        check_choice("repair", MidSystem, mid_system=mid_system)
        given = given_of(
            messages, "repair", to=to, format=format, tools=tools, system=system, model=model
        )
        return repaired(
            given,
            missing_result=missing_result,
            orphan_result=orphan_result,
            open_calls=open_calls,
            mid_system=mid_system,
        )


def repaired(
    given: Given,
    /,
    *,
    missing_result: MissingResult,
    orphan_result: OrphanResult,
    open_calls: OpenCalls,
    mid_system: MidSystem,
) -> Repaired:
    """Repair what was *given*, as `repair` does once it has read it.

    Complexity: O(messages).

    Source: ours.
    """
    pairing = pair_tool_results(
        missing_result=missing_result, orphan_result=orphan_result, open_calls=open_calls
    )
    demote = place_system(mid_system=mid_system)
    ignored = () if open_calls == "answer" else ("last-turn-pending-call",)
    steps = _steps(given, pairing, demote)
    rules = rules_named(ignore=ignored, rules=REFUSALS)
    return _until_it_stays(given, steps, rules)


def _until_it_stays(given: Given, steps: Pipeline, rules: tuple[Rule, ...]) -> Repaired:
    """Repair, and judge what was written; again, if its reader finds faults or read other values.

    What was kept of a value may mean something else to the target's own reader, and what the
    format has no word for is not in what it reads: only it can tell what is still wrong.
    """
    done = _once(given, steps, rules)
    unread = bool(given.conversation.problems) or given.target_codec is not None
    if given.records or not (unread or done.changed):
        return done
    left = check_conversation(given.read_again(done.output).judged, given.profile, rules=rules)
    if not unread and left == done.left:
        return done
    for _ in range(_ROUNDS):
        again = given.read_again(done.output)
        more = _once(again, steps, rules)
        if repr(own(more.output)) == repr(own(done.output)):  # the order of keys counts
            break
        notes = (*done.notes, *(note for note in more.notes if note not in done.notes))
        losses = (*done.losses, *(loss for loss in more.losses if loss not in done.losses))
        done = Repaired(more.output, notes, losses, more.left)
    left = check_conversation(given.read_again(done.output).judged, given.profile, rules=rules)
    return evolve(done, left=left)


def _once(given: Given, steps: Pipeline, rules: tuple[Rule, ...]) -> Repaired:
    given, of_tools = with_mended_tools(given)
    given, of_names = with_fitting_names(given)
    context = run(steps, Context.of(given.well_typed, given.profile))
    conversation = evolve(given.mended[0], messages=context.messages, problems=())
    fixed = fix_conversation(conversation, given.profile, rules=rules, lossy=True, errors_only=True)
    messages, stripped = without_message_keys(given, fixed.conversation.messages)
    messages = with_system_in_field(given, messages)
    messages, marked = with_fitting_markers(given, messages)
    messages, joined = with_joined_turns(given, messages)
    left = fixed.left
    if messages is not fixed.conversation.messages:
        after = evolve(fixed.conversation, messages=messages)
        left = check_conversation(after, given.profile, rules=rules)
    given, of_thinking = with_fitting_thinking(given, messages)
    encoded = given.written(messages, given.target_codec)
    notes = (*given.misread, *of_tools, *of_names, *given.mended[1], *context.notes, *fixed.notes)
    return Repaired(
        encoded.body,
        (*notes, *stripped, *marked, *joined, *of_thinking),
        encoded.losses,
        left,
    )


def _steps(given: Given, pairing: AnyStep, demote: AnyStep) -> Pipeline:
    profile = given.profile
    legal: list[AnyStep] = [meet_capabilities(), stand_in_parts()]
    if not profile.name_field:
        legal.append(names_as_text())
    elif profile.message_name_pattern is not None or profile.message_name_length is not None:
        pattern, length = profile.message_name_pattern, profile.message_name_length
        legal.append(mend_names(pattern=pattern, length=length))
    if profile.single_system_first:
        legal.append(demote)
    if profile.reasoning == "signed":
        legal.append(drop_foreign_thoughts(model=given.model))
    return Pipeline(
        (
            phase("reshape", "only messages can be paired", *_TAKE_APART),
            phase(
                "ids",
                "pairing goes by ids, so each call needs one first",
                modern_calls(everywhere="function" not in profile.roles),
                fitting_ids(profile),
            ),
            phase("clean", "results belong behind their calls", pairing),
            phase("legalize", "what this target alone demands", *legal),
            phase(
                "strip",
                "last, since earlier steps read what stores know",
                stripping_for(profile.codec),
            ),
        )
    )


repair: Final = Verb(_repair)

"""Repair what was read, write it, and look at what was written as its reader will."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from ctxfn.context import AnyNote, Context
from ctxfn.front.chosen_rules import chosen_rules
from ctxfn.front.given import Given
from ctxfn.front.mended_cache import with_fitting_markers
from ctxfn.front.mended_contents import with_fitting_contents, with_fitting_schemas
from ctxfn.front.mended_names import with_fitting_names
from ctxfn.front.mended_strict import with_strictness
from ctxfn.front.mended_tools import with_mended_tools, with_stub_tools
from ctxfn.front.mended_turns import (
    with_fitting_thinking,
    with_joined_turns,
    with_system_in_field,
    without_message_keys,
)
from ctxfn.front.policies import Policies
from ctxfn.front.repair_steps import repair_steps
from ctxfn.front.settled import is_of_the_whole, is_same, is_told_by_fields, is_untouched, there
from ctxfn.lint import Findings, Rule, check_conversation, fix_conversation
from ctxfn.pipeline import Pipeline, run
from ctxfn.wire import Loss, server_state

__all__ = ["Repaired", "repaired"]

#: More rounds than any value needs to be read as it was written; two are enough.
_ROUNDS: Final = 4


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


def repaired(given: Given, policies: Policies, /) -> Repaired:
    """Repair what was *given*, as `repair` does once it has read it.

    Complexity: O(messages).

    Source: ours.
    """
    return _until_it_stays(given, repair_steps(given, policies), chosen_rules(policies))


def _until_it_stays(given: Given, steps: Pipeline, rules: tuple[Rule, ...]) -> Repaired:
    """Repair, and judge what was written; again, if its reader finds faults or read other values.

    What was kept of a value may mean something else to the target's own reader, and what the
    format has no word for is not in what it reads: only it can tell what is still wrong.
    """
    done = _once(given, steps, rules)
    unread = bool(given.conversation.problems) or given.target_codec is not None
    if given.records or not (unread or done.changed):
        return done
    if all(map(is_of_the_whole, done.losses)) and is_told_by_fields(given):
        return done
    again = given.read_again(done.output)
    if not unread:
        left = check_conversation(again.judged, given.profile, rules=rules)
        if left == done.left:
            return done
    for _ in range(_ROUNDS):
        more = _once(again, steps, rules, written=done.output)
        if is_same(more.output, done.output):
            if not (again.added or again.conversation.problems):
                return evolve(done, left=more.left)
            break
        notes = (*done.notes, *(note for note in more.notes if note not in done.notes))
        losses = (*done.losses, *(loss for loss in more.losses if loss not in done.losses))
        done = Repaired(more.output, notes, losses, more.left)
        again = given.read_again(done.output)
    left = check_conversation(again.judged, given.profile, rules=rules)
    return evolve(done, left=left)


def _once(
    given: Given, steps: Pipeline, rules: tuple[Rule, ...], *, written: object = None
) -> Repaired:
    """Repair once; *written* is what *given* was read from, if nobody else has it."""
    first = given
    given, of_tools = with_mended_tools(given)
    given, of_schemas = with_fitting_schemas(given)
    given, of_strictness = with_strictness(given)
    given, of_names = with_fitting_names(given)
    state = server_state(given.conversation)
    context = run(steps, Context.of(there(given), given.profile, state))
    conversation = evolve(given.mended[0], messages=context.messages, problems=())
    fixed = fix_conversation(conversation, given.profile, rules=rules, lossy=True, errors_only=True)
    messages, stripped = without_message_keys(given, fixed.conversation.messages)
    messages = with_system_in_field(given, messages)
    messages, placed = with_fitting_contents(given, messages)
    messages, marked = with_fitting_markers(given, messages)
    messages, joined = with_joined_turns(given, messages)
    given, of_thinking = with_fitting_thinking(given, messages)
    given, stubs = with_stub_tools(given, messages)
    left = fixed.left
    if stubs or messages is not fixed.conversation.messages:
        after = evolve(fixed.conversation, messages=messages, tools=given.conversation.tools)
        left = check_conversation(after, given.profile, rules=rules)
    if written is not None and is_untouched(first, given, messages):
        return Repaired(written, (), (), left)
    encoded = given.written(messages, given.target_codec)
    of_tools = (*of_tools, *of_schemas, *of_strictness)
    of_request = (*given.misread, *of_tools, *of_names, *given.mended[1])
    of_turns = (*stripped, *placed, *marked, *joined, *of_thinking, *stubs)
    return Repaired(
        encoded.body,
        (*of_request, *context.notes, *fixed.notes, *of_turns),
        encoded.losses,
        left,
    )

"""How a turn goes on and ends, what it runs and what it tells, whatever happens to it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given, settings

from ctxfn.messages import Assistant, ToolResult, text_of
from ctxfn.turns import CallSegment, participants_of, usage_parts
from ctxfn.turns.exchange import (
    AfterModel,
    AfterTool,
    AfterTurn,
    Asked,
    BeforeModel,
    BeforeReply,
    BeforeTool,
    BeforeTurn,
    BuildBlocks,
    CallModel,
    Failed,
    Inserted,
    LineTold,
    Prepare,
    ReplyChecked,
    Responded,
    RunTool,
    SendReply,
    StreamEnded,
    ToolEnded,
    ToolStarted,
    TurnEnded,
    TurnFinal,
    UsageTold,
)
from ctxfn.turns.scheduling import Abort, Join, OpenTurn, RouteLogged
from ctxfn.turns.tool_context import ToolContext
from tests.turns.plays import Laws, Play, TurnSeen, plays
from tests.turns.world import Answered

LAWS = Laws()


def stopped_at(turn: TurnSeen) -> int:
    """Where it was stopped first; its end where it was not."""
    return next((n for n, one in enumerate(turn.trace) if isinstance(one, Abort)), len(turn.trace))


def contexts(turn: TurnSeen) -> list[ToolContext]:
    """That of each batch that came so far as to look at a call, in order."""
    found = [one.context for one in turn.asked(BeforeTool)]
    return [one for n, one in enumerate(found) if n == 0 or one != found[n - 1]]


@LAWS.of_plays
def every_turn_ends_and_every_input_is_done_with(play: Play) -> None:
    world = play.world
    assert len(world.heard(OpenTurn)) == len(world.heard(TurnEnded))
    assert (world.agent.turn, world.agent.session.running) == (None, None)
    assert world.agent.session.waiting == ()
    assert world.pending == []


@LAWS.of_turns
def each_ask_is_answered_once_or_cancelled(turn: TurnSeen) -> None:
    asked = [one.number for one in turn.trace if isinstance(one, Asked)]
    answered = [one for one in turn.trace if isinstance(one, Answered)]
    assert asked == sorted(set(asked))
    cancelled = len(asked) - len(answered)
    assert 0 <= cancelled <= 1
    assert cancelled <= len(turn.heard(Abort))


@LAWS.of_turns
def the_stream_ends_once(turn: TurnSeen) -> None:
    assert len(turn.heard(StreamEnded)) == 1
    assert len(turn.heard(TurnEnded)) == 1


@LAWS.of_turns
def hooks_let_it_pass_before_anything_else(turn: TurnSeen) -> None:
    asks = [one.ask for one in turn.trace if isinstance(one, Asked)]
    assert isinstance(asks[0], BeforeTurn)
    assert len(turn.asked(BeforeTurn)) == 1
    assert len(turn.asked(Prepare)) <= 1


@LAWS.of_turns
def there_is_one_call_more_than_batches(turn: TurnSeen) -> None:
    material = turn.material
    if material is None:
        assert turn.calls == []
        return
    calls = [one for one in turn.calls if not one.again]
    batches = len({one.key.rpartition(".")[0] for one in turn.heard(ToolStarted)} - {""})
    ran = sum(bool(one) for one in executed(turn))
    assert batches <= ran
    if turn.outcome in ("replied", "silent"):
        assert len(calls) == 1 + ran
    assert len(calls) <= 1 + ran
    limit = material.settings.max_iterations
    assert limit is None or ran <= limit


def executed(turn: TurnSeen) -> list[list[str]]:
    """The calls of each batch that was begun, by their keys."""
    batches: list[list[str]] = []
    for one in turn.trace:
        if isinstance(one, Answered) and isinstance(one.ask, AfterModel):
            batches.append([])
        elif isinstance(one, ToolStarted):
            batches[-1].append(one.key)
    return [batch for batch in batches if batch]


@LAWS.of_turns
def behind_the_limit_nothing_runs_and_the_stream_says_so(turn: TurnSeen) -> None:
    for ended in turn.heard(StreamEnded):
        if ended.limit_hit:
            assert turn.material is not None
            assert len(executed(turn)) == turn.material.settings.max_iterations


@LAWS.of_turns
def usage_is_told_of_each_call_that_returned_and_of_no_other(turn: TurnSeen) -> None:
    returned = [one for one in turn.answered(CallModel) if isinstance(one.value, Responded)]
    assert len(turn.heard(UsageTold)) == len(returned)
    assert len([one for one in turn.calls if one.usage is not None]) == len(returned)


@LAWS.of_turns
def each_call_begins_and_ends_once_and_has_one_result_and_one_segment(turn: TurnSeen) -> None:
    told = [one for one in turn.trace if isinstance(one, ToolStarted | ToolEnded)]
    for key in {one.key for one in told}:
        kinds = [type(one) for one in told if one.key == key]
        assert kinds == [ToolStarted, ToolEnded]
    keys = [one.key for one in turn.heard(ToolEnded)]
    results = [one.call for one in turn.handed if isinstance(one.message, ToolResult)]
    assert len(set(results)) == len(results)
    assert set(results) <= set(keys)
    if turn.archives and not turn.discarded:
        assert set(results) == set(keys)
    for sent in turn.asked(SendReply):
        shown = [one.call for one in sent.reply.segments if isinstance(one, CallSegment)]
        assert Counter(shown) == Counter(keys)


@LAWS.of_turns
def results_are_as_many_as_calls_and_stand_in_their_order(turn: TurnSeen) -> None:
    for group in turn.groups:
        asked = group[0].message
        assert isinstance(asked, Assistant)
        ids = [one.id for one in asked.calls]
        results = [one.message for one in group[1:]]
        found = [one.call_id for one in results if isinstance(one, ToolResult)]
        assert found == ids[: len(found)]
        if not turn.discarded and turn.archives:
            assert found == ids


@LAWS.of_turns
def a_call_runs_where_its_arguments_are_an_object_and_no_hook_failed(turn: TurnSeen) -> None:
    failed = {
        one.ask.key
        for one in turn.answered(BeforeTool)
        if isinstance(one.value, Failed) and isinstance(one.ask, BeforeTool)
    }
    looked = {one.key for one in turn.asked(BeforeTool)}
    assert {one.key for one in turn.asked(RunTool)} == looked - failed
    assert {one.key for one in turn.asked(AfterTool)} == looked - failed
    assert all(one.call.arguments in ("", "{}", '{"a": 1}') for one in turn.asked(BeforeTool))
    for started in turn.heard(ToolStarted):
        assert started.arguments in ("", "{}", '{"a": 1}')
    for ended in turn.heard(ToolEnded):
        assert ended.failed or ended.key in looked


@LAWS.of_turns
def nobody_waits_to_join_when_the_model_is_called(turn: TurnSeen) -> None:
    """At the last insertion point all who waited were let in; nobody joins behind it."""
    waits: set[str] = set()
    for one in turn.trace:
        if isinstance(one, RouteLogged) and one.route == "pending join":
            waits.add(one.key)
        elif isinstance(one, Join):
            waits -= {given.key for given in one.inputs}
        elif isinstance(one, Asked) and isinstance(one.ask, CallModel):
            again = any(isinstance(x, TurnFinal) for x in turn.trace[: turn.trace.index(one)])
            assert not waits or again


@LAWS.of_turns
def who_joins_is_a_person_in_a_turn_of_persons_that_is_not_at_its_end(turn: TurnSeen) -> None:
    assert all(one.is_human for one in turn.joined)
    assert turn.lead.is_human or not turn.joined
    assert all(one.is_human for one in turn.opening.inputs) or len(turn.opening.inputs) == 1
    ends = [n for n, one in enumerate(turn.trace) if isinstance(one, TurnFinal | Abort)]
    joins = [n for n, one in enumerate(turn.trace) if isinstance(one, Join) and one.inputs]
    assert not ends or not joins or joins[-1] < ends[0]


@LAWS.of_turns
def what_comes_behind_the_end_is_not_said_to_be_about_to_join(turn: TurnSeen) -> None:
    """However a turn left its loop: by a reply, by an error, by a stop."""
    ended = next((n for n, one in enumerate(turn.trace) if isinstance(one, StreamEnded)), 0)
    for one in turn.trace[ended:]:
        assert not (isinstance(one, RouteLogged) and one.route == "pending join")


@LAWS.of_turns
def a_turn_that_is_stopped_asks_the_model_nothing_more(turn: TurnSeen) -> None:
    for one in turn.trace[stopped_at(turn) :]:
        if isinstance(one, Asked):
            assert not isinstance(one.ask, CallModel | BeforeModel | BuildBlocks | Prepare)


@LAWS.of_turns
def an_outcome_says_how_it_ended(turn: TurnSeen) -> None:
    if turn.outcome == "aborted":
        assert turn.heard(Abort) != []
    if turn.outcome == "error":
        assert turn.asked(SendReply) == []
    told = [one.outcome for one in turn.asked(AfterTurn)]
    assert told in ([], [turn.outcome], ["error"])


@LAWS.of_turns
def a_reply_is_written_again_no_more_often_than_is_allowed(turn: TurnSeen) -> None:
    looks = turn.answered(BeforeReply)
    values = [one.value for one in looks]
    first = values[0] if values else None
    allowed = first.max_retries if isinstance(first, ReplyChecked) else 0
    again = sum(one.again for one in turn.calls)
    assert again <= max(0, allowed)
    attempts = [one.attempt for one in turn.asked(BeforeReply)]
    assert attempts == list(range(len(attempts)))
    last = values[-1] if values else None
    if isinstance(last, ReplyChecked) and last.retry and stopped_at(turn) == len(turn.trace):
        assert turn.outcome in ("silent", "error")


@LAWS.of_turns
def hooks_see_each_list_but_those_to_write_again(turn: TurnSeen) -> None:
    known = 0
    for one in turn.trace:
        ask = one.ask if isinstance(one, Asked) else None
        if isinstance(ask, BeforeModel):
            known += 1
        elif isinstance(ask, CallModel):
            assert known >= 1
    first = [one for one in turn.calls if not one.again]
    assert len(first) <= len(turn.asked(BeforeModel))


@LAWS.of_turns
def contexts_of_calls_are_of_those_whose_words_are_in_the_list(turn: TurnSeen) -> None:
    """Later joins change no earlier one; there is one owner; a source is an injection's alone."""
    found = contexts(turn)
    everybody = participants_of(turn.inputs, turn.place)
    for context in found:
        people = context.participants
        assert people == everybody[: len(people)]
        assert sum(one in turn.place.owners for one in people) <= 1
        assert (context.inbound.source is None) == turn.lead.is_human
        assert context.turn == turn.name
        lead = turn.lead
        assert context.platform == (lead.actor.platform if lead.actor else lead.platform)
    for earlier, later in pairwise(found):
        assert later.participants[: len(earlier.participants)] == earlier.participants


@LAWS.of_turns
def a_context_is_of_all_that_had_entered_when_its_batch_began(turn: TurnSeen) -> None:
    entered = list(turn.opening.inputs)
    for one in turn.trace:
        if isinstance(one, Join):
            entered += one.inputs
        elif isinstance(one, Asked) and isinstance(one.ask, BeforeTool):
            context = one.ask.context
            assert context.participants == participants_of(entered, turn.place)
            assert context.inbound.message_id == entered[-1].message_id


@LAWS.of_turns
def once_a_turn_is_trimmed_it_stays_so(turn: TurnSeen) -> None:
    trimmed = [one.event.trimmed for one in turn.heard(UsageTold)]
    assert trimmed == sorted(trimmed)


@LAWS.of_turns
def parts_of_usage_are_all_that_was_sent(turn: TurnSeen) -> None:
    for call in turn.calls:
        usage = call.usage
        if usage is None:
            continue
        assert usage.estimate == sum(part.tokens for part in usage.parts)
        assert [part.name for part in usage.parts] == [part.name for part in usage_parts(())]
        assert sum(one.tokens for one in usage.parts[-1].injectors) <= usage.parts[-1].tokens
        assert usage.used > 0
        assert (usage.turn, usage.max_tokens) == (turn.name, 1_024)


@LAWS.of_turns
def what_history_would_cost_whole_is_no_less_than_what_was_sent_of_it(turn: TurnSeen) -> None:
    """Where no hook put something in for one call alone; what it did to the first list stays."""
    for usage in (call.usage for call in (turn.calls[:1] if turn.hooked else turn.calls)):
        if usage is not None:
            sent = usage.tokens_of("history", "tool_results")
            assert usage.untrimmed_history >= sent
            assert usage.trimmed or usage.untrimmed_history == sent


@LAWS.of_turns
def messages_of_the_history_are_counted_as_groups_are_added(turn: TurnSeen) -> None:
    steps, counted, first = 0, [], None
    for one in turn.trace:
        if isinstance(one, UsageTold):
            first = one.event.history_messages if first is None else first
            counted.append((one.event.history_messages - first, steps))
        elif isinstance(one, ToolEnded):
            steps += 1
    batches = [len(batch) for batch in executed(turn)]
    for added, results in counted:
        done = 0
        while sum(batches[:done]) < results:
            done += 1
        assert added == results + done


@LAWS.of_turns
def lines_hold_no_words_of_an_input(turn: TurnSeen) -> None:
    for line in turn.heard(LineTold):
        assert not any(f"<{one.key}>" in line.detail for one in turn.inputs)


@LAWS.of_turns
def a_history_that_cannot_be_read_is_told_once_and_empty(turn: TurnSeen) -> None:
    unread = turn.material is not None and turn.material.history is None
    lines = [one for one in turn.heard(LineTold) if one.about == "the history cannot be read"]
    assert len(lines) == unread
    if unread:
        assert all(entry.zone != "history" for entries in turn.lists for entry in entries)


@LAWS.of_turns
def what_was_cut_is_told(turn: TurnSeen) -> None:
    """An answer says once that it leaked, a result how long it was."""
    for ended in turn.heard(ToolEnded):
        assert turn.material is not None
        limit = int(turn.material.model.context_length * 0.15 * 3.5)
        assert len(ended.result) <= limit + 60
    leaks = [one for one in turn.heard(LineTold) if one.about == "leaked markup"]
    answers = [one.value for one in turn.answered(CallModel)]
    leaked = [o for o in answers if isinstance(o, Responded) and "DSML" in o.response.text]
    assert len(leaks) == len(leaked)
    assert all(text_of(m).count("DSML") == 0 for c in turn.calls for m in c.messages)


@LAWS.of_turns
def insertions_are_answered_inside(turn: TurnSeen) -> None:
    assert not any(isinstance(one.value, Inserted) for one in turn.answered())


@given(plays())
@settings(max_examples=3 * settings().max_examples)
def test_the_laws_of_turns_hold(play: Play) -> None:
    LAWS.check(play)

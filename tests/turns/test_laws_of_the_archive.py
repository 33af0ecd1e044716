"""What a turn leaves in the archive and says to people, whatever happens to it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hypothesis import given, settings

from ctxfn.messages import Assistant, Message, ToolResult, User, is_paired, text_of
from ctxfn.turns import Stored, read_history
from ctxfn.turns.bodies import body_of
from ctxfn.turns.exchange import (
    AfterTurn,
    Archive,
    Asked,
    BeforeModel,
    CallModel,
    NoticeTold,
    Passed,
    Responded,
    SendReply,
    TurnEnded,
)
from ctxfn.turns.scheduling import Abort
from ctxfn.turns.segments import TextSegment
from tests.turns.plays import Laws, Play, TurnSeen, plays
from tests.turns.plays.materials import CONTRIBUTED, DRAFT_FEEDBACK, SECRET

LAWS = Laws()


def records(stored: Sequence[Stored]) -> list[Stored]:
    return [one for one in stored if one.record is not None]


def replies(stored: Sequence[Stored]) -> list[Stored]:
    return [one for one in stored if isinstance(one.message, Assistant) and not one.message.calls]


def keeps_records(turn: TurnSeen) -> bool:
    """Whether it ran, has an archive, and its session goes on."""
    return turn.ran and turn.archives and not turn.discarded


@LAWS.of_turns
def what_is_stored_is_inputs_groups_and_an_end_in_this_order(turn: TurnSeen) -> None:
    kinds = "".join(map(letter, turn.saved))
    opened = len(kinds) - len(kinds.lstrip("o"))
    assert "o" not in kinds[opened:]
    body = kinds[opened:].rstrip("rsm")
    ends = ("", "r", "m", "sm", "s") if turn.discarded else ("", "r", "m", "sm")
    assert kinds[opened + len(body) :] in ends
    assert not set(body) - set("jct")
    assert {one.turn for one in turn.handed} <= {turn.name}


def letter(stored: Stored) -> str:
    """What it is: opened, joined, a call message, a result, a reply, a stop or a mark."""
    if stored.entry is not None:
        return stored.entry[0]
    marks = {"turn-stopped": "s", "event-marker": "m"}
    if stored.kind in marks:
        return marks[stored.kind or ""]
    if isinstance(stored.message, ToolResult):
        return "t"
    assert isinstance(stored.message, Assistant)
    return "c" if stored.message.calls else "r"


@LAWS.of_turns
def a_turn_that_leaves_its_record_has_exactly_one_and_nothing_behind_it(turn: TurnSeen) -> None:
    found = records(turn.saved)
    if not keeps_records(turn):
        assert len(found) <= 1
        return
    assert [one.record.outcome for one in found if one.record is not None] == [turn.outcome]
    assert turn.saved[-1] is found[0]
    origin = turn.lead.origin
    assert found[0].record is not None
    assert found[0].record.source == turn.lead.source
    assert found[0].record.from_turn == (None if origin is None else origin.turn)


@LAWS.of_turns
def it_replied_where_its_record_is_on_a_reply(turn: TurnSeen) -> None:
    if keeps_records(turn):
        found = replies(turn.saved)
        assert len(found) == (turn.outcome == "replied")
        assert all(one.record is not None for one in found)
        assert len([one for one in turn.saved if one.kind == "event-marker"]) == 1 - len(found)


@LAWS.of_turns
def a_stop_is_marked_where_a_stopped_turn_left_something(turn: TurnSeen) -> None:
    marks = [n for n, one in enumerate(turn.saved) if one.kind == "turn-stopped"]
    left = any(one.kind not in ("turn-stopped", "event-marker") for one in turn.saved)
    if turn.discarded:
        assert len(marks) <= 1
        return
    assert len(marks) == (turn.ran and turn.outcome == "aborted" and left)
    assert marks in ([], [len(turn.saved) - 2])


@LAWS.of_turns
def hooks_hear_of_the_end_once_and_behind_the_record(turn: TurnSeen) -> None:
    assert len(turn.asked(AfterTurn)) == turn.ran
    if turn.ran:
        place = [isinstance(getattr(one, "ask", None), AfterTurn) for one in turn.trace].index(True)
        behind = turn.trace[place + 1 :]
        asks = [one.ask for one in behind if isinstance(one, Asked)]
        assert asks == []


@LAWS.of_turns
def without_an_archive_there_are_no_marks(turn: TurnSeen) -> None:
    if not turn.archives:
        assert turn.saved == []
        assert not any(one.kind == "turn-stopped" for one in turn.handed)


@LAWS.of_turns
def each_input_is_archived_once_as_it_entered(turn: TurnSeen) -> None:
    for entry, inputs in (("opened", turn.opening.inputs), ("joined", turn.joined)):
        handed = [text_of(one.message) for one in turn.handed if one.entry == entry]
        kept = [one for one in inputs if one.is_kept]
        bodies = [body_of(one, turn.place) for one in kept]
        assert handed == bodies[: len(handed)]
        if turn.ran and not turn.discarded:
            assert len(handed) == len(bodies)


@LAWS.of_turns
def an_input_is_archived_before_it_is_sent(turn: TurnSeen) -> None:
    archived: set[str] = set()
    for one in turn.trace:
        ask = one.ask if isinstance(one, Asked) else None
        if isinstance(ask, Archive) and ask.stored.entry is not None:
            archived.add(text_of(ask.stored.message))
        elif isinstance(ask, CallModel):
            for who in turn.inputs:
                sent = any(f"<{who.key}>" in text_of(message) for message in ask.messages)
                assert not (sent and who.is_kept) or body_of(who, turn.place) in archived


@LAWS.of_plays
def what_was_sent_of_an_input_is_what_is_read_back_of_it(play: Play) -> None:
    """Its label and its body are those of its own turn, whoever waited how long."""
    said: dict[str, Message] = {}
    for turn in play.turns:
        for entries in [] if turn.hooked else turn.lists:
            for entry in entries:
                text = text_of(entry.message)
                key = text[text.find("<m") : text.find("<m") + 4]
                if entry.tag == "input":
                    said[key] = entry.message
                elif entry.zone == "history" and isinstance(entry.message, User) and key in said:
                    assert entry.message == said[key]


@LAWS.of_turns
def a_body_is_the_same_with_and_without_an_archive(turn: TurnSeen) -> None:
    if turn.lead.instruction is not None or turn.hooked:
        return
    for entries in turn.lists:
        inputs = [text_of(entry.message) for entry in entries if entry.tag == "input"]
        for text, one in zip(inputs, turn.inputs, strict=False):
            assert text.endswith(body_of(one, turn.place))


@LAWS.of_turns
def stored_groups_are_whole_and_their_arguments_objects(turn: TurnSeen) -> None:
    for group in turn.groups if turn.archives and not turn.discarded else []:
        assert is_paired([one.message for one in group])
    for one in turn.handed:
        calls = one.message.calls if isinstance(one.message, Assistant) else ()
        assert all(not c.arguments or isinstance(json.loads(c.arguments), dict) for c in calls)


@LAWS.of_turns
def what_is_sent_of_a_group_is_what_is_stored_of_it(turn: TurnSeen) -> None:
    if not turn.archives or turn.hooked or turn.discarded:
        return
    stored = [one.message for group in turn.groups for one in group]
    for ask in turn.asked(BeforeModel):
        steps = [entry.message for entry in ask.entries if entry.tag == "step"]
        assert steps == stored[: len(steps)]


@LAWS.of_turns
def batches_are_stored_where_all_results_came_in(turn: TurnSeen) -> None:
    if not turn.archives or turn.discarded:
        return
    steps = [sum(e.tag == "step" for e in entries) for entries in turn.lists if not turn.hooked]
    stored = sum(len(group) for group in turn.groups)
    assert steps == sorted(steps)
    assert not steps or steps[-1] <= stored


@LAWS.of_turns
def nothing_leaked_is_stored_or_said(turn: TurnSeen) -> None:
    replied = [one.reply for one in turn.asked(SendReply)]
    texts = [text_of(one.message) for one in turn.handed]
    texts += [reply.text for reply in replied]
    texts += [s.text for reply in replied for s in reply.segments if isinstance(s, TextSegment)]
    assert not any("DSML" in text for text in texts)


@LAWS.of_turns
def nothing_that_was_contributed_drafted_or_not_trusted_is_stored(turn: TurnSeen) -> None:
    texts = [text_of(one.message) for one in turn.handed]
    for word in (CONTRIBUTED, DRAFT_FEEDBACK, SECRET, "hooked"):
        assert not any(word in text for text in texts)
    if turn.lead.instruction == "idle":
        assert not any(f"<{turn.lead.key}>" in text for text in texts)


@LAWS.of_turns
def a_draft_that_was_refused_is_not_stored(turn: TurnSeen) -> None:
    """A reply that was written again leaves its last form alone."""
    assert len(replies(turn.handed)) <= 1


@LAWS.of_turns
def behind_a_stop_that_discards_nothing_is_stored_or_said(turn: TurnSeen) -> None:
    stops = [
        n
        for n, one in enumerate(turn.trace)
        if isinstance(one, Abort) and one.stop.mode == "discard"
    ]
    for one in turn.trace[stops[0] :] if stops else ():
        ask = one.ask if isinstance(one, Asked) else one
        assert not isinstance(ask, Archive | SendReply | NoticeTold)


@LAWS.of_turns
def a_reply_is_stored_before_it_is_said_and_says_whose_it_is(turn: TurnSeen) -> None:
    for sent in turn.asked(SendReply):
        stored = replies(turn.handed)
        assert len(stored) == 1
        assert sent.reply.turn == turn.name
        assert sent.reply.text.strip()
        assert sent.reply.text in (stored[0].visible, text_of(stored[0].message))
        assert (sent.reply.notice is not None) == (turn.lead.instruction == "notice")
        assert (sent.reply.reply_to is not None) == (turn.lead.instruction == "notice")


@LAWS.of_turns
def a_turn_that_was_stopped_says_nothing(turn: TurnSeen) -> None:
    if turn.outcome in ("aborted", "silent", "not run"):
        assert turn.asked(SendReply) == []


@LAWS.of_turns
def an_error_behind_the_reply_writes_no_second_record(turn: TurnSeen) -> None:
    sends = turn.answered(SendReply)
    if sends and not isinstance(sends[0].value, Passed):
        assert len(records(turn.handed)) <= 1 or not turn.archives
        assert turn.outcome == "replied"
        assert turn.asked(AfterTurn) == [AfterTurn("error")]


@LAWS.of_turns
def a_failure_is_told_to_people_once(turn: TurnSeen) -> None:
    notices = turn.heard(NoticeTold)
    failed = turn.outcome == "error" or turn.asked(AfterTurn) == [AfterTurn("error")]
    assert len(notices) <= failed
    assert all(one.turn == turn.name for one in notices)
    if failed and not turn.discarded:
        assert len(notices) == 1
        assert notices[0].text.startswith(("[错误]", "[系统]"))


@LAWS.of_turns
def segments_of_one_answer_are_its_words(turn: TurnSeen) -> None:
    """Where nothing leaked, and those who tell them tell them all."""
    answers = [one.value for one in turn.answered(CallModel)]
    for sent in turn.asked(SendReply):
        given = [one.response for one in answers if isinstance(one, Responded)]
        if any("DSML" in one.text for one in given):
            continue
        words = "".join(s.text for s in sent.reply.segments if isinstance(s, TextSegment))
        assert words == "".join(one.text for one in given if one.segments)


@LAWS.of_plays
def marks_of_control_are_in_no_history(play: Play) -> None:
    stored = [one.message for one in play.world.stored]
    marks = {id(one.message) for one in play.world.stored if one.is_control}
    read = read_history(stored, 0, is_control=lambda one: id(one) in marks)
    assert read.active == len(stored) - len(marks)


@LAWS.of_turns
def a_turn_that_never_ran_leaves_nothing(turn: TurnSeen) -> None:
    if not turn.ran:
        assert turn.handed == []
        assert turn.calls == []
        assert len(turn.heard(TurnEnded)) == 1


@given(plays())
@settings(max_examples=3 * settings().max_examples)
def test_the_laws_of_the_archive_hold(play: Play) -> None:
    LAWS.check(play)

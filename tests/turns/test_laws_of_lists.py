"""What every list that is sent is like, whatever is said, answered and stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, settings

from ctxfn.messages import Message, ToolResult, User, is_paired, text_of
from ctxfn.turns import ANCHORS, Entry, Input, estimate_message, trim
from ctxfn.turns.edge import at_edge
from ctxfn.turns.exchange import (
    Asked,
    BeforeModel,
    BeforeReply,
    BuildBlocks,
    Built,
    CallModel,
    Listed,
)
from ctxfn.turns.measures import budget_for
from ctxfn.turns.wording import WORDING
from tests.turns.plays import Laws, Play, TurnSeen, plays
from tests.turns.plays.materials import SECRET
from tests.turns.world import Answered

LAWS = Laws()
ZONES = ("head", "history", "turn")


def is_within(some: Sequence[object], others: Sequence[object]) -> bool:
    """Whether *some* are all in *others*, in their order."""
    rest = iter(others)
    return all(any(one == other for other in rest) for one in some)


def named(entries: Sequence[Entry], name: str) -> list[Entry]:
    return [entry for entry in entries if entry.message.origin.ours == name]


def lists_of(turn: TurnSeen) -> list[tuple[Entry, ...]]:
    """The lists as they went on; what a first hook changed is taken for the beginning."""
    return [] if turn.hooked else turn.lists


def first_trimmed(turn: TurnSeen) -> bool:
    """Whether the first call was trimmed, or is not known not to have been."""
    usage = turn.calls[0].usage if turn.calls else None
    return usage is None or usage.trimmed


def shows(message: Message, given: Input) -> bool:
    return f"<{given.key}>" in text_of(message)


@LAWS.of_turns
def each_list_is_paired_and_begins_with_the_prompt(turn: TurnSeen) -> None:
    for call in turn.calls:
        assert is_paired(call.messages)
        assert call.messages[0].origin.ours == "persona"


@LAWS.of_plays
def the_prompt_is_the_same_in_all_lists_and_ends_with_how_inputs_are_read(play: Play) -> None:
    for turn in play.turns:
        material = turn.material
        if material is None:
            continue
        parts = (material.persona, material.options.system_prompt, WORDING.convention)
        expected = "\n\n".join(part for part in parts if part)
        for call in turn.calls:
            assert text_of(call.messages[0]) == expected


@LAWS.of_turns
def zones_stand_one_behind_the_other(turn: TurnSeen) -> None:
    for entries in turn.lists:
        zones = [ZONES.index(entry.zone) for entry in entries]
        assert zones == sorted(zones)


@LAWS.of_turns
def what_stands_in_a_list_keeps_its_order_in_the_next(turn: TurnSeen) -> None:
    asks = [one.ask for one in turn.trace if isinstance(one, Asked)]
    asks = [ask for ask in asks if isinstance(ask, BeforeModel | CallModel)]
    first = next((n for n, ask in enumerate(asks) if isinstance(ask, CallModel)), len(asks))
    for number, (earlier, later) in enumerate(pairwise(lists_of(turn)), 1):
        if number != first or not first_trimmed(turn):
            assert is_within(earlier, later)


@LAWS.of_turns
def a_list_begins_with_the_one_before_where_nothing_was_placed_or_cut(turn: TurnSeen) -> None:
    calls = turn.calls
    for earlier, later in pairwise(calls):
        told = [one.usage for one in (earlier, later)]
        whole = all(one is not None and not one.trimmed for one in told)
        between = turn.trace[
            turn.trace.index(_asked(turn, earlier.ask)) : turn.trace.index(_asked(turn, later.ask))
        ]
        placed = any(
            isinstance(one.value, Built) and any(said.says_something for said in one.value.products)
            for one in turn.answered(BuildBlocks)
            if one in between
        )
        if whole and not placed and not turn.hooked:
            assert later.messages[: len(earlier.messages)] == earlier.messages


def _asked(turn: TurnSeen, ask: object) -> object:
    return next(one for one in turn.trace if getattr(one, "ask", None) is ask)


@LAWS.of_turns
def inputs_stand_in_the_order_they_entered_in_and_each_once(turn: TurnSeen) -> None:
    people = turn.inputs if turn.lead.instruction is None else []
    for entries in lists_of(turn):
        said = [entry.message for entry in entries if entry.tag == "input"]
        assert len(said) <= len(people)
        assert all(shows(one, given) for one, given in zip(said, people, strict=False))
        shown = [one for entry in entries for one in people if shows(entry.message, one)]
        assert len(shown) == len(said)


@LAWS.of_turns
def every_input_of_the_turn_is_sent_however_little_fits(turn: TurnSeen) -> None:
    if turn.hooked:
        return
    for call in turn.calls:
        entered = turn.trace.index(_asked(turn, call.ask))
        joined = sum(
            len(getattr(one, "inputs", ())) for one in turn.trace[:entered] if one in turn.joins
        )
        for one in [*turn.opening.inputs, *turn.joined[:joined]]:
            assert sum(shows(message, one) for message in call.messages) == 1


@LAWS.of_turns
def nothing_that_this_turn_stored_is_in_its_history(turn: TurnSeen) -> None:
    for entries in turn.lists:
        past = [entry.message for entry in entries if entry.zone == "history"]
        assert not any(shows(message, one) for message in past for one in turn.inputs)
        keys = [call.id for group in turn.groups for call in getattr(group[0].message, "calls", ())]
        assert "key-" not in " ".join(keys) or not set(keys) & {
            one.call_id for one in past if isinstance(one, ToolResult) and "key-" in one.call_id
        }


@LAWS.of_turns
def in_a_room_each_entry_of_somebody_who_speaks_to_it_has_one_block(turn: TurnSeen) -> None:
    for entries in lists_of(turn):
        blocks = [text_of(one.message) for one in named(entries, "focus-guidance")]
        batches = [turn.opening.inputs, *(one.inputs for one in turn.joins if one.inputs)]
        due = sum(any(one.is_addressed for one in batch) for batch in batches)
        if not turn.place.room or not turn.lead.is_human:
            assert blocks == []
        assert len(blocks) <= due
        for earlier, later in pairwise(blocks):
            assert later.startswith(earlier + "\n")
    if turn.place.room and turn.lead.is_human and lists_of(turn):
        wanted = any(one.is_addressed for one in turn.opening.inputs)
        assert len(named(turn.lists[0], "focus-guidance")) == wanted


@LAWS.of_turns
def a_turn_out_of_the_queue_says_so_once(turn: TurnSeen) -> None:
    if lists_of(turn):
        said = named(turn.lists[0], "queued-inputs")
        assert len(said) == (turn.opening.late and turn.lead.is_human)
        if said and turn.place.room:
            spoken_to = any(one.is_addressed for one in turn.opening.inputs)
            assert (WORDING.arrival_unaddressed in text_of(said[0].message)) == (not spoken_to)


@LAWS.of_turns
def surroundings_are_told_but_to_tasks_and_notices(turn: TurnSeen) -> None:
    material = turn.material
    if material is None or not lists_of(turn):
        return
    due = bool(material.volatile) and turn.lead.instruction not in ("delegation", "notice")
    assert len(named(turn.lists[0], "persona-volatile")) == due


@LAWS.of_turns
def an_instruction_is_the_last_of_its_list_and_no_persons_message(turn: TurnSeen) -> None:
    if turn.lead.instruction is None or not lists_of(turn):
        return
    own = [entry for entry in turn.lists[0] if entry.zone == "turn"]
    assert own[-1].tag == "instruction"
    for entries in turn.lists:
        assert not any(isinstance(e.message, User) for e in entries if e.zone == "turn")


@LAWS.of_turns
def nothing_is_placed_inside_the_history(turn: TurnSeen) -> None:
    for entries in turn.lists:
        past = [entry for entry in entries if entry.zone == "history"]
        assert all(entry.tag == "talk" for entry in past) or turn.hooked


@LAWS.of_turns
def what_is_contributed_stands_in_a_list_once(turn: TurnSeen) -> None:
    said: dict[str, int] = {}
    for one in turn.answered(BuildBlocks):
        if isinstance(one.value, Built):
            for product in one.value.products:
                if product.says_something and product.anchor in ANCHORS:
                    said.setdefault(product.key, sum(bool(b.text) for b in product.blocks))
    for number, entries in enumerate(lists_of(turn)):
        counted = Counter(entry.message.origin.ours for entry in entries)
        for key, blocks in said.items():
            assert counted[key] in (0, blocks) or first_trimmed(turn)
            if number == len(turn.lists) - 1 and not turn.calls:
                assert counted[key] == blocks
        assert {key for key in counted if key is not None and key.startswith("p/")} <= set(said)
    unknown = [entry for entries in turn.lists for entry in named(entries, "p/no such anchor")]
    assert unknown == []


@LAWS.of_turns
def what_has_said_its_words_is_not_asked_again_and_what_has_not_is(turn: TurnSeen) -> None:
    done: set[str] = set()
    known: set[str] = set()
    asked_now = True
    for one in turn.trace:
        if isinstance(one, Asked) and isinstance(one.ask, BuildBlocks):
            asked = [contribution.key for contribution in one.ask.contributions]
            assert asked == sorted(set(asked))
            assert not done & set(asked)
            assert known - done <= set(asked)
            known, asked_now = known | set(asked), True
        elif isinstance(one, Answered) and isinstance(one.value, Built):
            done |= {said.key for said in one.value.products if said.says_something}
        elif isinstance(one, Asked) and isinstance(one.ask, BeforeModel):
            assert asked_now or known <= done
            asked_now = False


@LAWS.of_turns
def what_others_wrote_in_a_notice_is_in_its_own_turn_alone(turn: TurnSeen) -> None:
    own = turn.lead.host_notice is not None and turn.lead.instruction == "notice"
    for call in turn.calls:
        said = [text_of(one) for one in call.messages if SECRET in text_of(one)]
        assert len(said) <= own


@LAWS.of_turns
def contributions_never_see_where_a_continuation_comes_from(turn: TurnSeen) -> None:
    for ask in turn.asked(BuildBlocks):
        assert all(one.origin is None for one in ask.view.inputs)
        assert [one.key for one in ask.view.inputs] == [
            one.key for one in turn.inputs[: len(ask.view.inputs)]
        ]


@LAWS.of_turns
def a_record_is_never_sent(turn: TurnSeen) -> None:
    for call in turn.calls:
        assert all(message.parts for message in call.messages if message.role == "system")


@LAWS.of_plays
def a_stop_is_told_to_the_next_turn_once(play: Play) -> None:
    """Where the whole of the history is read, and no hook has its own way."""
    for before, after in pairwise(play.turns):
        stopped = [one for one in before.saved if one.kind == "turn-stopped"]
        read = after.material.history if after.material is not None else None
        line = after.material.settings.history_line if after.material is not None else 0
        if stopped and read and not line and after.lists and not before.discarded:
            told = [e.message for e in after.lists[0] if e.message.origin.ours == "turn-stopped"]
            marks = [one.message for one in read if one.message.origin.ours == "turn-stopped"]
            assert told == marks
            assert told[-1] == stopped[0].message


@LAWS.of_turns
def tools_are_the_same_for_all_calls_but_to_write_again(turn: TurnSeen) -> None:
    material = turn.material
    if material is None:
        return
    for ask in turn.asked(BeforeModel):
        assert ask.tools == material.declarations
    for call in turn.calls:
        offered = {one.tool for one in call.ask.tools}
        on = set(material.settings.groups)
        expected = {"look"} | ({"take", "drop"} if on & {"*", "web"} else set())
        expected |= {"drop"} if "disk" in on else set()
        if call.again:
            assert offered == set()
        elif not call.hooked:
            assert offered == expected
        assert (call.ask.thinking == "high") == (material.settings.think == "high")
        assert call.ask.thinking in (None, "high")
        assert call.ask.purpose == ("subtask" if turn.place.child else "chat")


@LAWS.of_turns
def no_half_of_a_character_is_sent(turn: TurnSeen) -> None:
    for call in turn.calls:
        for message in call.messages:
            text_of(message).encode()


@LAWS.of_turns
def a_list_fits_or_nothing_is_left_to_cut(turn: TurnSeen) -> None:
    for call in turn.calls:
        if call.usage is None or call.usage.tokens_of("history") < call.usage.budget:
            continue
        assert call.usage.trimmed


@LAWS.of_turns
def later_calls_are_cut_on_from_the_first(turn: TurnSeen) -> None:
    """Units are counted from the oldest message of the turn, whatever an earlier call dropped."""
    dropped, entries, called = 0, turn.lists[0] if turn.lists else (), False
    for one in turn.trace if not turn.hooked else ():
        ask = one.ask if isinstance(one, Asked) else None
        if isinstance(ask, BeforeReply):
            return
        if isinstance(ask, BeforeModel):
            entries = ask.entries
        elif isinstance(ask, CallModel) and turn.material is not None:
            budget = budget_for(turn.material, turn.material.declarations)
            quota = turn.material.options.memory_budget
            done = trim(entries, budget, memory_budget=quota, already=dropped)
            assert ask.messages == at_edge(done.entries)
            dropped, called = dropped if called else done.dropped, True


@LAWS.of_turns
def a_hooks_list_stays_where_it_is_of_the_first_call(turn: TurnSeen) -> None:
    """That of any other pass is of that pass alone."""
    added = kept = 0
    called = False
    for one in turn.trace:
        if isinstance(one, Asked) and isinstance(one.ask, CallModel):
            kept, called = kept if called else added, True
        elif isinstance(one, Asked) and isinstance(one.ask, BeforeModel):
            found = sum(text_of(entry.message) == "hooked" for entry in one.ask.entries)
            assert found <= kept if first_trimmed(turn) else found == kept
        elif isinstance(one, Answered) and isinstance(one.ask, BeforeModel):
            handed = one.value.messages if isinstance(one.value, Listed) else ()
            added = sum(text_of(given.message) == "hooked" for given in handed)


@LAWS.of_plays
def head_and_history_of_a_turn_begin_the_next_ones(play: Play) -> None:
    """Where the count starts in the same place, nothing is cut, and contributions are the same."""
    for before, after in pairwise(play.turns):
        if not (lists_of(before) and lists_of(after)) or play.cleared:
            continue
        first, second = before.lists[0], after.lists[0]
        one, other = before.material, after.material
        assert one is not None
        assert other is not None
        if one.settings.history_line or not (one.history and other.history):
            continue
        heads = [[e.message for e in entries if e.zone == "head"] for entries in (first, second)]
        pasts = [[e.message for e in entries if e.zone == "history"] for entries in (first, second)]
        assert pasts[1][: len(pasts[0])] == pasts[0]
        if heads[0] == heads[1]:
            sent = [call.messages for turn in (before, after) for call in turn.calls[:1]]
            if len(sent) == 2 and not first_trimmed(before) and not first_trimmed(after):
                length = len(heads[0]) + len(pasts[0])
                assert sent[1][:length] == sent[0][:length]


@LAWS.of_turns
def an_estimate_is_the_sum_of_its_messages(turn: TurnSeen) -> None:
    for call in turn.calls:
        usage = call.usage
        if usage is not None:
            costs = sum(map(estimate_message, call.messages))
            halves = any("\ufffd" in text_of(one) for one in call.messages)
            assert halves or usage.estimate - usage.tokens_of("tools") == costs


@given(plays())
@settings(max_examples=3 * settings().max_examples)
def test_the_laws_of_lists_hold(play: Play) -> None:
    LAWS.check(play)

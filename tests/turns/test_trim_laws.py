"""What trimming keeps, whatever the list and the budget."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from ctxfn.messages import Assistant, System, Text, ToolResult, text_of
from ctxfn.turns import Entry, budget_of, unit_of
from tests.turns.lists import (
    asked,
    block,
    call,
    draft,
    feedback,
    instruction,
    past,
    past_call,
    past_result,
    prompt,
    result,
    total,
    trimmed,
)
from tests.turns.trim_model import Trimming, told

BUDGETS = st.sampled_from([1024, 2048, 6655, 6656])
QUOTAS = st.sampled_from([200, 1000, 4096])


@st.composite
def heads(draw: st.DrawFn, at_most: int = 340) -> list[Entry]:
    blocks = draw(st.lists(st.integers(0, 900), max_size=3))
    return [prompt(draw(st.integers(10, at_most))), *(block(4, characters=n) for n in blocks)]


@st.composite
def atoms(draw: st.DrawFn, biggest: int = 300) -> list[list[Entry]]:
    """Messages alone, and groups of a call message and its results."""
    found: list[list[Entry]] = []
    for number in range(draw(st.integers(0, 30))):
        size = st.integers(5, biggest)
        if draw(st.integers(0, 3)):
            found.append(past(draw(size)))
            continue
        ids = [f"c{number}-{which}" for which in range(draw(st.integers(1, 3)))]
        results = [past_result(draw(size), one) for one in ids]
        found.append([past_call(draw(size), *ids), *results])
    return found


@st.composite
def turns(draw: st.DrawFn) -> list[Entry]:
    """A block, an input, groups of calls, and things said between them."""
    made = [
        block(4, characters=draw(st.integers(0, 600)), in_turn=True),
        draw(st.sampled_from([asked, asked, instruction]))(characters=draw(st.integers(0, 3000))),
    ]
    if draw(st.integers(0, 9)) == 0:
        made.append(Entry(System((Text("[hint]"),)), "turn", "hint"))
    for number in range(draw(st.integers(0, 4))):
        thought = draw(st.sampled_from([0, 150, 201, 210, 300, 405, 2000]))
        own = draw(st.sampled_from(["", "I look. " * 3]))
        ids = [f"q{number}-{which}" for which in range(draw(st.sampled_from([1, 1, 2])))]
        made.append(call(draw(st.sampled_from([5, 20, 50, 80])), *ids, thought=thought, words=own))
        sizes = st.sampled_from([5, 50, 800, 1500, 1501, 6000])
        made += [result(one, draw(sizes)) for one in ids]
        if draw(st.booleans()):
            made.append(asked(4, characters=draw(st.integers(0, 300))))
    if draw(st.integers(0, 4)) == 0:
        made += [draft(200), feedback(300)]
    return made


def joined(groups: Sequence[Sequence[Entry]]) -> list[Entry]:
    return [entry for group in groups for entry in group]


def of(zone: str, entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.zone == zone]


def is_paired(entries: Sequence[Entry]) -> bool:
    waiting: list[str] = []
    for message in (entry.message for entry in entries):
        if isinstance(message, ToolResult):
            if message.call_id not in waiting:
                return False
            waiting.remove(message.call_id)
            continue
        if waiting:
            return False
        waiting = [one.id for one in message.calls] if isinstance(message, Assistant) else []
    return not waiting


def thoughtful(entries: Sequence[Entry], still: Sequence[Entry] | None = None) -> int:
    """How many call messages have thoughts; of those that are *still* there by their ids."""
    ids = None if still is None else {c.id for e in still for c in getattr(e.message, "calls", ())}
    return sum(
        bool(one.message.reasoning)
        for one in entries
        if isinstance(one.message, Assistant)
        and (ids is None or any(call.id in ids for call in one.message.calls))
    )


def last_group(turn: Sequence[Entry]) -> list[Entry]:
    places = [p for p, e in enumerate(turn) if isinstance(e.message, Assistant) and e.message.calls]
    if not places:
        return []
    group = [turn[places[-1]]]
    for entry in turn[places[-1] + 1 :]:
        if not isinstance(entry.message, ToolResult):
            break
        group.append(entry)
    return group


class TestPrefix:
    """Between two cuts the sent prefix is the same."""

    @given(heads(), atoms(), BUDGETS)
    def test_the_cut_never_moves_back_and_only_when_another_unit_goes(
        self, head: list[Entry], groups: list[list[Entry]], budget: int
    ) -> None:
        unit, moves, last = unit_of(budget), 0, (0, 0, 0)
        available = budget - total(head) - unit
        grown: list[Entry] = []
        for group in groups:
            grown = grown + group
            done = trimmed([*head, *grown, asked(10)], budget)
            k1 = max(0, -(-(total(grown) - available) // unit))
            kept = len(grown) - done.cut

            assert done.k1 == k1
            assert done.cut >= last[0]
            if available >= 0:
                assert total(grown[done.cut :]) <= available
                empty = last[2] == 0 and available < unit
                assert done.k1 != last[1] or done.cut == last[0] or empty
            moves += done.cut != last[0]
            last = done.cut, done.k1, kept
        event(f"moves: {min(moves, 3)}")
        if available >= unit:
            assert moves <= -(-max(0, total(grown) - available) // unit)

    @given(heads(), atoms(), BUDGETS, st.integers(0, 3))
    def test_the_cut_is_the_same_while_the_turn_grows_inside_a_unit(
        self, head: list[Entry], groups: list[list[Entry]], budget: int, number: int
    ) -> None:
        grown, unit = joined(groups), unit_of(budget)
        assume(grown and budget - total(head) - unit >= 0)
        least = budget - total(head) - total(grown)
        cuts = set()
        for need in (number * unit + 1, number * unit + unit // 2, number * unit + unit):
            if least + need > max(unit, 5):
                done = trimmed([*head, *grown, asked(least + need)], budget, memory_budget=10**9)
                if done.step == 3 and done.after <= budget:
                    cuts.add(done.cut)
        event(f"cuts: {len(cuts)}")

        assert len(cuts) <= 1

    @given(heads(), atoms(), BUDGETS, st.lists(st.integers(5, 7000), min_size=2, max_size=4))
    def test_the_cut_moves_one_way_while_the_turn_grows(
        self, head: list[Entry], groups: list[list[Entry]], budget: int, sizes: list[int]
    ) -> None:
        history = joined(groups)
        cuts = [trimmed([*head, *history, asked(size)], budget).cut for size in sorted(sizes)]

        assert cuts == sorted(cuts)

    @given(heads(), atoms(), BUDGETS)
    def test_no_more_goes_than_a_unit_and_what_the_cut_fell_in(
        self, head: list[Entry], groups: list[list[Entry]], budget: int
    ) -> None:
        history, unit = joined(groups), unit_of(budget)
        available = budget - total(head) - unit
        assume(available >= unit)
        done = trimmed([*head, *history, asked(10)], budget)
        event(f"cut: {done.cut > 0}")
        if done.cut:
            ends = [sum(map(len, groups[:number])) for number in range(len(groups) + 1)]
            assert done.cut in ends
            fell_in = groups[ends.index(done.cut) - 1]
            assert available >= total(history[done.cut :]) > available - unit - total(fell_in)
            assert done.dropped - total(fell_in) < done.k1 * unit <= done.dropped

    @given(heads(1700), atoms(), BUDGETS)
    def test_a_list_that_fits_and_leaves_a_unit_is_the_same(
        self, head: list[Entry], groups: list[list[Entry]], budget: int
    ) -> None:
        history = joined(groups)
        available = budget - total(head) - unit_of(budget)
        said = [*head, *history, asked(10)]
        done = trimmed(said, budget)
        event(f"fits: {total(history) <= available}")
        if total(said) <= budget and (not history or total(history) <= available):
            assert done.entries == tuple(said)
            assert not done.trimmed
        elif history:
            assert done.trimmed

    @given(st.integers(0, 40_000), st.integers(0, 40_000), st.floats(0, 1), st.integers(0, 9000))
    def test_a_budget_grows_with_the_window_and_the_share_and_shrinks_with_the_answer(
        self, window: int, other: int, ratio: float, answer: int
    ) -> None:
        few, many = sorted([window, other])
        budget = budget_of(many, ratio=ratio, max_output=answer)

        assert budget >= budget_of(few, ratio=ratio, max_output=answer) >= 1024
        assert budget >= budget_of(many, ratio=ratio / 2, max_output=answer)
        assert budget >= budget_of(many, ratio=ratio, max_output=answer + 100)
        assert 4 * unit_of(budget) >= budget > 4 * (unit_of(budget) - 1)


class TestModel:
    """Trimming and a plain model of it cut the same."""

    @given(heads(1700), atoms(), turns(), BUDGETS, QUOTAS, st.sampled_from([0, 0, 300, 2000]))
    @settings(max_examples=6 * settings().max_examples)
    def test_both_send_the_same(
        self,
        head: list[Entry],
        groups: list[list[Entry]],
        turn: list[Entry],
        budget: int,
        quota: int,
        already: int,
    ) -> None:
        said = [*head, *joined(groups), *turn]
        done = trimmed(said, budget, memory_budget=quota, already=already)
        model = Trimming(list(said), budget, quota, already).run()
        event(f"step {done.step}, hint {done.hint}")

        assert said == [*head, *joined(groups), *turn]
        assert told(done.entries) == told(model.entries)
        assert (done.step, done.cut, done.hint) == (model.step, model.cut, model.hint)

    @given(atoms(), BUDGETS, st.booleans(), st.integers(0, 3), st.integers(-1, 1))
    @settings(max_examples=3 * settings().max_examples)
    def test_both_send_the_same_at_the_edge_of_a_unit(
        self, groups: list[list[Entry]], budget: int, ahead: bool, units: int, more: int
    ) -> None:
        """Head (or turn) are as large as it takes for history to be whole units too much."""
        history, unit = joined(groups), unit_of(budget)
        over = units * unit + more
        head, turn = (budget - unit - total(history) + over, 10) if ahead else (100, 0)
        turn = turn or budget - head - total(history) + over
        assume(min(head, turn) > 4)
        said = [prompt(head), *history, asked(turn)]
        done = trimmed(said, budget)
        model = Trimming(list(said), budget).run()

        assert (done.step, done.cut) == (model.step, model.cut)
        if ahead and history:
            assert done.k1 == max(0, units + (more > 0))
        elif total(said) > budget and done.step == 3:
            assert done.k3 == units + (more > 0)


class TestList:
    """What is sent of one list."""

    @given(heads(), atoms(), turns(), BUDGETS, QUOTAS)
    def test_what_stays(
        self,
        head: list[Entry],
        groups: list[list[Entry]],
        turn: list[Entry],
        budget: int,
        quota: int,
    ) -> None:
        history = joined(groups)
        before = [*head, *history, *turn]
        done = trimmed(before, budget, memory_budget=quota)
        event(f"step {done.step}")
        sent = [entry for entry in done.entries if entry.tag != "hint"]
        talk = of("history", sent)

        assert is_paired([e for e in sent if e.message.role != "system"])
        assert sent[0] == before[0]
        assert all(e in sent for e in before if e.tag in ("input", "instruction"))
        assert talk == history[len(history) - len(talk) :]
        assert done.step == 5 or all(entry in sent for entry in last_group(turn))
        assert total(sent) <= done.before
        assert thoughtful(sent) == thoughtful(before, sent)
        last = before[-1] in sent or (done.step == 5 and before[-1] in last_group(turn))
        assert last or before[-1].tag == "hint"
        hints = [number for number, entry in enumerate(done.entries) if entry.tag == "hint"]
        assert len(hints) <= 1
        if done.hint:
            assert done.step >= 4
            assert len(before) - len(sent) >= 6
            assert done.entries[hints[0] - 1].tag in ("input", "instruction")
            behind = done.entries[hints[0] + 1 :]
            assert not [e for e in behind if e.tag in ("input", "instruction")]

    @given(heads(), atoms(), turns(), BUDGETS, QUOTAS)
    def test_it_fits_or_all_was_tried(
        self,
        head: list[Entry],
        groups: list[list[Entry]],
        turn: list[Entry],
        budget: int,
        quota: int,
    ) -> None:
        done = trimmed([*head, *joined(groups), *turn], budget, memory_budget=quota)
        sent = [entry for entry in done.entries if entry.tag != "hint"]
        if total(sent) > budget:
            event("too much")
            assert done.step == 5
            assert of("history", sent) == []
            assert not [e for e in sent[1:-1] if e.tag == "injected"]
            assert all(len(text_of(e.message)) <= 1500 for e in last_group(of("turn", sent)))
        unit = unit_of(budget)
        if budget - total(head) - unit >= 0 and total(turn) <= unit:
            assert (done.step, done.after <= budget) == (1, True)

    @given(heads(), atoms(), turns(), BUDGETS, QUOTAS)
    def test_twice_is_once(
        self,
        head: list[Entry],
        groups: list[list[Entry]],
        turn: list[Entry],
        budget: int,
        quota: int,
    ) -> None:
        once = trimmed([*head, *joined(groups), *turn], budget, memory_budget=quota)
        assume(once.after <= budget and not once.hint)
        again = trimmed(once.entries, budget, memory_budget=quota, already=once.dropped)

        assert again.entries == once.entries

    @given(heads(), atoms(), turns(), BUDGETS, st.sampled_from([100, 3000]))
    def test_a_later_call_keeps_the_history_of_one_pass_or_what_the_first_kept(
        self,
        head: list[Entry],
        groups: list[list[Entry]],
        turn: list[Entry],
        budget: int,
        size: int,
    ) -> None:
        opening, more = turn[:2], [call(30, "zz"), result("zz", size)]
        history = joined(groups)
        first = trimmed([*head, *history, *opening], budget)
        assume(not first.hint)
        later = trimmed([*first.entries, *more], budget, already=first.dropped)
        whole = trimmed([*head, *history, *opening, *more], budget)
        kept, wanted = of("history", later.entries), of("history", whole.entries)
        event(f"same: {kept == wanted}")

        assert wanted == kept[len(kept) - len(wanted) :]
        if kept != wanted:
            # The first cut reached further than asked, and covers what is needed now.
            need = total(history) - (budget - total(head) - total([*opening, *more]))
            assert first.dropped == later.dropped >= need

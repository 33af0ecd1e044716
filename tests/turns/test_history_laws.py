"""What a turn reads of any history: marks, broken groups, stores that count, snapshots."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import (
    Assistant,
    Message,
    ToolResult,
    User,
    assistant,
    call,
    is_paired,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.turns import (
    Entry,
    Material,
    Model,
    Stored,
    TurnRecord,
    TurnSettings,
    clean_history,
    count_start,
    estimate_message,
    read_history,
    regroup,
    snapshot,
    unit_of,
)
from ctxfn.turns.edge import at_edge
from ctxfn.turns.exchange import CallModel, UsageTold
from tests.turns.plays.materials import SETTINGS, pasts
from tests.turns.test_count_line import histories
from tests.turns.world import MODEL, World, person

LINES = st.integers(0, 9)
NOW = 1_777_776_300_000
MARK = Stored(system("mark"), 5, "event-marker", "turn-x", record=TurnRecord("silent"))


@st.composite
def groups(draw: st.DrawFn) -> list[Message]:
    """Whole groups whose results stand somewhere behind their calls, and ids that come again."""
    said: list[Message] = []
    due: list[Message] = []
    for number in range(draw(st.integers(0, 8))):
        what = draw(st.sampled_from(["result", "call", "words"]))
        if due and what == "result":
            said.append(due.pop(draw(st.integers(0, len(due) - 1))))
        elif what == "call" and not due:
            ids = draw(st.lists(st.sampled_from("xyz"), min_size=1, max_size=3, unique=True))
            said.append(assistant(f"a{number}", *(call(one) for one in ids)))
            due = [tool_result(one, f"{one}{number}") for one in ids]
        else:
            said.append(user(f"u{number}"))
    return [*said, *due]


def sent(stored: list[Stored], line: int) -> tuple[Message, ...]:
    return tuple(entry.message for entry in clean_history(stored, line=line).entries)


class TestRead:
    """What is read does not depend on what is neither sent nor counted, nor on who counts."""

    @given(pasts(), LINES, st.lists(st.integers(0, 20), max_size=3))
    def test_marks_of_control_change_nothing(
        self, stored: list[Stored], line: int, places: list[int]
    ) -> None:
        marked = list(stored)
        for place in places:
            marked.insert(place, MARK)

        assert clean_history(marked, line=line) == clean_history(stored, line=line)

    @given(pasts(), LINES, st.integers(0, 20))
    def test_counting_first_reads_the_same(
        self, stored: list[Stored], line: int, early: int
    ) -> None:
        """Also where the store hands over more than is asked for, from anywhere before."""
        talk = [one for one in stored if not one.is_control]
        offset = max(0, count_start(len(talk), line) - early)
        whole = clean_history(stored, line=line)
        counted = clean_history(talk[offset:], line=line, active=len(talk), offset=offset)

        assert (counted.entries, counted.active) == (whole.entries, whole.active)

    @given(pasts(), LINES)
    def test_as_much_is_sent_as_the_line_says(self, stored: list[Stored], line: int) -> None:
        talk = [one for one in stored if not one.is_control]
        read = clean_history(stored, line=line)
        start = count_start(len(talk), line)

        assert read.active == len(talk)
        assert len(read.entries) <= len(talk) - start
        assert line == 0 or len(read.entries) <= line
        assert all((entry.zone, entry.tag) == ("history", "talk") for entry in read.entries)
        assert is_paired([entry.message for entry in read.entries])

    @given(pasts(), LINES)
    def test_what_one_turn_reads_begins_what_the_next_one_reads(
        self, stored: list[Stored], line: int
    ) -> None:
        """Until another half line goes; a group that was not yet whole is not yet there."""
        longer = [*stored, Stored(user("more"), NOW)]
        counts = [sum(not one.is_control for one in some) for some in (stored, longer)]
        if count_start(counts[0], line) == count_start(counts[1], line):
            before = sent(stored, line)

            assert sent(longer, line)[: len(before)] == before

    @given(pasts())
    def test_of_this_turn_nothing_is_read(self, stored: list[Stored]) -> None:
        own = [evolve(one, turn="t") for one in stored]

        assert clean_history([*stored, *own], turn="t").entries == clean_history(stored).entries

    @given(pasts())
    def test_people_have_labels_and_envelopes_are_opened(self, stored: list[Stored]) -> None:
        for entry in clean_history(stored, now_ms=NOW).entries:
            words = text_of(entry.message)
            assert words.startswith("(4/24 03:06) ") == isinstance(entry.message, User)
            assert words != '{"say": 1}'


class TestGroups:
    """Groups are made whole or left out; nothing is made up."""

    @given(groups())
    def test_whole_groups_are_all_kept(self, said: list[Message]) -> None:
        kept, gone = regroup(said)

        assert gone == ()
        assert is_paired(kept)
        assert sorted(map(id, kept)) == sorted(map(id, said))

    @given(histories())
    def test_what_is_neither_call_nor_result_stays_in_order(self, said: list[Message]) -> None:
        kept, gone = regroup(said)

        def plain(messages: tuple[Message, ...]) -> list[Message]:
            calls = [m for m in messages if isinstance(m, Assistant) and m.calls]
            return [m for m in messages if not isinstance(m, ToolResult) and m not in calls]

        def asked(messages: tuple[Message, ...]) -> list[int]:
            return [id(m) for m in messages if isinstance(m, Assistant) and m.calls]

        assert plain(kept) == plain(tuple(said))
        assert [one for one in asked(tuple(said)) if one in asked(kept)] == asked(kept)
        assert plain(gone) == []

    @given(groups(), st.integers(0, 30))
    def test_a_cut_anywhere_leaves_whole_groups(self, said: list[Message], place: int) -> None:
        kept, gone = regroup(said[place:])

        assert is_paired(kept)
        assert all(isinstance(one, ToolResult) for one in gone)

    @given(groups(), LINES)
    def test_what_the_line_cut_off_is_expected(self, said: list[Message], line: int) -> None:
        assert read_history(said, line).left_out == 0

    @given(histories())
    def test_what_is_paired_is_the_same(self, said: list[Message]) -> None:
        kept, _ = regroup(said)

        assert regroup(kept) == (kept, ())
        assert not is_paired(said) or kept == tuple(said)


class TestSnapshot:
    """A snapshot shows what the next turn will begin with."""

    @given(pasts(), SETTINGS)
    def test_head_and_history_are_those_of_the_next_turn(
        self, stored: list[Stored], settings: TurnSettings
    ) -> None:
        line = settings.history_line
        material = Material(MODEL, settings, persona="You are Ann.")
        talk = [one for one in stored if not one.is_control]
        taken = snapshot(evolve(material, history=tuple(stored)), at_ms=NOW)
        world = World(material=material, stored=list(stored), clock=NOW).run(person("1"))
        first = world.heard(UsageTold)[0].event

        assert (taken.usage.turn, taken.usage.history_messages) == (None, len(talk))
        assert taken.usage.used == taken.usage.estimate
        if count_start(len(talk), line) == count_start(len(talk) + 1, line) and not first.trimmed:
            shown = tuple(entry.message for entry in taken.entries)
            assert world.asked(CallModel)[0].messages[: len(shown)] == shown

    @given(pasts())
    def test_it_is_trimmed_as_a_turn_is(self, stored: list[Stored]) -> None:
        material = Material(Model("m", 2_700, max_output=1_024), history=tuple(stored))
        taken = snapshot(material)
        sent = [estimate_message(entry.message) for entry in taken.entries]

        assert taken.usage.used == sum(sent)
        assert taken.usage.untrimmed_history >= taken.usage.tokens_of("history", "tool_results")
        assert taken.usage.used <= taken.usage.budget - unit_of(taken.usage.budget)

    @given(pasts())
    def test_taking_one_changes_nothing(self, stored: list[Stored]) -> None:
        material = Material(MODEL, history=tuple(stored))

        assert snapshot(material) == snapshot(material)
        assert material == Material(MODEL, history=tuple(stored))


class TestEdge:
    """What no provider takes is put right once, and the rest is the same."""

    @given(st.text(alphabet=st.characters(codec=None, categories=("Cs", "Ll", "Lo"))))
    def test_halves_of_characters_go_once(self, text: str) -> None:
        once = at_edge([Entry(user(text), "turn", "input")])
        again = at_edge([Entry(message, "turn", "input") for message in once])

        assert again == once
        text_of(once[0]).encode()
        whole = not any("\ud800" <= one <= "\udfff" for one in text)
        assert (text_of(once[0]) == text) == whole

    @given(pasts())
    def test_what_is_whole_is_the_same(self, stored: list[Stored]) -> None:
        entries = clean_history(stored).entries

        assert at_edge(entries) == tuple(entry.message for entry in entries)

"""The pieces of a turn: labels, bodies, leaks, arguments, contexts of tools, lines on usage."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import (
    Assistant,
    Call,
    Image,
    Message,
    ToolResult,
    User,
    assistant,
    text_of,
    user,
)
from ctxfn.turns import (
    HostNotice,
    Input,
    Person,
    Place,
    Quote,
    Stored,
    TurnOrigin,
    UsageEvent,
    UsageLog,
    body_of,
    clean_history,
    log_usage,
    participants_of,
    strip_leaks,
    time_label,
    tool_context,
    usage_parts,
    verdict_of,
)
from ctxfn.turns.bodies import store_input
from ctxfn.turns.labels import labelled
from ctxfn.turns.layout import input_entry

SAID = Input("1", "Hi", "s", "web", "ann", "Ann", "m1")
MOMENTS = st.integers(0, 4_000_000_000_000)


def year_of(moment: int) -> int:
    return datetime.fromtimestamp(moment / 1000, UTC).year


class TestLabels:
    """When something was said, in words that stay the same."""

    @given(MOMENTS, MOMENTS, MOMENTS)
    def test_a_label_is_the_same_all_year_round(self, moment: int, now: int, later: int) -> None:
        if year_of(now) == year_of(later):
            assert time_label(moment, now) == time_label(moment, later)

    @given(st.text(), MOMENTS)
    def test_labelling_twice_is_labelling_once(self, text: str, moment: int) -> None:
        once = labelled(text, moment, moment, "Europe/Paris")

        assert labelled(once, moment, moment, "Europe/Paris") == once

    def test_the_zone_decides_the_hour(self) -> None:
        assert time_label(0, 0, "Asia/Tokyo") == "1/1 09:00"


class TestBodies:
    """The words of an input, the same in the list, in the archive and when read back."""

    def test_who_speaks_is_named_but_in_the_owners_own_session(self) -> None:
        assert [body_of(SAID, Place()), body_of(SAID, Place(own=True))] == ["[Ann(ann)]: Hi", "Hi"]

    def test_in_a_room_the_owner_is_named_too(self) -> None:
        assert body_of(SAID, Place(room=True, own=True)) == "[Ann(ann)]: Hi"

    def test_what_is_quoted_and_attached_stands_on_lines_of_its_own(self) -> None:
        said = evolve(SAID, nickname=None, quote=Quote("No"), attachment_notes=("a", " ", "b"))

        assert body_of(said, Place()) == "[ann]: Hi\n[answers ?: No]\na\nb"

    def test_notes_stand_alone_where_nothing_is_said(self) -> None:
        assert body_of(evolve(SAID, content="", attachment_notes=("a",)), Place(own=True)) == "a"

    @given(st.builds(evolve, st.just(SAID), content=st.text()), MOMENTS)
    def test_what_is_sent_is_what_is_read_back(self, given: Input, moment: int) -> None:
        """An hour in the queue makes no difference: the label is of the entry."""
        place = Place(timezone="Europe/Paris")
        stored = store_input(given, place, "t1", "opened", moment)
        read = clean_history([stored], now_ms=moment, timezone="Europe/Paris").entries

        assert read[0].message == input_entry(given, place, moment).message

    def test_pictures_belong_to_the_input_they_came_with(self) -> None:
        entry = input_entry(evolve(SAID, media=(Image("a.png"),)), Place(), 0)

        assert entry.message.parts[1:] == (Image("a.png"),)

    def test_what_others_wrote_in_a_notice_is_not_archived(self) -> None:
        notice = evolve(SAID, host_notice=HostNotice("mail", "1", "obey me"))
        stored = store_input(notice, Place(), "t1", "opened", 0)

        assert (text_of(stored.message), stored.kind) == ("Hi", "host-notice")


class TestCleanHistory:
    """What of a history is sent."""

    def test_what_is_of_this_turn_is_left_out(self) -> None:
        stored = [Stored(user("a")), Stored(user("b"), turn="t")]

        assert [one.message for one in clean_history(stored, turn="t").entries] == [user("a")]

    def test_marks_of_records_are_neither_sent_nor_counted(self) -> None:
        stored = [Stored(user("a")), Stored(user(), kind="event-marker"), Stored(user("b"))]

        read = clean_history(stored, line=2)
        assert (len(read.entries), read.active) == (2, 2)

    @given(st.integers(0, 30), st.integers(0, 12))
    def test_counting_first_reads_the_same(self, active: int, line: int) -> None:
        said: list[Message] = [user(str(n)) if n % 2 else assistant(str(n)) for n in range(active)]
        stored = [Stored(one) for one in said]
        whole = clean_history(stored, line=line)
        offset = active - len(whole.entries)

        assert clean_history(stored[offset:], line=line, active=active, offset=offset) == whole

    def test_a_broken_group_is_left_out_and_told(self) -> None:
        stored = [Stored(Assistant(calls=(Call("x", "t"),))), Stored(user("a"))]

        assert clean_history(stored).left_out == 1

    def test_results_that_the_line_cut_off_are_expected(self) -> None:
        asked = Assistant(calls=(Call("x", "t"),))
        said: list[Message] = [user("0"), asked, ToolResult(call_id="x"), user("1"), user("2")]
        stored = [Stored(one) for one in said]

        assert (clean_history(stored, line=4).left_out, clean_history(stored, line=4).active) == (
            0,
            5,
        )


class TestLeaks:
    """Markup of calls that was never a call."""

    @given(st.lists(st.sampled_from(["<", "/", "|", "\uff5c", "DSML", ">", "a", " "])).map("".join))
    def test_stripping_twice_is_stripping_once(self, text: str) -> None:
        once, leaked = strip_leaks(text)

        assert strip_leaks(once) == (once, False)
        assert leaked or once == text

    @pytest.mark.parametrize(
        ("text", "left"),
        [
            ("a<|DSML|x>b</|DSML|x>c", "ac"),
            ("a</|DSML|x>b", "ab"),
            ("a<|DSML|x", "a"),
            ("a<|DSML <b>", "a<b>"),
            ("<\uff5cDSML\uff5cx>b</\uff5cDSML\uff5cx>", ""),
            ("|---|---|\n| DSML |", "|---|---|\n| DSML |"),
            ("<DS<|DSML|>ML", "<DSML"),
        ],
    )
    def test_marks_go(self, text: str, left: str) -> None:
        assert strip_leaks(text)[0] == left

    @given(st.text(alphabet="<>/|DSMLa "))
    def test_without_letters_behind_a_bar_nothing_changes(self, text: str) -> None:
        """Brackets, bars and the letters alone are what people write."""
        free = text.replace("<|", "<").replace("</|", "</")

        assert strip_leaks(free) == (free, False)

    def test_many_bars_take_no_longer_than_their_number(self) -> None:
        assert strip_leaks("<|" * 100_000 + "DSML")[1]


class TestVerdict:
    """What may run, and what the model is told."""

    @given(st.text(min_size=1))
    def test_what_is_kept_is_nothing_or_an_object(self, raw: str) -> None:
        verdict = verdict_of(raw)

        assert verdict.arguments in (raw, "{}")
        assert verdict.error is None or raw[:200] in verdict.error

    def test_no_more_than_the_beginning_is_said_back(self) -> None:
        error = verdict_of("x" * 300).error

        assert error is not None
        assert "x" * 200 in error
        assert "x" * 201 not in error


class TestToolContext:
    """On whose word a tool runs."""

    def test_the_owner_is_one_person_under_the_first_account(self) -> None:
        owners = (Person("web", "me"), Person("app", "me2"))
        inputs = [
            Input(str(n), "a", "s", p, u)
            for n, (p, u) in enumerate([("web", "bob"), ("app", "me2"), ("web", "me")])
        ]

        assert participants_of(inputs, Place(owners=owners)) == (
            Person("web", "bob"),
            Person("app", "me2"),
        )

    def test_a_continuation_counts_with_the_turn_it_comes_from(self) -> None:
        origin = TurnOrigin("t0", (Person("web", "bob"),), "bob")
        going_on = Input("1", "done", "s", "web", "ann", source="subtask", origin=origin)
        context = tool_context((going_on,), Place(), session="s", turn="t1")

        assert (context.participants, context.user_id) == ((Person("web", "bob"),), "bob")
        assert (context.inbound.source, context.inbound.from_turn) == ("subtask", "t0")

    def test_of_several_speakers_none_is_the_speaker(self) -> None:
        inputs = (SAID, evolve(SAID, user_id="bob", message_id=None))
        context = tool_context(inputs, Place(), session="s", turn="t")

        assert (context.user_id, context.inbound.message_id) == (None, None)

    @given(
        st.lists(
            st.tuples(st.sampled_from(["web", "app"]), st.sampled_from(["ann", "bob", None])),
            min_size=1,
            max_size=3,
        )
    )
    def test_there_is_a_speaker_where_all_words_are_of_one(
        self, said: list[tuple[str, str | None]]
    ) -> None:
        """The same name on two platforms is two people; who has no account is nobody."""
        inputs = [Input(str(n), "a", "s", *one) for n, one in enumerate(said)]
        context = tool_context(inputs, Place(), session="s", turn="t")

        assert context.user_id == (said[0][1] if len(set(said)) == 1 else None)

    @given(st.lists(st.sampled_from(["ann", "bob", "me", None]), min_size=1))
    def test_joins_only_add_participants(self, users: list[str | None]) -> None:
        inputs = [Input(str(n), "a", "s", "web", one) for n, one in enumerate(users)]
        place = Place(owners=(Person("web", "me"),))
        before = participants_of(inputs[:-1], place)

        assert participants_of(inputs, place)[: len(before)] == before


def used(share: float) -> UsageEvent:
    return UsageEvent("s", "t", "web", 10_000, 1, 1, round(share * 10_000), False, 0, 0, ())


def lines(shares: list[float]) -> list[int]:
    """The numbers of the events that print a line."""
    log, printed = UsageLog(), list[int]()
    for number, share in enumerate(shares, 1):
        log, line = log_usage(log, used(share))
        printed += [number] if line else []
    return printed


class TestUsageLog:
    """A line when it matters."""

    @pytest.mark.parametrize(
        ("shares", "printed"),
        [
            ([0.3] * 12 + [0.55] * 2 + [0.3] * 8, [1, 11, 13, 15, 21]),
            ([0.49, 0.5, 0.69, 0.7, 0.84, 0.85, 0.2], [1, 2, 4, 6, 7]),
            ([0.9] * 25, [1, 11, 21]),
        ],
    )
    def test_lines_are_printed_at(self, shares: list[float], printed: list[int]) -> None:
        assert lines(shares) == printed

    @given(st.lists(st.sampled_from([0.1, 0.5, 0.69, 0.7, 0.849, 0.85, 2.0]), max_size=30))
    def test_what_is_not_printed_is_what_was_there_before(self, shares: list[float]) -> None:
        printed = lines(shares)
        kinds = [sum(share >= least for least in (0.5, 0.7, 0.85)) for share in shares]
        for number in range(1, len(shares) + 1):
            changed = number == 1 or kinds[number - 1] != kinds[number - 2]

            assert (number in printed) == (changed or number % 10 == 1)

    def test_a_line_says_what_took_the_window(self) -> None:
        """The parts stay as they were estimated; what is used is what the model reports."""
        sizes = (5200, 1900, 1500, 1200, 400, 150, 300, 80, 0, 270)
        parts = [evolve(one, tokens=n) for one, n in zip(usage_parts(()), sizes, strict=True)]
        event = UsageEvent("s", "t", "web", 16_000, 1_024, 1, 11_000, False, 0, 0, tuple(parts))
        reported = evolve(event, used=11_800)

        assert (event.estimate, event.ratio, reported.ratio) == (11_000, 0.6875, 0.7375)
        assert [log_usage(UsageLog(), one)[0].bucket for one in (event, reported)] == [
            "INFO",
            "WARN",
        ]
        assert log_usage(UsageLog(), reported)[1] == (
            "[token-usage:WARN] s 11800/16000 (73.8%) sys=2400(persona=1200 mem=550 skills=300 "
            "subtask=0 other=350) hist=5200 tools=1900+1500def reserve=1024"
        )

    def test_a_snapshot_neither_prints_nor_counts(self) -> None:
        assert log_usage(UsageLog(), evolve(used(0.9), turn=None)) == (UsageLog(), None)


class TestTheReaderOfMessages:
    """A person's message that has no words has no label."""

    def test_it_stays_the_same_object(self) -> None:
        said = User((Image("a.png"),))

        assert clean_history([Stored(said, 5)]).entries[0].message is said

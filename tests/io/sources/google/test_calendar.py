"""Events are told in the calendar's own zone, and free time is free there."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import InvalidArgument
from ctxfn.io.sources import Source, calendar, opened_now, query
from ctxfn.io.sources.google.calendar_times import Busy, free_slots
from tests.io.sources.google.cloud import called, key_file, value
from tests.io.sources.standin import StandIn, Told, told_json

NOW = datetime(2026, 1, 30, 8, tzinfo=UTC)
VIENNA = ZoneInfo("Europe/Vienna")
EVENTS = "GET /calendars/primary/events"
EVENT = {
    "id": "e1",
    "summary": "Feed owls",
    "start": {"dateTime": "2026-02-02T10:00:00+01:00"},
    "end": {"dateTime": "2026-02-02T11:00:00+01:00"},
    "location": "Nest",
    "htmlLink": "https://c/e1",
    "attendees": [
        {"email": "bob@owls.example", "displayName": "Bob", "responseStatus": "accepted"}
    ],
}
TOLD = {
    "id": "e1",
    "title": "Feed owls",
    "start": "2026-02-02T10:00:00+01:00",
    "end": "2026-02-02T11:00:00+01:00",
    "where": "Nest",
    "link": "https://c/e1",
    "attendees": 1,
}


@pytest.fixture
def diary(server: StandIn) -> StandIn:
    server.answers["GET /calendars/primary"] = told_json({"timeZone": "Europe/Vienna"})
    server.answers[EVENTS] = told_json({"items": [EVENT], "nextPageToken": "two"})
    server.answers["GET /calendars/primary/events/e1"] = told_json(EVENT)
    return server


def source(server: StandIn, folder: Path, **options: object) -> Source:
    given = {"service_account_path": key_file(folder, server), "clock": lambda: NOW, **options}
    return calendar(base_url=server.address, **given)  # type: ignore[arg-type]


class TestReading:
    def test_from_now_on(self, diary: StandIn, tmp_path: Path) -> None:
        answer = called(source(diary, tmp_path), "list_events", page_token="one")

        assert value(answer) == {"events": [TOLD], "next_page_token": "two"}
        assert diary.sent[-1].asked == {
            "timeMin": "2026-01-30T08:00:00+00:00",
            "maxResults": "10",
            "singleEvents": "true",
            "orderBy": "startTime",
            "pageToken": "one",
        }

    def test_between_days_of_its_own_zone(self, diary: StandIn, tmp_path: Path) -> None:
        made = source(diary, tmp_path)
        with opened_now(made) as live:
            for _ in range(2):
                live.call(
                    "search_events",
                    {"query": "owls", "start_date": "2026-03-29", "end_date": "2026-03-29"},
                )

        asked = diary.sent[-1].asked
        assert (asked["q"], asked["timeMin"], asked["timeMax"]) == (
            "owls",
            "2026-03-29T00:00:00+01:00",
            "2026-03-30T00:00:00+02:00",  # of 23 hours
        )
        assert diary.paths().count("/calendars/primary") == 1

    def test_of_all_pages_until_one_comes_again(self, diary: StandIn, tmp_path: Path) -> None:
        made = source(diary, tmp_path, timezone="UTC")

        assert len(value(called(made, "fetch_all_events", max_results=250))["events"]) == 2  # type: ignore[arg-type]
        assert len(value(called(made, "fetch_all_events", max_results=1))["events"]) == 1  # type: ignore[arg-type]
        assert [
            one.asked.get("pageToken") for one in diary.sent if one.path.endswith("events")
        ] == [
            None,
            "two",
            None,
        ]

    def test_what_long_ones_are_about_is_cut(self, diary: StandIn, tmp_path: Path) -> None:
        diary.answers[EVENTS] = told_json({"items": [{**EVENT, "description": "x" * 9_000}] * 20})
        made = source(diary, tmp_path, timezone="UTC")

        answer = called(made, "list_events", limit=20)

        events: Any = value(answer)["events"]
        assert [one["about"] for one in events] == ["x" * 1_249 + "…"] * 20
        assert answer.remarks == ()

    def test_one_event_and_who_comes(self, diary: StandIn, tmp_path: Path) -> None:
        made = source(diary, tmp_path)

        assert value(called(made, "get_event", event_id="e1")) == TOLD
        assert value(called(made, "get_event_attendees", event_id="e1")) == {
            "attendees": [{"email": "bob@owls.example", "name": "Bob", "answer": "accepted"}]
        }

    def test_of_another_calendar(self, server: StandIn, tmp_path: Path) -> None:
        path = "/calendars/en.owls%23holiday@group.v"
        server.answers[f"GET {path}/events"] = told_json({"items": [EVENT]})
        made = source(server, tmp_path, calendar_id="en.owls#holiday@group.v", timezone="UTC")

        assert value(called(made, "list_events")) == {"events": [TOLD]}

    def test_calendars(self, diary: StandIn, tmp_path: Path) -> None:
        one = {"id": "c1", "summary": "Nest", "timeZone": "Asia/Tokyo", "primary": True}
        diary.answers["GET /users/me/calendarList"] = told_json({"items": [one]})

        assert value(called(source(diary, tmp_path), "list_calendars")) == {
            "calendars": [{"id": "c1", "name": "Nest", "time_zone": "Asia/Tokyo", "primary": True}]
        }

    def test_who_is_busy(self, diary: StandIn, tmp_path: Path) -> None:
        busy = [{"start": "a", "end": "b"}]
        people = {
            "bob@owls.example": {"busy": busy},
            "c@owls.example": {"errors": [{"reason": "notFound"}]},
        }
        diary.answers["POST /freeBusy"] = told_json({"calendars": people})

        answer = called(
            source(diary, tmp_path),
            "check_availability",
            start_date="2026-02-02T09:00",
            end_date="2026-02-02",
            attendee_emails="Bob <bob@owls.example>, c@owls.example",
            timezone="Asia/Tokyo",
        )

        assert diary.sent[-1].value == {
            "timeMin": "2026-02-02T09:00:00+09:00",
            "timeMax": "2026-02-03T00:00:00+09:00",
            "timeZone": "Asia/Tokyo",
            "items": [{"id": "bob@owls.example"}, {"id": "c@owls.example"}],
        }
        assert value(answer) == {
            "people": {"bob@owls.example": {"busy": busy}, "c@owls.example": {"error": "notFound"}}
        }

    def test_a_question_finds_what_is_next(self, diary: StandIn, tmp_path: Path) -> None:
        other = {**EVENT, "id": "e2", "summary": "Sleep", "location": ""}
        diary.answers[EVENTS] = told_json({"items": [other, EVENT]})
        made = source(diary, tmp_path)

        assert [one.id for one in query(made, "When are the owls fed?").results] == ["e1"]
        nothing = query(made, "zebra")
        assert [one.id for one in nothing.results] == ["e2", "e1"]
        assert nothing.remarks == ("no word fits; these are the next events",)

    @pytest.mark.parametrize(
        ("name", "arguments"),
        [
            ("list_events", {"start_date": "31.1.2026"}),
            ("list_events", {"start_date": "0001-01-01T00:00+14:00", "end_date": "x"}),
            ("list_events", {"limit": 0}),
            ("list_events", {"limit": 51}),
            ("search_events", {"query": " "}),
            ("search_events", {"query": "x", "start_date": "2026-02-02", "end_date": "2026-02-01"}),
            ("get_event", {"event_id": "e1/../../x"}),
            ("find_available_slots", {"start_date": "2026-01-01", "end_date": "2026-12-31"}),
            ("check_availability", {"start_date": "2026-01-01", "end_date": "2026-01-02", "attendee_emails": "bob"}),
            (
                "check_availability",
                {"start_date": "2026-01-01", "end_date": "2026-01-02", "attendee_emails": "b@o.at", "timezone": "../x"},
            ),
        ],
    )  # fmt: skip
    def test_bounds(
        self, diary: StandIn, tmp_path: Path, name: str, arguments: dict[str, object]
    ) -> None:
        answer = called(source(diary, tmp_path), name, **arguments)

        assert answer.problem is not None
        assert answer.problem.kind == "refused"


class TestSlots:
    def slots(
        self, server: StandIn, folder: Path, *events: object, **arguments: object
    ) -> list[str]:
        server.answers[EVENTS] = told_json({"items": list(events)})
        given = {
            "start_date": "2026-02-02",
            "end_date": "2026-02-02",
            "duration_minutes": 240,
            **arguments,
        }
        found = value(called(source(server, folder), "find_available_slots", **given))
        return [one["start"] for one in found.get("slots", [])]  # type: ignore[attr-defined]

    def test_lie_in_working_hours_of_the_calendar(self, diary: StandIn, tmp_path: Path) -> None:
        assert self.slots(diary, tmp_path, EVENT) == [
            f"2026-02-02T{hour}:00+01:00" for hour in ("11:00", "11:30", "12:00", "12:30", "13:00")
        ]

    @pytest.mark.parametrize(
        ("event", "free"),
        [
            ({"start": {"date": "2026-02-02"}, "end": {"date": "2026-02-03"}}, False),
            ({"start": {"date": "2026-02-01"}, "end": {"date": "2026-02-02"}}, True),
            ({"start": {"date": "2026-02-02"}, "end": {"date": "2026-02-03"}, "transparency": "transparent"}, True),
            ({"start": {"date": "2026-02-02"}, "end": {"date": "2026-02-03"}, "status": "cancelled"}, True),
            (
                {
                    "start": {"date": "2026-02-02"},
                    "end": {"date": "2026-02-03"},
                    "attendees": [{"self": True, "responseStatus": "declined"}],
                },
                True,
            ),
            ({"start": {"dateTime": "2026-02-02T03:00:00-05:00"}, "end": {"dateTime": "2026-02-02T11:00:00-05:00"}}, False),
            ({"start": {"dateTime": "what"}, "end": {}}, True),
        ],
    )  # fmt: skip
    def test_are_free_of_events(
        self, diary: StandIn, tmp_path: Path, event: object, free: bool
    ) -> None:
        assert bool(self.slots(diary, tmp_path, event)) == free

    def test_are_not_at_weekends(self, diary: StandIn, tmp_path: Path) -> None:
        assert self.slots(diary, tmp_path, start_date="2026-01-31", end_date="2026-02-01") == []

    @given(
        st.dates(date(2026, 1, 1), date(2026, 12, 1)),
        st.integers(0, 10),
        st.integers(1, 12),
        st.integers(5, 720),
        st.lists(st.tuples(st.integers(-100, 400), st.integers(1, 100)), max_size=5),
        st.sampled_from(["Europe/Vienna", "America/New_York", "Australia/Lord_Howe", "UTC"]),
    )
    def test_are_as_long_as_asked_and_touch_nothing(
        self,
        day: date,
        days: int,
        first: int,
        minutes: int,
        taken: list[tuple[int, int]],
        name: str,
    ) -> None:
        zone = ZoneInfo(name)
        start = datetime(day.year, day.month, day.day, tzinfo=zone)
        end = start + timedelta(days=days + 1)
        busy = [
            Busy(start + timedelta(hours=hour), start + timedelta(hours=hour + length))
            for hour, length in taken
        ]

        found = free_slots(start, end, busy, zone=zone, hours=(first, first + 8), minutes=minutes)

        for one in found:
            begin, until = one.start.astimezone(UTC), one.end.astimezone(UTC)
            assert until - begin == timedelta(minutes=minutes)
            assert start <= one.start < one.end <= end
            assert one.start.weekday() < 5
            assert one.start.hour >= first
            assert not any(each.start < until and each.end > begin for each in busy)


class TestWriting:
    def test_is_off_unless_asked_for(self, diary: StandIn, tmp_path: Path) -> None:
        answer = called(source(diary, tmp_path), "delete_event", event_id="e1")

        assert "no operation 'delete_event'" in str(answer.problem)

    @pytest.mark.parametrize(
        ("times", "sent"),
        [
            (
                ("2026-02-02T09:00", "2026-02-02T10:00"),
                (
                    {"dateTime": "2026-02-02T09:00:00+01:00", "timeZone": "Europe/Vienna"},
                    {"dateTime": "2026-02-02T10:00:00+01:00", "timeZone": "Europe/Vienna"},
                ),
            ),
            (("2026-02-02", "2026-02-03"), ({"date": "2026-02-02"}, {"date": "2026-02-04"})),
        ],
    )
    def test_makes_events(
        self, diary: StandIn, tmp_path: Path, times: tuple[str, str], sent: tuple[object, object]
    ) -> None:
        diary.answers["POST /calendars/primary/events"] = told_json(EVENT)

        answer = called(
            source(diary, tmp_path, write=True),
            "create_event",
            title="Feed owls",
            start=times[0],
            end=times[1],
            attendee_emails="bob@owls.example",
        )

        assert value(answer) == TOLD
        assert diary.sent[-1].asked == {"sendUpdates": "none"}
        assert diary.sent[-1].value == {
            "summary": "Feed owls",
            "attendees": [{"email": "bob@owls.example"}],
            "start": sent[0],
            "end": sent[1],
        }

    def test_changes_only_what_is_given(self, diary: StandIn, tmp_path: Path) -> None:
        diary.answers["PATCH /calendars/primary/events/e1"] = told_json(EVENT)
        made = source(diary, tmp_path, write=True)

        called(made, "update_event", event_id="e1", location="Tree", notify=True)

        assert diary.sent[-1].value == {"location": "Tree"}
        assert diary.sent[-1].asked == {"sendUpdates": "all"}

    @pytest.mark.parametrize(("notify", "told"), [({}, "none"), ({"notify": True}, "all")])
    def test_deletes_and_tells_nobody_unless_asked(
        self, diary: StandIn, tmp_path: Path, notify: dict[str, bool], told: str
    ) -> None:
        diary.answers["DELETE /calendars/primary/events/e1"] = Told(b"", 204, "")

        answer = called(
            source(diary, tmp_path, write=True), "delete_event", event_id="e1", **notify
        )

        assert value(answer) == {"deleted": "e1"}
        assert diary.sent[-1].asked == {"sendUpdates": told}

    @pytest.mark.parametrize(
        ("name", "arguments"),
        [
            ("create_event", {"title": " ", "start": "2026-02-02", "end": "2026-02-02"}),
            ("create_event", {"title": "a", "start": "2026-02-02T09:00", "end": "2026-02-02"}),
            ("create_event", {"title": "a", "start": "2026-02-02T09:00", "end": "2026-02-02T09:00"}),
            ("create_event", {"title": "a", "start": "2026-02-02", "end": "2026-02-02", "attendee_emails": "bob"}),
            ("update_event", {"event_id": "e1"}),
            ("update_event", {"event_id": "e1", "start": "2026-02-02"}),
            ("delete_event", {"event_id": ".."}),
        ],
    )  # fmt: skip
    def test_bounds(
        self, diary: StandIn, tmp_path: Path, name: str, arguments: dict[str, object]
    ) -> None:
        answer = called(source(diary, tmp_path, write=True), name, **arguments)

        assert answer.problem is not None
        assert answer.problem.kind == "refused"
        assert {one.method for one in diary.sent if one.path != "/token"} <= {"GET"}


@pytest.mark.parametrize(
    "options",
    [
        {"timezone": "Owl/Nest"},
        {"timezone": 5},
        {"working_hours": (17, 9)},
        {"working_hours": (9,)},
        {"working_hours": ("9", "17")},
        {"calendar_id": 5},
        {"calendar_id": ".."},
        {"write": 1},
        {"clock": 5},
    ],
)
def test_what_is_not_for_it_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(InvalidArgument):
        calendar(**options)  # type: ignore[arg-type]

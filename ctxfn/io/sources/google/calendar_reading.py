"""What can be looked up in a calendar of Google."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias
from urllib.parse import quote
from zoneinfo import ZoneInfo

from annotated_types import Ge, Le
from attrs import define

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.google.api import GoogleApi, checked_id
from ctxfn.io.sources.google.calendar_times import busy_of, free_slots, moment, written, zone_of
from ctxfn.io.sources.google.gmail_writing import recipients
from ctxfn.io.sources.google.telling import Token, told_object, told_page
from ctxfn.io.sources.net.api import client_of, mapping, rows, text_of

if TYPE_CHECKING:
    import httpx

__all__ = ["Diary", "Start", "finders", "now", "readers", "told_event"]

Start: TypeAlias = Annotated[str, "A day or a time: 2026-01-31, 2026-01-31T09:00."]
Maybe: TypeAlias = Annotated[str | None, "A day or a time: 2026-01-31, 2026-01-31T09:00."]
Count: TypeAlias = Annotated[int, Ge(1), Le(50), "How many."]
_MOST: Final = 250
_LONGEST: Final = 2_000


@define
class Diary:
    """A calendar; its zone is asked for once, unless it is said."""

    api: GoogleApi
    calendar: str
    hours: tuple[int, int]
    clock: Callable[[], datetime]
    zone: ZoneInfo | None = None

    @property
    def path(self) -> str:
        """Where it lies."""
        return f"/calendars/{quote(self.calendar, safe='@')}"

    async def zone_here(self, client: httpx.AsyncClient) -> ZoneInfo:
        """The zone it is kept in."""
        if self.zone is None:
            came = await self.api.ask(client, "GET", self.path, {"fields": "timeZone"})
            self.zone = zone_of(text_of(came.get("timeZone")) or "UTC")
        return self.zone

    async def query(
        self, client: httpx.AsyncClient, start: str | None, end: str | None, most: int
    ) -> dict[str, object]:
        """Make the query for events from *start*, or from now on, until *end*."""
        zone = await self.zone_here(client)
        begin = self.clock().astimezone(UTC) if start is None else moment("start_date", start, zone)
        last = None if end is None else moment("end_date", end, zone, end=True)
        if last is not None and last <= begin:
            raise SourceRefusal("end_date: found one before the start")
        return {
            "timeMin": written(begin),
            "timeMax": None if last is None else written(last),
            "maxResults": most,
            "singleEvents": True,
            "orderBy": "startTime",
        }


def now() -> datetime:
    """Say what time it is."""
    return datetime.now(UTC)


def readers(diary: Diary) -> tuple[Callable[..., object], ...]:
    """Make the functions that list and read events."""

    async def list_events(
        limit: Count = 10,
        start_date: Maybe = None,
        end_date: Maybe = None,
        page_token: Token = None,
    ) -> Answer:
        """List events from now on, or between two days, in their order."""
        return await _listed(diary, None, start_date, end_date, limit, page_token)

    async def search_events(
        query: Annotated[str, "Words of the events."],
        start_date: Maybe = None,
        end_date: Maybe = None,
        max_results: Count = 10,
        page_token: Token = None,
    ) -> Answer:
        """Search for events from now on, or between two days."""
        if not query.strip():
            raise SourceRefusal("query: found nothing, expected words")
        return await _listed(diary, query, start_date, end_date, max_results, page_token)

    async def get_event(event_id: str) -> Answer:
        """Tell all about an event."""
        return told_object(told_event(await _event(diary, event_id)))

    async def fetch_all_events(
        max_results: Annotated[int, Ge(1), Le(_MOST), "How many in all."] = 10,
        start_date: Maybe = None,
        end_date: Maybe = None,
    ) -> Answer:
        """List events of all pages, in their order."""
        async with client_of(diary.api.api.limits) as client:
            query = await diary.query(client, start_date, end_date, max_results)
            pages = diary.api.pages(client, f"{diary.path}/events", query, "items")
            found = [one async for one in _first(pages, max_results)]
        return _told(diary, found, {})

    async def get_event_attendees(event_id: str) -> Answer:
        """Tell who is invited to an event, and what each answered."""
        event = await _event(diary, event_id)
        found: list[dict[str, object]] = [
            {
                "email": text_of(one.get("email")),
                "name": text_of(one.get("displayName")),
                "answer": text_of(one.get("responseStatus")),
            }
            for one in rows(event.get("attendees"))
        ]
        return told_page("attendees", found, {})

    return list_events, search_events, get_event, fetch_all_events, get_event_attendees


def finders(diary: Diary) -> tuple[Callable[..., object], ...]:
    """Make the functions that look for free time, and for calendars."""

    async def find_available_slots(
        start_date: Start,
        end_date: Start,
        duration_minutes: Annotated[int, Ge(5), Le(720)] = 30,
    ) -> Answer:
        """Find free time in working hours; whole days that are taken have none."""
        async with client_of(diary.api.api.limits) as client:
            query = await diary.query(client, start_date, end_date, _MOST)
            zone = await diary.zone_here(client)
            pages = diary.api.pages(client, f"{diary.path}/events", query, "items")
            busy = tuple(busy_of([one async for one in pages], zone))
        start, end = (
            moment("start_date", start_date, zone),
            moment("end_date", end_date, zone, end=True),
        )
        slots = free_slots(start, end, busy, zone=zone, hours=diary.hours, minutes=duration_minutes)
        found: list[dict[str, object]] = [
            {"start": written(one.start), "end": written(one.end)} for one in slots[:_MOST]
        ]
        return told_page("slots", found, {})

    async def check_availability(
        start_date: Start,
        end_date: Start,
        attendee_emails: Annotated[str, "Addresses, with commas between them."],
        timezone: Annotated[str | None, "As Europe/Vienna; none is the calendar's."] = None,
    ) -> Answer:
        """Tell when people are busy."""
        people = recipients("attendee_emails", attendee_emails)
        async with client_of(diary.api.api.limits) as client:
            zone = zone_of(timezone) if timezone else await diary.zone_here(client)
            sent = {
                "timeMin": written(moment("start_date", start_date, zone)),
                "timeMax": written(moment("end_date", end_date, zone, end=True)),
                "timeZone": str(zone),
                "items": [{"id": one.rpartition("<")[2].rstrip(">")} for one in people],
            }
            came = await diary.api.ask(client, "POST", "/freeBusy", sent=sent)
        return told_object({"people": dict(itertools.starmap(_busy, _people(came)))})

    async def list_calendars(page_token: Token = None) -> Answer:
        """List the calendars there are."""
        query = {"pageToken": page_token, "maxResults": _MOST}
        async with client_of(diary.api.api.limits) as client:
            came = await diary.api.ask(client, "GET", "/users/me/calendarList", query)
        found: list[dict[str, object]] = [
            {
                "id": text_of(one.get("id")),
                "name": text_of(one.get("summary")),
                "time_zone": text_of(one.get("timeZone")),
                "primary": one.get("primary") is True,
            }
            for one in rows(came.get("items"))
        ]
        return told_page("calendars", found, came)

    return find_available_slots, check_availability, list_calendars


def told_event(one: Mapping[str, object], longest: int = _LONGEST) -> dict[str, object]:
    """Tell what is known of an event; a whole day is told as a day."""
    told: dict[str, object] = {
        "id": text_of(one.get("id")),
        "title": text_of(one.get("summary")) or "no title",
    }
    for key in ("start", "end"):
        when = mapping(one.get(key))
        told[key] = text_of(when.get("dateTime")) or text_of(when.get("date"))
    for key, name in (
        ("where", "location"),
        ("about", "description"),
        ("link", "htmlLink"),
        ("status", "status"),
        ("series", "recurringEventId"),
    ):
        if text_of(one.get(name)):
            told[key] = _cut(text_of(one[name]), longest)
    people = len(rows(one.get("attendees")))
    return told | ({"attendees": people} if people else {})


async def _listed(
    diary: Diary,
    words: str | None,
    start: str | None,
    end: str | None,
    most: int,
    token: str | None,
) -> Answer:
    async with client_of(diary.api.api.limits) as client:
        query = await diary.query(client, start, end, most)
        asked = {**query, "q": words, "pageToken": token}
        came = await diary.api.ask(client, "GET", f"{diary.path}/events", asked)
    return _told(diary, list(rows(came.get("items"))[:most]), came)


def _told(diary: Diary, found: list[Mapping[str, object]], came: Mapping[str, object]) -> Answer:
    """Tell events; of the more there are, the less is told of what each is about."""
    longest = min(_LONGEST, diary.api.api.limits.characters // (2 * max(1, len(found))))
    return told_page("events", [told_event(one, longest) for one in found], came)


async def _event(diary: Diary, event_id: str) -> Mapping[str, object]:
    path = f"{diary.path}/events/{checked_id('event_id', event_id)}"
    async with client_of(diary.api.api.limits) as client:
        return await diary.api.ask(client, "GET", path)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: max(1, longest - 1)]}…"


async def _first(
    pages: AsyncIterator[Mapping[str, object]], most: int
) -> AsyncIterator[Mapping[str, object]]:
    left = most
    async for one in pages:
        yield one
        left -= 1
        if not left:
            return


def _people(came: Mapping[str, object]) -> list[tuple[str, Mapping[str, object]]]:
    return [(key, mapping(value)) for key, value in mapping(came.get("calendars")).items()]


def _busy(person: str, told: Mapping[str, object]) -> tuple[str, object]:
    errors = [text_of(one.get("reason")) for one in rows(told.get("errors"))]
    if errors:
        return person, {"error": errors[0]}
    times = [
        {"start": text_of(one.get("start")), "end": text_of(one.get("end"))}
        for one in rows(told.get("busy"))
    ]
    return person, {"busy": times}

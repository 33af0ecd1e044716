"""What can be changed in a calendar of Google; nobody is told of it unless that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, TypeAlias

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.google.api import checked_id
from ctxfn.io.sources.google.calendar_reading import Diary, Start, told_event
from ctxfn.io.sources.google.calendar_times import moment, written
from ctxfn.io.sources.google.gmail_writing import recipients
from ctxfn.io.sources.google.telling import told_object
from ctxfn.io.sources.net.api import client_of

if TYPE_CHECKING:
    import httpx

__all__ = ["writers"]

Notify: TypeAlias = Annotated[bool, "Whether those who are invited get a mail."]
People: TypeAlias = Annotated[str | None, "Addresses of those who are invited, with commas."]
Times: TypeAlias = Annotated[str | None, "A day or a time: 2026-01-31, 2026-01-31T09:00."]


def writers(diary: Diary) -> tuple[Callable[..., object], ...]:
    """Make the functions that change events."""

    async def create_event(
        title: str,
        start: Start,
        end: Start,
        description: str | None = None,
        location: str | None = None,
        attendee_emails: People = None,
        notify: Notify = False,
    ) -> Answer:
        """Make an event; of two days, a whole day or more, the last one included."""
        if not title.strip():
            raise SourceRefusal("title: found nothing, expected a text")
        async with client_of(diary.api.api.limits) as client:
            times = await _times(diary, client, start, end)
            event = _event(title, description, location, attendee_emails) | times
            came = await diary.api.ask(
                client, "POST", f"{diary.path}/events", _telling(notify), event
            )
        return told_object(told_event(came))

    async def update_event(
        event_id: Annotated[str, "Of one event, or of a series for all of them."],
        title: str | None = None,
        start: Times = None,
        end: Times = None,
        description: str | None = None,
        location: str | None = None,
        attendee_emails: People = None,
        notify: Notify = False,
    ) -> Answer:
        """Change what is given of an event, and leave the rest."""
        path = f"{diary.path}/events/{checked_id('event_id', event_id)}"
        if (start is None) != (end is None):
            raise SourceRefusal("start, end: found one, expected both or none")
        event = _event(title, description, location, attendee_emails)
        async with client_of(diary.api.api.limits) as client:
            if start is not None and end is not None:
                event |= await _times(diary, client, start, end)
            if not event:
                raise SourceRefusal("update_event: found nothing to change")
            came = await diary.api.ask(client, "PATCH", path, _telling(notify), event)
        return told_object(told_event(came))

    async def delete_event(
        event_id: Annotated[str, "Of one event, or of a series for all of them."],
        notify: Notify = False,
    ) -> Answer:
        """Delete an event."""
        path = f"{diary.path}/events/{checked_id('event_id', event_id)}"
        async with client_of(diary.api.api.limits) as client:
            await diary.api.ask(client, "DELETE", path, _telling(notify))
        return told_object({"deleted": event_id})

    return create_event, update_event, delete_event


def _event(
    title: str | None, description: str | None, location: str | None, people: str | None
) -> dict[str, object]:
    given = {"summary": title, "description": description, "location": location}
    event: dict[str, object] = {key: value for key, value in given.items() if value is not None}
    if people is not None:
        found = recipients("attendee_emails", people)
        event["attendees"] = [{"email": one.rpartition("<")[2].rstrip(">")} for one in found]
    return event


async def _times(
    diary: Diary, client: httpx.AsyncClient, start: str, end: str
) -> dict[str, object]:
    zone = await diary.zone_here(client)
    begin, last = moment("start", start, zone), moment("end", end, zone, end=True)
    whole = [_is_day(start), _is_day(end)]
    if last <= begin or whole[0] != whole[1]:
        raise SourceRefusal("end: expected a time behind start; a day where start is a day")
    if whole[0]:
        return {"start": {"date": f"{begin:%Y-%m-%d}"}, "end": {"date": f"{last:%Y-%m-%d}"}}
    return {"start": _time(begin, str(zone)), "end": _time(last, str(zone))}


def _time(when: datetime, zone: str) -> Mapping[str, str]:
    return {"dateTime": written(when), "timeZone": zone}


def _is_day(given: str) -> bool:
    return len(given.strip()) == len("2026-01-31")


def _telling(notify: bool) -> Mapping[str, object]:
    return {"sendUpdates": "all" if notify else "none"}

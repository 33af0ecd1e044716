"""Google Calendar as a source: events, free time; events are changed only if that is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Document
from ctxfn.io.sources.files.searching import terms_of
from ctxfn.io.sources.google.api import GoogleApi
from ctxfn.io.sources.google.calendar_reading import Diary, finders, now, readers, told_event
from ctxfn.io.sources.google.calendar_times import zone_of
from ctxfn.io.sources.google.calendar_writing import writers
from ctxfn.io.sources.google.signing_in import GoogleAuth, sign_in_of
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.api import Api, checked_address, client_of, need, rows, text_of
from ctxfn.io.sources.net.inner import CALENDAR, CALENDAR_WRITE, chosen
from ctxfn.io.sources.operations import operation
from ctxfn.io.sources.source import Question, Source, Surface, steady

__all__ = ["calendar"]

_ADDRESS: Final = "https://www.googleapis.com/calendar/v3"
_AUTH: Final = "https://www.googleapis.com/auth/calendar"
_HOURS: Final = (9, 17)
_LOOKED_AT: Final = 50
_BEST: Final = 10

_ABOUT: Final = (
    "events of a calendar. A day or a time without a zone is in the calendar's own; events of whole "
    "days are told as days, their end the day behind the last."
)


def calendar(
    *,
    id: str = "calendar",
    name: str = "",
    service_account_path: str | os.PathLike[str] | None = None,
    token_path: str | os.PathLike[str] | None = None,
    delegated_user: str | None = None,
    auth: GoogleAuth | None = None,
    calendar_id: str = "primary",
    timezone: str | None = None,
    working_hours: tuple[int, int] = _HOURS,
    write: bool = False,
    base_url: str | None = None,
    clock: Callable[[], datetime] = now,
    instructions: str | None = None,
    write_instructions: str | None = None,
    limits: Limits | None = None,
) -> Source:
    """Make a source of a calendar of Google.

    Who signs in: see `GoogleAuth`; the token file is `calendar_token.json` if none is named.
    *timezone* is that of days and times without one, and of *working_hours*; without it, the
    calendar's own. *write* lets an agent make, change and delete events. *instructions* and
    *write_instructions* stand for what it is told when it answers, or changes them.

    Raises:
        InvalidArgument: an argument is not what it should be.
        MissingExtra: httpx or google-auth is not installed.
    """
    need("httpx", "google")
    need("google.auth", "google")
    check_argument("calendar, write", write, bool, "True or False")
    check_argument("calendar, calendar_id", calendar_id, str, "a text")
    if calendar_id.strip() in ("", ".", ".."):
        raise InvalidArgument("calendar, calendar_id", shown(calendar_id), "the id of a calendar")
    check_argument("calendar, timezone", timezone, str | None, "a text, or None")
    check_argument("calendar, limits", limits, Limits | None, "Limits(...), or None")
    if not callable(clock):
        raise InvalidArgument("calendar, clock", shown(clock), "a function")
    within = limits or Limits()
    given = GoogleAuth(service_account_path, token_path, delegated_user)
    scopes = (_AUTH,) if write else (f"{_AUTH}.readonly",)
    sign_in = sign_in_of(
        "calendar", auth, given, token_name="calendar_token.json", scopes=scopes, delegates=False
    )
    address = checked_address("calendar, base_url", base_url or _ADDRESS)
    diary = Diary(
        GoogleApi(Api("calendar", address, within), sign_in),
        calendar_id,
        _checked_hours(working_hours),
        clock,
        _checked_zone(timezone),
    )
    operations = (
        *(operation(one) for one in (*readers(diary), *finders(diary))),
        *(operation(one, writes=True) for one in (writers(diary) if write else ())),
    )
    return Source(
        id,
        steady(Surface(operations, _asking(diary, id), _unsaid if write else None)),
        sign_in.status,
        name,
        _ABOUT,
        writable=write,
        limits=within,
        inner=chosen("calendar, instructions", instructions, CALENDAR),
        inner_write=chosen("calendar, write_instructions", write_instructions, CALENDAR_WRITE),
    )


def _checked_hours(given: object) -> tuple[int, int]:
    match given:
        case (int(first), int(last)) if 0 <= first < last <= 24:
            return (int(first), int(last))
        case _:
            expected = "two hours, as (9, 17)"
            raise InvalidArgument("calendar, working_hours", shown(given), expected)


def _checked_zone(name: str | None) -> ZoneInfo | None:
    try:
        return None if name is None else zone_of(name)
    except SourceRefusal:
        raise InvalidArgument("calendar, timezone", shown(name), "one as Europe/Vienna") from None


def _asking(diary: Diary, source: str) -> Callable[[Question], object]:
    async def ask(question: Question) -> Answer:
        """Find coming events that have words of the question; if there are none, what is next."""
        terms = terms_of(question.text)
        async with client_of(diary.api.api.limits) as client:
            query = await diary.query(client, None, None, _LOOKED_AT)
            came = await diary.api.ask(client, "GET", f"{diary.path}/events", query)
        found = [_document(one, source) for one in rows(came.get("items"))]
        scored = [
            (sum(term in (one.snippet or "").casefold() for term in terms), one) for one in found
        ]
        fitting = sorted((one for one in scored if one[0]), key=lambda one: -one[0])
        remark = f"of the next {_LOOKED_AT} events"
        if not fitting:
            return Answer(
                tuple(found[:_BEST]), remarks=("no word fits; these are the next events",)
            )
        return Answer(tuple(one for _, one in fitting[:_BEST]), remarks=(remark,))

    return ask


def _document(event: Mapping[str, object], source: str) -> Document:
    told = told_event(event)
    said = [text_of(told.get(key)) for key in ("title", "start", "end", "where", "about")]
    key = text_of(told["id"])
    link = text_of(told.get("link")) or key
    return Document(key, said[0], link, source, ", ".join(filter(None, said)))


def _unsaid(_question: Question) -> Answer:
    raise SourceRefusal("what is to be changed needs an agent: mode='agent'")

"""Google Drive as a source: search its files, read them as text."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, TypeAlias, get_args

from annotated_types import Ge, Le

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Document
from ctxfn.io.sources.files.searching import terms_of
from ctxfn.io.sources.google.api import GoogleApi, checked_id
from ctxfn.io.sources.google.drive_files import FIELDS, described, file_text
from ctxfn.io.sources.google.signing_in import GoogleAuth, sign_in_of
from ctxfn.io.sources.google.telling import Token, told_page
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.api import Api, checked_address, client_of, mapping, need, rows, text_of
from ctxfn.io.sources.net.inner import GDRIVE, chosen
from ctxfn.io.sources.operations import Operation, operation
from ctxfn.io.sources.source import Question, Source, Surface, steady

__all__ = ["Corpora", "gdrive"]

_ADDRESS: Final = "https://www.googleapis.com/drive/v3"
_SCOPES: Final = ("https://www.googleapis.com/auth/drive.readonly",)

Corpora: TypeAlias = Literal["user", "domain", "drive", "allDrives"]
"""Which files are searched: one's own and shared ones, the domain's, one drive's, all."""

Size: TypeAlias = Annotated[int, Ge(1), Le(20), "How many files."]
_ABOUT: Final = (
    "files of Google Drive. A query is Drive's own: name contains 'owl', fullText contains 'owl', "
    "mimeType = '...', 'FOLDER_ID' in parents, sharedWithMe, joined by and, or, not. Files in the "
    "bin are left out."
)
_MOST_TERMS: Final = 5


def gdrive(
    *,
    id: str = "gdrive",
    name: str = "",
    service_account_path: str | os.PathLike[str] | None = None,
    token_path: str | os.PathLike[str] | None = None,
    delegated_user: str | None = None,
    auth: GoogleAuth | None = None,
    corpora: Corpora = "allDrives",
    drive_id: str | None = None,
    supports_all_drives: bool = True,
    include_items_from_all_drives: bool = True,
    base_url: str | None = None,
    instructions: str | None = None,
    limits: Limits | None = None,
) -> Source:
    """Make a source of the files of Google Drive; nothing there can be changed.

    Who signs in: see `GoogleAuth`; *auth* stands for the three before it, and the token file is
    `gdrive_token.json` if none is named. ``corpora="drive"`` needs a *drive_id*.
    *instructions* stand for what an agent that answers is told.

    Raises:
        InvalidArgument: an argument is not what it should be.
        MissingExtra: httpx or google-auth is not installed.
    """
    need("httpx", "google")
    need("google.auth", "google")
    if corpora not in get_args(Corpora):
        raise InvalidArgument("gdrive, corpora", shown(corpora), ", ".join(get_args(Corpora)))
    for what, value in (
        ("supports_all_drives", supports_all_drives),
        ("include_items_from_all_drives", include_items_from_all_drives),
    ):
        check_argument(f"gdrive, {what}", value, bool, "True or False")
    check_argument("gdrive, drive_id", drive_id, str | None, "a text, or None")
    if (corpora == "drive") != bool(drive_id):
        found = shown(drive_id) if drive_id else "none"
        raise InvalidArgument("gdrive, drive_id", found, "one with corpora='drive', and only there")
    check_argument("gdrive, limits", limits, Limits | None, "Limits(...), or None")
    within = limits or Limits()
    given = GoogleAuth(service_account_path, token_path, delegated_user)
    sign_in = sign_in_of(
        "gdrive", auth, given, token_name="gdrive_token.json", scopes=_SCOPES, delegates=False
    )
    address = checked_address("gdrive, base_url", base_url or _ADDRESS)
    drive = GoogleApi(Api("drive", address, within), sign_in)
    where = {
        "corpora": corpora,
        "driveId": drive_id,
        "supportsAllDrives": supports_all_drives,
        "includeItemsFromAllDrives": include_items_from_all_drives,
    }
    surface = Surface(_operations(drive, where, id), _asking(drive, where, id))
    return Source(
        id,
        steady(surface),
        sign_in.status,
        name,
        _ABOUT,
        limits=within,
        inner=chosen("gdrive, instructions", instructions, GDRIVE),
    )


def _operations(
    drive: GoogleApi, where: Mapping[str, object], source: str
) -> tuple[Operation, ...]:
    async def list_files(
        query: Annotated[str | None, "Drive's own query; none lists the latest."] = None,
        page_size: Size = 10,
        page_token: Token = None,
    ) -> Answer:
        """List files, the latest first."""
        return await _listed(drive, where, query or "", page_size, page_token)

    async def search_files(
        query: Annotated[str, "Drive's own query: fullText contains 'owl'."],
        max_results: Size = 10,
        page_token: Token = None,
    ) -> Answer:
        """Search for files."""
        if not query.strip():
            raise SourceRefusal("query: found nothing, expected one as name contains 'owl'")
        return await _listed(drive, where, query, max_results, page_token)

    async def read_file(file_id: Annotated[str, "As a list tells it."]) -> Answer:
        """Read a file as text."""
        async with client_of(drive.api.limits) as client:
            return await file_text(drive, client, checked_id("file_id", file_id), source)

    return tuple(operation(one) for one in (list_files, search_files, read_file))


async def _listed(
    drive: GoogleApi, where: Mapping[str, object], query: str, most: int, token: str | None
) -> Answer:
    async with client_of(drive.api.limits) as client:
        came = await drive.ask(client, "GET", "/files", _query(where, query, most, token))
    files = [described(one) for one in rows(came.get("files"))[:most]]
    remarks = ("the search is incomplete: not all drives were looked at",)
    incomplete = came.get("incompleteSearch") is True
    return told_page("files", files, came, remarks if incomplete else ())


def _query(
    where: Mapping[str, object], query: str, most: int, token: str | None
) -> Mapping[str, object]:
    live = "trashed = false"
    asked = query.strip()
    if not asked:
        asked = live
    elif "trashed" not in asked:
        asked = f"({asked}) and {live}"
    order = None if "fullText" in asked else "modifiedTime desc"  # Drive orders these itself
    return {
        **where,
        "q": asked,
        "pageSize": most,
        "pageToken": token,
        "orderBy": order,
        "fields": f"nextPageToken,incompleteSearch,files({FIELDS})",
    }


def _asking(
    drive: GoogleApi, where: Mapping[str, object], source: str
) -> Callable[[Question], object]:
    async def ask(question: Question) -> Answer:
        """Find files that have words of the question in them."""
        terms = terms_of(question.text)[:_MOST_TERMS]
        if not terms:
            return Answer()
        query = " or ".join(f"fullText contains '{_escaped(one)}'" for one in terms)
        async with client_of(drive.api.limits) as client:
            came = await drive.ask(client, "GET", "/files", _query(where, query, 10, None))
        return Answer(tuple(_document(one, source) for one in rows(came.get("files"))))

    return ask


def _document(one: Mapping[str, object], source: str) -> Document:
    told = described(one)
    name = text_of(told.get("name"))
    said = f"{name} ({text_of(told.get('type'))}, {text_of(told.get('modified'))})"
    key = text_of(told.get("id"))
    return Document(key, name, text_of(mapping(told).get("link")) or key, source, said)


def _escaped(term: str) -> str:
    return term.replace("\\", "\\\\").replace("'", "\\'")
